"""Floating frame of reference in space: one flexible body's inertia and its interfaces' motion.

The position of a point is r = R + A (x + S q), with position R and orientation A of the frame, and
modal coordinates q (Shabana 2005, chapter 5; Al Nazer 2006, eqs. 2.7 and 2.62). Velocities are
(R_dot in world axes, omega in body axes, q_dot).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, NamedTuple, cast

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.compilation import borrowing, inner
from ambulo.math.dispatch import implements
from ambulo.math.entries import (
    angular_at,
    linear_at,
    matrix,
    matrix_at,
    put_triple,
    put_vector_at,
    vector,
    vector_at,
)
from ambulo.math.lanes import formula
from ambulo.math.shaped import allocator
from ambulo.math.vectors import (
    Matrix3,
    Vector3,
    add,
    compose,
    cross,
    dot,
    rotate,
    rotate_back,
    scale,
    subtract,
    transpose,
)
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
from ambulo.multibody.constrained.kinematics import frame_row, orientation_of
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
    PackedRows,
    RowTerms,
)
from ambulo.multibody.flexible.craig_bampton import Modes


@dataclass(frozen=True, eq=False)
class ShapeIntegrals:
    """Integrals over nm modes, in the body's axes.

    Args:
        mass: kg.
        static: (3,) kg m.
        linear: (nm, 3) S.
        xx: (3, 3); xs: (nm, 3, 3); ss: (nm, nm, 3, 3).
    """

    mass: float
    static: FloatArray
    linear: FloatArray
    xx: FloatArray
    xs: FloatArray
    ss: FloatArray


def shape_integrals(modes: Modes) -> ShapeIntegrals:
    """Integrate over the elements' material points, which the mass matrix uses too."""
    elements = modes.elements
    x = elements.points
    U = np.ascontiguousarray(elements.at_points(modes.shapes))
    count = U.shape[2]
    weighed_x = np.asarray(elements.point_mass @ x)
    weighed = np.asarray(elements.point_mass @ U.reshape(len(x), -1)).reshape(U.shape)
    return ShapeIntegrals(
        mass=elements.mass,
        static=weighed_x.sum(axis=0),
        linear=weighed.sum(axis=0).T,
        xx=x.T @ weighed_x,
        xs=(x.T @ weighed.reshape(len(x), -1)).reshape(3, 3, count).transpose(2, 0, 1),
        ss=np.ascontiguousarray(
            (U.reshape(len(x), -1).T @ weighed.reshape(len(x), -1))
            .reshape(3, count, 3, count)
            .transpose(1, 3, 0, 2)
        ),
    )


@dataclass(frozen=True, eq=False)
class FlexibleBody:
    """A flexible body of a constrained system.

    Args:
        name: unique in a system.
        frame: the floating frame, a body with seven coordinates and without mass.
        integrals: the inertia of the flexible body.
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
        """The interface's frame as a body, with points, axes and frames.

        Raises:
            InputError: there is no such interface.
        """
        if interface not in self.attachments:
            raise InputError(
                what=f"there is no interface {interface}",
                where=self.name,
                remedy="Use one of " + ", ".join(self.attachments),
            )
        return self.attachments[interface]

    def elastic_energy(self, elastic: FloatArray) -> float:
        """Strain energy [J]."""
        return 0.5 * float(self.stiffness @ (elastic * elastic))


def flexible_body(
    name: str,
    modes: Modes,
    damping_ratio: float = 0.0,
) -> FlexibleBody:
    """Make a flexible body of component modes.

    Args:
        name: unique in a system.
        modes: mass-normalised modes without rigid motions.
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


_NONE = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
_ONE = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)


@formula
def _grown(A: Matrix3, s: float, B: Matrix3) -> Matrix3:
    """Sum A + s B."""
    return cast(Matrix3, tuple(a + s * b for a, b in zip(A, B, strict=True)))


@inner
def _trace(A: Matrix3) -> float:
    return A[0] + A[4] + A[8]


@inner
def _axial(A: Matrix3) -> Vector3:
    """Sum of the vector products e_i x e_j, A_ij of each."""
    return A[5] - A[7], A[6] - A[2], A[1] - A[3]


@inner
def _put_rows(M: FloatArray, row: int, column: int, A: Matrix3) -> None:
    for i in range(3):
        for j in range(3):
            M[row + i, column + j] = A[3 * i + j]


