"""Movement that a quintic smoothing spline removes with the noise: its size, and random samples of
it.

The spline is the best estimate of a path whose third derivative, its jerk, is white (Wahba 1978).
For such a path the error from noise and lost movement is known (Wahba 1983). On average along a
curve, this error also holds for other paths (Nychka 1988).
"""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.splines import smoothing_spline
from ambulo.mocap.filters.cutoff_in_time import WINDOW


def roughness(
    time: FloatArray, values: FloatArray, weight: float, profile: FloatArray | None
) -> FloatArray:
    """Jerk of the movement without its noise. Its square is on average the density of the jerk.

    Let a path have white jerk with the density J, and let the weight w be right for its noise. The
    spline S passes H = 1 / (1 + w omega^6) of the measured y. A second pass removes S y - S S y.
    This part lies just below the frequencies that are lost. Its jerk j has

        <j^2> = 1 / (2 pi) int J H (1 - H)^2 d omega = 7 / 216 J w^(-1/6)

    Args:
        time: (frames,) s.
        values: (frames, series), not smoothed.
        weight, profile: those of the spline, as in `smoothing_spline`.
    Returns:
        (frames, series) j sqrt(216 / 7 w^(1/6)), whose square is J on average, with the sample
        interval as unit of time.
    """
    interval = float(time[-1] - time[0]) / (len(time) - 1)
    weights = np.full(values.shape[1], weight)
    once = smoothing_spline(time, values, weights, profile)
    twice = smoothing_spline(time, once(time), weights, profile)
    jerk = (once(time, 3) - twice(time, 3)) * interval**3
    local = weight if profile is None else weight * np.append(profile, profile[-1])[:, None]
    return np.asarray(jerk * np.sqrt(216.0 / 7.0) * local ** (1.0 / 12.0))


_INTEGRATED = np.linalg.cholesky(
    [[1.0, 1 / 2, 1 / 6], [1 / 2, 1 / 3, 1 / 8], [1 / 6, 1 / 8, 1 / 20]]
)
"""Of the covariance of what white jerk makes of acceleration, velocity and position in a frame."""


def lost_movement(
    time: FloatArray,
    jerk: FloatArray,
    weight: float,
    profile: FloatArray | None,
    rng: np.random.Generator,
) -> FloatArray:
    """The part s - S s that the spline S removes from random paths s of white jerk.

    At each instant, the random jerk has the covariance of the recording's jerk around this instant.
    So coordinates that move together lose movement together.

    Args:
        time: (frames,) s, evenly spaced except for gaps.
        jerk: (frames, series), as `roughness` has it.
        weight, profile: those of the spline, as in `smoothing_spline`.
        rng: random generator.
    Returns:
        (frames, series), in the unit of the paths.
    """
    width = WINDOW * weight ** (1.0 / 6.0)
    reach = min(round(3.0 * width), len(time) - 1)
    lag = np.arange(-reach, reach + 1)
    share = np.exp(-0.25 * (lag / width) ** 2)
    share /= np.linalg.norm(share)
    around = np.pad(jerk, ((reach, reach), (0, 0)), mode="reflect")
    around = np.lib.stride_tricks.sliding_window_view(around, len(lag), axis=0)
    drawn = rng.standard_normal((3, len(time), len(lag))) * share
    noise = np.einsum("ij,jfk,fsk->ifs", _INTEGRATED, drawn, around, optimize=True)
    # from frame to frame: a parabola, and what white jerk adds to it
    acceleration = _before(noise[0])
    velocity = _before(noise[1] + acceleration)
    path = _before(noise[2] + velocity + 0.5 * acceleration)
    weights = np.full(path.shape[1], weight)
    return np.asarray(path - smoothing_spline(time, path, weights, profile)(time))


def _before(change: FloatArray) -> FloatArray:
    """Sums of the changes from each frame to the next, zero at the first."""
    return np.pad(np.cumsum(change[:-1], axis=0), ((1, 0), (0, 0)))
