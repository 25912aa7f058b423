"""Random numbers of the samples: sample i is point i of one scrambled Sobol sequence."""

from __future__ import annotations

import numpy as np
from scipy.special import ndtri
from scipy.stats import qmc

from ambulo.math.arrays import FloatArray

__all__ = ["BLOCK", "normal_points", "unit_points"]

BLOCK = 64
"""Points are drawn in blocks that begin at multiples of it; a power of two, as Sobol's ask for."""

_BITS = 30
"""Binary digits of a point's coordinates."""


def unit_points(seed: int, size: int, first: int, count: int) -> FloatArray:
    """Points (count, size) strictly inside the unit cube, from point `first` of the sequence on.

    Owen-scrambled by `seed` (Matousek 1998), so that the point is the same whoever asks for it.

    Args:
        first: a multiple of `BLOCK`.
        count: at most `BLOCK`.
    Raises:
        ValueError: the points are not within one block.
    """
    if first % BLOCK or not 0 < count <= BLOCK:
        raise ValueError(f"points {first} to {first + count} are not one block of {BLOCK}")
    sequence = qmc.Sobol(size, scramble=True, bits=_BITS, rng=np.random.default_rng(seed))
    if first:
        sequence.fast_forward(first)
    # coordinates are multiples of 2^-30, zero among them: the middle of each step is inside
    points = sequence.random(BLOCK)[:count] + 0.5 ** (_BITS + 1)
    return np.asarray(points, dtype=np.float64)


def normal_points(seed: int, size: int, first: int, count: int) -> FloatArray:
    """The same points (count, size) as independent standard normal numbers."""
    return np.asarray(ndtri(unit_points(seed, size, first, count)))