@inner
def inertia(
    mass: float,
    static: FloatArray,
    linear: FloatArray,
    xx: FloatArray,
    xs: FloatArray,
    ss: FloatArray,
    A: Matrix3,
    w: Vector3,
    q: FloatArray,
    qd: FloatArray,
    M: FloatArray,
    Qv: FloatArray,
) -> None:
    """Write the mass matrix M (6 + nm, 6 + nm) and the quadratic velocity forces Qv (6 + nm,).

    Shabana (2005), eqs. 5.95-5.121, for any mode shapes.

    Args:
        mass, static, linear, xx, xs, ss: `ShapeIntegrals`; matrices as rows of nine.
        A, w: orientation and angular velocity in body axes of the frame.
        q, qd: (nm,) modal coordinates and rates.
    """
    nm = len(q)
    square = dot(w, w)
    P, D = matrix(xx), _NONE  # int rho u u^T, int rho u (S qd)^T
    first, moving = vector(static), (0.0, 0.0, 0.0)  # int rho u, int rho S qd
    for k in range(nm):
        E, F = matrix_at(xs, k), _NONE  # int rho u_i S_jk, int rho (S qd)_i S_jk
        for m in range(nm):
            E = _grown(E, q[m], matrix_at(ss[m], k))
            F = _grown(F, qd[m], matrix_at(ss[m], k))
            M[6 + k, 6 + m] = _trace(matrix_at(ss[m], k))
        S = vector_at(linear, k)
        # x_i (S q)_j, then x_j (S q)_i + (S q)_j (S q)_i
        P = _grown(_grown(P, q[k], matrix_at(xs, k)), q[k], transpose(E))
        D = _grown(D, qd[k], E)
        first, moving = add(first, scale(q[k], S)), add(moving, scale(qd[k], S))
        # m_Rf = A int rho S, m_wf = int rho u x S
        put_triple(M[6 + k], 0, rotate(A, S))
        put_triple(M[6 + k], 3, _axial(E))
        for j in range(6):
            M[j, 6 + k] = M[6 + k, j]
        # int rho S^T (w x (w x u) + 2 w x S qd)
        Qv[6 + k] = square * _trace(E) - 2.0 * dot(w, _axial(F)) - dot(w, rotate(E, w))
    # m_RR = m 1, m_ww = int rho (u.u 1 - u u^T)
    _put_rows(M, 0, 0, _grown(_NONE, mass, _ONE))
    J = _grown(_grown(_NONE, _trace(P), _ONE), -1.0, P)
    _put_rows(M, 3, 3, J)
    # m_Rw = -A (int rho u)~
    for i in range(3):
        put_triple(M[i], 3, cross(first, (A[3 * i], A[3 * i + 1], A[3 * i + 2])))
        for j in range(3):
            M[3 + j, i] = M[i, 3 + j]
    # w x (w x int rho u) + 2 w x int rho S qd
    central = add(cross(w, cross(w, first)), scale(2.0, cross(w, moving)))
    put_triple(Qv, 0, scale(-1.0, rotate(A, central)))
    # m_ww' w by the modes' rates, 2 (tr D 1 - D^T) w, and w x m_ww w
    coriolis = scale(2.0, subtract(scale(_trace(D), w), rotate_back(D, w)))
    put_triple(Qv, 3, scale(-1.0, add(coriolis, cross(w, rotate(J, w)))))


