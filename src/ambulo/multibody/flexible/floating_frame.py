"""Floating frame of reference in space: one flexible body's inertia and its interfaces' motion.

A point's place is r = R + A (x + S q), with the frame's place R, its orientation A and the modal
coordinates q (Shabana 2005, chapter 5; Al Nazer 2006, eqs. 2.7 and 2.62). Velocities are written
(R_dot in world axes, omega in body axes, q_dot).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, NamedTuple

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.compilation import borrowing, inner
from ambulo.math.dispatch import implements
from ambulo.math.shaped import allocator
from ambulo.multibody.constrained.body import Body
from ambulo.multibody.constrained.elastic import (
    add_applied,
    add_matrices,
    add_quadratic,
    carry_rows,
    elastic_kinetic,
    elastic_scratch,
    elastic_sizes,
    follow,
)
from ambulo.multibody.constrained.orientation import (
    ROTATION_VECTOR,
    vector_quadratic,
    vector_rates,
    vector_rotation,
)
from ambulo.multibody.constrained.packing import (
    POSITION,
    SPIN,
    TURN,
    VELOCITY,
    AtState,
    Rows,
    RowTerms,
)
from ambulo.multibody.flexible.craig_bampton import Modes
from ambulo.multibody.flexible.shape_integrals import ShapeIntegrals, shape_integrals


@dataclass(frozen=True, eq=False)
class FlexibleBody:
    """A flexible body of a constrained system.

    Args:
        name: unique in a system.
        frame: the floating frame, with the seven coordinates of a body; it carries no mass itself.
        integrals: its inertia.
        stiffness, damping: (nm,) of the mass-normalised modes [1/s^2, 1/s].
        places: interface -> (3,) m in the undeformed body.
        shapes: interface -> (6, nm) displacement and rotation of its frame.
        attachments: interface -> the frame to which joints and forces attach, as a body.
    """

    name: str
    frame: Body
    integrals: ShapeIntegrals
    stiffness: FloatArray
    damping: FloatArray
    places: dict[str, FloatArray]
    shapes: dict[str, FloatArray]
    attachments: dict[str, Body] = field(default_factory=dict)

    def at(self, interface: str) -> Body:
        """The interface's frame: its points, axes and frames are those of a body.

        Raises:
            InputError: if there is no such interface.
        """
        if interface not in self.attachments:
            raise InputError(
                what=f"there is no interface {interface}",
                where=self.name,
                remedy="Use one of " + ", ".join(self.attachments),
            )
        return self.attachments[interface]

    def elastic_energy(self, elastic: FloatArray) -> float:
        """J."""
        return 0.5 * float(self.stiffness @ (elastic * elastic))


def flexible_body(
    name: str,
    modes: Modes,
    damping_ratio: float = 0.0,
) -> FlexibleBody:
    """Make a flexible body of component modes.

    Args:
        name: unique in a system.
        modes: mass-normalised, without rigid motion.
        damping_ratio: of critical damping, the same in all modes (structural damping).
    """
    interfaces = modes.interfaces
    return FlexibleBody(
        name=name,
        frame=Body(name),
        integrals=shape_integrals(modes),
        stiffness=modes.stiffness,
        damping=4.0 * np.pi * damping_ratio * modes.frequencies,
        places={interface.name: interface.origin for interface in interfaces},
        shapes={interface.name: modes.at(interface) for interface in interfaces},
        attachments={
            interface.name: Body(f"{name} {interface.name}", orientation=ROTATION_VECTOR)
            for interface in interfaces
        },
    )


@inner
def inertia(
    mass: float,
    static: FloatArray,
    linear: FloatArray,
    xx: FloatArray,
    xs: FloatArray,
    ss: FloatArray,
    A: FloatArray,
    w: FloatArray,
    q: FloatArray,
    qd: FloatArray,
    M: FloatArray,
    Qv: FloatArray,
) -> None:
    """Write the mass matrix M (6 + nm, 6 + nm) and the quadratic velocity forces Qv (6 + nm,).

    Shabana (2005), eqs. 5.95-5.121, for any mode shapes.

    Args:
        A, w: orientation (3, 3) and angular velocity in body axes (3,) of the frame.
        q, qd: (nm,) modal coordinates and rates.
    """
    nm = len(q)
    P = xx.copy()  # int rho u u^T
    D = np.zeros((3, 3))  # int rho u (S qd)^T
    E = xs.copy()  # int rho u_i S_jk
    F = np.zeros((3, 3, nm))  # int rho (S qd)_i S_jk
    for i in range(3):
        for j in range(3):
            for k in range(nm):
                more = rate = 0.0
                for m in range(nm):
                    more += ss[i, j, m, k] * q[m]
                    rate += ss[i, j, m, k] * qd[m]
                E[i, j, k] += more
                F[i, j, k] = rate
                P[i, j] += xs[i, j, k] * q[k]
                D[i, j] += E[i, j, k] * qd[k]
    for i in range(3):
        for j in range(3):
            for k in range(nm):
                P[i, j] += E[j, i, k] * q[k]  # x_j S_ik q_k + (S q)_j (S q)_i
    # int rho u and int rho S qd
    first, moving = static.copy(), np.zeros(3)
    for i in range(3):
        for k in range(nm):
            first[i] += linear[i, k] * q[k]
            moving[i] += linear[i, k] * qd[k]

    M[:] = 0.0
    trace = P[0, 0] + P[1, 1] + P[2, 2]
    spread = D[0, 0] + D[1, 1] + D[2, 2]
    square = w[0] * w[0] + w[1] * w[1] + w[2] * w[2]
    momentum, gyro, central, coriolis = np.zeros(3), np.zeros(3), np.zeros(3), np.zeros(3)
    along = w[0] * first[0] + w[1] * first[1] + w[2] * first[2]
    for i in range(3):
        # m_RR = m 1, m_ww = int rho (u.u 1 - u u^T)
        M[i, i] = mass
        for j in range(3):
            M[3 + i, 3 + j] = (trace if i == j else 0.0) - P[i, j]
        # w x (w x int rho u)
        central[i] = w[i] * along - square * first[i]
    for i in range(3):
        for j in range(3):
            momentum[i] += M[3 + i, 3 + j] * w[j]
            # m_ww' w by the modes' rates: 2 (tr D 1 - D^T) w
            coriolis[i] -= 2.0 * D[j, i] * w[j]
        coriolis[i] += 2.0 * spread * w[i]
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        # w x m_ww w
        gyro[i] = w[j] * momentum[k] - w[k] * momentum[j]
        # 2 w x int rho S qd
        central[i] += 2.0 * (w[j] * moving[k] - w[k] * moving[j])
    for i in range(3):
        for j in range(3):
            # m_Rw = -A (int rho u)~
            a, b = (j + 1) % 3, (j + 2) % 3
            M[i, 3 + j] = A[i, b] * first[a] - A[i, a] * first[b]
            M[3 + j, i] = M[i, 3 + j]
        total = 0.0
        for j in range(3):
            total += A[i, j] * central[j]
        Qv[i] = -total
        Qv[3 + i] = -gyro[i] - coriolis[i]
    for k in range(nm):
        for i in range(3):
            a, b = (i + 1) % 3, (i + 2) % 3
            # m_wf = int rho u x S, m_Rf = A int rho S
            turn = E[a, b, k] - E[b, a, k]
            M[3 + i, 6 + k] = turn
            M[6 + k, 3 + i] = turn
            total = A[i, 0] * linear[0, k] + A[i, 1] * linear[1, k] + A[i, 2] * linear[2, k]
            M[i, 6 + k] = total
            M[6 + k, i] = total
        # int rho S^T (w x (w x u) + 2 w x S qd)
        centrifugal = -square * (E[0, 0, k] + E[1, 1, k] + E[2, 2, k])
        for i in range(3):
            a, b = (i + 1) % 3, (i + 2) % 3
            centrifugal += 2.0 * w[i] * (F[a, b, k] - F[b, a, k])
            for j in range(3):
                centrifugal += w[i] * E[i, j, k] * w[j]
        Qv[6 + k] = -centrifugal
        for m in range(nm):
            M[6 + k, 6 + m] = ss[0, 0, k, m] + ss[1, 1, k, m] + ss[2, 2, k, m]


@inner
def interface_motion(
    place: FloatArray,
    shape: FloatArray,
    R: FloatArray,
    V: FloatArray,
    A: FloatArray,
    w: FloatArray,
    q: FloatArray,
    qd: FloatArray,
    r: FloatArray,
    rd: FloatArray,
    B: FloatArray,
    wb: FloatArray,
    rest: FloatArray,
    J: FloatArray,
) -> None:
    """Write an interface frame's place, velocity, orientation B and angular velocity wb (its axes).

    Args:
        rest: (6,) its acceleration (world) and angular acceleration (its axes) at rest of the
            generalized accelerations.
        J: (6, 6 + nm) from (R_dot, omega, q_dot) to (rd, wb).
    """
    nm = len(q)
    # u = x + S q, and the section's rotation vector
    u, moved, turn, rate = place.copy(), np.zeros(3), np.zeros(3), np.zeros(3)
    for i in range(3):
        for k in range(nm):
            u[i] += shape[i, k] * q[k]
            moved[i] += shape[i, k] * qd[k]
            turn[i] += shape[3 + i, k] * q[k]
            rate[i] += shape[3 + i, k] * qd[k]
    C, G, g = np.empty((3, 3)), np.empty((3, 3)), np.empty(3)
    vector_rotation(turn, C)
    vector_rates(turn, G)
    vector_quadratic(turn, rate, g)
    J[:] = 0.0
    wr, own = np.zeros(3), np.zeros(3)
    # w x u and w x (w x u + 2 S qd)
    wu = np.array([w[1] * u[2] - w[2] * u[1], w[2] * u[0] - w[0] * u[2], w[0] * u[1] - w[1] * u[0]])
    p = wu + 2.0 * moved
    c = np.array([w[1] * p[2] - w[2] * p[1], w[2] * p[0] - w[0] * p[2], w[0] * p[1] - w[1] * p[0]])
    for i in range(3):
        r[i], rd[i], rest[i] = R[i], V[i], 0.0
        J[i, i] = 1.0
        for j in range(3):
            r[i] += A[i, j] * u[j]
            rd[i] += A[i, j] * (wu[j] + moved[j])
            rest[i] += A[i, j] * c[j]
            a, b = (j + 1) % 3, (j + 2) % 3
            J[i, 3 + j] = A[i, b] * u[a] - A[i, a] * u[b]
            J[3 + i, 3 + j] = C[j, i]
            # frame's turn seen in the interface's axes, C^T w, and its own, G rate
            wr[i] += C[j, i] * w[j]
            own[i] += G[i, j] * rate[j]
            B[i, j] = 0.0
            for k in range(3):
                B[i, j] += A[i, k] * C[k, j]
        for k in range(nm):
            for j in range(3):
                J[i, 6 + k] += A[i, j] * shape[j, k]
                J[3 + i, 6 + k] += G[i, j] * shape[3 + j, k]
    for i in range(3):
        a, b = (i + 1) % 3, (i + 2) % 3
        wb[i] = wr[i] + own[i]
        # (C^T)' w = -own x C^T w
        rest[3 + i] = g[i] - (own[a] * wr[b] - own[b] * wr[a])


class Elastic(NamedTuple):
    """Flexible bodies as compiled code takes them; unused places of arrays by mode are zero.

    Args:
        bodies: moving bodies, floating frames included; first: where modal coordinates begin in q.
        frame: (nf,) floating frame; start: (nf + 1,) first mode; the last entry is their number.
        mass, static, linear, xx, xs, ss: `ShapeIntegrals`.
        stiffness, damping: by mode.
        owner: (ni,) flexible body of each interface; place, shape: `FlexibleBody`.
        gravity: (forces, 3) m/s^2 of those forces that are weights.
    """

    bodies: int
    first: int
    frame: Annotated[IntArray, "nf"]
    start: Annotated[IntArray, "nf+1"]
    mass: Annotated[FloatArray, "nf"]
    static: Annotated[FloatArray, "nf 3"]
    linear: Annotated[FloatArray, "nf 3 most"]
    xx: Annotated[FloatArray, "nf 3 3"]
    xs: Annotated[FloatArray, "nf 3 3 most"]
    ss: Annotated[FloatArray, "nf 3 3 most most"]
    stiffness: Annotated[FloatArray, "nf most"]
    damping: Annotated[FloatArray, "nf most"]
    owner: Annotated[IntArray, "ni"]
    place: Annotated[FloatArray, "ni 3"]
    shape: Annotated[FloatArray, "ni 6 most"]
    gravity: Annotated[FloatArray, "forces 3"]


class ElasticScratch(NamedTuple):
    """Inertia and quadratic forces of each body, J and rest of each interface, as written below."""

    M: Annotated[FloatArray, "nf width width"]
    Qv: Annotated[FloatArray, "nf width"]
    J: Annotated[FloatArray, "ni 6 width"]
    rest: Annotated[FloatArray, "ni 6"]


_scratch = allocator(ElasticScratch)


@implements(elastic_sizes, Elastic, borrows=True)
def _sizes(e: Elastic) -> tuple[int, int, int]:
    return e.start[len(e.frame)], len(e.frame), len(e.owner)


@implements(elastic_scratch, Elastic)
def _elastic_scratch(e: Elastic) -> ElasticScratch:
    made: ElasticScratch = _scratch(
        nf=len(e.frame), width=6 + e.linear.shape[2], ni=len(e.owner)
    )  # fmt: skip
    return made


@borrowing
def _width(e: Elastic, k: int) -> int:
    """Velocities of flexible body k: its frame's six, then modal rates."""
    modes: int = e.start[k + 1] - e.start[k]
    return 6 + modes


