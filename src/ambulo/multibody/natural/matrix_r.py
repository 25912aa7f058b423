"""Matrix R: dependent velocities and accelerations from independent ones.

    q' = R z',   q'' = S c + R z''        Garcia de Jalon & Bayo (1994), chapter 5;
                                          Pamies-Vila (2012), eqs. 3.55 to 3.64
    M_bar z'' = Q_bar,  M_bar = R^T M R,  Q_bar = R^T (Q - M S c)          eqs. 3.73 to 3.76
    Q_m = R^T (M q'' - Q)                                                  eq. 4.6

The independent coordinates z are the position of the base point and the three absolute angles of
every segment, the dependent ones the other points and vectors. The drivers' dependence on time is
in z itself, so b and Phi_t vanish. With the Jacobian split into dependent and independent columns
R = [-Phi_d^-1 Phi_i; 1] (eq. 3.61): one factorisation of Phi_d a frame gives R and S c.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy.sparse import csc_array
from scipy.sparse.linalg import SuperLU, splu

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.multibody.motion import Motion
from ambulo.multibody.natural.angles import (
    angle_rates,
    angles_of,
    rate_matrix,
    rate_matrix_derivative,
    rotation,
)
from ambulo.multibody.natural.constraints import angle_jacobian, angle_pairs, rigid_constraints
from ambulo.multibody.natural.mass_matrix import element_indices, mass_matrix, place_matrix
from ambulo.multibody.natural.points import NaturalBody, natural_coordinates
from ambulo.multibody.natural.quadratic_constraints import evaluate
from ambulo.multibody.tree.kinematics import body_accelerations, body_velocities, forward_kinematics

__all__ = [
    "ConstraintMatrix",
    "DrivenMotion",
    "IndependentMotion",
    "constraint_matrix",
    "driven_motion",
    "equations_of_motion",
    "generalised_forces",
    "independent_motion",
    "transformation",
]

_CHUNK = 256
"""Frames whose factors are kept at a time."""


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
        multiplier: (frames, rows) of the constraints of rigid segments and of angles, in N*m by
            the constraints' units.
        driving: (frames, 3 + 3 nb) Q_m, forces of the drivers on base point [N] and angles [N*m]:
            minus their multipliers.
    """

    acceleration: FloatArray
    multiplier: FloatArray
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


@dataclass(frozen=True, eq=False)
class ConstraintMatrix:
    """Jacobian Phi_q of rigid segments and angles, dependent and independent columns apart.

    Args:
        body: whose constraints they are.
        values: (frames, entries) of the dependent columns, column by column.
        row: (entries,) of each entry.
        start: (columns + 1,) first entry of each column.
        by_base: (frames, rows, 3) derivatives by the base point.
        by_angles: (frames, 3 nb, 3) of the last rows by their segment's angles.
    """

    body: NaturalBody
    values: FloatArray
    row: IntArray
    start: IntArray
    by_base: FloatArray
    by_angles: FloatArray

    def factors(self) -> list[SuperLU]:
        """Phi_d of every frame, factorised."""
        size = len(self.start) - 1
        return [
            splu(csc_array((values, self.row, self.start), shape=(size, size)))
            for values in self.values
        ]

    def times(self, z: FloatArray) -> FloatArray:
        """Phi_i z (frames, rows) for independent rates (frames, 3 + 3 nb)."""
        result: FloatArray = np.einsum("frc,fc->fr", self.by_base, z[:, :3])
        turning = np.repeat(z[:, 3:].reshape(len(z), -1, 3), 3, axis=1)
        result[:, -turning.shape[1] :] += np.sum(self.by_angles * turning, axis=2)
        return result

    def transposed_times(self, multiplier: FloatArray) -> FloatArray:
        """Phi_i^T lambda (frames, 3 + 3 nb)."""
        frames, turns = self.by_angles.shape[:2]
        pushing = np.einsum("frc,fr->fc", self.by_base, multiplier)
        turning = (self.by_angles * multiplier[:, -turns:, None]).reshape(frames, -1, 3, 3)
        return np.concatenate([pushing, turning.sum(axis=2).reshape(frames, -1)], axis=1)


