"""Movement of points as one rigid body (Kabsch 1976; Söderkvist & Wedin 1993)."""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.vector_arrays import nearest_rotation

_BESIDE = 0.01
"""m; points that lie nearer to a line do not tell the turn about it."""


def in_a_line(points: FloatArray) -> bool:
    """Whether points (k, 3) m are so near to a line that their rotation about it is unknown."""
    return float(np.linalg.svd(points - points.mean(axis=0), compute_uv=False)[1]) < _BESIDE


def _motion(clouds: FloatArray, shape: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Turns (frames, 3, 3) of points (frames, k, 3) m against a shape (k, 3), and their means."""
    centres = clouds.mean(axis=1)
    about = shape - shape.mean(axis=0)
    return nearest_rotation(np.einsum("fki,kj->fij", clouds - centres[:, None], about)), centres


def placed_on(clouds: FloatArray, shape: FloatArray, path: FloatArray) -> FloatArray:
    """Places (frames, 3) m of a point relative to other points, in the frame in which these other
    points do not rotate.

    Args:
        clouds: (frames, k, 3) m, the other points.
        shape: (k, 3) m, the other points in this frame.
        path: (frames, 3) m of the point.
    """
    turns, centres = _motion(clouds, shape)
    return np.asarray(np.einsum("fji,fj->fi", turns, path - centres))


def carried_path(clouds: FloatArray, shape: FloatArray, place: FloatArray) -> FloatArray:
    """The path (frames, 3) m of a point with a constant place (3,) relative to other points, as in
    `placed_on`.
    """
    turns, centres = _motion(clouds, shape)
    return np.asarray(centres + turns @ place)