@borrowing
def _at(e: Elastic, k: int, i: int) -> int:
    """Place of velocity i of flexible body k in u."""
    place: int = 6 * e.frame[k] + i if i < 6 else 6 * e.bodies + e.start[k] + i - 6
    return place


@implements(follow, Elastic)
def _follow(
    e: Elastic, q: FloatArray, u: FloatArray, frames: FloatArray, scratch: ElasticScratch
) -> None:
    for i in range(len(e.owner)):
        k = e.owner[i]
        f, end = frames[e.frame[k]], frames[e.bodies + i]
        lo, hi = e.start[k], e.start[k + 1]
        interface_motion(
            e.place[i], e.shape[i], f[POSITION], f[VELOCITY], f[TURN : TURN + 3], f[SPIN],
            q[e.first + lo : e.first + hi], u[6 * e.bodies + lo : 6 * e.bodies + hi],
            end[POSITION], end[VELOCITY], end[TURN : TURN + 3], end[SPIN],
            scratch.rest[i], scratch.J[i],
        )  # fmt: skip


@implements(carry_rows, Elastic, borrows=True)
def _carry_rows(e: Elastic, rows: Rows, terms: RowTerms, scratch: ElasticScratch) -> None:
    """An interface's acceleration is J u_dot + rest."""
    for k in range(rows.solved):
        for side in range(2):
            i = rows.ends[k, side] - e.bodies
            if 0 <= i < len(e.owner):
                for c in range(6):
                    terms.gamma[k] -= terms.W[k, side, c] * scratch.rest[i, c]


