"""Random numbers of the samples: a scrambled Sobol sequence, shuffled coordinate by coordinate.

Each coordinate of Sobol's points is spread evenly. But among hundreds of coordinates, many are
correlated: at 1000 points, some correlations are 0.6. Within blocks of points, each coordinate
therefore gets its own random order (Latin supercube sampling of sets of one, Owen 1998,
doi:10.1145/272991.273010). The coordinates stay evenly spread and become independent.
"""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import FloatArray

BLOCK = 64
"""Number of points in a block. Blocks begin at its multiples. Sobol's points need a power of two.
"""

MOST_COORDINATES = 21201
"""Number of dimensions with direction numbers (Joe & Kuo 2008, doi:10.1137/070709359)."""

_BITS = 30
"""Binary digits of a point's coordinates."""


def unit_points(seed: int, size: int, first: int, count: int) -> FloatArray:
    """Points (count, size) strictly inside the unit cube, from sample `first` on.

    `seed` scrambles (Matousek 1998) and shuffles the points. A sample does not depend on the
    process that computes it.

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
    """The points (count, size) of `unit_points` as independent standard normal numbers."""
    from scipy.special import ndtri

    return np.asarray(ndtri(unit_points(seed, size, first, count)))
