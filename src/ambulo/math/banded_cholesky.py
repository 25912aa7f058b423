"""Positive definite systems with a narrow band, solved for many right-hand sides side by side."""

from __future__ import annotations

import math

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import compiled, inner


def solve_banded(band: FloatArray, right: FloatArray) -> FloatArray:
    """Solution (n, m) of A X = B by the Cholesky factor, A = L L^T.

    Like `scipy.linalg.solveh_banded`, which goes through the band once for every column of B. Here
    each step of the substitution handles a row of all columns.

    Args:
        band: (n, width) lower band of A: A_(j+p)j in band[j, p].
        right: (n, m) B.
    Raises:
        LinAlgError: A is not positive definite.
    """
    X, positive = _solved(np.asarray(band), np.require(right, requirements=("C", "W")))
    if not positive:
        raise np.linalg.LinAlgError("the banded matrix is not positive definite")
    return np.asarray(X)


@compiled
def _solved(A: FloatArray, right: FloatArray) -> tuple[FloatArray, bool]:
    L, X = A.copy(), right.copy()
    factorise_band(L)
    substitute_band(L, X)
    positive = True
    for j in range(len(L)):
        positive = positive and L[j, 0] > 0.0
    return X, positive


@inner
def _eliminate_column(band: FloatArray, j: int, reach: int) -> None:
    """Take column j's outer product off the columns right of it, within the band."""
    for p in range(1, reach):
        x = band[j, p]
        if x != 0.0:
            for q in range(p, reach):
                band[j + p, q - p] -= x * band[j, q]


@compiled
def factorise_band(band: FloatArray) -> None:
    """Replace the lower band (n, width) of a matrix by that of its Cholesky factor L.

    Golub & Van Loan (2013), algorithm 4.3.5. A matrix that is not positive definite gives NaN.
    """
    n, width = band.shape
    for j in range(n):
        root = math.sqrt(band[j, 0]) if band[j, 0] > 0.0 else math.nan
        reach = min(width, n - j)
        band[j, 0] = root
        for p in range(1, reach):
            band[j, p] /= root
        _eliminate_column(band, j, reach)


@compiled
def substitute_band(L: FloatArray, b: FloatArray) -> None:
    """Replace b (n, k) by the solution of L L^T x = b, by forward and back substitution."""
    n, width = L.shape
    for j in range(n):
        for c in range(b.shape[1]):
            b[j, c] /= L[j, 0]
        for p in range(1, min(width, n - j)):
            for c in range(b.shape[1]):
                b[j + p, c] -= L[j, p] * b[j, c]
    for j in range(n - 1, -1, -1):
        for p in range(1, min(width, n - j)):
            for c in range(b.shape[1]):
                b[j, c] -= L[j, p] * b[j + p, c]
        for c in range(b.shape[1]):
            b[j, c] /= L[j, 0]