@inner
def _weigh(
    e: Elastic, q: FloatArray, u: FloatArray, frames: FloatArray, scratch: ElasticScratch
) -> None:
    """Fill every body's own inertia and quadratic forces."""
    for k in range(len(e.frame)):
        f, lo, hi = frames[e.frame[k]], e.start[k], e.start[k + 1]
        inertia(
            e.mass[k], e.static[k], e.linear[k], e.xx[k], e.xs[k], e.ss[k], f[TURN : TURN + 3],
            f[SPIN], q[e.first + lo : e.first + hi], u[6 * e.bodies + lo : 6 * e.bodies + hi],
            scratch.M[k], scratch.Qv[k],
        )  # fmt: skip


@implements(elastic_kinetic, Elastic)
def _kinetic(
    e: Elastic, q: FloatArray, u: FloatArray, frames: FloatArray, scratch: ElasticScratch
) -> float:
    _weigh(e, q, u, frames, scratch)
    kinetic = 0.0
    for k in range(len(e.frame)):
        for i in range(_width(e, k)):
            for j in range(_width(e, k)):
                kinetic += 0.5 * u[_at(e, k, i)] * scratch.M[k, i, j] * u[_at(e, k, j)]
    return kinetic


@implements(add_matrices, Elastic)
def _add_matrices(
    e: Elastic, q: FloatArray, u: FloatArray, frames: FloatArray, rows: Rows, W: FloatArray,
    scratch: ElasticScratch, M: FloatArray, Cq: FloatArray,
) -> bool:  # fmt: skip
    _weigh(e, q, u, frames, scratch)
    for k in range(len(e.frame)):
        for i in range(_width(e, k)):
            for j in range(_width(e, k)):
                M[_at(e, k, i), _at(e, k, j)] += scratch.M[k, i, j]
    for r in range(rows.solved):
        for side in range(2):
            n = rows.ends[r, side] - e.bodies
            if 0 <= n < len(e.owner):
                k = e.owner[n]
                for i in range(_width(e, k)):
                    for c in range(6):
                        Cq[r, _at(e, k, i)] += W[r, side, c] * scratch.J[n, c, i]
    return True


