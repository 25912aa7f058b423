"""Covariance of an extended Kalman filter of a foot whose pose is measured, step by step.

The continuous Riccati equation (Pamies-Vila 2012, eq. 6.21)

    P' = F P + P F^T + Q - P H^T R^-1 H P,   H = (1 0)

is integrated in two parts. Both keep P symmetric and without negative eigenvalues. The dynamics
give Phi P Phi^T + h Q, where Phi is the transition of the step h. The rest has the closed solution
P (1 + h H^T R^-1 H P)^-1. This is the update of a discrete filter with the covariance R / h. Its
gain divided by h tends to K = P H^T R^-1 (eq. 6.22). An explicit step of the whole equation would
be stable only for steps below the time constant of the stiffest contact.

The states are displacements (9,) of the pose, then changes (9,) of the velocities, each for ankle,
hindfoot and forefoot. A displacement x of the pose before a step becomes E x after the step. A
change y of the velocity at the end of the step adds h J y. E and J have a block for each segment.
"""

from __future__ import annotations

from ambulo.foot_contact.foot_dynamics import FREEDOMS
from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.axes import unit_vector
from ambulo.math.compilation import inner
from ambulo.math.small_systems import factorise, substitute
from ambulo.math.so3 import short_dexp
from ambulo.math.vectors import add, cross


@inner
def fill_turns(v: FloatArray, h: float, E: FloatArray, J: FloatArray) -> None:
    """Fill E and J (9, 3), three rows for the ankle and for each segment, after a step h [s].

    E = exp([h w]) to third order, J = 1 + [h w] / 2 + [h w]^2 / 6, so E = 1 + [h w] J; world axes.
    """
    for k in range(3):
        turn = (0.0, 0.0, 0.0)
        if k > 0:
            turn = (h * v[3 * k], h * v[3 * k + 1], h * v[3 * k + 2])
        for c in range(3):
            e = unit_vector(c)
            by_rate = short_dexp(turn, e)
            moved = add(e, cross(turn, by_rate))
            for r in range(3):
                E[3 * k + r, c], J[3 * k + r, c] = moved[r], by_rate[r]


@inner
def move_pose_rows(B: FloatArray, factor: float, x: FloatArray, out: FloatArray) -> None:
    """Add factor B x to out, with x and out (9, n) and the blocks B (9, 3)."""
    for i in range(FREEDOMS):
        first = i - i % 3
        for c in range(3):
            weight = factor * B[i, c]
            for j in range(x.shape[1]):
                out[i, j] += weight * x[first + c, j]


@inner
def solve_rows(LU: FloatArray, order: IntArray, B: FloatArray) -> None:
    """Replace B (9, n) by the solution X of A X = B from `eliminate`'s factors of A."""
    n, columns = len(LU), B.shape[1]
    for k in range(n):
        best = order[k]
        if best != k:
            for c in range(columns):
                B[k, c], B[best, c] = B[best, c], B[k, c]
    for i in range(n):
        for j in range(i):
            factor = LU[i, j]
            for c in range(columns):
                B[i, c] -= factor * B[j, c]
    for i in range(n - 1, -1, -1):
        for j in range(i + 1, n):
            factor = LU[i, j]
            for c in range(columns):
                B[i, c] -= factor * B[j, c]
        inverse = 1.0 / LU[i, i]
        for c in range(columns):
            B[i, c] *= inverse


@inner
def _move_states(
    by_state: FloatArray, E: FloatArray, J: FloatArray, h: float, X: FloatArray, out: FloatArray
) -> None:
    """Fill out with Phi X, (18, 18) both; arguments as `propagate` has them."""
    n = FREEDOMS
    out[:] = 0.0
    for i in range(n):
        for k in range(2 * n):
            weight = by_state[i, k]
            for j in range(2 * n):
                out[n + i, j] += weight * X[k, j]
    move_pose_rows(E, 1.0, X[:n], out[:n])
    move_pose_rows(J, h, out[n:], out[:n])


@inner
def propagate(
    P: FloatArray, by_state: FloatArray, E: FloatArray, J: FloatArray, h: float, rate: FloatArray,
    Y: FloatArray, Z: FloatArray,
) -> None:  # fmt: skip
    """Replace P (18, 18) by Phi P Phi^T + h Q.

    Args:
        by_state: (9, 18) derivative of the velocities at the end of the step by the state at its
            beginning.
        E, J: (9, 3) blocks from `fill_turns`.
        rate: (18,) diagonal of Q.
        Y, Z: (18, 18) scratch.
    """
    n = FREEDOMS
    _move_states(by_state, E, J, h, P, Y)
    # the same from the right, on the transpose
    for i in range(2 * n):
        for j in range(2 * n):
            Z[j, i] = Y[i, j]
    _move_states(by_state, E, J, h, Z, P)
    for i in range(2 * n):
        P[i, i] += h * rate[i]
        for j in range(i):
            mean = 0.5 * (P[i, j] + P[j, i])
            P[i, j] = mean
            P[j, i] = mean


@inner
def correct(
    P: FloatArray, noise: FloatArray, h: float, innovation: FloatArray, S: FloatArray,
    G: FloatArray, x: FloatArray, shift: FloatArray,
) -> float:  # fmt: skip
    """Update P by a measurement over a step, and fill the correction.

    Args:
        noise: (9,) diagonal of R.
        innovation: (9,) measured minus predicted pose.
        S, G, x: (9, 9), (9, 18), (9,) scratch.
        shift: (18,) correction of the state.

    Returns:
        The square of the innovation, weighted by its inverse covariance. Its mean is 9 if the
        filter is consistent.
    """
    n = FREEDOMS
    for i in range(n):
        for j in range(n):
            S[i, j] = P[i, j]
        S[i, i] += noise[i] / h
        x[i] = innovation[i]
    factorise(S)
    substitute(S, x)
    square = 0.0
    for i in range(n):
        square += innovation[i] * x[i]
    for j in range(2 * n):
        total = 0.0
        for i in range(n):
            total += P[i, j] * x[i]
        shift[j] = total
    # G = L^-1 H P, so that P - G^T G stays symmetric
    for i in range(n):
        for j in range(2 * n):
            G[i, j] = P[i, j]
        for k in range(i):
            weight = S[i, k]
            for j in range(2 * n):
                G[i, j] -= weight * G[k, j]
        for j in range(2 * n):
            G[i, j] *= S[i, i]
    for i in range(2 * n):
        for k in range(n):
            weight = G[k, i]
            for j in range(2 * n):
                P[i, j] -= weight * G[k, j]
    return square
