"""The compiled core: mass matrix, constraint rows, right-hand sides and the linear equations.

Arrays in, arrays out. Bodies are numbered from 0, the ground is body nb. Rows and attachments are
the tables that `ambulo.multibody.constrained.tables` makes from joints and drivers.

    M q_ddot + C_q^T lambda = Q_e + Q_v        C_q q_ddot = Q_d
"""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import BoolArray, FloatArray, IntArray
from ambulo.math.compilation import compiled
from ambulo.multibody.constrained.orientation.registry import quadratic, rates, rotation

__all__ = [
    "ALONG",
    "COINCIDENT",
    "COORDINATE",
    "DISTANT",
    "PRODUCT",
    "UNIT_LENGTH",
    "accelerations",
    "add_force",
    "constraint_rows",
    "frames",
    "generalised_forces",
    "inertia_terms",
    "point_motion",
    "solve",
]

COORDINATE, PRODUCT, ALONG, COINCIDENT, DISTANT, UNIT_LENGTH = 0, 1, 2, 3, 4, 5


@compiled
def frames(
    q: FloatArray,
    v: FloatArray,
    start: IntArray,
    code: IntArray,
    reference: FloatArray,
    R: FloatArray,
    V: FloatArray,
    A: FloatArray,
    omega: FloatArray,
    G: FloatArray,
    g: FloatArray,
) -> None:
    """Write every body's place R, velocity V, attitude A, angular velocity omega (body axes).

    G (nb, 3, 4) and g (nb, 3): omega = G theta_dot, omega_dot = G theta_ddot + g.
    """
    nb = len(code)
    turned = np.empty((3, 3))
    rate_map = np.empty((3, 4))
    rest = np.empty(3)
    for b in range(nb):
        s = start[b]
        width = start[b + 1] - s - 3
        theta, theta_dot = q[s + 3 : s + 3 + width], v[s + 3 : s + 3 + width]
        rotation(code[b], theta, turned)
        rates(code[b], theta, rate_map)
        quadratic(code[b], theta, theta_dot, rest)
        for i in range(3):
            R[b, i] = q[s + i]
            V[b, i] = v[s + i]
            g[b, i] = 0.0
            omega[b, i] = 0.0
            for j in range(3):
                A[b, i, j] = 0.0
                for k in range(3):
                    A[b, i, j] += turned[i, k] * reference[b, k, j]
                g[b, i] += reference[b, j, i] * rest[j]
            for j in range(width):
                G[b, i, j] = 0.0
                for k in range(3):
                    G[b, i, j] += reference[b, k, i] * rate_map[k, j]
                omega[b, i] += G[b, i, j] * theta_dot[j]
    for i in range(3):
        R[nb, i] = V[nb, i] = omega[nb, i] = 0.0
        for j in range(3):
            A[nb, i, j] = 1.0 if i == j else 0.0


@compiled
def _carried(
    A: FloatArray, w: FloatArray, s: FloatArray, r: FloatArray, rd: FloatArray, rdd: FloatArray
) -> None:
    """A vector s (3, 3: value, rate, second rate in the body) in the world, with its derivatives.

    rdd leaves out the angular acceleration's part, which the Jacobian carries.
    """
    a0, a1, a2 = s[0, 0], s[0, 1], s[0, 2]
    u0 = w[1] * a2 - w[2] * a1
    u1 = w[2] * a0 - w[0] * a2
    u2 = w[0] * a1 - w[1] * a0
    p0, p1, p2 = u0 + 2.0 * s[1, 0], u1 + 2.0 * s[1, 1], u2 + 2.0 * s[1, 2]
    c0 = w[1] * p2 - w[2] * p1 + s[2, 0]
    c1 = w[2] * p0 - w[0] * p2 + s[2, 1]
    c2 = w[0] * p1 - w[1] * p0 + s[2, 2]
    b0, b1, b2 = u0 + s[1, 0], u1 + s[1, 1], u2 + s[1, 2]
    for i in range(3):
        x, y, z = A[i, 0], A[i, 1], A[i, 2]
        r[i] = x * a0 + y * a1 + z * a2
        rd[i] = x * b0 + y * b1 + z * b2
        rdd[i] = x * c0 + y * c1 + z * c2


