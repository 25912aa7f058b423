"""Zero-lag Butterworth of fourth order: a second-order filter forwards and backwards."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import numpy as np

from ambulo.math.arrays import FloatArray

__all__ = ["zero_lag"]

# frames by which a record is carried on at both ends, turned about its last value
_BEYOND = 9


def zero_lag(
    values: FloatArray, cutoff: float, rate: float, passes: Literal["low", "high"] = "low"
) -> FloatArray:
    """Values (frames, ...) without what is faster, by a cut-off of each pass that is not raised.

    As `scipy.signal.filtfilt`, which finds the state to begin with at every call.

    Args:
        values: no NaN.
        cutoff: Hz, where each of the two passes leaves 71 % of an amplitude.
        rate: frames per second.
        passes: "high" takes out what is slower instead.
    Raises:
        ValueError: fewer than ten frames.
    """
    from scipy.signal import lfilter

    if len(values) <= _BEYOND:
        raise ValueError(f"a filter forwards and backwards needs more than {_BEYOND} frames")
    b, a, begun = _filter(cutoff, rate, passes)
    begun = begun.reshape(2, *[1] * (values.ndim - 1))
    before = 2.0 * values[:1] - values[_BEYOND:0:-1]
    after = 2.0 * values[-1:] - values[-2 : -_BEYOND - 2 : -1]
    record = np.concatenate([before, values, after])
    for _ in range(2):
        record = lfilter(b, a, record, axis=0, zi=begun * record[:1])[0][::-1]
    return np.asarray(record[_BEYOND:-_BEYOND])


@lru_cache(maxsize=64)
def _filter(
    cutoff: float, rate: float, passes: Literal["low", "high"]
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Numerator and denominator of the filter, and its state after a constant of one."""
    from scipy.signal import butter, lfilter_zi

    b, a = butter(2, cutoff, passes, fs=rate)
    return b, a, lfilter_zi(b, a)
