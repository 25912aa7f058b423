"""Compiled matrix R: rates of points and vectors from those of base point and angles.

    q' = R z',  q'' = S c + R z''                              Pamies-Vila (2012), eqs. 3.55 to 3.64
    M_bar = R^T M R,  Q_bar = R^T (Q - M S c)                  eqs. 3.75 and 3.76

R = -Phi_d^-1 Phi_i follows from the constraints. Seen from the base outwards they place what a
segment adds to the point that it shares with those before, r = r_known + S arm, and a vector,
e = S arm. The rates of that are R without a matrix to factorise: it has entries only in the columns
of the base point and of the segments on the way to it.

Columns of R are the base point, then three angles a segment. A body whose base is held leaves out
the first three afterwards.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import inner
from ambulo.math.entries import (
    angular_at,
    linear_at,
    matrix_at,
    put_matrix_at,
    put_vector_at,
    vector,
    vector_at,
)
from ambulo.math.shaped import allocator
from ambulo.math.vectors import Vector3, add, column, cross, dot, rotate, scale, subtract
from ambulo.multibody.natural.angles import fill_rotation, rates_one, turning_at_rest_one
from ambulo.multibody.natural.natural_tables import NaturalTables


class NaturalWork(NamedTuple):
    """Scratch, and what it holds after `fill_transformation`.

    Args:
        x, xd: points and vectors, and rates; Sc: their accelerations at z'' = 0.
        S, T: rotations and rate matrices of the segments; w: their angular velocities T z'.
        R: rates of points and vectors by each of those of z.
        Q: forces on points and vectors.
    """

    x: Annotated[FloatArray, "n 3"]
    xd: Annotated[FloatArray, "n 3"]
    Sc: Annotated[FloatArray, "n 3"]
    S: Annotated[FloatArray, "nb 9"]
    T: Annotated[FloatArray, "nb 9"]
    w: Annotated[FloatArray, "nb 3"]
    R: Annotated[FloatArray, "g n 3"]
    Q: Annotated[FloatArray, "n 3"]


_zeros = allocator(NaturalWork)


@inner
def natural_work(tables: NaturalTables) -> NaturalWork:
    """Scratch for one body."""
    nb = len(tables.known)
    work: NaturalWork = _zeros(n=len(tables.added) + 1, nb=nb, g=3 + 3 * nb)
    return work


@inner
def fill_transformation(
    tables: NaturalTables, z: FloatArray, zd: FloatArray, work: NaturalWork
) -> None:
    """Fill x, S, T, w, R, x' = R z' and S c of work, from the base outwards.

    Args:
        z, zd: (g,) base point [m] and angles [rad], and rates.
    """
    x, xd, Sc, R, base = work.x, work.xd, work.Sc, work.R, tables.base
    for c in range(3):
        # the base point is a coordinate itself
        x[base, c], xd[base, c], Sc[base, c] = z[c], zd[c], 0.0
        R[c, base, c] = 1.0
    for k in range(len(tables.known)):
        own, known = 3 + 3 * k, tables.known[k]
        fill_rotation(z[own : own + 3], work.S[k].reshape(3, 3))
        T = rates_one(z[own : own + 3])
        put_matrix_at(work.T, k, T)
        w = rotate(T, vector(zd[own : own + 3]))
        alpha = turning_at_rest_one(z[own : own + 3], zd[own : own + 3])
        put_vector_at(work.w, k, w)
        for j in range(tables.first_added[k], tables.first_added[k + 1]):
            point = tables.added[j]
            turned_only = tables.added_vector[j]
            arm = vector_at(tables.added_place, j)
            if not turned_only:
                arm = subtract(arm, vector_at(tables.known_place, k))
            arm = rotate(matrix_at(work.S, k), arm)
            # (S arm)' = w x S arm; without z'', (S arm)'' = T' z' x S arm + w x (w x S arm)
            rate = cross(w, arm)
            rest = add(cross(alpha, arm), cross(w, rate))
            for angle in range(3):
                # by an angle: (T e) x S arm
                turn = column(matrix_at(work.T, k), angle)
                put_vector_at(R[own + angle], point, cross(turn, arm))
            if turned_only:
                put_vector_at(x, point, arm)
                put_vector_at(xd, point, rate)
                put_vector_at(Sc, point, rest)
                continue
            put_vector_at(x, point, add(vector_at(x, known), arm))
            put_vector_at(xd, point, add(vector_at(xd, known), rate))
            put_vector_at(Sc, point, add(vector_at(Sc, known), rest))
            for q in tables.column[tables.first_column[k] : tables.first_column[k + 1] - 3]:
                put_vector_at(R[q], point, vector_at(R[q], known))


@inner
def fill_forces(tables: NaturalTables, wrench: FloatArray, work: NaturalWork) -> None:
    """Fill Q of work with weights and wrenches on the segments (eqs. 3.50 to 3.53).

    A force acts on the points and vectors of its segment as its place depends on them, A^T F. A
    moment is a couple at each axis e of the segment, forces M x e / 2 a unit vector e apart, which
    together turn as M does and along no axis hold any posture better than another.

    Args:
        wrench: (nb, 6) moment [N*m] and force [N] at the segments' origins, world axes.
    """
    work.Q[:] = 0.0
    g = vector(tables.gravity)
    for k in range(len(tables.known)):
        moment, force = angular_at(wrench, k), linear_at(wrench, k)
        for i in range(4):
            # its parts in the origin and in the axes
            axes = rotate(matrix_at(work.S, k), vector_at(tables.axes[k], i))
            pull = add(scale(tables.origin[k, i], force), scale(0.5, cross(moment, axes)))
            pull = add(scale(tables.weight[k, i], g), pull)
            point = tables.carrier[k, i]
            put_vector_at(work.Q, point, add(vector_at(work.Q, point), pull))


@inner
def inertia_of(tables: NaturalTables, k: int, i: int, of: FloatArray) -> Vector3:
    """M times vectors (n, 3), of one of the four that carry a segment; it couples equal axes."""
    total = (0.0, 0.0, 0.0)
    for j in range(4):
        total = add(total, scale(tables.mass[k, i, j], vector_at(of, tables.carrier[k, j])))
    return total


@inner
def fill_inertia(tables: NaturalTables, work: NaturalWork, M_bar: FloatArray) -> None:
    """Fill M_bar (g, g) = R^T M R, segment by segment (eq. 3.75)."""
    M_bar[:] = 0.0
    for k in range(len(tables.known)):
        columns = tables.column[tables.first_column[k] : tables.first_column[k + 1]]
        # R^T (M R) of the segment's four points and vectors, added where its columns stand
        for i in range(4):
            point = tables.carrier[k, i]
            for q in columns:
                pull = inertia_of(tables, k, i, work.R[q])
                for p in columns:
                    M_bar[p, q] += dot(vector_at(work.R[p], point), pull)


@inner
def project_forces(
    tables: NaturalTables, acceleration: FloatArray, work: NaturalWork, out: FloatArray
) -> None:
    """Fill out (g,) with R^T (Q - M q''), Q of work, for accelerations (n, 3): eq. 3.76, 4.6."""
    for q in range(len(out)):
        out[q] = 0.0
        for point in range(len(work.Q)):
            out[q] += dot(vector_at(work.R[q], point), vector_at(work.Q, point))
    # less R^T M q'', segment by segment
    for k in range(len(tables.known)):
        for i in range(4):
            pull = inertia_of(tables, k, i, acceleration)
            for q in tables.column[tables.first_column[k] : tables.first_column[k + 1]]:
                out[q] -= dot(vector_at(work.R[q], tables.carrier[k, i]), pull)
