"""Generalised-alpha for constrained systems of index 3: M(q) a + C_q^T lambda = Q, C(q, t) = 0.

Chung and Hulbert (1993) with constraints as Arnold and Bruls (2007): an algorithmic acceleration A
beside the true one a,

    q_1 = q + h v + h^2 ((1/2 - beta) A + beta A_1)
    v_1 = v + h ((1 - gamma) A + gamma A_1)
    (1 - alpha_m) A_1 + alpha_m A = (1 - alpha_f) a_1 + alpha_f a

of order two; spectral radius r at infinite frequency gives alpha_m = (2 r - 1) / (r + 1),
alpha_f = r / (r + 1), gamma = 1/2 + alpha_f - alpha_m, beta = (gamma + 1/2)^2 / 4.

One source serves two kinds of systems: packed ones that implement `terms` are stepped whole in
compiled code (`march`), those in Python that have a method `fill_terms` by the same lines
interpreted (`march_in_python`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.compilation import compiled
from ambulo.math.dispatch import generic, operation
from ambulo.math.small_systems import eliminate_ranked, eliminate_ranked_solve

__all__ = ["Alpha", "Equations", "Rows", "march", "march_in_python", "terms"]

_DEPENDENT = 1e-12
"""Pivots of Newton's matrix below this are those of redundant constraints."""
_ITERATIONS = 40


class Alpha(NamedTuple):
    """How to step.

    Args:
        spectral_radius: 1 keeps vibrations faster than the step, 0 removes them at once.
        force_tolerance: of the balance of forces, of the largest applied one or of 1 N.
        constraint_tolerance: m, rad.
    """

    spectral_radius: float
    force_tolerance: float
    constraint_tolerance: float


class Rows(NamedTuple):
    """The motion; the first row is given, the others are filled.

    Args:
        time: (steps + 1,) s, evenly spaced.
        q, v, a: (steps + 1, n); multipliers: (steps + 1, m).
        violation: (steps + 1,) largest of the constraints.
    """

    time: FloatArray
    q: FloatArray
    v: FloatArray
    a: FloatArray
    multipliers: FloatArray
    violation: FloatArray


class Equations(NamedTuple):
    """Every term at one state: M (n, n), Q (n,), C (m,), Cq (m, n), and C_q a = gamma (m,)."""

    M: FloatArray
    Q: FloatArray
    C: FloatArray
    Cq: FloatArray
    gamma: FloatArray


class _Point(NamedTuple):
    q: FloatArray
    v: FloatArray
    a: FloatArray
    multipliers: FloatArray


class _Newton(NamedTuple):
    """Newton's matrix K = [[T, C_q^T], [C_q, 0]] in factors, and what goes with it.

    Args:
        rank: (1,), 0 where there is no matrix yet; ahead, behind: (n,) balances beside a point.
    """

    K: FloatArray
    scale: FloatArray
    row: IntArray
    column: IntArray
    rank: IntArray
    right: FloatArray
    ahead: FloatArray
    behind: FloatArray


class _Factors(NamedTuple):
    """by_v = gamma / (h beta) and by_a: how v and a follow a change of q; and 1 / (beta h^2).

    Constraints and multipliers are scaled by the last, which keeps the matrix well conditioned for
    small steps (Bottasso 2007).
    """

    by_v: float
    by_a: float
    scale: float


def _terms(system: Any, t: float, q: FloatArray, v: FloatArray, equations: Equations) -> None:
    """Fill all terms at a state. A system in Python has a method for it."""
    system.fill_terms(t, q, v, equations)


terms = operation(_terms)


@compiled
def _balance(equations: Equations, a: FloatArray, lam: FloatArray, out: FloatArray) -> None:
    """Fill the first n entries with Q - M a - C_q^T lambda."""
    for i in range(len(a)):
        total = equations.Q[i]
        for j in range(len(a)):
            total -= equations.M[i, j] * a[j]
        for j in range(len(lam)):
            total -= equations.Cq[j, i] * lam[j]
        out[i] = total


