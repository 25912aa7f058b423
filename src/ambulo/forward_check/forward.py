"""Forward simulation: the motion that forces cause."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ambulo.gait.foot_loads import bearing_segments
from ambulo.inputs.errors import TimeMismatch
from ambulo.math.arrays import FloatArray, IntArray
from ambulo.multibody.forces.carried_force import CarriedForce
from ambulo.multibody.forces.foot_reactions import FootReactions
from ambulo.multibody.forces.joint_inputs import JointInputs
from ambulo.multibody.forces.pose_controller import PoseController
from ambulo.multibody.forces.reference_motion import reference_motion
from ambulo.multibody.integrators.method import Method
from ambulo.multibody.integrators.simulation import simulate_system
from ambulo.multibody.motion import Motion
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.multibody.tree.tree import Tree
from ambulo.multibody.tree.tree_system import tree_system
from ambulo.records import GroundReaction, Model

__all__ = [
    "Gains",
    "Reactions",
    "Simulation",
    "Support",
    "foot_reactions",
    "simulate",
    "tracking_inputs",
]

TOLERANCE = 1e-12
"""Error of one step of an adaptive integrator [m, rad, per s]."""


@dataclass(frozen=True)
class Support:
    """Where the force of the ground on the whole body is carried.

    Args:
        name: for reports, e.g. "lumbar".
        body: index of the segment.
        point: m, in that segment's frame.
    """

    name: str
    body: int
    point: tuple[float, float, float]


@dataclass(frozen=True, eq=False)
class Gains:
    """Gains of a controller that holds a point and the orientation of every segment.

    Args:
        stiffness: (nb + 1,) N/m for the point, then N*m/rad for each segment.
        damping: (nb + 1,) N*s/m and N*m*s/rad.
    """

    stiffness: FloatArray
    damping: FloatArray


@dataclass(frozen=True, eq=False)
class Reactions:
    """Ground reactions on the segments that bear them; see `multibody.forces.foot_reactions`.

    Args:
        foot: (frames - 1, feet) segment in each interval, -1 for none.
        wrench: (frames, feet, 6) about the world origin, world axes [N*m, N].
        whole: (frames - 1,) 1 where they balance the whole body.
    """

    foot: IntArray
    wrench: FloatArray
    whole: IntArray


@dataclass(frozen=True, eq=False)
class Simulation:
    """A simulated motion.

    Args:
        time: (instants,) s.
        q, v: (instants, nq), (instants, nv); NaN where the integrator gave up.
        work: (instants,) J done by joint moments, the ground and the controller since the start.
        force, moment: (instants,) N and (instants, nb) N*m, the controller's largest since the
            instant before.
        count: steps, or what else the method counts.
    """

    time: FloatArray
    q: FloatArray
    v: FloatArray
    work: FloatArray
    force: FloatArray
    moment: FloatArray
    count: int


def tracking_inputs(
    tree: Tree,
    motion: Motion,
    support: Support,
    *,
    reactions: Reactions | None = None,
    gains: Gains | None = None,
) -> tuple[Any, ...]:
    """Joint moments and ground forces that cause a motion, at every instant, as force laws.

    Args:
        tree: the bodies.
        motion: with accelerations; between its frames quintic, so that the inputs between them
            are those of inverse dynamics there (Pamies-Vila 2012, section 4.7: inputs at the
            frames alone do not give the motion back).
        support: where the force of the ground is carried, with a moment on every segment.
        reactions: of the feet; what they do not balance, and all of it where a foot's reaction is
            not known, is carried at the support. None: all is carried there.
        gains: of a controller that holds the motion; None for none.

    Returns:
        Packed laws for `simulate`. They share the scratch of one reference motion.

    Raises:
        ValueError: times do not increase, or shapes do not fit the tree.
    """
    reference = reference_motion(tree, motion)
    intervals = len(motion.time) - 1
    if reactions is None:
        reactions = Reactions(
            np.zeros((intervals, 0), dtype=np.int64),
            np.zeros((len(motion.time), 0, 6)),
            np.zeros(intervals, dtype=np.int64),
        )
    feet = reactions.foot.shape[1]
    on_feet = FootReactions(
        reference, reactions.foot, reactions.wrench, reactions.whole, np.zeros((feet, 6))
    )
    point = np.array(support.point, dtype=np.float64)
    laws: tuple[Any, ...] = (JointInputs(reference), CarriedForce(on_feet, support.body, point))
    if feet > 0:
        laws = (*laws, on_feet)
    if gains is not None:
        acting = np.zeros((tree.nb + 1, 3))
        laws = (
            PoseController(reference, support.body, point, gains.stiffness, gains.damping, acting),
            *laws,
        )
    return laws


def foot_reactions(
    model: Model, motion: Motion, ground: GroundReaction, *, whole: bool
) -> Reactions:
    """Each foot's ground reaction on the segment that bears it, for `tracking_inputs`.

    Args:
        model, motion: what moves.
        ground: on the motion's frames.
        whole: the reactions balance the whole body at the frames, so that they share what they
            miss between frames.

    Raises:
        TimeMismatch: ground and motion are not on one time grid.
    """
    if len(ground.time) != len(motion.time) or not np.allclose(
        ground.time, motion.time, rtol=0.0, atol=1e-9
    ):
        raise TimeMismatch(
            what=f"{len(motion.time)} frames of motion, {len(ground.time)} of ground reactions",
            remedy="Resample the ground reactions on the motion's frames",
        )
    R, p = forward_kinematics(model.tree, motion.q)
    wrench = np.concatenate([ground.moment_origin, ground.force], axis=2)
    known = ground.known & np.isfinite(wrench).all(axis=2)
    wrench = np.where(known[:, :, None], wrench, 0.0)
    bearing = bearing_segments(model, R, p, ground)[:-1]
    loaded = np.abs(wrench[:, :, 3:]).any(axis=2)
    used = known[:-1] & known[1:] & (loaded[:-1] | loaded[1:])
    foot = np.ascontiguousarray(np.where(used, bearing, -1), dtype=np.int64)
    both = known.all(axis=1)
    balanced = both[:-1] & both[1:] & whole
    return Reactions(foot, np.ascontiguousarray(wrench), balanced.astype(np.int64))


def simulate(
    tree: Tree,
    forces: tuple[Any, ...],
    time: FloatArray,
    q: FloatArray,
    v: FloatArray,
    method: Method,
    *,
    step: float = 1e-3,
    tolerance: float = TOLERANCE,
) -> Simulation:
    """Integrate the equations of motion M(q) v' + h(q, v) = tau + J^T f, the whole loop compiled.

    Args:
        tree: the bodies, one model.
        forces: packed laws that act besides gravity, e.g. of `tracking_inputs`; () for none. A
            controller is the first of them.
        time: (instants,) s at which the motion is wanted; no step goes over one of them.
        q, v: (nq,), (nv,) initial state.
        method: integrator.
        step: longest step [s].
        tolerance: of an adaptive method's step [m, rad, per s].

    Raises:
        InputError: the step is not positive.
        ValueError: shapes do not fit the tree, or times do not increase.
    """
    if not (np.diff(time) > 0.0).all():
        raise ValueError("times do not increase")
    found = simulate_system(
        tree_system(tree, forces), time, q, v, method, step=step, tolerance=tolerance
    )
    effort = np.where(np.isfinite(found.work)[:, None], np.zeros((1, tree.nb + 1)), np.nan)
    if found.observed.shape[1] > 0:
        effort = found.observed[:, : tree.nb + 1]
    return Simulation(time, found.q, found.v, found.work, effort[:, 0], effort[:, 1:], found.count)
