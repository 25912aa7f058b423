"""Small linear systems inside compiled loops: Cholesky's method for inertia matrices, elimination
for Newton's method.
"""

from __future__ import annotations

import math

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.compilation import inner


@inner
def factorise(A: FloatArray) -> None:
    """Replace the lower triangle of A (n, n) by its Cholesky factor, with 1 / L_ii on the diagonal.

    A = L L^T (Patel 2004, 4.15). An indefinite matrix gives NaN, which the integrator reports.
    """
    n = A.shape[0]
    for j in range(n):
        # L_jj^2 = A_jj - sum L_jk^2, L_ij = (A_ij - sum L_ik L_jk) / L_jj
        pivot = A[j, j]
        for k in range(j):
            pivot -= A[j, k] * A[j, k]
        inverse = 1.0 / math.sqrt(pivot) if pivot > 0.0 else math.nan
        A[j, j] = inverse
        for i in range(j + 1, n):
            x = A[i, j]
            for k in range(j):
                x -= A[i, k] * A[j, k]
            A[i, j] = x * inverse


@inner
def substitute(L: FloatArray, b: FloatArray) -> None:
    """Replace b (n,) by the solution of L L^T x = b, by forward and back substitution (Patel 2004,
    4.16-4.18).
    """
    n = L.shape[0]
    for i in range(n):
        x = b[i]
        for k in range(i):
            x -= L[i, k] * b[k]
        b[i] = x * L[i, i]
    for i in range(n - 1, -1, -1):
        x = b[i]
        for k in range(i + 1, n):
            x -= L[k, i] * b[k]
        b[i] = x * L[i, i]


@inner
def squared(x: FloatArray) -> float:
    """Sum of squares of x (n,). A loop compiles in a tenth of the time of numpy's functions."""
    total = 0.0
    for i in range(len(x)):
        total += x[i] * x[i]
    return total


@inner
def largest(x: FloatArray) -> float:
    """Largest absolute value in x (n,)."""
    size = 0.0
    for i in range(len(x)):
        size = max(size, abs(x[i]))
    return size


@inner
def eliminate(A: FloatArray, order: IntArray) -> bool:
    """Replace A (n, n) by its LU factors, with the row pivots in `order` (n,); False if A is
    singular.
    """
    n = A.shape[0]
    for k in range(n):
        # partial pivoting
        best, largest = k, abs(A[k, k])
        for i in range(k + 1, n):
            if abs(A[i, k]) > largest:
                best, largest = i, abs(A[i, k])
        order[k] = best
        if not largest > 1e-300:
            return False
        if best != k:
            for j in range(n):
                A[k, j], A[best, j] = A[best, j], A[k, j]
        for i in range(k + 1, n):
            # the factor takes the place of the zero that it makes
            factor = A[i, k] / A[k, k]
            A[i, k] = factor
            for j in range(k + 1, n):
                A[i, j] -= factor * A[k, j]
    return True


@inner
def eliminate_solve(LU: FloatArray, order: IntArray, b: FloatArray) -> None:
    """Replace b (n,) by the solution of A x = b from `eliminate`'s factors."""
    n = LU.shape[0]
    for k in range(n):
        best = order[k]
        # P b, then L y = P b, then U x = y
        b[k], b[best] = b[best], b[k]
    for i in range(n):
        x = b[i]
        for j in range(i):
            x -= LU[i, j] * b[j]
        b[i] = x
    for i in range(n - 1, -1, -1):
        x = b[i]
        for j in range(i + 1, n):
            x -= LU[i, j] * b[j]
        b[i] = x / LU[i, i]
