"""A cut-off that rises where the movement is sudden and falls where it is slow.

A landing is over in a tenth of a second. The one cut-off with the least error over a whole
recording lies too low for it and too high for the flight before.
"""

from __future__ import annotations

import numpy as np
from scipy.ndimage import gaussian_filter1d

from ambulo.math.arrays import FloatArray
from ambulo.math.splines import smoothing_spline, weight_at_cutoff
from ambulo.mocap.filters.noise_spectrum import LOWEST

__all__ = ["WINDOW", "cutoff_in_time", "cutoff_ratio", "window"]

WINDOW = 2.0
"""Of jerk's mean square, over 1 / (2 pi f_c), which is how far the spline itself looks."""

_RANGE = (0.5, 2.5)
"""Of the local cut-off over the recording's: what one recording can tell."""

_LEAST_MOVEMENT, _LEAST_NOISE = 0.1, 0.1
"""Of the jerk seen at an instant and of the noise's mean: no instant is sheer noise, or free of
it."""


def cutoff_in_time(
    time: FloatArray,
    measured: FloatArray,
    fitted: FloatArray,
    mass: FloatArray,
    cutoff: float,
    passed: float = 1.0,
) -> FloatArray:
    """The cut-off at every frame, from one for the whole recording.

        f(t) = f_c [ (J(t) / <J>) / (N(t) / <N>) ]^(1/6)

    J and N are the mean squares of the third derivative around t, of the movement and of the noise
    that the fit leaves, weighed by mass, both at the recording's cut-off; <> is the mean over the
    recording. A quintic smoothing spline is the best estimate of a path whose jerk is white with
    intensity j in noise of intensity n where its weight is n / j (Wahba 1978), and its cut-off is
    the sixth root of the weight's inverse. f_c is that of the means.

    Args:
        time, measured, fitted, mass, passed: as `noise_spectrum`.
        cutoff: f_c, Hz.
    Returns:
        (frames,) Hz.
    """
    interval = float(time[-1] - time[0]) / (len(time) - 1)
    share = np.repeat(mass / mass.sum(), 3)
    left = (measured - fitted).reshape(len(time), -1)
    series = np.concatenate([fitted.reshape(len(time), -1), left], axis=1)
    weight = np.full(series.shape[1], weight_at_cutoff(cutoff, interval))
    third = smoothing_spline(time, series, weight)(time, 3)
    width = window(cutoff, interval)
    seen, noise = (
        gaussian_filter1d(third[:, part] ** 2 @ share, width, mode="nearest")
        for part in (slice(None, len(share)), slice(len(share), None))
    )
    course = cutoff * cutoff_ratio(seen, noise, passed)
    return np.asarray(np.clip(course, LOWEST, 0.45 / interval))


def window(cutoff: float, interval: float) -> float:
    """Standard deviation, in frames, of the Gaussian over which jerk is averaged."""
    return WINDOW / (2.0 * np.pi * cutoff * interval)


def cutoff_ratio(seen: FloatArray, noise: FloatArray, passed: float) -> FloatArray:
    """f(t) / f_c (frames,) from mean squares of the jerk seen and of what the fit leaves.

    Args:
        seen, noise: (frames,) around each instant.
        passed: power of the noise in what is seen over that left by the fit.
    """
    movement = np.maximum(seen - passed * noise, _LEAST_MOVEMENT * seen)
    noisy = np.maximum(noise / noise.mean(), _LEAST_NOISE)
    ratio = (movement / movement.mean() / noisy) ** (1.0 / 6.0)
    return np.asarray(np.clip(ratio, *_RANGE))
