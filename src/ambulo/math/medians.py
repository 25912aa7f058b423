"""Medians by sorting, which NumPy does many times as fast as what `np.median` rests on."""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import FloatArray

__all__ = ["median", "medians"]


def median(values: FloatArray) -> float:
    """Median of values (n,), none of them NaN; NaN of none.

    As `np.median`.
    """
    ordered = np.sort(values)
    middle = len(ordered) // 2
    return float(0.5 * (ordered[middle] + ordered[-1 - middle])) if len(ordered) else np.nan


def medians(values: FloatArray) -> FloatArray:
    """Median (n,) of each column (frames, n) over the frames in which it is known; NaN if never.

    As `np.nanmedian`.
    """
    ordered = np.sort(values.T, axis=1)
    # what is not known stands at the end
    known = ordered.shape[1] - np.isnan(ordered).sum(axis=1)
    rows, last = np.arange(len(ordered)), np.maximum(known - 1, 0)
    found = np.full(len(ordered), np.nan)
    if ordered.shape[1]:
        found = 0.5 * (ordered[rows, last // 2] + ordered[rows, (last + 1) // 2])
    return np.asarray(found)