def _tangent(
    system: Any, t: float, at: _Point, factors: _Factors, equations: Equations, newton: _Newton
) -> None:
    """Fill d(M a + C_q^T lambda - Q)/dq of K, by central differences.

    v and a move with q.
    """
    n = len(at.q)
    q, v, a = at.q.copy(), at.v.copy(), at.a.copy()
    for j in range(n):
        d = 1e-7 * max(1e-2, abs(at.q[j]))
        q[j], v[j], a[j] = at.q[j] + d, at.v[j] + factors.by_v * d, at.a[j] + factors.by_a * d
        terms(system, t, q, v, equations)
        _balance(equations, a, at.multipliers, newton.ahead)
        q[j], v[j], a[j] = at.q[j] - d, at.v[j] - factors.by_v * d, at.a[j] - factors.by_a * d
        terms(system, t, q, v, equations)
        _balance(equations, a, at.multipliers, newton.behind)
        q[j], v[j], a[j] = at.q[j], at.v[j], at.a[j]
        for i in range(n):
            newton.K[i, j] = (newton.behind[i] - newton.ahead[i]) / (2.0 * d)


_tangent_of = operation(_tangent, _tangent)


@compiled
def _factorise(newton: _Newton, Cq: FloatArray, scale: float) -> None:
    """Border the tangent with the scaled constraints and factorise."""
    m, n = Cq.shape
    for i in range(m):
        for j in range(n):
            newton.K[n + i, j] = newton.K[j, n + i] = scale * Cq[i, j]
        for j in range(m):
            newton.K[n + i, n + j] = 0.0
    newton.rank[0] = eliminate_ranked(newton.K, newton.scale, newton.row, newton.column, _DEPENDENT)


@compiled
def _imbalance(
    equations: Equations, at: _Point, alpha: Alpha, scale: float, usual: float, right: FloatArray
) -> float:
    """Fill Newton's right side; give the largest error over what is allowed."""
    n, size = len(at.q), 0.0
    _balance(equations, at.a, at.multipliers, right)
    for i in range(n):
        size = max(size, abs(right[i]) / (alpha.force_tolerance * usual))
    for i in range(len(equations.C)):
        right[n + i] = -scale * equations.C[i]
        size = max(size, abs(equations.C[i]) / alpha.constraint_tolerance)
    return size


@compiled
def _solve(newton: _Newton) -> None:
    """Replace the right side by Newton's move."""
    eliminate_ranked_solve(
        newton.K, newton.scale, newton.row, newton.column, newton.rank[0], newton.right
    )


@compiled
def _shift(at: _Point, move: FloatArray, part: float, factors: _Factors, out: _Point) -> None:
    """Fill a point with that at hand and a part of a move."""
    n = len(at.q)
    for i in range(n):
        out.q[i] = at.q[i] + part * move[i]
        out.v[i] = at.v[i] + part * factors.by_v * move[i]
        out.a[i] = at.a[i] + part * factors.by_a * move[i]
    for i in range(len(at.multipliers)):
        out.multipliers[i] = at.multipliers[i] + part * factors.scale * move[n + i]


def _solve_step(
    system: Any, t: float, alpha: Alpha, factors: _Factors, careful: bool, usual: float,
    equations: Equations, newton: _Newton, at: _Point, tried: _Point,
) -> bool:  # fmt: skip
    """Newton's method from a predicted point; whether it converges.

    Args:
        careful: take a new matrix in every iteration and shorten moves until the error falls;
            otherwise the matrix at hand serves until the error falls too slowly.
        usual: N, size of the forces.
    """
    earlier = before = np.inf
    renewed = False
    move = newton.right.copy()
    for _iteration in range(_ITERATIONS):
        terms(system, t, at.q, at.v, equations)
        size = _imbalance(equations, at, alpha, factors.scale, usual, newton.right)
        if size < 1.0:
            return True
        start = size
        slow = size > 0.3 * earlier
        if not careful and slow and renewed:
            return False
        if careful or slow or newton.rank[0] == 0:
            _tangent_of(system, t, at, factors, equations, newton)
            terms(system, t, at.q, at.v, equations)
            _factorise(newton, equations.Cq, factors.scale)
            renewed, size = True, np.inf
        earlier, before = before, size
        _solve(newton)
        move[:] = newton.right
        part = 1.0
        _shift(at, move, part, factors, tried)
        while careful and part >= 1e-2:
            # across the beginning of contact a whole move can overshoot for ever
            terms(system, t, tried.q, tried.v, equations)
            size = _imbalance(equations, tried, alpha, factors.scale, usual, newton.right)
            if size < (1.0 - 0.1 * part) * start:
                break
            part *= 0.5
            _shift(at, move, part, factors, tried)
        _shift(tried, move, 0.0, factors, at)
    return False


