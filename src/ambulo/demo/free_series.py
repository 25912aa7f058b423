"""Which harmonics of the walk are free to be fitted, and how far from the published ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ambulo.demo.normal_walk import PeriodicSeries
from ambulo.math.arrays import FloatArray


@dataclass(frozen=True)
class FreeSeries:
    """Harmonics of a series that may differ from the published ones.

    Args:
        name: of the series.
        harmonics: of the stride; a symmetric walk has even ones where both sides do the same at
            once, odd ones where they do the opposite.
        spread: m or rad, usual difference of a first or second harmonic; it falls with the cube
            of the harmonic, so that the difference is smooth.
        mean: whether the mean is free too.
    """

    name: str
    harmonics: tuple[int, ...]
    spread: float
    mean: bool = False

    @property
    def size(self) -> int:
        """Number of parameters."""
        return 2 * len(self.harmonics) + self.mean


_DEGREE = float(np.pi / 180)

FREE: tuple[FreeSeries, ...] = (
    FreeSeries("pelvis_forward", (2, 4, 6, 8, 10, 12), 0.02, mean=True),
    FreeSeries("pelvis_left", (1, 3, 5, 7), 0.02),
    FreeSeries("pelvis_up", (2, 4, 6, 8, 10), 0.02, mean=True),
    FreeSeries("pelvis_tilt", (2, 4), 0.7 * _DEGREE),
    FreeSeries("pelvis_obliquity", (1, 3), 0.4 * _DEGREE),
    FreeSeries("pelvis_rotation", (1, 3), 0.7 * _DEGREE),
    FreeSeries("torso_tilt", (2, 4, 6, 8, 10, 12), 0.5 * _DEGREE),
    FreeSeries("torso_obliquity", (1, 3, 5, 7), 0.35 * _DEGREE),
    FreeSeries("torso_rotation", (1, 3, 5), 2.0 * _DEGREE),
    FreeSeries("shoulder_flexion", (1,), 1.0 * _DEGREE),
    FreeSeries("thigh_inclination", (1, 2, 3, 4, 5), 2.0 * _DEGREE, mean=True),
    FreeSeries("knee_flexion", (1, 2, 3, 4, 5, 6), 3.0 * _DEGREE, mean=True),
    FreeSeries("ankle_dorsiflexion", (1, 2, 3, 4, 5, 6), 5.0 * _DEGREE, mean=True),
)
"""The path of the pelvis and what the published means, each from other people, may not share."""


def spreads() -> FloatArray:
    """Usual size (parameters,) of each parameter."""
    return np.concatenate([_spread(free) for free in FREE])


def _spread(free: FreeSeries) -> FloatArray:
    falling = np.array([(2.0 / max(k, 2)) ** 2 for k in free.harmonics])
    mean = [1.0] if free.mean else []
    return np.asarray(free.spread * np.concatenate([mean, falling, falling]))


def adjusted(
    series: Mapping[str, PeriodicSeries], parameters: FloatArray
) -> dict[str, PeriodicSeries]:
    """Series with the parameters added, in the order of `FREE`: mean, cosines, sines."""
    result = dict(series)
    start = 0
    for free in FREE:
        part = parameters[start : start + free.size]
        start += free.size
        old = result[free.name]
        mean = part[0] if free.mean else 0.0
        cosine, sine = np.split(part[int(free.mean) :], 2)
        result[free.name] = old.plus(mean, free.harmonics, cosine, sine)
    return result