@compiled
def _turn(
    row: FloatArray, at: int, sign: float, s: FloatArray, A: FloatArray, u: FloatArray
) -> None:
    """Add sign * (s x A^T u): how a vector s of a body meets world direction u when it turns."""
    c0 = A[0, 0] * u[0] + A[1, 0] * u[1] + A[2, 0] * u[2]
    c1 = A[0, 1] * u[0] + A[1, 1] * u[1] + A[2, 1] * u[2]
    c2 = A[0, 2] * u[0] + A[1, 2] * u[1] + A[2, 2] * u[2]
    row[at] += sign * (s[1] * c2 - s[2] * c1)
    row[at + 1] += sign * (s[2] * c0 - s[0] * c2)
    row[at + 2] += sign * (s[0] * c1 - s[1] * c0)


@compiled
def _dot(a: FloatArray, b: FloatArray) -> float:
    product: float = a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
    return product


@compiled
def constraint_rows(
    q: FloatArray,
    v: FloatArray,
    start: IntArray,
    rows: IntArray,
    value: FloatArray,
    attached: IntArray,
    local: FloatArray,
    R: FloatArray,
    V: FloatArray,
    A: FloatArray,
    omega: FloatArray,
    G: FloatArray,
    g: FloatArray,
    C: FloatArray,
    Cq: FloatArray,
    nu: FloatArray,
    gamma: FloatArray,
    W: FloatArray,
) -> None:
    """Write C (m,), C_q (m, n), nu = -C_t and gamma = Q_d (m,), and the wrench rows W (m, 6 nb+6).

    Args:
        rows: (m, 4) kind and operands: attachments, an axis, a body or a coordinate.
        value: (m, 3) the row's prescribed value and its two derivatives.
        attached: (na,) body of each attachment; local (na, 3, 3) value, rate, second rate in it.
        W: row k times (velocities, body-axes angular velocities) is the rate of C[k] at rest.
    """
    nb = len(start) - 1
    m = len(rows)
    a, ad, add = np.empty(3), np.empty(3), np.empty(3)
    b, bd, bdd = np.empty(3), np.empty(3), np.empty(3)
    d, dd, ddd = np.empty(3), np.empty(3), np.empty(3)
    minus = np.empty(3)
    C[:] = 0.0
    Cq[:] = 0.0
    W[:] = 0.0
    nu[:] = 0.0
    gamma[:] = 0.0
    for k in range(m):
        kind = rows[k, 0]
        if kind == COORDINATE:
            column = rows[k, 1]
            C[k] = q[column] - value[k, 0]
            Cq[k, column] = 1.0
            nu[k] = value[k, 1]
            gamma[k] = value[k, 2]
            for body in range(nb):
                if start[body] <= column < start[body] + 3:
                    W[k, 6 * body + column - start[body]] = 1.0
            continue
        if kind == UNIT_LENGTH:
            s = start[rows[k, 1]] + 3
            square = rate = 0.0
            for i in range(4):
                square += q[s + i] * q[s + i]
                rate += v[s + i] * v[s + i]
                Cq[k, s + i] = q[s + i]
            C[k] = 0.5 * (square - 1.0)
            gamma[k] = -rate
            continue
        if kind == PRODUCT:
            i, j = rows[k, 1], rows[k, 2]
            bi, bj = attached[i], attached[j]
            _carried(A[bi], omega[bi], local[i], a, ad, add)
            _carried(A[bj], omega[bj], local[j], b, bd, bdd)
            C[k] = _dot(a, b) - value[k, 0]
            _turn(W[k], 6 * bi + 3, 1.0, local[i, 0], A[bi], b)
            _turn(W[k], 6 * bj + 3, 1.0, local[j, 0], A[bj], a)
            gamma[k] = value[k, 2] - _dot(add, b) - 2.0 * _dot(ad, bd) - _dot(a, bdd)
            rate = _dot(ad, b) + _dot(a, bd) - value[k, 1]
        else:
            i = rows[k, 2]
            j = rows[k, 3]
            bi, bj = attached[i], attached[j]
            _carried(A[bi], omega[bi], local[i], a, ad, add)
            _carried(A[bj], omega[bj], local[j], d, dd, ddd)
            for c in range(3):
                d[c] += R[bj, c] - R[bi, c] - a[c]
                dd[c] += V[bj, c] - V[bi, c] - ad[c]
                ddd[c] -= add[c]
            if kind == ALONG:
                h = rows[k, 1]
                _carried(A[bi], omega[bi], local[h], b, bd, bdd)
                C[k] = _dot(b, d) - value[k, 0]
                rate = _dot(bd, d) + _dot(b, dd) - value[k, 1]
                gamma[k] = value[k, 2] - _dot(bdd, d) - 2.0 * _dot(bd, dd) - _dot(b, ddd)
                _turn(W[k], 6 * bi + 3, 1.0, local[h, 0], A[bi], d)
            elif kind == COINCIDENT:
                for c in range(3):
                    b[c] = 1.0 if c == rows[k, 1] else 0.0
                C[k] = _dot(b, d) - value[k, 0]
                rate = _dot(b, dd) - value[k, 1]
                gamma[k] = value[k, 2] - _dot(b, ddd)
            else:
                length = np.sqrt(_dot(d, d))
                for c in range(3):
                    b[c] = d[c] / length
                speed = _dot(b, dd)
                C[k] = length - value[k, 0]
                rate = speed - value[k, 1]
                across = (_dot(dd, dd) - speed * speed) / length
                gamma[k] = value[k, 2] - _dot(b, ddd) - across
            for c in range(3):
                minus[c] = -b[c]
                W[k, 6 * bj + c] += b[c]
                W[k, 6 * bi + c] -= b[c]
            _turn(W[k], 6 * bj + 3, 1.0, local[j, 0], A[bj], b)
            _turn(W[k], 6 * bi + 3, 1.0, local[i, 0], A[bi], minus)
        moving = 0.0
        for side in range(2):
            body = bi if side == 0 else bj
            if body == nb or (side == 1 and bj == bi):
                continue
            s = start[body]
            width = start[body + 1] - s - 3
            for c in range(3):
                Cq[k, s + c] = W[k, 6 * body + c]
                turn = W[k, 6 * body + 3 + c]
                moving += W[k, 6 * body + c] * V[body, c] + turn * omega[body, c]
                gamma[k] -= turn * g[body, c]
                for p in range(width):
                    Cq[k, s + 3 + p] += turn * G[body, c, p]
        nu[k] = moving - rate


