"""A foot cut free and followed by a filter: its measurements and the results.

The filter holds the foot to its measured motion only as strongly as the measurement errors allow
(Pamies-Vila 2012, section 6.2.2). Within these errors, contact and joints determine the place of
the foot.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.interpolate import CubicSpline
from scipy.spatial.transform import Rotation, RotationSpline

from ambulo.foot_contact.foot_dynamics import FREEDOMS
from ambulo.foot_contact.foot_filter import FilterNoise, FootPath, FootRows, foot_rows, track_foot
from ambulo.foot_contact.foot_record import FootRecord
from ambulo.math.arrays import FloatArray, IntArray
from ambulo.multibody.contact.pointed import laws_of


@dataclass(frozen=True)
class FilterErrors:
    """Errors that the filter assumes, as roots of spectral densities: standard deviations times the
    root of a second.

    Args:
        position: m, of the measured ankle, and angle: rad, of the segments. They correspond to the
            printed 1 mm^2 and 1 mrad^2 in R.
        unseen: rad, of a forefoot that no marker shows separately from the hindfoot.
        acceleration: m/s^2, of the ankle, and rotation: rad/s^2, of the segments: errors of the
            equations of motion.
        first: m, rad, m/s, rad/s, standard deviations (18,) at the first instant; None for an exact
            state.
    """

    position: float = 1e-3
    angle: float = 1e-3
    unseen: float = 0.01
    acceleration: float = 100.0
    rotation: float = 1000.0
    first: FloatArray | None = None


@dataclass(frozen=True, eq=False)
class TrackedFoot:
    """A foot's motion on its contact.

    Args:
        time: (instants,) s.
        rows: results of the filter at each instant, with covariance. The squares have the mean 9 if
            the filter is consistent.
        off: (instants, 9) measured pose minus estimate [m, rad].
        unsolved: number of steps whose equations were not fully solved.
    """

    time: FloatArray
    rows: FootRows
    off: FloatArray
    unsolved: int


def filter_noise(errors: FilterErrors, *, jointed: bool = True) -> FilterNoise:
    """Covariances of the filter, diagonal as in Pamies-Vila (2012).

    Args:
        errors: assumed errors.
        jointed: whether the forefoot is measured separately.
    """
    fore = errors.angle if jointed else errors.unseen
    measured = np.array([errors.position] * 3 + [errors.angle] * 3 + [fore] * 3) ** 2
    process = np.zeros(2 * FREEDOMS)
    process[FREEDOMS : FREEDOMS + 3] = errors.acceleration**2
    process[FREEDOMS + 3 :] = errors.rotation**2
    first = np.zeros(2 * FREEDOMS) if errors.first is None else errors.first
    return FilterNoise(measured, process, np.diag(first**2))


def foot_path(record: FootRecord, step: float = 1e-3) -> tuple[FloatArray, FootPath]:
    """A record at evenly spaced instants, by cubic splines between its frames.

    Args:
        record: record of a foot.
        step: s, approximate. The span is a whole number of steps.

    Returns:
        Instants (n,) s and the path.
    """
    count = round((record.time[-1] - record.time[0]) / step)
    time = np.linspace(record.time[0], record.time[-1], count + 1)
    place = CubicSpline(record.time, record.p)
    v = np.empty(FREEDOMS)
    v[:3] = place(time[0], 1)
    R = np.empty((len(time), 2, 9))
    for s in range(2):
        turning = RotationSpline(record.time, Rotation.from_matrix(record.R[:, s]))
        R[:, s] = turning(time).as_matrix().reshape(-1, 9)
        # its rates are in the axes that turn
        v[3 + 3 * s : 6 + 3 * s] = record.R[0, s] @ turning(time[0], 1)
    drive = np.ascontiguousarray(CubicSpline(record.time, record.drive)(time))
    return time, FootPath(float(time[1] - time[0]), np.ascontiguousarray(place(time)), R, v, drive)


def follow_foot(
    record: FootRecord,
    normal: Any,
    friction: Any,
    segment: IntArray,
    values: FloatArray,
    *,
    errors: FilterErrors | None = None,
    step: float = 1e-3,
) -> TrackedFoot:
    """Simulate a foot forwards on spheres, held to its measured motion by the filter.

    Args:
        record: record of the foot.
        normal, friction: the two laws, whose parameters are in `values`.
        segment: (spheres,) 0 hindfoot, 1 forefoot; values: (spheres, values) of this foot.
        errors: errors that the filter assumes.
        step: s.

    Raises:
        ValueError: the motion does not stay finite.
    """
    time, path = foot_path(record, step)
    noise = filter_noise(errors or FilterErrors(), jointed=record.jointed)
    rows, laws = foot_rows(len(time), covariance=True), laws_of(normal, friction)
    unsolved = track_foot(laws, record.body, path, noise, segment, values, rows)
    if unsolved < 0:
        raise ValueError("the motion of the foot grows without limit")
    off = np.empty((len(time), FREEDOMS))
    off[:, :3] = path.p - rows.p
    R = rows.R.reshape(-1, 2, 3, 3)
    for s in range(2):
        between = path.R[:, s].reshape(-1, 3, 3) @ R[:, s].transpose(0, 2, 1)
        off[:, 3 + 3 * s : 6 + 3 * s] = Rotation.from_matrix(between).as_rotvec()
    return TrackedFoot(time, rows, off, int(unsolved))
