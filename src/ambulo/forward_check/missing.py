"""What stored forces miss of those that a motion needs, and how much of that the frames explain."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass

import numpy as np

from ambulo.forward_check.forward import Simulation
from ambulo.forward_check.stored_forces import StoredForces, needed_forces
from ambulo.math.arrays import FloatArray
from ambulo.model.joint_moments import MOMENT_AXES, reported_moments
from ambulo.multibody.forces.interpolants import INTERPOLANTS, Interpolant, spline_pieces
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.multibody.tree.tree import JointType
from ambulo.records import Analysis, GroundReaction

_ALLOWANCE = 5.0
"""Times the estimated error between frames that a controller may spend."""
_MOTION = INTERPOLANTS["cubic"]
"""The course of the accelerations of a motion of quintic splines: no other comes closer to it."""
_ROUNDING = 1e-6
"""N*m and N; larger differences are not of rounding."""


@dataclass(frozen=True, eq=False)
class Effort:
    """What a controller adds to the stored moments so that the motion is held.

    Args:
        added: (nb,) N*m, its moment through each joint, rms over time; 0 at the root.
        stored: (nb,) N*m, the stored moments, likewise.
        open_between: (nb,) N*m, what frames so far apart leave open of them, rms, estimated.
    """

    added: FloatArray
    stored: FloatArray
    open_between: FloatArray

    @property
    def rms(self) -> float:
        """N*m, over all joints."""
        return float(np.sqrt((self.added[1:] ** 2).mean()))

    @property
    def stored_rms(self) -> float:
        """N*m, over all joints."""
        return float(np.sqrt((self.stored[1:] ** 2).mean()))

    @property
    def part(self) -> float:
        """Of the stored moments, that the controller adds."""
        return self.rms / self.stored_rms if self.stored_rms > 0.0 else math.inf

    @property
    def allowed(self) -> float:
        """N*m at a joint, beyond which it is not the distance of the frames that is missing."""
        return _ALLOWANCE * float(self.open_between[1:].max())

    @property
    def beyond(self) -> list[int]:
        """Joints that the controller spends more at, the most first."""
        above = np.flatnonzero(~(self.added[1:] <= self.allowed)) + 1
        return [int(j) for j in above[np.argsort(-self.added[above])]]


@dataclass(frozen=True)
class ReactionMiss:
    """A stored variable of the ground reaction that is not that of its force and moment.

    Args:
        what: in words.
        moment: N*m, the largest difference that it makes.
    """

    what: str
    moment: float

    @property
    def other(self) -> bool:
        """Whether it is another than force and moment about the origin have."""
        return self.moment > _ROUNDING


@dataclass(frozen=True)
class FrameMiss:
    """Largest differences of stored forces from those that belong with them, at the frames.

    Args:
        moment: N*m, from what motion and reactions need; joint: index; time: s, where.
        force: N, the same of joint forces; at the root, what the environment supplies beside the
            reactions; force_joint: index, where.
        reported, generalised: N*m, of the reported moments and of tau from the joint moments; NaN
            where they cannot be compared.
        reaction: the variable of the ground reaction that is farthest off.
        jointed: whether joints hold the segments together, so that there should be none.
    """

    moment: float
    joint: int
    time: float
    force: float
    force_joint: int
    reported: float
    generalised: float
    reaction: ReactionMiss
    jointed: bool

    @property
    def other_moments(self) -> bool:
        """Whether motion and reactions need other joint moments than are stored."""
        return self.moment > _ROUNDING

    @property
    def other_forces(self) -> bool:
        """Whether they need other joint forces than are stored."""
        return self.force > _ROUNDING

    @property
    def reported_others(self) -> bool:
        """Whether the tables' moments are not the joint moments."""
        return self.reported > _ROUNDING

    @property
    def generalised_others(self) -> bool:
        """Whether tau is not of the joint moments."""
        return self.generalised > _ROUNDING


def effort(
    analysis: Analysis, stored: StoredForces, found: Simulation, between: Interpolant
) -> Effort:
    """The effort of a simulation under control."""
    part = slice(stored.first, stored.first + len(stored.motion.time))
    moment = analysis.joint_forces.moment[part]
    if np.isfinite(found.work).all():
        added = np.sqrt((found.passed**2).mean(axis=0))
    else:
        # a motion that was lost needs no end of effort
        added = np.full(found.passed.shape[1], np.inf)
    return Effort(
        np.concatenate([[0.0], added[1:]]),
        np.sqrt((moment**2).sum(axis=2).mean(axis=0)),
        between_frames(stored, between),
    )


