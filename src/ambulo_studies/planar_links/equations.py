"""Compiled equations of a planar chain; links carry (R_1, R_2, theta, q_f) one after another.

Al Nazer (2006), chapter 2: a point is at r = R + A (u_o + S q_f), with A the rotation by theta.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.compilation import compiled, inner
from ambulo.math.dispatch import generic, implements
from ambulo.math.entries import copy_to
from ambulo.math.ranked_elimination import solve_dense
from ambulo.math.shaped import allocator
from ambulo.math.small_systems import largest
from ambulo.multibody.contact.law import normal_force
from ambulo.multibody.contact.normal_laws.adams_impact import AdamsImpact
from ambulo.multibody.further_operations import (
    Equations,
    equations_at,
    first_accelerations,
    row_count,
    take_multipliers,
)
from ambulo.multibody.system import observe, observed_count, sizes, workspace
from ambulo_studies.planar_links.link import PlanarLink


class ChainTables(NamedTuple):
    """A chain as arrays; nm is the largest number of modes, shorter rows are filled with zeros.

    Links (nb): start (nb + 1,) first coordinate; links, a `PlanarLink` whose fields have a leading
    axis (nb,) and are filled with zeros to the most modes.

    Points (np): body (np,), -1 for the ground; place (np, 2) m; shape (np, 2, nm); turn (np, nm).

    Joints and forces name points: hinges (nh, 2), sliders (nk,) with slider_place (nk,) m, drivers
    (nt, 2) with angles (nt, steps + 1) rad at instants `interval` s apart, springs (ns, 2) with
    spring_law (ns, 2) N*m/rad and N*m*s/rad, pulls (nu, 2) with tension_table (nu, 2, entries) s
    and N, impacts (ni,) with impact_law (ni, 4) stiffness, exponent, damping and depth. gravity
    m/s^2 along -R_2.
    """

    start: IntArray
    links: Any
    body: IntArray
    place: FloatArray
    shape: FloatArray
    turn: FloatArray
    hinges: IntArray
    sliders: IntArray
    slider_place: FloatArray
    drivers: IntArray
    angles: FloatArray
    interval: float
    springs: IntArray
    spring_law: FloatArray
    pulls: IntArray
    tension_table: FloatArray
    impacts: IntArray
    impact_law: FloatArray
    gravity: float


class _Motion(NamedTuple):
    """A point: position r (2,), velocity rd, acceleration at rest of the coordinates', L (2, n)."""

    r: FloatArray
    rd: FloatArray
    rest: FloatArray
    L: FloatArray


@compiled
def link_inertia(
    link: PlanarLink,
    theta: float,
    rate: float,
    q: FloatArray,
    qd: FloatArray,
    M: FloatArray,
    Qv: FloatArray,
) -> None:
    """Write M (3 + nf, 3 + nf), eqs. 2.27-2.40, and Q_v (3 + nf,), eqs. 2.57-2.61 derived again.

    Args:
        theta, rate: rad, rad/s of the link's frame.
        q, qd: (nf,) modal coordinates and rates.
    """
    nf = len(q)
    c, s = np.cos(theta), np.sin(theta)
    p0, p1, d0, d1 = link.first[0], link.first[1], 0.0, 0.0  # I_1 + S_bar q_f, and its rate
    about = link.rotary  # m_theta_theta
    turning = 0.0  # q_f_dot^T (m_ff q_f + I_o)
    for k in range(nf):
        p0 += link.linear[0, k] * q[k]
        p1 += link.linear[1, k] * q[k]
        d0 += link.linear[0, k] * qd[k]
        d1 += link.linear[1, k] * qd[k]
        about += 2.0 * link.radial[k] * q[k]
        turning += qd[k] * link.radial[k]
        for m in range(nf):
            about += q[k] * link.modal_mass[k, m] * q[m]
            turning += qd[k] * link.modal_mass[k, m] * q[m]
    M[:] = 0.0
    M[0, 0] = M[1, 1] = link.mass
    # m_R_theta = A_theta (I_1 + S_bar q_f)
    M[0, 2] = M[2, 0] = -s * p0 - c * p1
    M[1, 2] = M[2, 1] = c * p0 - s * p1
    M[2, 2] = about
    w2 = rate * rate
    # (Q_v)_R = theta_dot^2 A (S_bar q_f + I_1) - 2 theta_dot A_theta S_bar q_f_dot
    Qv[0] = w2 * (c * p0 - s * p1) - 2.0 * rate * (-s * d0 - c * d1)
    Qv[1] = w2 * (s * p0 + c * p1) - 2.0 * rate * (c * d0 - s * d1)
    Qv[2] = -2.0 * rate * turning
    for k in range(nf):
        # m_R_f = A S_bar
        M[0, 3 + k] = M[3 + k, 0] = c * link.linear[0, k] - s * link.linear[1, k]
        M[1, 3 + k] = M[3 + k, 1] = s * link.linear[0, k] + c * link.linear[1, k]
        # m_theta_f = int rho u_o^T I~ S + q_f^T S~
        couple = link.skew[k]
        # (Q_v)_f = theta_dot^2 (m_ff q_f + I_o) + 2 theta_dot S~ q_f_dot
        Qv[3 + k] = w2 * link.radial[k]
        for m in range(nf):
            couple += q[m] * link.coupling[m, k]
            M[3 + k, 3 + m] = link.modal_mass[k, m]
            Qv[3 + k] += (
                w2 * link.modal_mass[k, m] * q[m] + 2.0 * rate * link.coupling[k, m] * qd[m]
            )
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


