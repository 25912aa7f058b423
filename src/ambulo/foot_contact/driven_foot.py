"""One foot cut free at the ankle: two segments, driven there and at the metatarsal joint.

Contact acts below; a weak controller holds the pose (Pamies-Vila 2012, section 6.2.2, where the
controller is a Kalman filter).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.math import quaternions
from ambulo.math.arrays import FloatArray
from ambulo.multibody.motion import JointForces, Motion
from ambulo.multibody.tree.kinematics import (
    body_accelerations,
    body_velocities,
    forward_kinematics,
)
from ambulo.multibody.tree.tree import JointType, Tree
from ambulo.multibody.tree.tree_builder import Body, build_tree
from ambulo.records import Model, Side


@dataclass(frozen=True, eq=False)
class DrivenFoot:
    """A foot, how it moved as part of the body, and what drove it.

    Args:
        tree: hindfoot, free at the ankle, and forefoot on a ball joint.
        motion: of this tree.
        drive: (frames, 2, 6) N*m, N, world axes: of the shank on the hindfoot at the ankle with the
            metatarsal joint's moment taken off, and this moment on the forefoot.
    """

    tree: Tree
    motion: Motion
    drive: FloatArray


def foot_tree(model: Model, side: Side) -> Tree:
    """The hindfoot, free at the ankle, and the forefoot on a ball joint.

    Raises:
        ValueError: the model's foot has one segment.
    """
    tree, bodies = model.tree, []
    for part, parent, joint in (
        ("hindfoot", None, JointType.FREE),
        ("forefoot", "hindfoot", JointType.BALL),
    ):
        i = model.segments.index(f"{side}_{part}")
        place = np.zeros(3) if parent is None else tree.p_PJ[i]
        bodies.append(
            Body(
                name=part,
                parent=parent,
                joint=joint,
                p_PJ=place,
                mass=float(tree.mass[i]),
                com=tree.com[i],
                inertia=tree.inertia[i],
            )
        )
    return build_tree(bodies, tree.gravity)


def driven_foot(model: Model, motion: Motion, forces: JointForces, side: Side) -> DrivenFoot:
    """Cut a foot of a body in motion free.

    Args:
        model: with a foot of two segments.
        motion: of the body.
        forces: at its joints, proximal on distal, world axes.
        side: which foot.
    """
    hind, fore = (model.segments.index(f"{side}_{x}") for x in ("hindfoot", "forefoot"))
    R, p = forward_kinematics(model.tree, motion.q)
    w, u = body_velocities(model.tree, motion.q, motion.v)
    alpha, acceleration = body_accelerations(model.tree, motion.q, motion.v, motion.a)
    turn_h, turn_f = R[:, hind], R[:, fore]
    between = np.einsum("fji,fjk->fik", turn_h, turn_f)
    q = np.concatenate(
        [p[:, hind], quaternions.from_matrix(turn_h), quaternions.from_matrix(between)], axis=1
    )
    relative = w[:, fore] - w[:, hind]
    # the relative velocity is kept in axes that turn with the forefoot
    rate = alpha[:, fore] - alpha[:, hind] - np.cross(w[:, fore], relative)
    v = np.concatenate([u[:, hind], _in(turn_h, w[:, hind]), _in(turn_f, relative)], axis=1)
    a = np.concatenate(
        [acceleration[:, hind], _in(turn_h, alpha[:, hind]), _in(turn_f, rate)], axis=1
    )
    drive = np.zeros((len(q), 2, 6))
    drive[:, 0, :3] = forces.moment[:, hind] - forces.moment[:, fore]
    drive[:, 0, 3:] = forces.force[:, hind]
    drive[:, 1, :3] = forces.moment[:, fore]
    return DrivenFoot(foot_tree(model, side), Motion(motion.time, q, v, a), drive)


def _in(R: FloatArray, x: FloatArray) -> FloatArray:
    """Vectors (frames, 3) of the world in a body's axes."""
    return np.asarray(np.einsum("fji,fj->fi", R, x))
