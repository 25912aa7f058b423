"""Gaussian elimination within the equations' profile, which skips columns without a pivot."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np

from ambulo.math.arrays import BoolArray, FloatArray, IntArray
from ambulo.math.compilation import borrowing, compiled
from ambulo.math.entries import copy_to
from ambulo.math.shaped import allocator

DEPENDENT = 1e-12
"""Pivots below this share of their column's largest entry count as zero."""


class Factors(NamedTuple):
    """Equations K y = x of any rank.

    Args:
        K: the matrix; after elimination, U and the factors of elimination.
        scale: largest entry of each column.
        skipped, pivot, swap: results: columns without a pivot; for other columns, the pivot's row
            and the row exchanged with it.
        x, y: right-hand side, which is overwritten, and solution.
    """

    K: Annotated[FloatArray, "N N"]
    scale: Annotated[FloatArray, "N"]
    skipped: Annotated[BoolArray, "N"]
    pivot: Annotated[IntArray, "N"]
    swap: Annotated[IntArray, "N"]
    x: Annotated[FloatArray, "N"]
    y: Annotated[FloatArray, "N"]


zeros = allocator(Factors)


@borrowing
def factor(factors: Factors, low: IntArray, high: IntArray) -> None:
    """Factor K in place by elimination with row exchanges within a profile.

    A column whose remainder is below DEPENDENT times its `scale` has no pivot. Its unknown stays
    zero. For consistent equations, this gives a basic solution.

    Args:
        low: (N,) last row that can have an entry in column k when this column is eliminated.
        high: (N,) last column that can have an entry in rows up to low[k].
    """
    K, pivot, swap, row = factors.K, factors.pivot, factors.swap, 0
    for k in range(len(K)):
        last, right = low[k], high[k] + 1
        best, size = row, 0.0
        for i in range(row, last + 1):
            entry = abs(K[i, k])
            if entry > size:
                best, size = i, entry
        # NaN has no pivot either
        factors.skipped[k] = not size > DEPENDENT * factors.scale[k]
        if factors.skipped[k]:
            continue
        pivot[k], swap[k] = row, best
        if best != row:
            # what was eliminated stays where it is: `solve_factored` exchanges as it goes on
            for j in range(k, right):
                K[row, j], K[best, j] = K[best, j], K[row, j]
        inverse = 1.0 / K[row, k]
        for i in range(row + 1, last + 1):
            entry = K[i, k]
            if entry != 0.0:
                times = entry * inverse
                K[i, k] = times
                for j in range(k + 1, right):
                    K[i, j] -= times * K[row, j]
        row += 1


@borrowing
def solve_factored(factors: Factors, low: IntArray, high: IntArray) -> None:
    """Fill y with the solution for the right-hand side x, which is overwritten."""
    K, skipped, pivot, swap = factors.K, factors.skipped, factors.pivot, factors.swap
    x, y, n = factors.x, factors.y, len(factors.K)
    for k in range(n):
        if skipped[k]:
            continue
        row = pivot[k]
        x[row], x[swap[k]] = x[swap[k]], x[row]
        value = x[row]
        if value != 0.0:
            for i in range(row + 1, low[k] + 1):
                x[i] -= K[i, k] * value
    for k in range(n - 1, -1, -1):
        if skipped[k]:
            y[k] = 0.0
            continue
        row = pivot[k]
        total = x[row]
        for j in range(k + 1, high[k] + 1):
            total -= K[row, j] * y[j]
        y[k] = total / K[row, k]


@borrowing
def scale_columns(factors: Factors) -> None:
    """Fill `scale` from a matrix K of any pattern."""
    K, scale = factors.K, factors.scale
    scale[:] = 0.0
    for i in range(len(K)):
        for j in range(len(K)):
            scale[j] = max(scale[j], abs(K[i, j]))


@compiled
def solve_dense(
    M: FloatArray,
    Cq: FloatArray,
    Q: FloatArray,
    target: FloatArray,
    x: FloatArray,
    multipliers: FloatArray,
) -> tuple[int, int]:
    """Solve M x + C_q^T lambda = Q, C_q x = target, for matrices of any pattern.

    Returns:
        Number of undetermined entries of x (free motions without inertia), and of undetermined
        multipliers (redundant constraints). Both stay zero.
    """
    n, m = len(Q), len(target)
    factors, last = zeros(n + m), np.full(n + m, n + m - 1)
    for i in range(n):
        copy_to(M[i], factors.K[i, :n])
    for i in range(m):
        for j in range(n):
            factors.K[n + i, j] = factors.K[j, n + i] = Cq[i, j]
    copy_to(Q, factors.x[:n])
    copy_to(target, factors.x[n:])
    scale_columns(factors)
    factor(factors, last, last)
    solve_factored(factors, last, last)
    copy_to(factors.y[:n], x)
    copy_to(factors.y[n:], multipliers)
    free = 0
    for i in range(n):
        free += factors.skipped[i]
    dependent = 0
    for i in range(n, n + m):
        dependent += factors.skipped[i]
    return free, dependent