# --------------------------------------------------------------------------- points


@inner
def _point_motion(n: int) -> _Motion:
    return _Motion(np.empty(2), np.empty(2), np.empty(2), np.empty((2, n)))


@inner
def _move_point(tab: ChainTables, point: int, q: FloatArray, v: FloatArray, out: _Motion) -> None:
    """Fill a point's motion; r_dot = L q_dot with L of eq. 2.19."""
    out.L[:] = 0.0
    x, y = tab.place[point, 0], tab.place[point, 1]
    b = tab.body[point]
    if b < 0:
        out.r[0], out.r[1] = x, y
        out.rd[:] = 0.0
        out.rest[:] = 0.0
        return
    o = tab.start[b]
    c, s = np.cos(q[o + 2]), np.sin(q[o + 2])
    w = v[o + 2]
    xd, yd = 0.0, 0.0  # S q_f_dot
    for k in range(tab.start[b + 1] - o - 3):
        sx, sy = tab.shape[point, 0, k], tab.shape[point, 1, k]
        x += sx * q[o + 3 + k]
        y += sy * q[o + 3 + k]
        xd += sx * v[o + 3 + k]
        yd += sy * v[o + 3 + k]
        out.L[0, o + 3 + k] = c * sx - s * sy
        out.L[1, o + 3 + k] = s * sx + c * sy
    out.L[0, o] = out.L[1, o + 1] = 1.0
    # A_theta u
    out.L[0, o + 2] = -s * x - c * y
    out.L[1, o + 2] = c * x - s * y
    out.r[0] = q[o] + c * x - s * y
    out.r[1] = q[o + 1] + s * x + c * y
    out.rd[0] = v[o] + out.L[0, o + 2] * w + c * xd - s * yd
    out.rd[1] = v[o + 1] + out.L[1, o + 2] * w + s * xd + c * yd
    # -theta_dot^2 A u + 2 theta_dot A_theta S q_f_dot
    out.rest[0] = -w * w * (c * x - s * y) + 2.0 * w * (-s * xd - c * yd)
    out.rest[1] = -w * w * (s * x + c * y) + 2.0 * w * (c * xd - s * yd)


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


# --------------------------------------------------------------------------- equations


@implements(sizes, ChainTables, borrows=True)
def _sizes(tab: ChainTables) -> tuple[int, int, int]:
    n = tab.start[-1]
    return n, n, 0


@implements(row_count, ChainTables, borrows=True)
def _row_count(tab: ChainTables) -> int:
    return 2 * len(tab.hinges) + len(tab.sliders) + len(tab.drivers)


@implements(workspace, ChainTables)
def _workspace(tab: ChainTables) -> FloatArray:
    """What is observed: the last step's accelerations and multipliers."""
    return np.empty(observed_count(tab))


@implements(observed_count, ChainTables)
def _observed_count(tab: ChainTables) -> int:
    return sizes(tab)[0] + row_count(tab)