@compiled
def inertia_terms(
    start: IntArray,
    mass: FloatArray,
    inertia: FloatArray,
    omega: FloatArray,
    G: FloatArray,
    g: FloatArray,
    M: FloatArray,
    Qv: FloatArray,
) -> None:
    """Write M (n, n) and Q_v (n,) = -G^T (omega x I omega + I g).

    Shabana (2001), eq. 7.109; Bruzzo's eq. 90 has lost the sign.
    """
    M[:] = 0.0
    Qv[:] = 0.0
    H = np.empty((3, 4))
    for b in range(len(mass)):
        s = start[b]
        width = start[b + 1] - s - 3
        tensor, w = inertia[b], omega[b]
        h0, h1, h2 = _dot(tensor[0], w), _dot(tensor[1], w), _dot(tensor[2], w)
        t0 = w[1] * h2 - w[2] * h1 + _dot(tensor[0], g[b])
        t1 = w[2] * h0 - w[0] * h2 + _dot(tensor[1], g[b])
        t2 = w[0] * h1 - w[1] * h0 + _dot(tensor[2], g[b])
        for i in range(3):
            M[s + i, s + i] = mass[b]
            for p in range(width):
                H[i, p] = (
                    tensor[i, 0] * G[b, 0, p]
                    + tensor[i, 1] * G[b, 1, p]
                    + tensor[i, 2] * G[b, 2, p]
                )
        for p in range(width):
            Qv[s + 3 + p] = -(G[b, 0, p] * t0 + G[b, 1, p] * t1 + G[b, 2, p] * t2)
            for r in range(width):
                M[s + 3 + p, s + 3 + r] = (
                    G[b, 0, p] * H[0, r] + G[b, 1, p] * H[1, r] + G[b, 2, p] * H[2, r]
                )


@compiled
def generalised_forces(
    start: IntArray, G: FloatArray, force: FloatArray, moment: FloatArray, Q: FloatArray
) -> None:
    """Write Q_e (n,) = (force, G^T moment): forces in world axes, moments in body axes."""
    for b in range(len(start) - 1):
        s = start[b]
        for i in range(3):
            Q[s + i] = force[b, i]
        for p in range(start[b + 1] - s - 3):
            Q[s + 3 + p] = (
                G[b, 0, p] * moment[b, 0] + G[b, 1, p] * moment[b, 1] + G[b, 2, p] * moment[b, 2]
            )


