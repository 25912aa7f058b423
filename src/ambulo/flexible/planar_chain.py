"""A planar chain of rigid and flexible bodies, stepped whole in compiled code.

Bodies carry (R_1, R_2, theta, q_f); joints are multipliers; generalised-alpha of index 3 (Arnold
and Bruls 2007) with its matrix from differences, renewed when Newton's method slows down.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ambulo.errors import InputError
from ambulo.flexible.floating_frame_planar import PlanarBody, planar_inertia
from ambulo.kernels.compilation import compiled
from ambulo.records import FloatArray, IntArray

__all__ = [
    "Chain",
    "Hinge",
    "Impact",
    "PlanarPoint",
    "PlanarRun",
    "Pull",
    "Slider",
    "Spring",
    "run",
]


@dataclass(frozen=True, eq=False)
class PlanarPoint:
    """A point of a body: place u_o (2,) m, shapes of displacement (2, nf) and rotation (nf,)."""

    body: int
    place: FloatArray
    shape: FloatArray
    turn: FloatArray


@dataclass(frozen=True, eq=False)
class Hinge:
    """Point j on point i; i None: on a place of the ground (2,) m."""

    i: PlanarPoint | None
    j: PlanarPoint
    ground: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True)
class Slider:
    """A body that keeps its R_1 [m] and its angle [rad]."""

    body: int
    place: float
    angle: float = 0.0


@dataclass(frozen=True, eq=False)
class Spring:
    """Torsional spring and damper between two points' turns, at rest as built [N*m/rad]."""

    i: PlanarPoint
    j: PlanarPoint
    stiffness: float
    damping: float
    rest: float = 0.0


@dataclass(frozen=True, eq=False)
class Pull:
    """A tension [N] between two points that follows a table of times and values.

    Between two entries it goes by the cubic step function 3 s^2 - 2 s^3.
    """

    i: PlanarPoint
    j: PlanarPoint
    times: tuple[float, ...]
    values: tuple[float, ...]


@dataclass(frozen=True, eq=False)
class Impact:
    """ADAMS's IMPACT on the ground R_2 = 0: k p^e + c step(p) p_dot, never pulling."""

    point: PlanarPoint
    stiffness: float
    exponent: float
    damping: float
    full_depth: float


@dataclass(frozen=True, eq=False)
class Chain:
    """Bodies, joints and forces; gravity along -R_2 [m/s^2]."""

    bodies: Sequence[PlanarBody]
    hinges: Sequence[Hinge]
    sliders: Sequence[Slider]
    springs: Sequence[Spring]
    pulls: Sequence[Pull]
    impact: Impact
    gravity: float

    @property
    def start(self) -> IntArray:
        """(nb + 1,) first coordinate of each body."""
        return np.concatenate([[0], np.cumsum([3 + b.nf for b in self.bodies])]).astype(np.int64)


@dataclass(frozen=True, eq=False)
class PlanarRun:
    """Motion at the steps taken.

    Args:
        time: (steps,) s; q, v, a: (steps, n).
        multipliers: (steps, m) in the order of hinges (two each) and sliders (two each).
        contact: (steps,) N upwards; pulls: (steps, np) N.
        violation: (steps,) m, largest of the constraints.
    """

    time: FloatArray
    q: FloatArray
    v: FloatArray
    a: FloatArray
    multipliers: FloatArray
    contact: FloatArray
    pulls: FloatArray
    violation: FloatArray


_NF = 8  # widest set of modes a body may have


def _pad(x: FloatArray, shape: tuple[int, ...]) -> FloatArray:
    out = np.zeros(shape)
    out[tuple(slice(0, k) for k in np.shape(x))] = x
    return out


def _point(p: PlanarPoint) -> FloatArray:
    """One row: body, place (2), shape (2 nf), turn (nf)."""
    shape, turn = _pad(p.shape, (2, _NF)), _pad(p.turn, (_NF,))
    return np.concatenate([[p.body], p.place, shape.ravel(), turn])


_Tables = tuple[
    IntArray, FloatArray, FloatArray, FloatArray, FloatArray, FloatArray, FloatArray, FloatArray
]


