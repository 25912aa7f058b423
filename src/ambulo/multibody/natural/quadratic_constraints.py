"""Quadratic constraints between points and unit vectors, and projection onto them.

Each constraint of natural coordinates is a scalar product of two differences, or a linear
combination (Garcia de Jalon & Bayo 1994, chapter 2). It has the form

    Phi_k = sum_ij C_kij x_i . x_j + sum_i E_ki . x_i - d_k

with at most five of the x. So one table describes bodies of any shape, in space and in the plane.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.compilation import compiled, inner
from ambulo.multibody.tree.packing import whole

MEMBERS = 5
"""Largest number of points and vectors in one constraint."""


class QuadraticForms(NamedTuple):
    """A table of constraints.

    Args:
        member: (m, MEMBERS) indices of points and vectors; -1 for unused entries.
        C: (m, MEMBERS, MEMBERS) symmetric coefficients of the scalar products.
        E: (m, MEMBERS, dim) coefficients of the components.
        d: (m,) value of the form.
    """

    member: IntArray
    C: FloatArray
    E: FloatArray
    d: FloatArray


def evaluate(forms: QuadraticForms, x: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Value and gradient of each constraint in each frame.

    Args:
        x: (frames, n, dim) points [m] and unit vectors.

    Returns:
        Phi (frames, m) and its derivatives (frames, m, MEMBERS, dim) with respect to the members.
    """
    return _evaluate(*forms, whole(x))


def project(
    forms: QuadraticForms, weight: FloatArray, target: FloatArray, start: FloatArray,
    penalty: float, tolerance: float, max_iterations: int,
) -> tuple[FloatArray, IntArray, FloatArray]:  # fmt: skip
    """Nearest x that satisfies the constraints, frame by frame, by the augmented Lagrangian method.

    Minimise 1/2 (x - x0)^T W (x - x0) with Phi(x) = 0 (Bayo & Ledesma 1996; Pamies-Vila 2012,
    eq. 4.2):

        (W + B + alpha G^T G) dx = -W (x - x0) - G^T (alpha Phi + lambda)
        lambda <- lambda + alpha (Phi + G dx)

    The multipliers use the linearised constraint. The exact constraint after the step would add the
    penalty times its curvature to them, and later steps would have to remove this part. B is the
    curvature of lambda^T Phi, which eq. 4.2 omits. With B the steps shrink quadratically, without B
    by the ratio of correction to segment length. If the matrix is not positive definite with B, B
    is omitted.

    Args:
        weight: (n,) positive weight of each point and vector.
        target: (frames, n, dim) x0. Neighbours in the tree of bodies should be near each other in
            the order from the leaves to the root, because this keeps the factors sparse.
        start: (frames, n, dim) first x: the target, or a posture that satisfies the constraints.
        penalty: alpha.
        tolerance: largest component of the last step, and of the constraints after it.
        max_iterations: largest number of steps.

    Returns:
        x (frames, n, dim), numbers of steps (frames,), and norms of the constraints (frames,) after
        these steps. Frames with a NaN give NaN.
    """
    table = QuadraticForms(*forms)
    n, dim = target.shape[1:]
    return _project(
        *table,
        _envelope(table.member, n, dim),
        whole(weight),
        whole(target),
        whole(start),
        penalty,
        tolerance,
        max_iterations,
    )


def _envelope(member: IntArray, n: int, dim: int) -> IntArray:
    """First column (n dim,) in each row of G^T G that is not zero."""
    first = np.arange(n)
    for row in member:
        used = row[row >= 0]
        first[used] = np.minimum(first[used], used.min())
    return np.repeat(dim * first, dim)


# --------------------------------------------------------------------------- one frame


@inner
def fill_forms(
    member: IntArray,
    C: FloatArray,
    E: FloatArray,
    d: FloatArray,
    x: FloatArray,
    Phi: FloatArray,
    G: FloatArray,
) -> None:
    """Fill Phi (m,) and its derivatives G (m, MEMBERS, dim)."""
    dim = x.shape[1]
    for k in range(len(member)):
        value = -d[k]
        for i in range(MEMBERS):
            row = member[k, i]
            for c in range(dim):
                G[k, i, c] = 0.0
            if row < 0:
                continue
            for c in range(dim):
                product = 0.0
                for j in range(MEMBERS):
                    if member[k, j] >= 0:
                        product += C[k, i, j] * x[member[k, j], c]
                G[k, i, c] = 2.0 * product + E[k, i, c]
                value += x[row, c] * (product + E[k, i, c])
        Phi[k] = value


