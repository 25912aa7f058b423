"""Medians of columns of which not everything is known."""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import FloatArray

__all__ = ["medians"]


def medians(values: FloatArray) -> FloatArray:
    """Median (n,) of each column (frames, n) over the frames in which it is known; NaN if never.

    As `np.nanmedian`, which takes many times as long where a few columns have gaps.
    """
    found = np.median(values, axis=0)
    for k in np.flatnonzero(np.isnan(found)):
        known = values[np.isfinite(values[:, k]), k]
        found[k] = np.median(known) if known.size else np.nan
    return np.asarray(found)
