"""Symmetric sums and systems with a band and a border. Only nonzero entries are used."""

from __future__ import annotations

import numpy as np
from scipy.linalg import cho_factor, cho_solve, cho_solve_banded, cholesky_banded

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import compiled


@compiled
def add_gram(J: FloatArray, banded: int, total: FloatArray) -> None:
    """Add J^T J to the lower triangle of `total` (n, n).

    Args:
        J: (rows, n). In the first columns, the nonzero entries of each row are side by side.
        banded: number of these columns.
    """
    n = J.shape[1]
    for r in range(J.shape[0]):
        row = J[r]
        low, high = 0, banded
        while low < banded and row[low] == 0.0:
            low += 1
        while high > low and row[high - 1] == 0.0:
            high -= 1
        for i in range(low, high):
            weight = row[i]
            for j in range(low, i + 1):
                total[i, j] += weight * row[j]
        for i in range(banded, n):
            weight = row[i]
            for j in range(low, high):
                total[i, j] += weight * row[j]
            for j in range(banded, i + 1):
                total[i, j] += weight * row[j]


def solve_bordered(A: FloatArray, banded: int, b: FloatArray) -> FloatArray:
    """Solution (n,) of A x = b. The Schur complement eliminates the border.

    Args:
        A: (n, n), positive definite; only the lower triangle is used.
        banded: number of the first rows, which lie in a band; the others are the border.
        b: (n,).
    Raises:
        LinAlgError: A is not positive definite.
    """
    first = np.minimum(np.argmax(A[:banded] != 0.0, axis=1), np.arange(banded))
    width = int((np.arange(banded) - first).max(initial=0))
    band = np.zeros((width + 1, banded))
    for d in range(width + 1):
        band[d, : banded - d] = np.diagonal(A[:banded, :banded], -d)
    border = A[banded:, :banded]
    # B [X | y] = [C^T | b_1];  (D - C X) x_2 = b_2 - C y;  x_1 = y - X x_2
    found = cho_solve_banded(
        (cholesky_banded(band, lower=True), True), np.column_stack([border.T, b[:banded]])
    )
    X, y = found[:, :-1], found[:, -1]
    schur = cho_factor(A[banded:, banded:] - border @ X, lower=True)
    last = cho_solve(schur, b[banded:] - border @ y)
    return np.asarray(np.r_[y - X @ last, last])
