"""Zero-lag Butterworth of fourth order: a second-order filter forwards and backwards."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from ambulo.math.arrays import FloatArray

__all__ = ["zero_lag"]


def zero_lag(values: FloatArray, cutoff: float, rate: float) -> FloatArray:
    """Values (frames, ...) without what is faster, by a cut-off of each pass that is not raised.

    Args:
        values: no NaN.
        cutoff: Hz, where each of the two passes leaves 71 % of an amplitude.
        rate: frames per second.
    """
    from scipy.signal import sosfiltfilt

    return np.asarray(sosfiltfilt(_sections(cutoff, rate), values, axis=0))


@lru_cache(maxsize=64)
def _sections(cutoff: float, rate: float) -> FloatArray:
    from scipy.signal import butter

    return np.asarray(butter(2, cutoff, fs=rate, output="sos"))