@compiled
def solve(
    K: FloatArray, x: FloatArray, scale: FloatArray, tolerance: float, skipped: BoolArray
) -> None:
    """Solve K y = x in place by elimination with row exchanges that passes over zeros.

    A pivot below tolerance * scale leaves its unknown at zero, and marks it in `skipped` (n,): a
    basic solution of consistent equations. K is overwritten.
    """
    n = len(x)
    row = 0
    pivot_row = np.full(n, -1)
    for k in range(n):
        best, size = row, 0.0
        for i in range(row, n):
            entry = abs(K[i, k])
            if entry > size:
                best, size = i, entry
        if size <= tolerance * scale[k]:
            skipped[k] = True
            continue
        if best != row:
            for j in range(k, n):
                K[row, j], K[best, j] = K[best, j], K[row, j]
            x[row], x[best] = x[best], x[row]
        pivot = K[row, k]
        for i in range(row + 1, n):
            entry = K[i, k]
            if entry != 0.0:
                factor = entry / pivot
                for j in range(k + 1, n):
                    K[i, j] -= factor * K[row, j]
                x[i] -= factor * x[row]
        pivot_row[k] = row
        row += 1
    y = np.zeros(n)
    for k in range(n - 1, -1, -1):
        if skipped[k]:
            continue
        i = pivot_row[k]
        total = x[i]
        for j in range(k + 1, n):
            total -= K[i, j] * y[j]
        y[k] = total / K[i, k]
    x[:] = y


@compiled
def accelerations(
    M: FloatArray,
    Cq: FloatArray,
    Q: FloatArray,
    target: FloatArray,
    order: IntArray,
    tolerance: float,
    qdd: FloatArray,
    multipliers: FloatArray,
) -> tuple[int, int]:
    """Solve M q_ddot + C_q^T lambda = Q, C_q q_ddot = target.

    Args:
        order: (n + m,) unknowns in the order of elimination, along the chain of bodies: the
            equations are then nearly banded and most of the elimination is passed over.

    Returns:
        How many accelerations and how many multipliers were undetermined and left at zero: free
        motions without inertia, and redundant constraints.
    """
    n, m = len(Q), len(target)
    size = n + m
    K = np.zeros((size, size))
    x = np.empty(size)
    scale = np.zeros(size)
    place = np.empty(size, dtype=np.int64)
    for i in range(size):
        place[order[i]] = i
    for i in range(n):
        x[place[i]] = Q[i]
        for j in range(n):
            K[place[i], place[j]] = M[i, j]
    for k in range(m):
        x[place[n + k]] = target[k]
        for j in range(n):
            K[place[n + k], place[j]] = Cq[k, j]
            K[place[j], place[n + k]] = Cq[k, j]
    for i in range(size):
        for j in range(size):
            scale[i] = max(scale[i], abs(K[j, i]))
    skipped = np.zeros(size, dtype=np.bool_)
    solve(K, x, scale, tolerance, skipped)
    massless = redundant = 0
    for i in range(n):
        qdd[i] = x[place[i]]
        massless += skipped[place[i]]
    for k in range(m):
        multipliers[k] = x[place[n + k]]
        redundant += skipped[place[n + k]]
    return massless, redundant


@compiled
def point_motion(
    R: FloatArray, V: FloatArray, A: FloatArray, omega: FloatArray, b: int, s: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """World position and velocity (3,) of a point s fixed in body b."""
    r, rd = np.empty(3), np.empty(3)
    w = omega[b]
    u0 = w[1] * s[2] - w[2] * s[1]
    u1 = w[2] * s[0] - w[0] * s[2]
    u2 = w[0] * s[1] - w[1] * s[0]
    for i in range(3):
        r[i] = R[b, i] + A[b, i, 0] * s[0] + A[b, i, 1] * s[1] + A[b, i, 2] * s[2]
        rd[i] = V[b, i] + A[b, i, 0] * u0 + A[b, i, 1] * u1 + A[b, i, 2] * u2
    return r, rd


@compiled
def add_force(
    force: FloatArray, moment: FloatArray, A: FloatArray, b: int, s: FloatArray, f: FloatArray
) -> None:
    """Add a world force f at point s of body b to its resultant, moments in body axes."""
    if b == len(force):
        return
    for i in range(3):
        force[b, i] += f[i]
    _turn(moment[b], 0, 1.0, s, A[b], f)
