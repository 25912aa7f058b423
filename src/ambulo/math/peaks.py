"""Peaks of a series: local maxima that stand out, some distance apart."""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import FloatArray, IntArray

__all__ = ["peaks"]


def peaks(values: FloatArray, prominence: float, distance: int = 1) -> IntArray:
    """Local maxima by index: as `scipy.signal.find_peaks`, whose import takes long.

    Args:
        values: (n,), no NaN; a plateau counts at its middle, none at the ends.
        prominence: by which a peak stands at least above the higher of the lowest values on its
            two sides, up to where the series is higher than the peak.
        distance: of samples at least between peaks; the higher ones stay.
    """
    # a plateau is one value: begin and end of each
    begin = np.flatnonzero(np.r_[True, values[1:] != values[:-1]])
    end = np.r_[begin[1:] - 1, len(values) - 1]
    level = values[begin]
    top = 1 + np.flatnonzero((level[1:-1] > level[:-2]) & (level[1:-1] > level[2:]))
    found = (begin[top] + end[top]) // 2
    if distance > 1:
        found = _apart(found, values, distance)
    return np.array([k for k in found if _prominence(values, k) >= prominence], dtype=np.int64)


def _apart(found: IntArray, values: FloatArray, distance: int) -> IntArray:
    """Those that stay when each, the highest first, removes its neighbours closer than that."""
    kept = np.ones(len(found), dtype=bool)
    for k in np.argsort(values[found])[::-1]:
        if kept[k]:
            kept[np.abs(found - found[k]) < distance] = False
            kept[k] = True
    return found[kept]


def _prominence(values: FloatArray, peak: int) -> float:
    higher = np.flatnonzero(values > values[peak])
    left = higher[higher < peak].max(initial=-1) + 1
    right = higher[higher > peak].min(initial=len(values))
    base = max(values[left : peak + 1].min(), values[peak:right].min())
    return float(values[peak] - base)
