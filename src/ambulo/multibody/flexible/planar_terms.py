"""Compiled equations of a planar chain; bodies carry (R_1, R_2, theta, q_f) one after another."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.compilation import compiled, inner

__all__ = ["ChainTables", "chain_terms", "planar_inertia", "tension"]


class ChainTables(NamedTuple):
    """A chain as arrays; nm is the largest number of modes, shorter rows are filled with zeros.

    Bodies (nb): start (nb + 1,) first coordinate; mass (nb,), first (nb, 2), rotary (nb,), linear
    (nb, 2, nm), skew (nb, nm), swirl (nb, nm, nm), radial (nb, nm), modal_mass (nb, nm, nm),
    stiffness and damping (nb, nm), as in `PlanarBody`.

    Points (np): body (np,), -1 for the ground; place (np, 2) m; shape (np, 2, nm); turn (np, nm).

    Joints and forces name points: hinges (nh, 2), tracks (nk,) with track_place (nk,) m, turns
    (nt, 2) with angles (nt, steps + 1) rad, springs (ns, 2) with spring_law (ns, 2) N*m/rad and
    N*m*s/rad, pulls (nu, 2) with pull_table (nu, 2, entries) s and N, impacts (ni,) with impact_law
    (ni, 4) stiffness, exponent, damping and depth. gravity m/s^2 along -R_2.
    """

    start: IntArray
    mass: FloatArray
    first: FloatArray
    rotary: FloatArray
    linear: FloatArray
    skew: FloatArray
    swirl: FloatArray
    radial: FloatArray
    modal_mass: FloatArray
    stiffness: FloatArray
    damping: FloatArray
    body: IntArray
    place: FloatArray
    shape: FloatArray
    turn: FloatArray
    hinges: IntArray
    tracks: IntArray
    track_place: FloatArray
    turns: IntArray
    angles: FloatArray
    springs: IntArray
    spring_law: FloatArray
    pulls: IntArray
    pull_table: FloatArray
    impacts: IntArray
    impact_law: FloatArray
    gravity: float


@compiled
def planar_inertia(
    mass: float,
    first: FloatArray,
    rotary: float,
    linear: FloatArray,
    skew: FloatArray,
    swirl: FloatArray,
    radial: FloatArray,
    modal_mass: FloatArray,
    theta: float,
    thetad: float,
    q: FloatArray,
    qd: FloatArray,
    M: FloatArray,
    Qv: FloatArray,
) -> None:
    """Write M (3 + nf, 3 + nf), eqs. 2.27-2.40, and Q_v (3 + nf,), eqs. 2.57-2.61 derived again."""
    nf = len(q)
    c, s = np.cos(theta), np.sin(theta)
    p0, p1, d0, d1 = first[0], first[1], 0.0, 0.0
    inner = rotary
    turning = 0.0
    for k in range(nf):
        p0 += linear[0, k] * q[k]
        p1 += linear[1, k] * q[k]
        d0 += linear[0, k] * qd[k]
        d1 += linear[1, k] * qd[k]
        inner += 2.0 * radial[k] * q[k]
        turning += qd[k] * radial[k]
        for m in range(nf):
            inner += q[k] * modal_mass[k, m] * q[m]
            turning += qd[k] * modal_mass[k, m] * q[m]
    M[:] = 0.0
    M[0, 0] = M[1, 1] = mass
    # A_theta (I_1 + S_bar q_f)
    M[0, 2] = M[2, 0] = -s * p0 - c * p1
    M[1, 2] = M[2, 1] = c * p0 - s * p1
    M[2, 2] = inner
    w2 = thetad * thetad
    Qv[0] = w2 * (c * p0 - s * p1) - 2.0 * thetad * (-s * d0 - c * d1)
    Qv[1] = w2 * (s * p0 + c * p1) - 2.0 * thetad * (c * d0 - s * d1)
    Qv[2] = -2.0 * thetad * turning
    for k in range(nf):
        M[0, 3 + k] = M[3 + k, 0] = c * linear[0, k] - s * linear[1, k]
        M[1, 3 + k] = M[3 + k, 1] = s * linear[0, k] + c * linear[1, k]
        couple = skew[k]
        Qv[3 + k] = w2 * radial[k]
        for m in range(nf):
            couple += q[m] * swirl[m, k]
            M[3 + k, 3 + m] = modal_mass[k, m]
            Qv[3 + k] += w2 * modal_mass[k, m] * q[m] + 2.0 * thetad * swirl[k, m] * qd[m]
        M[2, 3 + k] = M[3 + k, 2] = couple


@compiled
def tension(table: FloatArray, t: float) -> float:
    """Value at t of a table (2, entries) of times and values, cubic steps 3 s^2 - 2 s^3 between."""
    value: float = table[1, 0]
    for k in range(1, table.shape[1]):
        a, b = table[0, k - 1], table[0, k]
        if t >= b:
            value = table[1, k]
        elif t > a:
            s = (t - a) / (b - a)
            value = table[1, k - 1] + (table[1, k] - table[1, k - 1]) * s * s * (3.0 - 2.0 * s)
            break
    return value


@inner
def _place(
    tab: ChainTables,
    point: int,
    q: FloatArray,
    v: FloatArray,
    r: FloatArray,
    rd: FloatArray,
    rest: FloatArray,
    L: FloatArray,
) -> None:
    """Place, velocity, acceleration at rest of the coordinates', and L (2, n), eq. 2.19."""
    L[:] = 0.0
    x, y = tab.place[point, 0], tab.place[point, 1]
    b = tab.body[point]
    if b < 0:
        r[0], r[1] = x, y
        rd[:] = 0.0
        rest[:] = 0.0
        return
    o = tab.start[b]
    c, s = np.cos(q[o + 2]), np.sin(q[o + 2])
    w = v[o + 2]
    xd, yd = 0.0, 0.0
    for k in range(tab.start[b + 1] - o - 3):
        sx, sy = tab.shape[point, 0, k], tab.shape[point, 1, k]
        x += sx * q[o + 3 + k]
        y += sy * q[o + 3 + k]
        xd += sx * v[o + 3 + k]
        yd += sy * v[o + 3 + k]
        L[0, o + 3 + k] = c * sx - s * sy
        L[1, o + 3 + k] = s * sx + c * sy
    L[0, o] = L[1, o + 1] = 1.0
    L[0, o + 2] = -s * x - c * y
    L[1, o + 2] = c * x - s * y
    r[0] = q[o] + c * x - s * y
    r[1] = q[o + 1] + s * x + c * y
    rd[0] = v[o] + L[0, o + 2] * w + c * xd - s * yd
    rd[1] = v[o + 1] + L[1, o + 2] * w + s * xd + c * yd
    rest[0] = -w * w * (c * x - s * y) + 2.0 * w * (-s * xd - c * yd)
    rest[1] = -w * w * (s * x + c * y) + 2.0 * w * (c * xd - s * yd)


