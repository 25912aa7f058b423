"""Wrenches about other points, and values of a series at an instant."""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.vector_arrays import wrench_about


def value_at(time: FloatArray, values: FloatArray, when: float) -> FloatArray:
    """Value (n,) of a series (frames, n) at an instant between frames, by linear interpolation."""
    return np.array([np.interp(when, time, column) for column in values.T])


def about(points: FloatArray, wrench: FloatArray) -> FloatArray:
    """Wrench (..., 6) about points, from a wrench about the world origin.

    Args:
        points: (..., 3) m.
        wrench: (..., 6) N*m, N.
    """
    return wrench_about(points, wrench[..., 3:], wrench[..., :3])


def about_origin(points: FloatArray, wrench: FloatArray) -> FloatArray:
    """Wrench (..., 6) about the world origin, from a wrench about points: the inverse of
    `about`.
    """
    return about(-points, wrench)
