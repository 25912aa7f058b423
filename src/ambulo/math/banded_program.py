"""Quadratic programs over a long record: unknowns in blocks along time, limits on each block.

A predictor-corrector interior point method (Mehrotra 1992; Nocedal & Wright 2006, section 16.6).
Each step solves one symmetric system. Its matrix is a band along time with a narrow border. So the
work grows with the length of the record, not with its cube.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.banded_cholesky import factorise_band, substitute_band
from ambulo.math.compilation import compiled

_MOST_STEPS = 80
# of the greatest gradient and the greatest limit; and the gap to the minimum, of its cost
_TOLERANCE, _GAP = 1e-9, 1e-12
# times the tolerance, from which on a step that does not halve the distance is the last
_ROUNDING = 100.0
# share of the way to the nearest limit that a step may go (Nocedal & Wright 2006, eq. 16.64)
_SHORT_OF_LIMIT = 0.995


class BandedProgram(NamedTuple):
    """Minimise x.H x / 2 - g.x over x = (y, c) subject to rows_i y_i >= least_i for every block.

    y has n = blocks * size entries. c has a few entries, which couple to all entries of y.

    Args:
        band: (n, width) lower band of H over y: band[j, p] = H[j + p, j]; 0 where j + p >= n.
        border: (n, m) H between y and c; corner: (m, m) H over c.
        gradient: (n,) of y in g; gradient_border: (m,) of c.
        rows: (blocks, k, size) limits, with rows of similar size; least: (blocks, k).
    """

    band: FloatArray
    border: FloatArray
    corner: FloatArray
    gradient: FloatArray
    gradient_border: FloatArray
    rows: FloatArray
    least: FloatArray


class BandedSolution(NamedTuple):
    """Unknowns y (n,) and c (m,), multipliers (blocks, k) of the limits, and steps taken."""

    y: FloatArray
    c: FloatArray
    multipliers: FloatArray
    steps: int


def minimise_banded(program: BandedProgram) -> BandedSolution:
    """The minimum of a convex program whose limits leave an interior.

    With slacks s = G x - h >= 0 and multipliers z >= 0, the conditions of Karush, Kuhn and Tucker
    are H x - g - G'z = 0 and s z = 0. Newton's step for s z = mu, with mu towards 0, is

        (H + G' W G) dx = -(H x - g - G'z) - G'(r/s + W (G x - h - s)),    W = z/s,

    with r = s z - mu. ds and dz follow for each limit.

    Args:
        program: program with positive definite H.
    Raises:
        ArithmeticError: no minimum was reached, because the limits exclude each other or H is not
            positive definite.
    """
    rows, least = program.rows, program.least
    # sums by einsum: BLAS would wake its threads for a handful of products
    largest = 1.0 + float(np.abs(program.gradient).max(initial=0.0))
    reach = 1.0 + float(np.abs(least).max(initial=0.0))
    # start: least squares of objective and limits, moved into the inside of both signs
    factor = _Factor(program, np.ones_like(least))
    y, c = factor.solve(program.gradient + rows_transposed(rows, least), program.gradient_border)
    margin = rows_times(rows, y) - least
    s, z = _inside(margin), _inside(-margin)
    before = np.inf
    for step in range(_MOST_STEPS):
        of_limits = rows_times(rows, y) - least - s
        of_y = (
            band_times(program.band, y)
            + np.einsum("nm,m->n", program.border, c)
            - program.gradient
            - rows_transposed(rows, z)
        )
        of_c = (
            np.einsum("nm,n->m", program.border, y) + program.corner @ c - program.gradient_border
        )
        gap = float(np.einsum("ik,ik", s, z))
        mu = gap / max(s.size, 1)
        cost = float(
            np.einsum("n,n", program.gradient, y) + np.einsum("m,m", program.gradient_border, c)
        )
        error = max(float(np.abs(of_y).max(initial=0.0)), float(np.abs(of_c).max(initial=0.0)))
        outside = float(np.abs(of_limits).max(initial=0.0))
        if not math.isfinite(error + mu):
            break
        short = max(
            error / (_TOLERANCE * largest),
            outside / (_TOLERANCE * reach),
            gap / (_GAP * (1.0 + abs(cost))),
        )
        # rounding may end the descent a little before the tolerance
        if short <= 1.0 or (short <= _ROUNDING and short > 0.5 * before):
            return BandedSolution(y, c, z, step)
        before = short
        factor = _Factor(program, z / s)
        # predictor: straight at s z = 0
        dy, dc, ds, dz = _newton(factor, program, (of_y, of_c, of_limits), s, z, s * z)
        ahead = min(_longest(s, ds), _longest(z, dz))
        after = float(np.einsum("ik,ik", s + ahead * ds, z + ahead * dz)) / max(s.size, 1)
        # corrector: as far towards the middle as the predictor fell short, and its curvature
        centre = (after / mu) ** 3 * mu if mu > 0.0 else 0.0
        products = s * z + ds * dz - centre
        dy, dc, ds, dz = _newton(factor, program, (of_y, of_c, of_limits), s, z, products)
        length = min(1.0, _SHORT_OF_LIMIT * min(_longest(s, ds), _longest(z, dz)))
        y, c, s, z = y + length * dy, c + length * dc, s + length * ds, z + length * dz
    raise ArithmeticError("the quadratic program has no minimum within its limits")


def _newton(
    factor: _Factor,
    program: BandedProgram,
    residuals: tuple[FloatArray, FloatArray, FloatArray],
    s: FloatArray,
    z: FloatArray,
    products: FloatArray,
) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    """Steps of y, c, slacks and multipliers that bring `products` and the residuals to zero."""
    of_y, of_c, of_limits = residuals
    pull = (products + z * of_limits) / s
    dy, dc = factor.solve(-of_y - rows_transposed(program.rows, pull), -of_c)
    ds = rows_times(program.rows, dy) + of_limits
    return dy, dc, ds, -(products + z * ds) / s


class _Factor:
    """H + G' W G, factorised: Cholesky's of the band, and the border by its Schur complement."""

    def __init__(self, program: BandedProgram, weight: FloatArray) -> None:
        self._band = _with_rows(program.band, program.rows, weight)
        factorise_band(self._band)
        self._border = program.border
        self._inward = program.border.copy()
        substitute_band(self._band, self._inward)
        self._schur = program.corner - np.einsum("nm,nk->mk", program.border, self._inward)

    def solve(self, of_y: FloatArray, of_c: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Unknowns (n,) and (m,) of right-hand sides alike."""
        alone = of_y[:, None].copy()
        substitute_band(self._band, alone)
        y = alone[:, 0]
        c = of_c - np.einsum("nm,n->m", self._border, y)
        if len(c):
            c = np.linalg.solve(self._schur, c)
        return y - np.einsum("nm,m->n", self._inward, c), c


