"""Compiled motion of a planar chain from rest: generalised-alpha of index 3.

Arnold and Bruls (2007); the matrix comes from central differences and is renewed when Newton's
method slows down.
"""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import compiled, inner
from ambulo.multibody.flexible.planar_terms import ChainTables, chain_terms

__all__ = ["integrate"]


@inner
def _balance(
    M: FloatArray, a: FloatArray, Cq: FloatArray, lam: FloatArray, Q: FloatArray, out: FloatArray
) -> None:
    """Write Q - M a - C_q^T lambda into the first n entries."""
    n = len(Q)
    for i in range(n):
        total = Q[i]
        for j in range(n):
            total -= M[i, j] * a[j]
        for j in range(len(lam)):
            total -= Cq[j, i] * lam[j]
        out[i] = total


@inner
def _tangent(
    tab: ChainTables,
    step: int,
    t: float,
    q: FloatArray,
    v: FloatArray,
    a: FloatArray,
    lam: FloatArray,
    gd: float,
    bd: float,
    T: FloatArray,
) -> None:
    """Write d(M a + C_q^T lambda - Q)/dq (n, n) where v and a move with q by gd and bd."""
    n, m = len(q), len(lam)
    M, Q, C = np.empty((n, n)), np.empty(n), np.empty(m)
    Cq, gamma = np.empty((m, n)), np.empty(m)
    x, y, z = q.copy(), v.copy(), a.copy()
    ahead, behind = np.empty(n), np.empty(n)
    for j in range(n):
        d = 1e-7 * max(1e-2, abs(q[j]))
        x[j], y[j], z[j] = q[j] + d, v[j] + gd * d, a[j] + bd * d
        chain_terms(tab, step, t, x, y, M, Q, C, Cq, gamma)
        _balance(M, z, Cq, lam, Q, ahead)
        x[j], y[j], z[j] = q[j] - d, v[j] - gd * d, a[j] - bd * d
        chain_terms(tab, step, t, x, y, M, Q, C, Cq, gamma)
        _balance(M, z, Cq, lam, Q, behind)
        x[j], y[j], z[j] = q[j], v[j], a[j]
        for i in range(n):
            T[i, j] = (behind[i] - ahead[i]) / (2.0 * d)


@inner
def _saddle(T: FloatArray, Cq: FloatArray, scale: float) -> FloatArray:
    """Border T (n + m, n + m) with scaled constraints and invert it."""
    m, n = Cq.shape
    for i in range(m):
        for j in range(n):
            T[n + i, j] = T[j, n + i] = scale * Cq[i, j]
        for j in range(m):
            T[n + i, n + j] = 0.0
    return np.linalg.inv(T)  # type: ignore[return-value]


@inner
def _move(inverse: FloatArray, right: FloatArray, out: FloatArray) -> None:
    """Write inverse @ right."""
    for i in range(len(out)):
        total = 0.0
        for j in range(len(right)):
            total += inverse[i, j] * right[j]
        out[i] = total


@inner
def _error(balance: FloatArray, C: FloatArray, n: int, usual: float) -> float:
    """Largest error of balance and constraints over what is allowed: 1e-9 of force, 1e-12 m."""
    size = 0.0
    for i in range(n):
        size = max(size, abs(balance[i]) / (1e-9 * usual))
    for x in C:
        size = max(size, abs(x) / 1e-12)
    return size


@inner
def _largest(x: FloatArray) -> float:
    size = 0.0
    for value in x:
        size = max(size, abs(value))
    return size


@inner
def _start(
    tab: ChainTables, M: FloatArray, Q: FloatArray, Cq: FloatArray, gamma: FloatArray, h: float
) -> FloatArray:
    """Accelerations and multipliers (n + m,) at rest; modes faster than the step do not begin."""
    n, m = len(Q), len(gamma)
    T, right, out = np.zeros((n + m, n + m)), np.zeros(n + m), np.empty(n + m)
    locked = np.zeros(n, dtype=np.bool_)
    for b in range(len(tab.mass)):
        o = tab.start[b]
        for k in range(tab.start[b + 1] - o - 3):
            locked[o + 3 + k] = tab.stiffness[b, k] * h * h > tab.modal_mass[b, k, k]
    for i in range(n):
        right[i] = 0.0 if locked[i] else Q[i]
        for j in range(n):
            T[i, j] = M[i, j]
            if locked[i] or locked[j]:
                T[i, j] = 1.0 if i == j else 0.0
    C = Cq.copy()
    for i in range(m):
        right[n + i] = gamma[i]
        for j in range(n):
            if locked[j]:
                C[i, j] = 0.0
    _move(_saddle(T, C, 1.0), right, out)
    return out


