"""Small linear systems inside compiled loops: Cholesky for inertia, elimination for Newton."""

from __future__ import annotations

import math

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.compilation import compiled, inner


@inner
def factorise(A: FloatArray) -> None:
    """Replace the lower triangle of A (n, n) by its Cholesky factor, 1 / L_ii on the diagonal.

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
    """Replace b (n,) by the solution of L L^T x = b, forward then back (Patel 2004, 4.16-4.18)."""
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
    """Sum of squares of x (n,); a loop compiles in a tenth of the time of numpy's functions."""
    total = 0.0
    for i in range(len(x)):
        total += x[i] * x[i]
    return total


@inner
def largest(x: FloatArray) -> float:
    """Largest size of an entry of x (n,)."""
    size = 0.0
    for i in range(len(x)):
        size = max(size, abs(x[i]))
    return size


@inner
def eliminate(A: FloatArray, order: IntArray) -> bool:
    """Replace A (n, n) by its LU factors with row pivots in order (n,); False if it is singular."""
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


@inner
def _divide_rows(A: FloatArray, scale: FloatArray) -> None:
    """Bring every row of A (n, n) to a largest entry of 1; fill scale (n,), 0 for an empty row."""
    for i in range(len(A)):
        top = 0.0
        for j in range(len(A)):
            top = max(top, abs(A[i, j]))
        scale[i] = 1.0 / top if top > 0.0 else 0.0
        for j in range(len(A)):
            A[i, j] *= scale[i]


@compiled
def eliminate_ranked(
    A: FloatArray, scale: FloatArray, row: IntArray, column: IntArray, dependent: float
) -> int:
    """Replace A (n, n) by its LU factors with full pivots, as far as its rank goes.

    Rows and columns are scaled first, so that units do not choose the pivots.

    Args:
        scale: (2, n) of rows and columns, filled.
        row, column: (n,) pivots, filled.
        dependent: pivots below this, of a matrix whose largest entries are 1, count as zero.

    Returns:
        The rank.
    """
    n = len(A)
    # columns, then rows, to a largest entry of 1: what counts as zero has no unit then
    _divide_rows(A.T, scale[1])
    _divide_rows(A, scale[0])
    # complete pivoting: the largest entry left shows the rank (Golub & Van Loan 2013)
    for k in range(n):
        p, q, top = k, k, 0.0
        for i in range(k, n):
            for j in range(k, n):
                if abs(A[i, j]) > top:
                    p, q, top = i, j, abs(A[i, j])
        if not top > dependent:
            return k
        # rows and columns change places as wholes, factors with them
        row[k], column[k] = p, q
        for j in range(n):
            A[k, j], A[p, j] = A[p, j], A[k, j]
        for i in range(n):
            A[i, k], A[i, q] = A[i, q], A[i, k]
        for i in range(k + 1, n):
            A[i, k] /= A[k, k]
            for j in range(k + 1, n):
                A[i, j] -= A[i, k] * A[k, j]
    return n


@compiled
def eliminate_ranked_solve(
    LU: FloatArray, scale: FloatArray, row: IntArray, column: IntArray, rank: int, b: FloatArray
) -> None:
    """Replace b (n,) by a solution of A x = b from `eliminate_ranked`'s factors.

    Of unknowns that others determine, those beyond the rank are zero; a right side that does not
    fit dependent rows is met in the others.
    """
    n = len(b)
    for i in range(n):
        b[i] *= scale[0, i]
    for k in range(rank):
        b[k], b[row[k]] = b[row[k]], b[k]
    for i in range(rank):
        for j in range(i):
            b[i] -= LU[i, j] * b[j]
    for i in range(rank, n):
        b[i] = 0.0
    for i in range(rank - 1, -1, -1):
        for j in range(i + 1, rank):
            b[i] -= LU[i, j] * b[j]
        b[i] /= LU[i, i]
    for k in range(rank - 1, -1, -1):
        b[k], b[column[k]] = b[column[k]], b[k]
    for j in range(n):
        b[j] *= scale[1, j]
