"""The cut-off of the mass centre's path, from that of the body's segments.

The mass centre goes a smoother way than limbs that swing, and errors of segments cancel in it.
"""

from __future__ import annotations

import numpy as np
from scipy.ndimage import gaussian_filter1d

from ambulo.math.arrays import FloatArray
from ambulo.math.splines import smoothing_spline, weight_at_cutoff
from ambulo.mocap.filters.cutoff_in_time import cutoff_ratio, window
from ambulo.mocap.filters.noise_spectrum import LOWEST

__all__ = ["mass_centre_cutoff"]

_ROUNDS = 3
"""Each leaves a sixth of the difference."""
_LEAST_MOVEMENT = 0.1
"""Of the jerk that is seen."""


def mass_centre_cutoff(
    time: FloatArray,
    measured: FloatArray,
    fitted: FloatArray,
    mass: FloatArray,
    centre: FloatArray,
    cutoff: float,
    *,
    passed: float,
    shared: float,
) -> tuple[float, FloatArray]:
    """The cut-off of the mass centre's path for all times, and at every frame.

        f = f_c [ (J / J_c) / (N / N_c) ]^(1/6)

    J and N are the densities of the movement's jerk and of the noise in the mass centre's path, J_c
    and N_c those in the segments, for which f_c is right (see `cutoff_in_time`). A spline with the
    cut-off f shows of white jerk a mean square in proportion to f; J is looked at below f itself.

    Args:
        time, measured, fitted, mass: as `noise_spectrum`.
        centre: (frames, 3) m, of the unfiltered fit.
        cutoff: f_c, Hz.
        passed: power of the noise in the fitted markers over that left by the fit.
        shared: power of the noise in the mass centre over that left by the fit.
    Returns:
        Hz, not above f_c, and (frames,) Hz.
    """
    interval = float(time[-1] - time[0]) / (len(time) - 1)
    share = np.repeat(mass / mass.sum(), 3)
    left = (measured - fitted).reshape(len(time), -1)

    def squares(values: FloatArray, by: FloatArray, hz: float) -> FloatArray:
        weight = np.full(values.shape[1], weight_at_cutoff(hz, interval))
        return np.asarray(smoothing_spline(time, values, weight)(time, 3) ** 2 @ by)

    def movement(values: FloatArray, by: FloatArray, noise: float, hz: float) -> float:
        seen = float(squares(values, by, hz).mean())
        unseen = noise * float(squares(left, share, hz).mean())
        return max(seen - unseen, _LEAST_MOVEMENT * seen) / hz

    axes = np.ones(3)
    segments = movement(fitted.reshape(len(time), -1), share, passed, cutoff)
    found = cutoff
    for _ in range(_ROUNDS):
        ratio = movement(centre, axes, shared, found) / segments * passed / shared
        found = float(np.clip(cutoff * ratio ** (1.0 / 6.0), LOWEST, cutoff))
    width = window(found, interval)
    seen, noise = (
        gaussian_filter1d(squares(values, by, found), width, mode="nearest")
        for values, by in ((centre, axes), (left, share))
    )
    course = found * cutoff_ratio(seen, noise, shared)
    return found, np.asarray(np.clip(course, LOWEST, 0.45 / interval))