@compiled
def integrate(
    tab: ChainTables,
    q: FloatArray,
    duration: float,
    radius: float,
    out_q: FloatArray,
    out_v: FloatArray,
    out_a: FloatArray,
    out_l: FloatArray,
    out_c: FloatArray,
    out_e: FloatArray,
) -> int:
    """Move from rest by len(out_q) - 1 steps; return the step that failed to converge, or 0.

    Args:
        q: (n,) on the constraints.
        duration: s; radius: spectral radius at infinite frequency.
        out_q, out_v, out_a: (steps + 1, n); out_l: (steps + 1, m) multipliers.
        out_c, out_e: (steps + 1,) impacts' force and largest violation of a constraint.
    """
    n, m, count = len(q), out_l.shape[1], len(out_q) - 1
    am = (2.0 * radius - 1.0) / (radius + 1.0)
    af = radius / (radius + 1.0)
    gam = 0.5 + af - am
    beta = 0.25 * (gam + 0.5) ** 2
    h = duration / count
    bd = (1.0 - am) / (h * h * beta * (1.0 - af))
    gd = gam / (h * beta)
    scale = 1.0 / (beta * h * h)  # keeps the matrix well conditioned (Bottasso 2007)
    M, Q, C = np.empty((n, n)), np.empty(n), np.empty(m)
    Cq, gamma = np.empty((m, n)), np.empty(m)
    T, inverse = np.zeros((n + m, n + m)), np.zeros((n + m, n + m))
    right, move = np.zeros(n + m), np.zeros(n + m)
    v, a, lam, alg = np.zeros(n), np.zeros(n), np.zeros(m), np.zeros(n)
    tried, v1, a1, l1 = np.zeros(n), np.zeros(n), np.zeros(n), np.zeros(m)
    out_c[0] = chain_terms(tab, 0, 0.0, q, v, M, Q, C, Cq, gamma)
    first = _start(tab, M, Q, Cq, gamma, h)
    for i in range(n):
        out_q[0, i], out_v[0, i] = q[i], 0.0
        out_a[0, i] = alg[i] = first[i]
    for i in range(m):
        out_l[0, i] = first[n + i]
    out_e[0] = _largest(C)
    q = q.copy()
    old = alg.copy()
    fresh = False
    for k in range(1, count + 1):
        t = h * k
        usual = 1.0 + _largest(Q)  # as the last step left it
        done = False
        # first with the matrix at hand, then with a new one in every iteration and shorter moves
        for attempt in range(2):
            for i in range(n):
                alg[i] = (af * out_a[k - 1, i] - am * old[i]) / (1.0 - am)
                q[i] = out_q[k - 1, i] + h * out_v[k - 1, i]
                q[i] += h * h * ((0.5 - beta) * old[i] + beta * alg[i])
                v[i] = out_v[k - 1, i] + h * ((1.0 - gam) * old[i] + gam * alg[i])
                a[i] = 0.0
            for i in range(m):
                lam[i] = out_l[k - 1, i]
            renewed = False
            before = earlier = np.inf
            for _iteration in range(40):
                out_c[k] = chain_terms(tab, k, t, q, v, M, Q, C, Cq, gamma)
                _balance(M, a, Cq, lam, Q, right)
                for i in range(m):
                    right[n + i] = -scale * C[i]
                size = _error(right, C, n, usual)
                found = size
                if size < 1.0:
                    done = True
                    break
                slow = size > 0.3 * earlier
                if attempt == 0 and slow and renewed:
                    break
                if attempt == 1 or slow or not fresh:
                    _tangent(tab, k, t, q, v, a, lam, gd, bd, T)
                    inverse = _saddle(T, Cq, scale)
                    fresh = renewed = True
                    size = np.inf
                earlier, before = before, size
                _move(inverse, right, move)
                share = 1.0
                while True:
                    for i in range(n):
                        tried[i] = q[i] + share * move[i]
                        v1[i], a1[i] = v[i] + share * gd * move[i], a[i] + share * bd * move[i]
                    for i in range(m):
                        l1[i] = lam[i] + share * scale * move[n + i]
                    if attempt == 0 or share < 1e-2:
                        break
                    # across the beginning of contact a whole step can overshoot for ever
                    chain_terms(tab, k, t, tried, v1, M, Q, C, Cq, gamma)
                    _balance(M, a1, Cq, l1, Q, right)
                    if _error(right, C, n, usual) < (1.0 - 0.1 * share) * found:
                        break
                    share *= 0.5
                for i in range(n):
                    q[i], v[i], a[i] = tried[i], v1[i], a1[i]
                for i in range(m):
                    lam[i] = l1[i]
            if done:
                break
            fresh = False
        if not done:
            return k
        for i in range(n):
            old[i] = alg[i] + (1.0 - af) / (1.0 - am) * a[i]
            out_q[k, i], out_v[k, i], out_a[k, i] = q[i], v[i], a[i]
        for i in range(m):
            out_l[k, i] = lam[i]
        out_e[k] = _largest(C)
    return 0
