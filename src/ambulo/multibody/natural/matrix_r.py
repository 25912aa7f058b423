"""Matrix R: dependent velocities and accelerations from independent ones.

    q' = R z',   q'' = S c + R z''        Garcia de Jalon & Bayo (1994), chapter 5;
                                          Pamies-Vila (2012), eqs. 3.55 to 3.64
    M_bar z'' = Q_bar,  M_bar = R^T M R,  Q_bar = R^T (Q - M S c)          eqs. 3.73 to 3.76
    Q_m = R^T (M q'' - Q)                                                  eq. 4.6

The independent coordinates z are the position of the base point and the three absolute angles of
every segment, the dependent ones the other points and vectors. The drivers' dependence on time is
in z itself, so b and Phi_t vanish. `velocity_transformation` has the compiled algebra.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import compiled
from ambulo.math.entries import put_vector_at, vector_at
from ambulo.math.vectors import add, scale
from ambulo.multibody.motion import Motion
from ambulo.multibody.natural.angles import angle_rates, angles_of
from ambulo.multibody.natural.natural_tables import NaturalTables, natural_tables
from ambulo.multibody.natural.points import NaturalBody, natural_coordinates
from ambulo.multibody.natural.velocity_transformation import (
    fill_forces,
    fill_transformation,
    natural_work,
    project_forces,
)
from ambulo.multibody.tree.kinematics import body_accelerations, body_velocities, forward_kinematics
from ambulo.multibody.tree.packing import whole


@dataclass(frozen=True, eq=False)
class IndependentMotion:
    """Motion of the independent coordinates and the points and vectors that go with it.

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
        """The same for some frames."""
        return IndependentMotion(*(getattr(self, name)[frames] for name in self.__annotations__))


class DrivenMotion(NamedTuple):
    """What a motion of the independent coordinates needs.

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
        motion: in the coordinates of the body's model.
    Raises:
        InputError: a segment is where the three angles are not determined.
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
    """Accelerations and drivers' forces Q_m (eq. 4.6) of a motion given in the independent ones.

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
    """R and S c of points and vectors (eqs. 3.58 to 3.64); the angles are independent themselves.

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
            for column in range(z.shape[1]):
                value = add(value, scale(zdd[f, column], vector_at(work.R[column], point)))
            put_vector_at(acceleration[f], point, value)
        fill_forces(tables, wrench[f], work)
        project_forces(tables, acceleration[f], work, driving[f])
    return acceleration, -driving
