"""One force plate: force and moment from its channels, centre of pressure, and unloaded samples.

A plate's axes follow from its corners: x from corner 2 to corner 1, y from corner 4 to corner 1, z
= x cross y. z points down if the corners are in the standard order. Source: The C3D file format
user guide (Motion Lab Systems, 2021), FORCE_PLATFORM.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ambulo.math.arrays import FloatArray

CALIBRATED = (4, 5)
"""Plate types with a calibration matrix."""

_LARGEST_OFFSET = 60.0
"""N; a steady vertical force above this is a load, not an amplifier's drift."""
_SHORTEST_REST = 0.1
"""s; a plate must be left alone for this long to show its zero."""


@dataclass(frozen=True, eq=False)
class PlateLayout:
    """One plate as FORCE_PLATFORM describes it.

    Args:
        number: number from 1, as in the file.
        type: 1 to 5.
        corners: (4, 3) in file units, laboratory axes.
        origin: (3,) in file units, plate axes: transducer origin to surface centre (types 2, 4),
            or the sensors' distances a and b and the surface's height az0 (types 3, 5).
        channels: (6 or 8,) columns of the analog data.
        calibration: (6, channels) for types 4 and 5.
    """

    number: int
    type: int
    corners: FloatArray
    origin: FloatArray
    channels: tuple[int, ...]
    calibration: FloatArray | None = None

    @property
    def centre(self) -> FloatArray:
        """(3,) middle of the surface in file units, laboratory axes."""
        return np.asarray(self.corners.mean(axis=0))

    @cached_property
    def R_LP(self) -> FloatArray:
        """(3, 3) rotation from plate axes to laboratory axes."""
        # C3D: corners 1 to 4 at (+x, +y), (-x, +y), (-x, -y), (+x, -y) of the plate
        x = (self.corners[0] + self.corners[3]) - (self.corners[1] + self.corners[2])
        y = (self.corners[0] + self.corners[1]) - (self.corners[3] + self.corners[2])
        z = np.cross(x, y)
        x, z = x / np.linalg.norm(x), z / np.linalg.norm(z)
        return np.column_stack([x, np.cross(z, x), z])


def plate_wrench(
    plate_type: int,
    signals: FloatArray,
    origin: FloatArray,
    calibration: FloatArray | None = None,
) -> tuple[FloatArray, FloatArray]:
    """Force and moment about the centre of the surface from the channels of a plate.

    Type 1: Fx Fy Fz Px Py Tz. Type 2: Fx Fy Fz Mx My Mz about the transducer's origin. Type 3:
    fx12 fx34 fy14 fy23 fz1 fz2 fz3 fz4. Types 4 and 5: types 2 and 3 after the calibration matrix.

    Args:
        plate_type: 1 to 5.
        signals: (samples, 6 or 8) N and N*m (type 1: N, m, N*m; types 4, 5: before calibration).
        origin: (3,) m, plate axes; see `PlateLayout`.
        calibration: (6, channels), to N and N*m.

    Returns:
        Force (samples, 3) [N] and moment about the surface centre (samples, 3) [N*m], plate axes.

    Source: C3D user guide, FORCE_PLATFORM; Kistler, formulae for multicomponent plates (type 3).
    """
    if plate_type == 1:
        force = signals[:, :3]
        x, y, torque = signals[:, 3:6].T
        # (x, y, 0) x F + (0, 0, Tz)
        moment = np.column_stack(
            [
                y * force[:, 2],
                -x * force[:, 2],
                torque + x * force[:, 1] - y * force[:, 0],
            ]
        )
        return force, moment
    if plate_type in (3, 5):
        if calibration is not None:
            signals = signals @ calibration.T
            force, moment = signals[:, :3], signals[:, 3:6]
        else:
            a, b, _ = origin
            fx12, fx34, fy14, fy23, fz1, fz2, fz3, fz4 = signals.T
            # sensors 1 to 4 at (a, b), (-a, b), (-a, -b), (a, -b)
            force = np.column_stack([fx12 + fx34, fy14 + fy23, fz1 + fz2 + fz3 + fz4])
            moment = np.column_stack(
                [
                    b * (fz1 + fz2 - fz3 - fz4),
                    a * (-fz1 + fz2 + fz3 - fz4),
                    b * (-fx12 + fx34) + a * (fy14 - fy23),
                ]
            )
        lever = np.array([0.0, 0.0, origin[2]])
    else:
        if calibration is not None:
            signals = signals @ calibration.T
        force, moment = signals[:, :3], signals[:, 3:6]
        lever = origin
    return force, moment - np.cross(lever, force)


def centre_of_pressure(
    force: FloatArray, moment: FloatArray, threshold: float, up: float = 1.0
) -> tuple[FloatArray, FloatArray]:
    """The point of the surface about which only a free moment remains.

    Args:
        force, moment: (samples, 3) N, N*m about the surface centre; z is the surface's normal.
        threshold: N; below this normal force there is no point.
        up: positive if z points up, negative if down. The ground only pushes up.

    Returns:
        (samples, 3) m from the surface centre, NaN below the threshold; and the moment (samples,)
        [N*m] about the normal through this point, zero below the threshold.
    """
    loaded = force[:, 2] * np.sign(up) >= threshold
    normal = np.where(loaded, force[:, 2], 1.0)
    # M = p x F + (0, 0, free) with p_z = 0: M_x = y F_z, M_y = -x F_z
    x, y = -moment[:, 1] / normal, moment[:, 0] / normal
    free = moment[:, 2] - (x * force[:, 1] - y * force[:, 0])
    point = np.column_stack([x, y, np.zeros_like(x)])
    point[~loaded] = np.nan
    return point, np.where(loaded, free, 0.0)


def unloaded_offset(normal_force: FloatArray, rate: float) -> FloatArray:
    """Samples in which a plate is unloaded, according to its own signal.

    Four conditions must hold. The signal is steady: its standard deviation over 50 ms is within
    three times that of the quietest tenth, or 1 N. It is within 60 N of zero. It is at most a tenth
    of the plate's largest load, if the plate was loaded at all. Such samples last for at least a
    tenth of a second in total.

    Args:
        normal_force: (samples,) N.
        rate: samples per second.

    Returns:
        (samples,) whether the plate is unloaded; all False if the unloaded time is too short.
    """
    samples = len(normal_force)
    width = max(int(0.05 * rate), 3)
    if samples < 2 * width:
        return np.zeros(samples, dtype=bool)
    windows = np.lib.stride_tricks.sliding_window_view(normal_force, width)
    spread = windows.std(axis=1)
    level = np.abs(windows.mean(axis=1))
    quiet = max(3.0 * float(np.quantile(spread, 0.1)), 1.0)
    peak = float(np.quantile(np.abs(normal_force), 0.99))
    low = _LARGEST_OFFSET if peak < 2 * _LARGEST_OFFSET else min(_LARGEST_OFFSET, 0.1 * peak)
    still = np.flatnonzero((spread <= quiet) & (level <= low))
    untouched = np.zeros(samples, dtype=bool)
    untouched[still + width // 2] = True
    if untouched.sum() < _SHORTEST_REST * rate:
        untouched[:] = False
    return untouched