def _tables(chain: Chain) -> _Tables:
    for body in chain.bodies:
        if body.nf > _NF:
            raise InputError(
                what=f"a body has {body.nf} modes",
                where="planar chain",
                remedy=f"Keep at most {_NF}",
            )
    fixed = np.zeros(3 + 3 * _NF)
    fixed[0] = -1
    bodies = np.array(
        [
            np.concatenate(
                [
                    [b.mass, *b.first, b.rotary],
                    _pad(b.linear, (2, _NF)).ravel(),
                    _pad(b.skew, (_NF,)),
                    _pad(b.swirl, (_NF, _NF)).ravel(),
                    _pad(b.radial, (_NF,)),
                    _pad(b.modal_mass, (_NF, _NF)).ravel(),
                    _pad(b.stiffness, (_NF,)),
                    _pad(b.damping, (_NF,)),
                ]
            )
            for b in chain.bodies
        ]
    )
    hinges = np.array(
        [
            np.concatenate(
                [
                    _point(h.j),
                    np.concatenate([[-1], h.ground, fixed[3:]]) if h.i is None else _point(h.i),
                ]
            )
            for h in chain.hinges
        ]
    )
    springs = np.array(
        [
            np.concatenate([_point(s.i), _point(s.j), [s.stiffness, s.damping, s.rest]])
            for s in chain.springs
        ]
    ).reshape(len(chain.springs), -1)
    pulls = np.array([np.concatenate([_point(p.i), _point(p.j)]) for p in chain.pulls]).reshape(
        len(chain.pulls), -1
    )
    width = max((len(p.times) for p in chain.pulls), default=1)
    steps = np.zeros((len(chain.pulls), 2, width))
    for k, p in enumerate(chain.pulls):
        steps[k, 0], steps[k, 1] = np.inf, p.values[-1]
        steps[k, 0, : len(p.times)], steps[k, 1, : len(p.times)] = p.times, p.values
    c = chain.impact
    contact = np.concatenate([_point(c.point), [c.stiffness, c.exponent, c.damping, c.full_depth]])
    sliders = np.array([[s.body, s.place, s.angle] for s in chain.sliders]).reshape(-1, 3)
    return chain.start, bodies, hinges, sliders, springs, pulls, steps, contact


@compiled
def _place(
    row: FloatArray,
    start: IntArray,
    q: FloatArray,
    v: FloatArray,
    r: FloatArray,
    rd: FloatArray,
    rest: FloatArray,
    L: FloatArray,
) -> None:
    """Place, velocity, acceleration at rest of the coordinates', and L (2, n) of a point."""
    L[:] = 0.0
    b = int(row[0])
    if b < 0:
        r[0], r[1] = row[1], row[2]
        rd[:] = 0.0
        rest[:] = 0.0
        return
    o = start[b]
    nf = start[b + 1] - o - 3
    c, s = np.cos(q[o + 2]), np.sin(q[o + 2])
    w = v[o + 2]
    x, y, xd, yd = row[1], row[2], 0.0, 0.0
    for k in range(nf):
        x += row[3 + k] * q[o + 3 + k]
        y += row[3 + 8 + k] * q[o + 3 + k]
        xd += row[3 + k] * v[o + 3 + k]
        yd += row[3 + 8 + k] * v[o + 3 + k]
        L[0, o + 3 + k] = c * row[3 + k] - s * row[3 + 8 + k]
        L[1, o + 3 + k] = s * row[3 + k] + c * row[3 + 8 + k]
    L[0, o] = L[1, o + 1] = 1.0
    L[0, o + 2] = -s * x - c * y
    L[1, o + 2] = c * x - s * y
    r[0] = q[o] + c * x - s * y
    r[1] = q[o + 1] + s * x + c * y
    rd[0] = v[o] + L[0, o + 2] * w + c * xd - s * yd
    rd[1] = v[o + 1] + L[1, o + 2] * w + s * xd + c * yd
    rest[0] = -w * w * (c * x - s * y) + 2.0 * w * (-s * xd - c * yd)
    rest[1] = -w * w * (s * x + c * y) + 2.0 * w * (c * xd - s * yd)


