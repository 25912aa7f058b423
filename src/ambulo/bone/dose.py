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
