"""Positive definite systems with a narrow band, solved for many right-hand sides side by side."""

from __future__ import annotations

import numpy as np

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
