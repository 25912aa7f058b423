"""Symmetric sums and systems whose rows are zero at first: only what is not zero is touched.

Compiled loops on one thread: they neither wait for other threads on a busy machine nor round
otherwise with another number of them.
"""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.compilation import compiled

__all__ = ["add_gram", "solve_within_envelope"]


@compiled
def add_gram(J: FloatArray, banded: int, total: FloatArray) -> None:
    """Add J^T J to the lower triangle of `total` (n, n).

    Args:
        J: (rows, n), in whose first columns each row is zero but for some side by side.
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


def solve_within_envelope(A: FloatArray, b: FloatArray) -> FloatArray:
    """Solution (n,) of A x = b by the Cholesky factor (Jennings 1966), A = L L^T.

    Args:
        A: (n, n), of which the lower triangle counts; replaced by L within its envelope.
    Raises:
        LinAlgError: A is not positive definite.
    """
    first = np.minimum(np.argmax(A != 0.0, axis=1), np.arange(len(A)))
    x = b.copy()
    if not _solve(A, first, x):
        raise np.linalg.LinAlgError("the matrix is not positive definite")
    return x


@compiled
def _solve(A: FloatArray, first: IntArray, x: FloatArray) -> bool:
    """Replace A by L with 1 / L_ii on the diagonal, and x by the solution."""
    n = len(A)
    for i in range(n):
        for j in range(first[i], i + 1):
            # L_ij = (A_ij - sum L_ik L_jk) / L_jj, L_ii^2 = A_ii - sum L_ik^2
            s = A[i, j]
            for k in range(max(first[i], first[j]), j):
                s -= A[i, k] * A[j, k]
            if j < i:
                A[i, j] = s * A[j, j]
            elif s > 0.0:
                A[i, i] = 1.0 / np.sqrt(s)
            else:
                return False
        for k in range(first[i], i):
            x[i] -= A[i, k] * x[k]
        x[i] *= A[i, i]
    for i in range(n - 1, -1, -1):
        x[i] *= A[i, i]
        for k in range(first[i], i):
            x[k] -= A[i, k] * x[i]
    return True
