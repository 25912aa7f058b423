"""How much a repeated load asks of bone: one number of a strain history and its repetitions."""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import FloatArray

EXPONENT = 4.0
"""Of the strain in the daily stimulus: a range twice as large counts as sixteen repetitions."""


def strain_stimulus(strain: FloatArray, repetitions: float) -> float:
    """Daily strain stimulus (n e^m)^(1/m), m = 4, of a range e repeated n times.

    Carter, Fyhrie and Whalen (1987), Journal of Biomechanics 20: 785-794, with strain for stress.

    Args:
        strain: (instants,) of one repetition.
        repetitions: a day.
    Returns:
        A strain: the range that one repetition would have.
    """
    return float(np.ptp(strain) * repetitions ** (1.0 / EXPONENT))


def strain_and_frequency(time: FloatArray, strain: FloatArray) -> float:
    """Sum of amplitude times frequency [1/s] over the harmonics of one repetition.

    Turner (1998), Bone 23: 399-407: bone answers to dynamic strain, and the more the faster.

    Args:
        time, strain: (instants,) s, of one repetition from begin to end, evenly spaced.
    """
    amplitudes = 2.0 * np.abs(np.fft.rfft(strain - strain.mean())) / len(strain)
    lasts = float(time[-1] - time[0]) * len(time) / (len(time) - 1)
    return float((amplitudes * np.arange(len(amplitudes)) / lasts).sum())
