"""What stored forces miss of those that a motion needs, and how much of that the frames explain."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass

import numpy as np

from ambulo.forward_check.forward import Simulation
from ambulo.forward_check.stored_forces import StoredForces, needed_forces
from ambulo.math.arrays import FloatArray
from ambulo.model.joint_moments import reported_moments
from ambulo.model.moment_axes import MOMENT_AXES
from ambulo.multibody.forces.interpolants import INTERPOLANTS, Interpolant, spline_pieces
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.records import Analysis

__all__ = ["Effort", "FrameMiss", "between_frames", "effort", "miss_at_frames", "reported_off"]

_ALLOWANCE = 5.0
"""Times the estimated error between frames that a controller may spend."""
_MOTION = INTERPOLANTS["cubic"]
"""The course of the accelerations of a motion of quintic splines: no other comes closer to it."""


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
class FrameMiss:
    """Largest difference of stored forces from those that motion and reactions need, at frames.

    Args:
        moment: N*m; joint: index; time: s, where.
        force: N, of what the environment supplies at the root beside the reactions.
    """

    moment: float
    joint: int
    time: float
    force: float


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
    off = np.linalg.norm(needed.moment - stored.unloaded.moment, axis=2)
    frame, joint = np.unravel_index(int(np.argmax(off)), off.shape)
    force = np.linalg.norm(needed.force[:, 0] - stored.unloaded.force[:, 0], axis=1)
    at = float(stored.motion.time[frame])
    return FrameMiss(float(off[frame, joint]), int(joint), at, float(force.max()))


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
                off = np.abs(quantity.values - said)
                unlike = np.isfinite(quantity.values) != np.isfinite(said)
                worst = float("inf") if unlike.any() else float(np.nanmax(off, initial=0.0))
                largest = worst if np.isnan(largest) else max(largest, worst)
        if np.isnan(largest):
            return largest
        least = min(least, largest)
    return least