@implements(observe, ChainTables)
def _observe(tab: ChainTables, work: FloatArray, out: FloatArray) -> None:
    copy_to(work, out)


@implements(take_multipliers, ChainTables)
def _take(tab: ChainTables, work: FloatArray, a: FloatArray, multipliers: FloatArray) -> None:
    copy_to(a, work[: len(a)])
    copy_to(multipliers, work[len(a) :])


@implements(equations_at, ChainTables)
def _chain_terms(
    tab: ChainTables, t: float, q: FloatArray, v: FloatArray, work: FloatArray, out: Equations
) -> None:
    """Write M, Q = Q_e + Q_v - K q - D v, C, C_q and Q_d."""
    _add_links(tab, q, v, out)
    one, two = _point_motion(len(q)), _point_motion(len(q))
    _write_constraints(tab, t, q, v, one, two, out)
    _add_springs(tab, q, v, out.Q)
    _add_tensions(tab, t, q, v, one, two, out.Q)
    for k in range(len(tab.impacts)):
        _move_point(tab, tab.impacts[k], q, v, one)
        force = _impact(tab.impact_law[k], -one.r[1], -one.rd[1])
        for i in range(len(q)):
            out.Q[i] += force * one.L[1, i]


@inner
def _add_links(tab: ChainTables, q: FloatArray, v: FloatArray, out: Equations) -> None:
    """Write M and Q_v - K q - D v with the weight."""
    out.M[:] = 0.0
    out.Q[:] = 0.0
    for b in range(len(tab.start) - 1):
        o = tab.start[b]
        nf = tab.start[b + 1] - o - 3
        own, force = np.empty((3 + nf, 3 + nf)), np.empty(3 + nf)
        links = tab.links
        link = PlanarLink(
            links.mass[b], links.first[b], links.rotary[b], links.linear[b, :, :nf],
            links.skew[b, :nf], links.coupling[b, :nf, :nf], links.radial[b, :nf],
            links.modal_mass[b, :nf, :nf], links.stiffness[b, :nf], links.damping[b, :nf],
        )  # fmt: skip
        elastic, rates = q[o + 3 : o + 3 + nf], v[o + 3 : o + 3 + nf]
        link_inertia(link, q[o + 2], v[o + 2], elastic, rates, own, force)
        for i in range(3 + nf):
            # the weight is the mass matrix's column of upward motion
            out.Q[o + i] += force[i] - tab.gravity * own[i, 1]
            for j in range(3 + nf):
                out.M[o + i, o + j] = own[i, j]
        for k in range(nf):
            out.Q[o + 3 + k] -= link.stiffness[k] * elastic[k] + link.damping[k] * rates[k]


@inner
def _write_constraints(
    tab: ChainTables,
    t: float,
    q: FloatArray,
    v: FloatArray,
    one: _Motion,
    two: _Motion,
    out: Equations,
) -> None:
    """Write C, C_q and Q_d: hinges (two rows each), sliders, drivers."""
    out.Cq[:] = 0.0
    out.gamma[:] = 0.0
    m = 0
    for h in range(len(tab.hinges)):
        _move_point(tab, tab.hinges[h, 0], q, v, one)
        _move_point(tab, tab.hinges[h, 1], q, v, two)
        for i in range(2):
            out.C[m] = two.r[i] - one.r[i]
            out.gamma[m] = one.rest[i] - two.rest[i]
            for k in range(len(q)):
                out.Cq[m, k] = two.L[i, k] - one.L[i, k]
            m += 1
    for h in range(len(tab.sliders)):
        _move_point(tab, tab.sliders[h], q, v, one)
        out.C[m] = one.r[0] - tab.slider_place[h]
        out.gamma[m] = -one.rest[0]
        for k in range(len(q)):
            out.Cq[m, k] = one.L[0, k]
        m += 1
    instant = round(t / tab.interval)
    for h in range(len(tab.drivers)):
        i, j = tab.drivers[h, 0], tab.drivers[h, 1]
        out.C[m] = _turn(tab, j, q) - _turn(tab, i, q) - tab.angles[h, instant]
        _add_turn(tab, j, 1.0, out.Cq[m])
        _add_turn(tab, i, -1.0, out.Cq[m])
        m += 1


