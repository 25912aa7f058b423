"""Matrix R: dependent velocities and accelerations from independent ones.

    q' = R z',   q'' = S c + R z''        Garcia de Jalon & Bayo (1994), chapter 5;
                                          Pamies-Vila (2012), eqs. 3.55 to 3.64
    M_bar z'' = Q_bar,  M_bar = R^T M R,  Q_bar = R^T (Q - M S c)          eqs. 3.73 to 3.76
    Q_m = R^T (M q'' - Q)                                                  eq. 4.6

The independent coordinates z are the position of the base point and the three absolute angles of
every segment. The dependent coordinates are the other points and vectors. The drivers' dependence
on time is in z itself, so b and Phi_t are zero.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import compiled, inner
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
from ambulo.multibody.motion import Motion
from ambulo.multibody.natural.angles import (
    angle_rates,
    angles_of,
    fill_rotation,
    rates_one,
    turning_at_rest_one,
)
from ambulo.multibody.natural.natural_tables import NaturalTables, natural_tables
from ambulo.multibody.natural.points import NaturalBody, natural_coordinates
from ambulo.multibody.tree.kinematics import body_accelerations, body_velocities, forward_kinematics
from ambulo.multibody.tree.packing import whole


class NaturalWork(NamedTuple):
    """Scratch arrays, with their contents after `fill_transformation`.

    Args:
        x, xd: points and vectors, and their rates; Sc: their accelerations for z'' = 0.
        S, T: rotations and rate matrices of the segments; w: their angular velocities T z'.
        R: derivatives of the rates of points and vectors with respect to z'.
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
    """Scratch arrays for one body."""
    nb = len(tables.known)
    work: NaturalWork = _zeros(n=len(tables.added) + 1, nb=nb, g=3 + 3 * nb)
    return work


@inner
def fill_transformation(
    tables: NaturalTables, z: FloatArray, zd: FloatArray, work: NaturalWork
) -> None:
    """Fill x, S, T, w, R, x' = R z' and S c in `work`, from the base outwards.

    Args:
        z, zd: (g,) base point [m] and angles [rad], and their rates.
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
    """Fill Q in `work` with weights and wrenches on the segments (eqs. 3.50 to 3.53).

    A force F acts on the points and vectors of its segment as A^T F, because its place depends on
    them by A. A moment M acts as a couple at each axis e of the segment: forces M x e / 2 at the
    distance of the unit vector e. The three couples together have the moment M, and prefer no
    posture.

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
    """M times vectors (n, 3), for one of the four points and vectors that carry a segment; M
    couples equal axes."""
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
    """Fill out (g,) with R^T (Q - M q'') for accelerations (n, 3), with Q of `work`: eqs. 3.76,
    4.6."""
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


@dataclass(frozen=True, eq=False)
class IndependentMotion:
    """Motion of the independent coordinates, with the corresponding points and vectors.

    Args:
        x: (frames, n, 3) points [m] and vectors.
        base, base_velocity, base_acceleration: (frames, 3) m, m/s, m/s^2, of the base point.
        angles, rates, accelerations: (frames, nb, 3) rad, rad/s, rad/s^2.
    """

    x: FloatArray
    base: FloatArray
    base_velocity: FloatArray
    base_acceleration: FloatArray
    angles: FloatArray
    rates: FloatArray
    accelerations: FloatArray

    @property
    def position(self) -> FloatArray:
        """z (frames, 3 + 3 nb)."""
        return np.concatenate([self.base, self.angles.reshape(len(self.base), -1)], axis=1)

    @property
    def velocity(self) -> FloatArray:
        """z' (frames, 3 + 3 nb)."""
        return np.concatenate([self.base_velocity, self.rates.reshape(len(self.x), -1)], axis=1)

    @property
    def acceleration(self) -> FloatArray:
        """z'' (frames, 3 + 3 nb)."""
        turning = self.accelerations.reshape(len(self.x), -1)
        return np.concatenate([self.base_acceleration, turning], axis=1)

    def part(self, frames: slice) -> IndependentMotion:
        """The motion at some frames."""
        return IndependentMotion(*(getattr(self, name)[frames] for name in self.__annotations__))


