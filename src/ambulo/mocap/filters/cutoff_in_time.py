"""A cut-off that rises where the movement is sudden and falls where it is slow.

A landing takes a tenth of a second. The single cut-off with the smallest error over a whole
recording is too low for the landing and too high for the flight before.
"""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.windows import windows
from ambulo.mocap.filters.jerk import SquaredJerk
from ambulo.mocap.filters.noise_spectrum import LOWEST

WINDOW = 2.0
"""Length of the window for mean squares of jerk, in units of 1 / (2 pi f_c), the reach of the
spline.
"""

_RANGE = (0.5, 2.5)
"""Of the local cut-off over the recording's: what one recording can tell."""

_LEAST_MOVEMENT, _LEAST_NOISE = 0.1, 0.1
"""Least movement, as a share of the jerk seen at an instant; least noise, as a share of its mean.
No instant is pure noise or free of noise.
"""


def cutoff_in_time(jerk: SquaredJerk, passed: float = 1.0) -> FloatArray:
    """The cut-off at every frame, from the cut-off of the whole recording.

        f(t) = f_c [ (J(t) / <J>) / (N(t) / <N>) ]^(1/6)

    J and N are the mean squares of the third derivative around t, weighted by mass: J of the
    movement, and N of the noise that the fit leaves, both at the recording's cut-off. <> is the
    mean over the recording. For a path whose jerk is white with intensity j, in noise of intensity
    n, the best estimate is a quintic smoothing spline with the weight n / j (Wahba 1978). Its
    cut-off is the sixth root of the inverse weight. f_c is the cut-off for the means.

    Args:
        jerk: squared jerk below the cut-off f_c.
        passed: power of the noise in the fitted markers, divided by the power that the fit leaves.
    Returns:
        (frames,) Hz.
    """
    width = WINDOW / (2.0 * np.pi * jerk.cutoff * jerk.interval)
    reach = int(4.0 * width + 0.5)
    bell = np.exp(-0.5 * (np.arange(-reach, reach + 1) / width) ** 2)
    seen, noise = (
        windows(square, len(bell)) @ bell / bell.sum() for square in (jerk.seen, jerk.noise)
    )
    course = jerk.cutoff * _cutoff_ratio(seen, noise, passed)
    return np.asarray(np.clip(course, LOWEST, 0.45 / jerk.interval))


def _cutoff_ratio(seen: FloatArray, noise: FloatArray, passed: float) -> FloatArray:
    """f(t) / f_c (frames,) from mean squares of the jerk seen and of what the fit leaves.

    Args:
        seen, noise: (frames,) around each instant.
        passed: power of the noise in the fitted markers, divided by the power that the fit leaves.
    """
    movement = np.maximum(seen - passed * noise, _LEAST_MOVEMENT * seen)
    noisy = np.maximum(noise / noise.mean(), _LEAST_NOISE)
    ratio = (movement / movement.mean() / noisy) ** (1.0 / 6.0)
    return np.asarray(np.clip(ratio, *_RANGE))
