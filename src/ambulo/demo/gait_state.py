"""One stride of a walk with the forces that it needs, at equal phases."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.demo.foot_sharing import FootPlan, Resultant, resultant, share_between_feet
from ambulo.demo.normal_walk import NormalWalk
from ambulo.demo.periodic_motion import motion_at_nodes
from ambulo.demo.posture import PostureBuilder
from ambulo.gait.inverse import joint_forces
from ambulo.math.arrays import FloatArray
from ambulo.model.foot_loads import foot_loads
from ambulo.multibody.motion import JointForces
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.records import GroundReaction


@dataclass(frozen=True, eq=False)
class GaitState:
    """A stride from left foot strike at n equal phases.

    Args:
        R: (n, nb, 3, 3) segments to world.
        whole: ground reaction of the whole body; ground: of each foot.
        forces: of the proximal on the distal segment at every joint.
    """

    R: FloatArray
    whole: Resultant
    ground: GroundReaction
    forces: JointForces


def gait_state(builder: PostureBuilder, plan: FootPlan, walk: NormalWalk) -> GaitState:
    """Posture, motion and forces of a walk.

    Args:
        builder: for n phases.
        plan: for the feet at the same phases.
        walk: series that the posture follows.
    Raises:
        ValueError: a foot is out of the leg's reach.
    """
    model, cycle = builder.model, walk.cycle
    posture = builder(walk)
    advance = np.array([cycle.stride_length, 0.0, 0.0])
    motion = motion_at_nodes(model.tree, cycle.stride_time, advance, posture.root, posture.R)
    whole = resultant(model, motion)
    ground = share_between_feet(motion.time, whole, plan)
    R, p = forward_kinematics(model.tree, motion.q)
    forces = joint_forces(model, motion, foot_loads(model, R, p, ground))
    return GaitState(R, whole, ground, forces)