class DrivenMotion(NamedTuple):
    """Accelerations and drivers' forces of a motion of the independent coordinates.

    Args:
        acceleration: (frames, n, 3) of points and vectors.
        driving: (frames, 3 + 3 nb) Q_m, forces of the drivers on base point [N] and angles [N*m]:
            minus their multipliers.
    """

    acceleration: FloatArray
    driving: FloatArray


def independent_motion(body: NaturalBody, motion: Motion) -> IndependentMotion:
    """Base point and absolute angles, with derivatives, from the tree's coordinates.

    Args:
        motion: motion in the coordinates of the body's model.
    Raises:
        InputError: a segment is in a posture in which the three angles are not determined.
    """
    tree = body.tree
    R, p = forward_kinematics(tree, motion.q)
    omega, velocity = body_velocities(tree, motion.q, motion.v)
    alpha, acceleration = body_accelerations(tree, motion.q, motion.v, motion.a)
    # the base point is fixed in the root segment
    arm = R[:, 0] @ body.elements[0].local[body.elements[0].points.index(body.base)]
    turn, twist = omega[:, 0], alpha[:, 0]
    angles = angles_of(R)
    rates, accelerations = angle_rates(angles, omega, alpha)
    x = natural_coordinates(body, R, p)
    return IndependentMotion(
        x=x,
        base=x[:, body.base],
        base_velocity=velocity[:, 0] + np.cross(turn, arm),
        base_acceleration=acceleration[:, 0]
        + np.cross(twist, arm)
        + np.cross(turn, np.cross(turn, arm)),
        angles=angles,
        rates=rates,
        accelerations=accelerations,
    )


def driven_motion(
    body: NaturalBody, state: IndependentMotion, wrench: FloatArray | None = None
) -> DrivenMotion:
    """Accelerations and drivers' forces Q_m (eq. 4.6) of a motion of the independent coordinates.

    Args:
        state: positions, velocities and accelerations.
        wrench: (frames, nb, 6) external moment [N*m] and force [N] at the segments' origins.
    """
    loads = _loads(body, state, wrench)
    acceleration, driving = _driven(
        natural_tables(body), whole(state.position), whole(state.velocity),
        whole(state.acceleration), loads,
    )  # fmt: skip
    return DrivenMotion(acceleration, driving)


def transformation(body: NaturalBody, state: IndependentMotion) -> tuple[FloatArray, FloatArray]:
    """R and S c of points and vectors (eqs. 3.58 to 3.64); the angles are independent coordinates.

    Args:
        state: positions and velocities; accelerations are not used.
    Returns:
        R (frames, 3 n, 3 + 3 nb) and S c (frames, 3 n) m/s^2.
    """
    tables, frames = natural_tables(body), len(state.x)
    R, Sc = _transformations(tables, whole(state.position), whole(state.velocity))
    return R.reshape(*R.shape[:2], -1).swapaxes(1, 2), Sc.reshape(frames, -1)


def _loads(body: NaturalBody, state: IndependentMotion, wrench: FloatArray | None) -> FloatArray:
    none = np.zeros((len(state.x), len(body.elements), 6))
    return none if wrench is None else whole(wrench)


# --------------------------------------------------------------------------- all frames


@compiled
def _transformations(
    tables: NaturalTables, z: FloatArray, zd: FloatArray
) -> tuple[FloatArray, FloatArray]:
    work = natural_work(tables)
    R = np.empty((len(z), *work.R.shape))
    Sc = np.empty((len(z), *work.Sc.shape))
    for f in range(len(z)):
        fill_transformation(tables, z[f], zd[f], work)
        R[f] = work.R
        Sc[f] = work.Sc
    return R, Sc


@compiled
def _driven(
    tables: NaturalTables, z: FloatArray, zd: FloatArray, zdd: FloatArray, wrench: FloatArray
) -> tuple[FloatArray, FloatArray]:
    work = natural_work(tables)
    acceleration, driving = np.empty((len(z), *work.Sc.shape)), np.empty(z.shape)
    for f in range(len(z)):
        fill_transformation(tables, z[f], zd[f], work)
        for point in range(len(work.Sc)):
            value = vector_at(work.Sc, point)
            for k in range(z.shape[1]):
                value = add(value, scale(zdd[f, k], vector_at(work.R[k], point)))
            put_vector_at(acceleration[f], point, value)
        fill_forces(tables, wrench[f], work)
        project_forces(tables, acceleration[f], work, driving[f])
    return acceleration, -driving