@compiled
def _tension(steps: FloatArray, t: float) -> float:
    """Value of a table of smooth steps (2, entries) at t."""
    last = steps[1, 0]
    value: float = last
    for k in range(1, steps.shape[1]):
        a, b = steps[0, k - 1], steps[0, k]
        if not np.isfinite(b):
            break
        if t >= b:
            value = steps[1, k]
        elif t > a:
            s = (t - a) / (b - a)
            value = steps[1, k - 1] + (steps[1, k] - steps[1, k - 1]) * s * s * (3.0 - 2.0 * s)
            break
    return value


@compiled
def _terms(
    start: IntArray,
    bodies: FloatArray,
    hinges: FloatArray,
    sliders: FloatArray,
    springs: FloatArray,
    pulls: FloatArray,
    steps: FloatArray,
    contact: FloatArray,
    gravity: float,
    t: float,
    q: FloatArray,
    v: FloatArray,
    M: FloatArray,
    Q: FloatArray,
    C: FloatArray,
    Cq: FloatArray,
    gamma: FloatArray,
) -> float:
    """Write M, Q = Q_e + Q_v - K q, C, C_q and Q_d; return the contact's force [N]."""
    n = len(q)
    M[:] = 0.0
    Q[:] = 0.0
    Cq[:] = 0.0
    for b in range(len(bodies)):
        o = start[b]
        nf = start[b + 1] - o - 3
        row = bodies[b]
        linear = np.empty((2, nf))
        swirl, modal = np.empty((nf, nf)), np.empty((nf, nf))
        for k in range(nf):
            linear[0, k], linear[1, k] = row[4 + k], row[12 + k]
            for m in range(nf):
                swirl[k, m] = row[28 + 8 * k + m]
                modal[k, m] = row[100 + 8 * k + m]
        own, force = np.empty((3 + nf, 3 + nf)), np.empty(3 + nf)
        planar_inertia(
            row[0], row[1:3], row[3], linear, row[20 : 20 + nf], swirl, row[92 : 92 + nf], modal,
            q[o + 2], v[o + 2], q[o + 3 : o + 3 + nf], v[o + 3 : o + 3 + nf], own, force,
        )  # fmt: skip
        for i in range(3 + nf):
            # the weight is the mass matrix's column of upward motion
            Q[o + i] += force[i] - gravity * own[i, 1]
            for j in range(3 + nf):
                M[o + i, o + j] = own[i, j]
        for k in range(nf):
            Q[o + 3 + k] -= row[164 + k] * q[o + 3 + k] + row[172 + k] * v[o + 3 + k]
    r, rd, a, L = np.empty(2), np.empty(2), np.empty(2), np.empty((2, n))
    p, pd, e, P = np.empty(2), np.empty(2), np.empty(2), np.empty((2, n))
    half = hinges.shape[1] // 2
    m = 0
    for h in range(len(hinges)):
        _place(hinges[h, :half], start, q, v, r, rd, a, L)
        _place(hinges[h, half:], start, q, v, p, pd, e, P)
        for i in range(2):
            C[m] = r[i] - p[i]
            gamma[m] = e[i] - a[i]
            for k in range(n):
                Cq[m, k] = L[i, k] - P[i, k]
            m += 1
    for h in range(len(sliders)):
        o = start[int(sliders[h, 0])]
        C[m] = q[o] - sliders[h, 1]
        C[m + 1] = q[o + 2] - sliders[h, 2]
        Cq[m, o] = Cq[m + 1, o + 2] = 1.0
        gamma[m] = gamma[m + 1] = 0.0
        m += 2
    for k in range(len(springs)):
        row = springs[k]
        angle, rate = -row[2 * half + 2], 0.0
        for side in range(2):
            sign = -1.0 if side == 0 else 1.0
            part = row[side * half : (side + 1) * half]
            o = start[int(part[0])]
            nf = start[int(part[0]) + 1] - o - 3
            angle += sign * q[o + 2]
            rate += sign * v[o + 2]
            for i in range(nf):
                angle += sign * part[19 + i] * q[o + 3 + i]
                rate += sign * part[19 + i] * v[o + 3 + i]
        moment = -row[2 * half] * angle - row[2 * half + 1] * rate
        for side in range(2):
            sign = -1.0 if side == 0 else 1.0
            part = row[side * half : (side + 1) * half]
            o = start[int(part[0])]
            nf = start[int(part[0]) + 1] - o - 3
            Q[o + 2] += sign * moment
            for i in range(nf):
                Q[o + 3 + i] += sign * part[19 + i] * moment
    for k in range(len(pulls)):
        _place(pulls[k, :half], start, q, v, r, rd, a, L)
        _place(pulls[k, half:], start, q, v, p, pd, e, P)
        x, y = p[0] - r[0], p[1] - r[1]
        size = _tension(steps[k], t) / np.sqrt(x * x + y * y)
        for i in range(n):
            Q[i] += size * (x * (L[0, i] - P[0, i]) + y * (L[1, i] - P[1, i]))
    _place(contact[:half], start, q, v, r, rd, a, L)
    depth = -r[1]
    force_up = 0.0
    if depth > 0.0:
        full = contact[half + 3]
        ratio = min(depth / full, 1.0)
        step = ratio * ratio * (3.0 - 2.0 * ratio)
        force_up = contact[half] * depth ** contact[half + 1] - contact[half + 2] * step * rd[1]
        force_up = max(force_up, 0.0)
        for i in range(n):
            Q[i] += force_up * L[1, i]
    return force_up