@inner
def _turn(tab: ChainTables, point: int, x: FloatArray) -> float:
    """Turn of a point: theta and the rotation of its section, linear in coordinates or rates."""
    b = tab.body[point]
    if b < 0:
        return 0.0
    o = tab.start[b]
    angle: float = x[o + 2]
    for k in range(tab.start[b + 1] - o - 3):
        angle += tab.turn[point, k] * x[o + 3 + k]
    return angle


@inner
def _add_turn(tab: ChainTables, point: int, factor: float, row: FloatArray) -> None:
    """Add factor times the derivative of a point's turn to a row (n,)."""
    b = tab.body[point]
    if b < 0:
        return
    o = tab.start[b]
    row[o + 2] += factor
    for k in range(tab.start[b + 1] - o - 3):
        row[o + 3 + k] += factor * tab.turn[point, k]


@inner
def _bodies(tab: ChainTables, q: FloatArray, v: FloatArray, M: FloatArray, Q: FloatArray) -> None:
    """Write M and Q_v - K q - D v with the weight."""
    M[:] = 0.0
    Q[:] = 0.0
    for b in range(len(tab.mass)):
        o = tab.start[b]
        nf = tab.start[b + 1] - o - 3
        own, force = np.empty((3 + nf, 3 + nf)), np.empty(3 + nf)
        planar_inertia(
            tab.mass[b], tab.first[b], tab.rotary[b], tab.linear[b, :, :nf], tab.skew[b, :nf],
            tab.swirl[b, :nf, :nf], tab.radial[b, :nf], tab.modal_mass[b, :nf, :nf],
            q[o + 2], v[o + 2], q[o + 3 : o + 3 + nf], v[o + 3 : o + 3 + nf], own, force,
        )  # fmt: skip
        for i in range(3 + nf):
            # the weight is the mass matrix's column of upward motion
            Q[o + i] += force[i] - tab.gravity * own[i, 1]
            for j in range(3 + nf):
                M[o + i, o + j] = own[i, j]
        for k in range(nf):
            Q[o + 3 + k] -= tab.stiffness[b, k] * q[o + 3 + k] + tab.damping[b, k] * v[o + 3 + k]


