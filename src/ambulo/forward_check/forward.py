"""Forward simulation: the motion that forces cause."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.errors import InputError, TimeMismatch
from ambulo.gait.foot_loads import bearing_segments
from ambulo.math.arrays import FloatArray
from ambulo.multibody.integrators.method import Method, Rows
from ambulo.multibody.motion import Motion
from ambulo.multibody.tree.driven_motion import Body, Drive
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.multibody.tree.motion_curve import curve_pieces
from ambulo.multibody.tree.packing import pack
from ambulo.multibody.tree.tree import Tree
from ambulo.records import GroundReaction, Model

__all__ = [
    "Gains",
    "Simulation",
    "Support",
    "causes",
    "controlled",
    "simulate",
    "standing",
    "undriven",
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


def undriven(time: FloatArray) -> Drive:
    """Nothing but gravity acts.

    Args:
        time: (instants,) s, increasing.
    """
    return Drive(
        interval=_intervals(time),
        pieces=np.zeros((len(time) - 1, 6, 0)),
        carrier=np.zeros(1, dtype=np.int64),
        point=np.zeros(3),
        foot=np.zeros((len(time) - 1, 0), dtype=np.int64),
        reaction=np.zeros((len(time), 0, 6)),
        whole=np.zeros(len(time) - 1, dtype=np.int64),
        stiffness=np.zeros(0),
        damping=np.zeros(0),
    )


def causes(tree: Tree, motion: Motion, support: Support) -> Drive:
    """The joint moments and the force of the ground that cause a motion, at every instant.

    Args:
        tree: the bodies.
        motion: with accelerations; between its frames quintic, so that the inputs between them
            are those of inverse dynamics there (Pamies-Vila 2012, section 4.7: inputs at the
            frames alone do not give the motion back).
        support: where the force of the ground is carried, with a moment on every segment.
    """
    return undriven(motion.time)._replace(
        pieces=curve_pieces(tree, motion.time, motion.q, motion.v, motion.a),
        carrier=np.array([support.body]),
        point=np.array(support.point),
    )


def standing(
    drive: Drive, model: Model, motion: Motion, ground: GroundReaction, *, whole: bool
) -> Drive:
    """The same causes, with each foot's ground reaction acting on that foot.

    Between frames reactions go in proportion. What they do not balance, and all of it where a
    foot's reaction is not known, is carried at the drive's own support.

    Args:
        drive: of `causes`.
        model, motion: as there.
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
    foot = np.where(used, bearing, -1)
    both = known.all(axis=1)
    balanced = both[:-1] & both[1:] & whole
    return drive._replace(
        foot=foot, reaction=np.ascontiguousarray(wrench), whole=balanced.astype(np.int64)
    )


def controlled(drive: Drive, gains: Gains) -> Drive:
    """The same causes with a controller that holds the motion."""
    return drive._replace(stiffness=gains.stiffness, damping=gains.damping)


def simulate(
    tree: Tree,
    drive: Drive,
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
        drive: what acts.
        time: (instants,) s at which the motion is wanted; no step goes over one of them.
        q, v: (nq,), (nv,) initial state.
        method: integrator.
        step: longest step [s].
        tolerance: of an adaptive method's step [m, rad, per s].
    Raises:
        InputError: the step is not positive.
        ValueError: shapes do not fit the tree.
    """
    if not step > 0.0:
        raise InputError(
            what=f"a step of {step:g} s does not move on", where="--step", remedy="Give a time > 0"
        )
    if q.shape != (tree.nq,) or v.shape != (tree.nv,) or len(drive.interval) != len(time) - 1:
        raise ValueError("initial state, drive and time do not fit the tree")
    packed = pack(tree)
    body = Body(packed.bodies[0], packed.dofs, packed.chain, packed.gravity)
    rows = Rows(
        np.empty((len(time), tree.nq)),
        np.empty((len(time), tree.nv)),
        np.zeros(len(time)),
        np.zeros((len(time), tree.nb + 1)),
    )
    rows.q[0], rows.v[0] = q, v
    count = method.march(body, drive, rows, step, tolerance)
    force, moment = rows.effort[:, 0], rows.effort[:, 1:]
    return Simulation(time, rows.q, rows.v, rows.work, force, moment, count)


def _intervals(time: FloatArray) -> FloatArray:
    interval = np.diff(time)
    if not (interval > 0.0).all():
        raise ValueError("times do not increase")
    return interval