@compiled
def _integrate(
    start: IntArray,
    bodies: FloatArray,
    hinges: FloatArray,
    sliders: FloatArray,
    springs: FloatArray,
    pulls: FloatArray,
    steps: FloatArray,
    contact: FloatArray,
    gravity: float,
    q0: FloatArray,
    duration: float,
    count: int,
    radius: float,
    out_q: FloatArray,
    out_v: FloatArray,
    out_a: FloatArray,
    out_l: FloatArray,
    out_c: FloatArray,
    out_e: FloatArray,
) -> int:
    """Step `count` times; return the step at which Newton's method failed, or 0."""
    n, m = len(q0), out_l.shape[1]
    am = (2.0 * radius - 1.0) / (radius + 1.0)
    af = radius / (radius + 1.0)
    gam = 0.5 + af - am
    beta = 0.25 * (gam + 0.5) ** 2
    h = duration / count
    bd = (1.0 - am) / (h * h * beta * (1.0 - af))
    gd = gam / (h * beta)
    M, Q, C = np.empty((n, n)), np.empty(n), np.empty(m)
    Cq, gamma = np.empty((m, n)), np.empty(m)
    T, R1, R2 = np.zeros((n + m, n + m)), np.empty(n), np.empty(n)
    q, v, a, lam = q0.copy(), np.zeros(n), np.zeros(n), np.zeros(m)
    out_c[0] = _terms(
        start, bodies, hinges, sliders, springs, pulls, steps, contact, gravity, 0.0, q, v, M, Q, C,
        Cq, gamma,
    )  # fmt: skip
    T[:n, :n] = M
    T[:n, n:] = Cq.T
    T[n:, :n] = Cq
    right = np.zeros(n + m)
    right[:n] = Q
    right[n:] = gamma
    first = np.linalg.solve(T, right)
    a[:] = first[:n]
    lam[:] = first[n:]
    alg = a.copy()
    out_q[0], out_v[0], out_a[0], out_l[0], out_e[0] = q, v, a, lam, np.abs(C).max()
    inverse = np.zeros((n + m, n + m))
    fresh = False
    for k in range(1, count + 1):
        t = duration * k / count
        q_old, v_old, a_old, alg_old, lam_old = q.copy(), v.copy(), a.copy(), alg.copy(), lam.copy()
        done = False
        for attempt in range(2):
            q = q_old + h * v_old + h * h * (0.5 - beta) * alg_old
            v = v_old + h * (1.0 - gam) * alg_old
            alg = (af * a_old - am * alg_old) / (1.0 - am)
            q = q + h * h * beta * alg
            v = v + h * gam * alg
            a = np.zeros(n)
            lam = lam_old.copy()
            before = np.inf
            for iteration in range(40):
                force = _terms(
                    start, bodies, hinges, sliders, springs, pulls, steps, contact, gravity, t, q,
                    v, M, Q, C, Cq, gamma,
                )  # fmt: skip
                res = M @ a + Cq.T @ lam - Q
                size = np.abs(res).max() / 1e3 + np.abs(C).max() / (beta * h * h) / 1e3
                if size < 1e-9:
                    out_c[k] = force
                    done = True
                    break
                if attempt == 1 or not fresh:
                    for j in range(n):
                        d = 1e-7 * max(1e-2, abs(q[j]))
                        for side in range(2):
                            sign = 1.0 if side == 0 else -1.0
                            q2, v2, a2 = q.copy(), v.copy(), a.copy()
                            q2[j] += sign * d
                            v2[j] += sign * gd * d
                            a2[j] += sign * bd * d
                            _terms(
                                start, bodies, hinges, sliders, springs, pulls, steps, contact,
                                gravity, t, q2, v2, M, Q, C, Cq, gamma,
                            )  # fmt: skip
                            balance = M @ a2 + Cq.T @ lam - Q
                            if side == 0:
                                R1[:] = balance
                            else:
                                R2[:] = balance
                        for i in range(n):
                            T[i, j] = (R1[i] - R2[i]) / (2.0 * d)
                    _terms(
                        start, bodies, hinges, sliders, springs, pulls, steps, contact, gravity, t,
                        q, v, M, Q, C, Cq, gamma,
                    )  # fmt: skip
                    T[:n, n:] = Cq.T / (beta * h * h)
                    T[n:, :n] = Cq / (beta * h * h)
                    T[n:, n:] = 0.0
                    inverse = np.ascontiguousarray(np.linalg.inv(T))
                    fresh = True
                    before = np.inf
                elif attempt == 0 and iteration > 2 and size > 0.3 * before:
                    break
                before = size
                for i in range(n):
                    right[i] = -res[i]
                for i in range(m):
                    right[n + i] = -C[i] / (beta * h * h)
                move = inverse @ right
                share = 1.0
                while True:
                    q1, v1, a1 = q.copy(), v.copy(), a.copy()
                    l1 = lam.copy()
                    for i in range(n):
                        q1[i] += share * move[i]
                        v1[i] += share * gd * move[i]
                        a1[i] += share * bd * move[i]
                    for i in range(m):
                        l1[i] += share * move[n + i] / (beta * h * h)
                    if attempt == 0 or share < 1e-2:
                        break
                    # across the beginning of contact a whole step can overshoot for ever
                    _terms(
                        start, bodies, hinges, sliders, springs, pulls, steps, contact, gravity, t,
                        q1, v1, M, Q, C, Cq, gamma,
                    )  # fmt: skip
                    res = M @ a1 + Cq.T @ l1 - Q
                    tried = np.abs(res).max() / 1e3 + np.abs(C).max() / (beta * h * h) / 1e3
                    if tried < (1.0 - 0.1 * share) * size:
                        break
                    share *= 0.5
                q, v, a, lam = q1, v1, a1, l1
            if done:
                break
            fresh = False
        if not done:
            return k
        alg = alg + (1.0 - af) / (1.0 - am) * a
        out_q[k], out_v[k], out_a[k], out_l[k], out_e[k] = q, v, a, lam, np.abs(C).max()
    return 0