@inner
def interface_motion(
    place: FloatArray,
    shape: FloatArray,
    R: Vector3,
    V: Vector3,
    A: Matrix3,
    w: Vector3,
    q: FloatArray,
    qd: FloatArray,
    end: FloatArray,
    rest: FloatArray,
    J: FloatArray,
) -> None:
    """Write an interface's frame: position, velocity, orientation, and angular velocity in its
    axes.

    Args:
        place: (3,), shape: (nm, 6) of the interface, as in `FlexibleBody`.
        R, V, A, w: frame of the body.
        end: (6, 3) receives the frame of the interface.
        rest: (6,) receives its acceleration (world axes) and angular acceleration (its axes) for
            zero generalised accelerations.
        J: (6, 6 + nm) receives the matrix from (R_dot, omega, q_dot) to velocity and angular
            velocity.
    """
    # u = x + S q, and the section's rotation vector
    u, moved, turn, rate = vector(place), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    for k in range(len(q)):
        S, T = angular_at(shape, k), linear_at(shape, k)
        u, moved = add(u, scale(q[k], S)), add(moved, scale(qd[k], S))
        turn, rate = add(turn, scale(q[k], T)), add(rate, scale(qd[k], T))
    C, G = vector_rotation(turn), vector_rates(turn)
    swept = cross(w, u)
    # frame's turn seen in the interface's axes, C^T w, and its own, G rate
    wr, own = rotate_back(C, w), rotate(G, rate)
    put_vector_at(end, POSITION, add(R, rotate(A, u)))
    put_vector_at(end, VELOCITY, add(V, rotate(A, add(swept, moved))))
    put_vector_at(end, SPIN, add(wr, own))
    _put_rows(end, TURN, 0, compose(A, C))
    # A (w x (w x u + 2 S qd)); (C^T)' w = -own x C^T w
    put_triple(rest, 0, rotate(A, cross(w, add(swept, scale(2.0, moved)))))
    put_triple(rest, 3, subtract(vector_quadratic(turn, rate), cross(own, wr)))
    J[:] = 0.0
    _put_rows(J, 3, 3, transpose(C))
    for i in range(3):
        J[i, i] = 1.0
        put_triple(J[i], 3, cross(u, (A[3 * i], A[3 * i + 1], A[3 * i + 2])))
    for k in range(len(q)):
        S, T = rotate(A, angular_at(shape, k)), rotate(G, linear_at(shape, k))
        for i in range(3):
            J[i, 6 + k], J[3 + i, 6 + k] = S[i], T[i]


class Elastic(NamedTuple):
    """Flexible bodies for compiled code; unused entries of arrays by mode are zero.

    Args:
        bodies: number of moving bodies, including floating frames; first: place of the first modal
            coordinate in q.
        frame: (nf,) floating frame of each body; start: (nf + 1,) its first mode; the last entry is
            the number of modes.
        mass, static, linear, xx, xs, ss: `ShapeIntegrals`.
        stiffness, damping: by mode.
        owner: (ni,) flexible body of each interface; place, shape: `FlexibleBody`.
        gravity: (forces, 3) m/s^2, of forces that are weights.
    """

    bodies: int
    first: int
    frame: Annotated[IntArray, "nf"]
    start: Annotated[IntArray, "nf+1"]
    mass: Annotated[FloatArray, "nf"]
    static: Annotated[FloatArray, "nf 3"]
    linear: Annotated[FloatArray, "nf most 3"]
    xx: Annotated[FloatArray, "nf 9"]
    xs: Annotated[FloatArray, "nf most 9"]
    ss: Annotated[FloatArray, "nf most most 9"]
    stiffness: Annotated[FloatArray, "nf most"]
    damping: Annotated[FloatArray, "nf most"]
    owner: Annotated[IntArray, "ni"]
    place: Annotated[FloatArray, "ni 3"]
    shape: Annotated[FloatArray, "ni most 6"]
    gravity: Annotated[FloatArray, "forces 3"]


class ElasticScratch(NamedTuple):
    """Scratch arrays: inertia and quadratic forces of each body, J and rest of each interface."""

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
        nf=len(e.frame), width=6 + e.linear.shape[1], ni=len(e.owner)
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
        f, lo, hi = e.frame[k], e.start[k], e.start[k + 1]
        interface_motion(
            e.place[i], e.shape[i], frame_row(frames, f, POSITION), frame_row(frames, f, VELOCITY),
            orientation_of(frames, f), frame_row(frames, f, SPIN),
            q[e.first + lo : e.first + hi], u[6 * e.bodies + lo : 6 * e.bodies + hi],
            frames[e.bodies + i], scratch.rest[i], scratch.J[i],
        )  # fmt: skip


@implements(carry_rows, Elastic, borrows=True)
def _carry_rows(e: Elastic, rows: PackedRows, terms: RowTerms, scratch: ElasticScratch) -> None:
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
        f, lo, hi = e.frame[k], e.start[k], e.start[k + 1]
        inertia(
            e.mass[k], e.static[k], e.linear[k], e.xx[k], e.xs[k], e.ss[k],
            orientation_of(frames, f), frame_row(frames, f, SPIN),
            q[e.first + lo : e.first + hi], u[6 * e.bodies + lo : 6 * e.bodies + hi],
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
    e: Elastic, q: FloatArray, u: FloatArray, frames: FloatArray, rows: PackedRows, W: FloatArray,
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
