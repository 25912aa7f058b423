"""Zero-lag Butterworth of fourth order: a second-order filter forwards and backwards."""

from __future__ import annotations

from typing import Literal

from ambulo.math.arrays import FloatArray
from ambulo.math.recursive_filters import both_ways, butterworth

# frames by which a record is carried on at both ends, turned about its last value
_BEYOND = 9


def zero_lag(
    values: FloatArray, cutoff: float, rate: float, passes: Literal["low", "high"] = "low"
) -> FloatArray:
    """Values (frames, ...) without higher frequencies. The cut-off of each pass is not raised.

    Args:
        values: no NaN.
        cutoff: Hz, where each of the two passes leaves 71 % of an amplitude.
        rate: frames per second.
        passes: "high" removes frequencies below the cut-off instead.
    Raises:
        ValueError: fewer than ten frames.
    """
    return both_ways(butterworth(2, cutoff, rate, passes), values, _BEYOND)