@inner
def _add_springs(tab: ChainTables, q: FloatArray, v: FloatArray, Q: FloatArray) -> None:
    for k in range(len(tab.springs)):
        i, j = tab.springs[k, 0], tab.springs[k, 1]
        moment = -tab.spring_law[k, 0] * (_turn(tab, j, q) - _turn(tab, i, q))
        moment -= tab.spring_law[k, 1] * (_turn(tab, j, v) - _turn(tab, i, v))
        _add_turn(tab, j, moment, Q)
        _add_turn(tab, i, -moment, Q)


@inner
def _add_tensions(
    tab: ChainTables,
    t: float,
    q: FloatArray,
    v: FloatArray,
    one: _Motion,
    two: _Motion,
    Q: FloatArray,
) -> None:
    """Each end is drawn towards the other."""
    for k in range(len(tab.pulls)):
        _move_point(tab, tab.pulls[k, 0], q, v, one)
        _move_point(tab, tab.pulls[k, 1], q, v, two)
        x, y = two.r[0] - one.r[0], two.r[1] - one.r[1]
        size = tension(tab.tension_table[k], t) / np.sqrt(x * x + y * y)
        for i in range(len(Q)):
            Q[i] += size * (x * (one.L[0, i] - two.L[0, i]) + y * (one.L[1, i] - two.L[1, i]))


@inner
def _impact(law: FloatArray, depth: float, rate: float) -> float:
    """ADAMS's IMPACT while there is a depth."""
    if not depth > 0.0:
        return 0.0
    force: float = normal_force(AdamsImpact(law[0], law[1], law[2], law[3]), depth, rate, 0.0)
    return force


@compiled
def contact_force(tab: ChainTables, q: FloatArray, v: FloatArray) -> FloatArray:
    """Force of all impacts upwards (steps,) [N] in a motion q, v (steps, n)."""
    up = np.zeros(len(q))
    at = _point_motion(q.shape[1])
    for step in range(len(q)):
        for k in range(len(tab.impacts)):
            _move_point(tab, tab.impacts[k], q[step], v[step], at)
            up[step] += _impact(tab.impact_law[k], -at.r[1], -at.rd[1])
    return up


@implements(first_accelerations, ChainTables)
def _first_accelerations(
    tab: ChainTables, t: float, q: FloatArray, v: FloatArray, work: FloatArray,
    equations: Equations, a: FloatArray, multipliers: FloatArray,
) -> None:  # fmt: skip
    """Modes faster than the step do not begin."""
    M, Cq, Q = equations.M.copy(), equations.Cq.copy(), equations.Q.copy()
    for b in range(len(tab.start) - 1):
        links = tab.links
        for k in range(tab.start[b + 1] - tab.start[b] - 3):
            if links.stiffness[b, k] * tab.interval**2 > links.modal_mass[b, k, k]:
                # what no equation holds is left at zero
                i = tab.start[b] + 3 + k
                Q[i] = 0.0
                for j in range(len(q)):
                    M[i, j] = M[j, i] = 0.0
                for j in range(len(multipliers)):
                    Cq[j, i] = 0.0
    solve_dense(M, Cq, Q, equations.gamma, a, multipliers)


zeros_of_equations = allocator(Equations)


@generic
def start_from_rest(tab: ChainTables, q: FloatArray) -> FloatArray:
    """Accelerations and multipliers (n + m,) at rest, with q (n,) on the constraints."""
    n, m = len(q), row_count(tab)
    equations, still = zeros_of_equations(nv=n, m=m), np.zeros(n)
    work: FloatArray = workspace(tab)
    equations_at(tab, 0.0, q, still, work, equations)
    first_accelerations(tab, 0.0, q, still, work, equations, work[:n], work[n:])
    return work


@generic
def violations(tab: ChainTables, time: FloatArray, q: FloatArray, v: FloatArray) -> FloatArray:
    """Largest violation (steps,) [m, rad] of the constraints in a motion q, v (steps, n)."""
    equations, work = zeros_of_equations(nv=q.shape[1], m=row_count(tab)), workspace(tab)
    out = np.empty(len(time))
    for k in range(len(time)):
        equations_at(tab, time[k], q[k], v[k], work, equations)
        out[k] = largest(equations.C)
    return out
