"""Positions and velocities of all bodies at one instant, for forces and results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.multibody.constrained.body import GROUND, Body, Direction, Point, cross
from ambulo.multibody.constrained.packing import POSITION, SPIN, TURN, VELOCITY


@dataclass(frozen=True, eq=False)
class BodyStates:
    """All bodies at time t; the ground is the last entry.

    Args:
        t: s.
        R, V: (nb + 1, 3) position [m] and velocity [m/s] of the origins, world axes.
        A: (nb + 1, 3, 3) body axes to world axes.
        omega: (nb + 1, 3) rad/s, body axes.
        number: body (by identity) -> index.
        mass: (nb,) kg.
    """

    t: float
    R: FloatArray
    V: FloatArray
    A: FloatArray
    omega: FloatArray
    number: Mapping[int, int]
    mass: FloatArray

    @classmethod
    def of_frames(
        cls, t: float, frames: FloatArray, number: Mapping[int, int], mass: FloatArray
    ) -> BodyStates:
        """Body states as views of the frames (nb + 1, 6, 3) of compiled code."""
        A = frames[:, TURN : TURN + 3]
        return cls(t, frames[:, POSITION], frames[:, VELOCITY], A, frames[:, SPIN], number, mass)

    def index(self, body: Body) -> int:
        """The index of a body in the arrays."""
        return self.number[id(body)]

    def of(self, point: Point) -> tuple[FloatArray, FloatArray]:
        """World position [m] and velocity [m/s] of a point fixed in a body."""
        k = self.index(point.body)
        swept = cross(self.omega[k], point.local)
        return self.R[k] + self.A[k] @ point.local, self.V[k] + self.A[k] @ swept

    def along(self, direction: Direction) -> FloatArray:
        """World components (3,) of a vector fixed in a body."""
        return np.asarray(self.A[self.index(direction.body)] @ direction.local)


@dataclass(frozen=True, eq=False)
class Resultant:
    """Sum of the applied forces on each body.

    Args:
        force: (nb, 3) N, world axes.
        moment: (nb, 3) N*m about the bodies' origins, body axes.
    """

    force: FloatArray
    moment: FloatArray

    def add(self, state: BodyStates, point: Point, force: FloatArray) -> None:
        """Add a world force [N] at a point; on the ground it has no effect."""
        if point.body is not GROUND:
            k = state.index(point.body)
            self.force[k] += force
            self.moment[k] += cross(point.local, state.A[k].T @ force)

    def add_moment(self, state: BodyStates, body: Body, moment: FloatArray) -> None:
        """Add a world moment [N*m]; on the ground it has no effect."""
        if body is not GROUND:
            k = state.index(body)
            self.moment[k] += state.A[k].T @ moment