def constraint_matrix(body: NaturalBody, state: IndependentMotion) -> ConstraintMatrix:
    """The Jacobian of the 171 constraints at some states."""
    forms = rigid_constraints(body).forms
    _, G = evaluate(forms, state.x)
    by_vector, by_angles = angle_jacobian(
        body, state.x, rotation(state.angles), rate_matrix(state.angles)
    )
    m, turns = len(forms.d), by_angles.shape[1]
    vector = np.array([vector for _, vector, _ in angle_pairs(body)])
    # point or vector of each block of three, and its row
    block = np.concatenate([forms.member.ravel(), vector])
    row = np.concatenate([np.repeat(np.arange(m), forms.member.shape[1]), m + np.arange(turns)])
    value = np.concatenate([G.reshape(len(G), -1, 3), by_vector], axis=1)

    by_base = np.zeros((len(G), m + turns, 3))
    on_base = block == body.base
    by_base[:, row[on_base]] = value[:, on_base]
    kept = (block >= 0) & ~on_base
    place = (block - (block > body.base))[kept]
    column = (3 * place[:, None] + np.arange(3)).ravel()
    rows = np.repeat(row[kept], 3)
    order = np.lexsort((rows, column))
    start = np.searchsorted(column[order], np.arange(3 * body.n - 2))
    values = np.ascontiguousarray(value[:, kept].reshape(len(G), -1)[:, order])
    return ConstraintMatrix(body, values, rows[order], start, by_base, by_angles)