_solve_step_of = operation(_solve_step, _solve_step)


def march_in_python(system: Any, alpha: Alpha, rows: Rows) -> int:
    """Fill all rows but the first; give the step whose equations were not solved, or 0.

    Args:
        system: with `terms`.
        alpha: how to step.
        rows: the first one on the constraints.
    """
    r = alpha.spectral_radius
    # Chung & Hulbert (1993): second order, and r of the highest frequencies is left
    alpha_m, alpha_f = (2.0 * r - 1.0) / (r + 1.0), r / (r + 1.0)
    gamma = 0.5 + alpha_f - alpha_m
    beta = 0.25 * (gamma + 0.5) ** 2
    h = (rows.time[-1] - rows.time[0]) / (len(rows.time) - 1)
    factors = _Factors(
        gamma / (h * beta),
        (1.0 - alpha_m) / (h * h * beta * (1.0 - alpha_f)),
        1.0 / (beta * h * h),
    )
    n, m = rows.q.shape[1], rows.multipliers.shape[1]
    equations = Equations(np.zeros((n, n)), np.zeros(n), np.zeros(m), np.zeros((m, n)), np.zeros(m))
    newton = _Newton(
        np.zeros((n + m, n + m)), np.zeros((2, n + m)), np.zeros(n + m, np.int64),
        np.zeros(n + m, np.int64), np.zeros(1, np.int64), np.zeros(n + m), np.zeros(n), np.zeros(n),
    )  # fmt: skip
    at = _Point(np.zeros(n), np.zeros(n), np.zeros(n), np.zeros(m))
    tried = _Point(np.zeros(n), np.zeros(n), np.zeros(n), np.zeros(m))
    algorithmic = rows.a[0].copy()
    terms(system, rows.time[0], rows.q[0], rows.v[0], equations)
    rows.violation[0] = np.max(np.abs(equations.C)) if m > 0 else 0.0
    for k in range(1, len(rows.time)):
        usual = 1.0 + np.max(np.abs(equations.Q))  # as the last step left it
        # what A_1 would be without acceleration
        following = (alpha_f * rows.a[k - 1] - alpha_m * algorithmic) / (1.0 - alpha_m)
        done = False
        for careful in (False, True):
            at.q[:] = rows.q[k - 1] + h * rows.v[k - 1]
            at.q[:] += h * h * ((0.5 - beta) * algorithmic + beta * following)
            at.v[:] = rows.v[k - 1] + h * ((1.0 - gamma) * algorithmic + gamma * following)
            at.a[:] = 0.0
            at.multipliers[:] = rows.multipliers[k - 1]
            done = _solve_step_of(
                system, rows.time[k], alpha, factors, careful, usual, equations, newton, at, tried
            )
            if done:
                break
            newton.rank[0] = 0
        if not done:
            return k
        algorithmic = following + (1.0 - alpha_f) / (1.0 - alpha_m) * at.a
        rows.q[k], rows.v[k], rows.a[k] = at.q, at.v, at.a
        rows.multipliers[k] = at.multipliers
        rows.violation[k] = np.max(np.abs(equations.C)) if m > 0 else 0.0
    return 0


march = generic(march_in_python)