def between_frames(stored: StoredForces, between: Interpolant) -> FloatArray:
    """What the moments' course between frames is uncertain by, (nb,) N*m rms.

    Every other frame is left out and compared with the course through the rest; half the distance
    has 2^-order of that error.
    """
    course = between if between.order < _MOTION.order else _MOTION
    moment, time = stored.unloaded.moment, stored.motion.time
    odd = len(time) - 1 + len(time) % 2
    pieces = spline_pieces(time[:odd:2], moment[:odd:2], course)
    middle = np.einsum("kmbc,m->kbc", pieces, 0.5 ** np.arange(course.order))
    missed = middle - moment[1:odd:2]
    return np.asarray(np.sqrt((missed**2).sum(axis=2).mean(axis=0)) / 2**course.order)


def miss_at_frames(analysis: Analysis, stored: StoredForces) -> FrameMiss:
    """Compare the stored forces with inverse dynamics of motion and stored reactions."""
    needed = needed_forces(analysis.model.tree, stored.motion)
    moment = np.linalg.norm(needed.moment - stored.unloaded.moment, axis=2)
    frame, joint = np.unravel_index(int(np.argmax(moment)), moment.shape)
    force = np.linalg.norm(needed.force - stored.unloaded.force, axis=2).max(axis=0)
    return FrameMiss(
        float(moment[frame, joint]),
        int(joint),
        float(stored.motion.time[frame]),
        float(force.max()),
        int(force.argmax()),
        reported_off(analysis),
        generalised_off(analysis),
        reactions_off(analysis),
        json.loads(analysis.provenance.configuration).get("consistency") != "none",
    )


def reactions_off(analysis: Analysis) -> ReactionMiss:
    """How far centre of pressure p and free moment T are from M = p x F + (0, 0, T)."""
    found = [ReactionMiss("centre of pressure or free moment", _point_off(analysis.ground))]
    if analysis.plates_ground is not None:
        what = "centre of pressure or free moment of the plates"
        found.append(ReactionMiss(what, _point_off(analysis.plates_ground)))
    return max(found, key=lambda miss: miss.moment)


def _point_off(ground: GroundReaction) -> float:
    about = np.cross(ground.centre_of_pressure, ground.force)
    about[..., 2] += ground.free_moment
    off = np.linalg.norm(ground.moment_origin - about, axis=-1)
    return float(np.nanmax(off, initial=0.0))


def generalised_off(analysis: Analysis) -> float:
    """Largest difference [N*m] of tau from the joint moments along the joints' own directions.

    The force of a free root, the first three of its six, is left to `joint_force`.
    """
    tree, forces = analysis.model.tree, analysis.joint_forces
    R, _ = forward_kinematics(tree, analysis.motion.q)
    along = np.einsum("fbji,fbj->fbi", R, forces.moment)
    worst = 0.0
    for b, kind in enumerate(tree.joint):
        k = int(tree.v_start[b]) + 3 * (kind == JointType.FREE)
        if kind == JointType.HINGE:
            worst = _larger(worst, along[:, b] @ tree.axis[b], forces.tau[:, k])
        elif kind in (JointType.BALL, JointType.FREE):
            worst = _larger(worst, along[:, b], forces.tau[:, k : k + 3])
    return worst


def _larger(worst: float, one: FloatArray, other: FloatArray) -> float:
    """The largest difference so far; infinite where only one of the two is known."""
    if (np.isfinite(one) != np.isfinite(other)).any():
        return math.inf
    return max(worst, float(np.nanmax(np.abs(one - other), initial=0.0)))


def reported_off(analysis: Analysis) -> float:
    """Largest difference [N*m] of the reported moments from the joint moments stored beside them.

    They are compared on the axes that fit best; NaN where none of them is reported, or those
    reported are of the planar model.
    """
    if json.loads(analysis.provenance.configuration).get("model") == "planar":
        return float("nan")
    R, _ = forward_kinematics(analysis.model.tree, analysis.motion.q)
    names, least = set(analysis.moments.names), float("inf")
    for axes in MOMENT_AXES:
        largest = float("nan")
        for quantity in reported_moments(analysis.model, analysis.joint_forces, R, axes):
            if quantity.name in names:
                said = analysis.moments[quantity.name].values
                largest = _larger(0.0 if np.isnan(largest) else largest, quantity.values, said)
        if np.isnan(largest):
            return largest
        least = min(least, largest)
    return least