def _inside(values: FloatArray) -> FloatArray:
    """Values moved up until all are positive, by one more than is needed; as they are if so."""
    least = float(values.min(initial=np.inf))
    return values if least > 0.0 else values + (1.0 - least)


def _longest(at: FloatArray, step: FloatArray) -> float:
    """Longest part of a step, 1 at most, that leaves positive values positive."""
    falling = step < 0.0
    return min(1.0, float((-at[falling] / step[falling]).min(initial=1.0)))


# --------------------------------------------------------------------------- kernels


@compiled
def rows_times(rows: FloatArray, y: FloatArray) -> FloatArray:
    """Products (blocks, k) of each block's rows (blocks, k, size) with its unknowns."""
    blocks, count, size = rows.shape
    out = np.empty((blocks, count))
    for i in range(blocks):
        for r in range(count):
            x = 0.0
            for a in range(size):
                x += rows[i, r, a] * y[size * i + a]
            out[i, r] = x
    return out


@compiled
def rows_transposed(rows: FloatArray, v: FloatArray) -> FloatArray:
    """Product (blocks * size,) of the transposed rows with values v (blocks, k) of the limits."""
    blocks, count, size = rows.shape
    out = np.zeros(blocks * size)
    for i in range(blocks):
        for r in range(count):
            for a in range(size):
                out[size * i + a] += rows[i, r, a] * v[i, r]
    return out


@compiled
def band_times(band: FloatArray, y: FloatArray) -> FloatArray:
    """Product of a symmetric matrix, given by its lower band (n, width), with y (n,)."""
    n, width = band.shape
    out = np.zeros(n)
    for j in range(n):
        x = band[j, 0] * y[j]
        for p in range(1, min(width, n - j)):
            x += band[j, p] * y[j + p]
            out[j + p] += band[j, p] * y[j]
        out[j] += x
    return out


@compiled
def _with_rows(band: FloatArray, rows: FloatArray, weight: FloatArray) -> FloatArray:
    """Band of H + G' W G."""
    blocks, count, size = rows.shape
    out = band.copy()
    for i in range(blocks):
        for r in range(count):
            for a in range(size):
                scaled = weight[i, r] * rows[i, r, a]
                for b in range(a, size):
                    # entry (size i + b, size i + a) of the matrix
                    out[size * i + a, b - a] += scaled * rows[i, r, b]
    return out