def run(
    chain: Chain, q: FloatArray, duration: float, step: float, spectral_radius: float = 0.6
) -> PlanarRun:
    """Move a chain from rest.

    Args:
        q: (n,) coordinates on the constraints.
        duration, step: s.
        spectral_radius: 1 keeps vibrations faster than the step, 0 removes them at once.

    Raises:
        InputError: if Newton's method does not converge in a step.
    """
    tables = _tables(chain)
    n, m = len(q), 2 * len(chain.hinges) + 2 * len(chain.sliders)
    count = max(1, round(duration / step))
    shape = (count + 1, n)
    out_q, out_v, out_a = np.empty(shape), np.empty(shape), np.empty(shape)
    out_l = np.empty((count + 1, m))
    contact, violation = np.zeros(count + 1), np.zeros(count + 1)
    failed = _integrate(
        *tables, chain.gravity, np.asarray(q, dtype=np.float64), duration, count, spectral_radius,
        out_q, out_v, out_a, out_l, contact, violation,
    )  # fmt: skip
    if failed:
        raise InputError(
            what="Newton's method does not converge",
            where=f"t = {duration * failed / count:.4g} s",
            remedy="Take a smaller step",
        )
    time = np.linspace(0.0, duration, count + 1)
    steps = tables[6]
    pulls = np.array([[_tension(row, t) for row in steps] for t in time]).reshape(count + 1, -1)
    return PlanarRun(time, out_q, out_v, out_a, out_l, contact, pulls, violation)
