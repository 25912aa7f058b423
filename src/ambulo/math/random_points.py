"""Random numbers of the samples: a scrambled Sobol sequence, shuffled coordinate by coordinate.

Each coordinate of Sobol's points is spread evenly, but of hundreds many go together: at 1000 points
correlations of 0.6 are left between some. Within blocks of points each coordinate has an order of
its own by chance (Latin supercube sampling of sets of one, Owen 1998, doi:10.1145/272991.273010):
evenly spread as before, and independent.
"""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import FloatArray

BLOCK = 64
"""Points are drawn in blocks that begin at multiples of it; a power of two, as Sobol's ask for."""

MOST_COORDINATES = 21201
"""Dimensions for which there are direction numbers (Joe & Kuo 2008, doi:10.1137/070709359)."""

_BITS = 30
"""Binary digits of a point's coordinates."""


def unit_points(seed: int, size: int, first: int, count: int) -> FloatArray:
    """Points (count, size) strictly inside the unit cube, from sample `first` on.

    Scrambled (Matousek 1998) and shuffled by `seed`. A sample does not depend on the process that
    computes it.

    Args:
        first: a multiple of `BLOCK`.
        count: at most `BLOCK`.
    Raises:
        ValueError: the points are not within one block, or have too many coordinates.
    """
    # a tenth of the command's start, needed for bands alone
    from scipy.stats import qmc

    if first % BLOCK or not 0 < count <= BLOCK:
        raise ValueError(f"points {first} to {first + count} are not one block of {BLOCK}")
    sequence = qmc.Sobol(size, scramble=True, bits=_BITS, rng=np.random.default_rng(seed))
    if first:
        sequence.fast_forward(first)
    # coordinates are multiples of 2^-30, zero among them: the middle of each step is inside
    points = sequence.random(BLOCK) + 0.5 ** (_BITS + 1)
    order = np.random.default_rng([seed, first])
    return np.asarray(order.permuted(points, axis=0)[:count], dtype=np.float64)


def normal_points(seed: int, size: int, first: int, count: int) -> FloatArray:
    """The same points (count, size) as independent standard normal numbers."""
    from scipy.special import ndtri

    return np.asarray(ndtri(unit_points(seed, size, first, count)))
