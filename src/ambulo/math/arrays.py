"""Types of arrays: numbers, integers, truth values; products of whole arrays of vectors."""

from __future__ import annotations

from typing import Any

import numpy as np

# npt.NDArray written out, since programs here read its parts and numpy 2.5's is a name without them
FloatArray = np.ndarray[tuple[Any, ...], np.dtype[np.float64]]
IntArray = np.ndarray[tuple[Any, ...], np.dtype[np.int64]]
BoolArray = np.ndarray[tuple[Any, ...], np.dtype[np.bool_]]


def vector_product(a: FloatArray, b: FloatArray) -> FloatArray:
    """a x b of vectors (..., 3), like `np.cross`, which takes three times as long on a trial."""
    out = np.empty(a.shape if a.shape == b.shape else np.broadcast_shapes(a.shape, b.shape))
    x, y, z = a[..., 0], a[..., 1], a[..., 2]
    u, v, w = b[..., 0], b[..., 1], b[..., 2]
    out[..., 0] = y * w - z * v
    out[..., 1] = z * u - x * w
    out[..., 2] = x * v - y * u
    return out


def scalar_products(a: FloatArray, b: FloatArray) -> FloatArray:
    """a . b (..., 1) of vectors (..., n)."""
    return np.asarray(np.einsum("...i,...i->...", a, b)[..., None])


def unit_vectors(v: FloatArray) -> FloatArray:
    """Unit vectors (..., 3) along vectors; NaN where a vector has no direction."""
    length = np.sqrt(scalar_products(v, v))
    return np.asarray(v / np.where(length > 0, length, np.nan))
