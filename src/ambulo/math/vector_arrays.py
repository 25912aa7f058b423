"""Whole arrays of vectors: their lengths, and turned by rotations."""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import FloatArray

__all__ = ["lengths", "turned"]


def lengths(v: FloatArray) -> FloatArray:
    """Lengths (...) of vectors (..., n): as `np.linalg.norm`, which takes five times as long."""
    return np.asarray(np.sqrt(np.einsum("...i,...i->...", v, v)))


def turned(R: FloatArray, v: FloatArray) -> FloatArray:
    """R v (..., 3) of rotations (..., 3, 3) and vectors (..., 3), broadcast: a sum over columns."""
    x, y, z = v[..., 0, None], v[..., 1, None], v[..., 2, None]
    return np.asarray(R[..., 0] * x + R[..., 1] * y + R[..., 2] * z)
