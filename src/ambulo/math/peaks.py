"""Peaks of a series, by their prominence.

It replaces `scipy.signal.find_peaks`, whose import takes longer than an analysis of a walk.
"""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import FloatArray, IntArray


def peaks(values: FloatArray, prominence: float) -> IntArray:
    """Indices of values that are higher than their neighbours; the middle of a plateau.

    Args:
        values: (n,).
        prominence: least height of a peak above the lowest points on both sides (above the higher
            of the two). Each side extends until a value is higher than the peak.
    """
    starts = np.flatnonzero(np.r_[True, values[1:] != values[:-1]])
    level = values[starts]
    top = 1 + np.flatnonzero((level[1:-1] > level[:-2]) & (level[1:-1] > level[2:]))
    found = (starts[top] + starts[top + 1] - 1) // 2
    return found[[_prominence(values, peak) >= prominence for peak in found]]


def _prominence(values: FloatArray, peak: int) -> float:
    lowest = []
    for side in (values[peak::-1], values[peak:]):
        higher = np.flatnonzero(side > values[peak])
        lowest.append(side[: higher[0] if len(higher) else None].min())
    return float(values[peak] - max(lowest))
