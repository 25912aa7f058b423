"""Positive definite systems with a narrow band: many side by side, or but for a border."""

from __future__ import annotations

import numpy as np
from scipy.linalg import cho_factor, cho_solve, cho_solve_banded, cholesky_banded

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import compiled


def solve_banded(bands: FloatArray, right: FloatArray) -> FloatArray:
    """Solution (n, m) of A X = B by the Cholesky factor, A = U^T U.

    As `scipy.linalg.solveh_banded`, which goes through the band once for every column of B; here
    a row of all columns is one step of the substitution.

    Args:
        bands: (width, n) upper bands of A, the diagonal last.
        right: (n, m) B.
    Raises:
        LinAlgError: A is not positive definite.
    """
    X, positive = _solved(np.asarray(bands), np.require(right, requirements=("C", "W")))
    if not positive:
        raise np.linalg.LinAlgError("the banded matrix is not positive definite")
    return np.asarray(X)


@compiled
def _solved(A: FloatArray, right: FloatArray) -> tuple[FloatArray, bool]:
    """U^T U = A, U^T Y = B forwards, then U X = Y backwards; U_ij is in U[width - 1 + i - j, j].

    Golub & Van Loan (2013), algorithm 4.3.5. False where A is not positive definite.
    """
    U, X = A.copy(), right.copy()
    width, n = U.shape
    last = width - 1
    for j in range(n):
        for i in range(max(0, j - last), j):
            for k in range(max(0, j - last), i):
                U[last + i - j, j] -= U[last + k - i, i] * U[last + k - j, j]
            U[last + i - j, j] /= U[last, i]
            U[last, j] -= U[last + i - j, j] * U[last + i - j, j]
        if not U[last, j] > 0.0:
            return X, False
        U[last, j] = np.sqrt(U[last, j])
    for i in range(n):
        for j in range(max(0, i - last), i):
            for c in range(X.shape[1]):
                X[i, c] -= U[last + j - i, i] * X[j, c]
        for c in range(X.shape[1]):
            X[i, c] /= U[last, i]
    for i in range(n - 1, -1, -1):
        for j in range(i + 1, min(n, i + width)):
            for c in range(X.shape[1]):
                X[i, c] -= U[last + i - j, j] * X[j, c]
        for c in range(X.shape[1]):
            X[i, c] /= U[last, i]
    return X, True


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


def solve_bordered(A: FloatArray, banded: int, b: FloatArray) -> FloatArray:
    """Solution (n,) of A x = b, the border eliminated by its Schur complement.

    Args:
        A: (n, n), positive definite, of which the lower triangle counts.
        banded: number of its first rows that lie in a band; the others are the border.
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