@inner
def chain_terms(
    tab: ChainTables,
    step: int,
    t: float,
    q: FloatArray,
    v: FloatArray,
    M: FloatArray,
    Q: FloatArray,
    C: FloatArray,
    Cq: FloatArray,
    gamma: FloatArray,
) -> float:
    """Write M, Q = Q_e + Q_v - K q, C, C_q and Q_d; return the force of all impacts upwards [N]."""
    n = len(q)
    _bodies(tab, q, v, M, Q)
    Cq[:] = 0.0
    gamma[:] = 0.0
    r, rd, a, L = np.empty(2), np.empty(2), np.empty(2), np.empty((2, n))
    p, pd, e, P = np.empty(2), np.empty(2), np.empty(2), np.empty((2, n))
    m = 0
    for h in range(len(tab.hinges)):
        _place(tab, tab.hinges[h, 0], q, v, p, pd, e, P)
        _place(tab, tab.hinges[h, 1], q, v, r, rd, a, L)
        for i in range(2):
            C[m] = r[i] - p[i]
            gamma[m] = e[i] - a[i]
            for k in range(n):
                Cq[m, k] = L[i, k] - P[i, k]
            m += 1
    for h in range(len(tab.tracks)):
        _place(tab, tab.tracks[h], q, v, r, rd, a, L)
        C[m] = r[0] - tab.track_place[h]
        gamma[m] = -a[0]
        for k in range(n):
            Cq[m, k] = L[0, k]
        m += 1
    for h in range(len(tab.turns)):
        i, j = tab.turns[h, 0], tab.turns[h, 1]
        C[m] = _turn(tab, j, q) - _turn(tab, i, q) - tab.angles[h, step]
        _add_turn(tab, j, 1.0, Cq[m])
        _add_turn(tab, i, -1.0, Cq[m])
        m += 1
    for k in range(len(tab.springs)):
        i, j = tab.springs[k, 0], tab.springs[k, 1]
        moment = -tab.spring_law[k, 0] * (_turn(tab, j, q) - _turn(tab, i, q))
        moment -= tab.spring_law[k, 1] * (_turn(tab, j, v) - _turn(tab, i, v))
        _add_turn(tab, j, moment, Q)
        _add_turn(tab, i, -moment, Q)
    for k in range(len(tab.pulls)):
        _place(tab, tab.pulls[k, 0], q, v, r, rd, a, L)
        _place(tab, tab.pulls[k, 1], q, v, p, pd, e, P)
        x, y = p[0] - r[0], p[1] - r[1]
        size = tension(tab.pull_table[k], t) / np.sqrt(x * x + y * y)
        for i in range(n):
            Q[i] += size * (x * (L[0, i] - P[0, i]) + y * (L[1, i] - P[1, i]))
    up = 0.0
    for k in range(len(tab.impacts)):
        _place(tab, tab.impacts[k], q, v, r, rd, a, L)
        depth = -r[1]
        if depth > 0.0:
            law = tab.impact_law[k]
            ratio = min(depth / law[3], 1.0)
            part = ratio * ratio * (3.0 - 2.0 * ratio)
            force = max(law[0] * depth ** law[1] - law[2] * part * rd[1], 0.0)
            for i in range(n):
                Q[i] += force * L[1, i]
            up += force
    return up