@implements(add_quadratic, Elastic, borrows=True)
def _add_quadratic(e: Elastic, scratch: ElasticScratch, Q: FloatArray) -> None:
    for k in range(len(e.frame)):
        for i in range(_width(e, k)):
            Q[_at(e, k, i)] += scratch.Qv[k, i]


@implements(add_applied, Elastic, borrows=True)
def _add_applied(
    e: Elastic, q: FloatArray, u: FloatArray, at: AtState, scratch: ElasticScratch, Q: FloatArray
) -> None:
    forces = len(e.gravity)
    for k in range(len(e.frame)):
        power = 0.0
        for i in range(_width(e, k)):
            a = _at(e, k, i)
            for f in range(forces):
                # weight: M times a uniform acceleration
                weight = 0.0
                for c in range(3):
                    weight += scratch.M[k, i, c] * e.gravity[f, c]
                Q[a] += weight
                at.power[f] += weight * u[a]
            if i >= 6:
                m = i - 6
                restoring = -e.stiffness[k, m] * q[e.first + e.start[k] + m]
                restoring -= e.damping[k, m] * u[a]
                Q[a] += restoring
                power += restoring * u[a]
        at.power[forces + k] = power
    for n in range(len(e.owner)):
        k = e.owner[n]
        for i in range(_width(e, k)):
            for c in range(6):
                Q[_at(e, k, i)] += at.loads[e.bodies + n, c] * scratch.J[n, c, i]