@inner
def _normal_equations(
    member: IntArray,
    C: FloatArray,
    G: FloatArray,
    weight: FloatArray,
    multiplier: FloatArray,
    penalty: float,
    first: IntArray,
    A: FloatArray,
) -> None:
    """Fill the lower half of A = W + B + alpha G^T G within its envelope."""
    dim = G.shape[2]
    for r in range(len(A)):
        for c in range(first[r], r):
            A[r, c] = 0.0
        A[r, r] = weight[r // dim]
    for k in range(len(member)):
        for i in range(MEMBERS):
            for j in range(MEMBERS):
                row, column = member[k, i], member[k, j]
                if row < 0 or column < 0 or column > row:
                    continue
                for a in range(dim):
                    g = penalty * G[k, i, a]
                    last = dim if column < row else a + 1
                    for b in range(last):
                        A[dim * row + a, dim * column + b] += g * G[k, j, b]
                    A[dim * row + a, dim * column + a] += 2.0 * multiplier[k] * C[k, i, j]


@inner
def _solve(A: FloatArray, first: IntArray, b: FloatArray) -> bool:
    """Replace the lower half of A by its Cholesky factor, and b by the solution of A y = b.

    Returns:
        Whether A is positive definite; if it is not, b is spoilt.
    """
    n = len(b)
    for r in range(n):
        for c in range(first[r], r):
            value = A[r, c]
            for k in range(max(first[r], first[c]), c):
                value -= A[r, k] * A[c, k]
            A[r, c] = value / A[c, c]
        pivot = A[r, r]
        for k in range(first[r], r):
            pivot -= A[r, k] * A[r, k]
            b[r] -= A[r, k] * b[k]
        if pivot <= 0.0:
            return False
        A[r, r] = np.sqrt(pivot)
        b[r] /= A[r, r]
    for r in range(n - 1, -1, -1):
        b[r] /= A[r, r]
        for k in range(first[r], r):
            b[k] -= A[r, k] * b[r]
    return True


@inner
def _step(
    member: IntArray,
    C: FloatArray,
    first: IntArray,
    weight: FloatArray,
    penalty: float,
    offset: FloatArray,
    Phi: FloatArray,
    G: FloatArray,
    multiplier: FloatArray,
    curvature: FloatArray,
    A: FloatArray,
    dx: FloatArray,
) -> bool:
    """Fill dx (n dim,) with the step at x = x0 + offset, (n, dim); False if it cannot be taken."""
    n, dim = offset.shape
    for i in range(n):
        for c in range(dim):
            dx[dim * i + c] = -weight[i] * offset[i, c]
    for k in range(len(member)):
        push = penalty * Phi[k] + multiplier[k]
        for i in range(MEMBERS):
            if member[k, i] >= 0:
                for c in range(dim):
                    dx[dim * member[k, i] + c] -= G[k, i, c] * push
    _normal_equations(member, C, G, weight, curvature, penalty, first, A)
    return _solve(A, first, dx)


# --------------------------------------------------------------------------- all frames


@compiled
def _evaluate(
    member: IntArray, C: FloatArray, E: FloatArray, d: FloatArray, x: FloatArray
) -> tuple[FloatArray, FloatArray]:
    frames, m, dim = len(x), len(member), x.shape[2]
    Phi = np.empty((frames, m))
    G = np.empty((frames, m, MEMBERS, dim))
    for f in range(frames):
        fill_forms(member, C, E, d, x[f], Phi[f], G[f])
    return Phi, G


@compiled
def _project(
    member: IntArray, C: FloatArray, E: FloatArray, d: FloatArray, first: IntArray,
    weight: FloatArray, target: FloatArray, start: FloatArray,
    penalty: float, tolerance: float, max_iterations: int,
) -> tuple[FloatArray, IntArray, FloatArray]:  # fmt: skip
    frames, n, dim = target.shape
    m = len(member)
    result = np.empty_like(target)
    steps = np.zeros(frames, dtype=np.int64)
    norm = np.empty(frames)
    Phi = np.empty(m)
    G = np.empty((m, MEMBERS, dim))
    multiplier = np.empty(m)
    no_curvature = np.zeros(m)
    offset = np.empty((n, dim))
    A = np.zeros((n * dim, n * dim))
    dx = np.empty(n * dim)
    for f in range(frames):
        x = result[f]
        x[:] = start[f]
        multiplier[:] = 0.0
        fill_forms(member, C, E, d, x, Phi, G)
        while steps[f] < max_iterations:
            for i in range(n):
                for c in range(dim):
                    offset[i, c] = x[i, c] - target[f, i, c]
            curvature = multiplier
            # one call in a loop: each place that calls is compiled anew
            for _ in range(2):
                data = (member, C, first, weight, penalty, offset, Phi, G, multiplier)
                if _step(*data, curvature, A, dx):
                    break
                curvature = no_curvature
            for k in range(m):
                linear = Phi[k]
                for i in range(MEMBERS):
                    if member[k, i] >= 0:
                        for c in range(dim):
                            linear += G[k, i, c] * dx[dim * member[k, i] + c]
                multiplier[k] += penalty * linear
            step = 0.0
            for i in range(n):
                for c in range(dim):
                    x[i, c] += dx[dim * i + c]
                    step = max(step, abs(dx[dim * i + c]))
            steps[f] += 1
            fill_forms(member, C, E, d, x, Phi, G)
            if not step > tolerance:  # also where it is NaN
                break
        norm[f] = np.sqrt(np.sum(Phi * Phi))
    return result, steps, norm