def driven_motion(
    body: NaturalBody, state: IndependentMotion, wrench: FloatArray | None = None
) -> DrivenMotion:
    """Accelerations, multipliers and drivers' forces of a motion given in the independent ones.

    Three systems with one factorised matrix a frame: velocities, accelerations, multipliers.
    Eliminating the multipliers gives Q_m = R^T (M q'' - Q), eq. 4.6, with the same numbers.

    Args:
        state: positions, velocities and accelerations.
        wrench: (frames, nb, 6) external moment and force at the segments' origins.
    """
    parts = []
    for first in range(0, len(state.x), _CHUNK):
        frames = slice(first, first + _CHUNK)
        parts.append(_driven(body, state.part(frames), None if wrench is None else wrench[frames]))
    return DrivenMotion(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


def _driven(body: NaturalBody, state: IndependentMotion, wrench: FloatArray | None) -> DrivenMotion:
    matrix = constraint_matrix(body, state)
    factors = matrix.factors()
    velocity = _complete(body, state.base_velocity, factors, -matrix.times(state.velocity))
    right = _remainder(body, state, velocity) - matrix.times(state.acceleration)
    acceleration = _complete(body, state.base_acceleration, factors, right)
    left = mass_matrix(body) @ acceleration - generalised_forces(body, state, wrench)
    dependent = np.delete(left, body.base, axis=1).reshape(len(left), -1)
    multiplier = np.stack(
        [
            lu.solve(-f, trans="T")  # type: ignore[call-overload]  # not in its stubs
            for lu, f in zip(factors, dependent, strict=True)
        ]
    )
    pushes = matrix.transposed_times(multiplier)
    pushes[:, :3] += left[:, body.base]
    return DrivenMotion(acceleration, multiplier, pushes)


def transformation(body: NaturalBody, state: IndependentMotion) -> tuple[FloatArray, FloatArray]:
    """R and S c of points and vectors (eqs. 3.58 to 3.64); the angles are independent themselves.

    Args:
        state: positions and velocities; accelerations are not used.
    Returns:
        R (frames, 3 n, 3 + 3 nb) and S c (frames, 3 n) m/s^2.
    """
    matrix = constraint_matrix(body, state)
    factors = matrix.factors()
    frames, g = len(state.x), body.freedom
    R = np.empty((frames, body.n, 3, g))
    for k in range(g):
        unit = np.zeros((frames, g))
        unit[:, k] = 1.0
        R[..., k] = _complete(body, unit[:, :3], factors, -matrix.times(unit))
    velocity = np.einsum("fncg,fg->fnc", R, state.velocity)
    Sc = _complete(body, np.zeros((frames, 3)), factors, _remainder(body, state, velocity))
    return R.reshape(frames, -1, g), Sc.reshape(frames, -1)


def equations_of_motion(
    body: NaturalBody, state: IndependentMotion, wrench: FloatArray | None = None
) -> tuple[FloatArray, FloatArray]:
    """M_bar and Q_bar of M_bar z'' = Q_bar + Q_m (eqs. 3.74 to 3.76).

    Args:
        state: positions and velocities; accelerations are not used.
        wrench: (frames, nb, 6) external moment and force at the segments' origins.
    Returns:
        (frames, 3 + 3 nb, 3 + 3 nb) and (frames, 3 + 3 nb).
    """
    M = mass_matrix(body)
    R, Sc = transformation(body, state)
    frames, n = len(R), body.n
    MR = (M @ R.reshape(frames, n, -1)).reshape(R.shape)
    left = generalised_forces(body, state, wrench) - M @ Sc.reshape(frames, n, 3)
    Q_bar = np.einsum("fji,fj->fi", R, left.reshape(frames, -1))
    return np.swapaxes(R, 1, 2) @ MR, Q_bar


def generalised_forces(
    body: NaturalBody, state: IndependentMotion, wrench: FloatArray | None = None
) -> FloatArray:
    """Gravity and external wrenches on points and vectors (eqs. 3.50 to 3.53).

    A force acts on the points and vectors of its segment as its place depends on them, A^T F. A
    moment is a couple at each axis e of the segment, forces G x e / 2 a unit vector e apart, which
    together turn as G does and along no axis hold any posture better than another.

    Args:
        wrench: (frames, nb, 6) external moment [N*m] and force [N] at the segments' origins.
    Returns:
        (frames, n, 3).
    """
    tree = body.tree
    Q = np.zeros_like(state.x)
    S = rotation(state.angles)
    for k, element in enumerate(body.elements):
        index = list(element_indices(element))
        Q[:, index] += np.outer(place_matrix(element, tree.com[k]), tree.mass[k] * tree.gravity)
        if wrench is None:
            continue
        origin = place_matrix(element, np.zeros(3))
        Q[:, index] += origin[:, None] * wrench[:, None, k, 3:]
        for axis in range(3):
            # an axis is a difference of places, so the weights of the points cancel in the sum
            share = place_matrix(element, np.eye(3)[axis]) - origin
            pull = 0.5 * np.cross(wrench[:, k, :3], S[:, k, :, axis])
            Q[:, index] += share[:, None] * pull[:, None, :]
    return Q


# --------------------------------------------------------------------------- terms without q''


def _complete(
    body: NaturalBody, base: FloatArray, factors: list[SuperLU], right: FloatArray
) -> FloatArray:
    """Points and vectors' rates (frames, n, 3) from the base point's and Phi_d x = right."""
    solved = np.stack([lu.solve(r) for lu, r in zip(factors, right, strict=True)])
    return np.insert(solved.reshape(len(solved), -1, 3), body.base, base, axis=1)


def _remainder(body: NaturalBody, state: IndependentMotion, velocity: FloatArray) -> FloatArray:
    """c = -Phi_q' q' (frames, rows): what the velocities alone make of the second derivatives."""
    forms = rigid_constraints(body).forms
    v = velocity[:, forms.member]
    # forms of second degree have constant second derivatives
    rigid = -2.0 * np.einsum("fkid,fkid->fk", np.einsum("kij,fkjd->fkid", forms.C, v), v)
    # (b . s)'' without b'' and angles'': 2 b' . w x s + b . (T' z' x s + w x (w x s))
    S, T = rotation(state.angles), rate_matrix(state.angles)
    omega = (T @ state.rates[..., None])[..., 0]
    change = (rate_matrix_derivative(state.angles, state.rates) @ state.rates[..., None])[..., 0]
    segment, vector, axis = np.array(angle_pairs(body)).T
    s, w = S[:, segment, :, axis].swapaxes(0, 1), omega[:, segment]
    along = np.cross(w, s)
    second = np.cross(change[:, segment], s) + np.cross(w, along)
    angles = -np.sum(2.0 * velocity[:, vector] * along + state.x[:, vector] * second, axis=2)
    return np.concatenate([rigid, angles], axis=1)
