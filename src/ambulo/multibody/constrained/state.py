"""Positions and velocities of all bodies at one instant, for forces and results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.math.brief_repr import brief
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
        """The index of a body in the arrays.

        Raises:
            InputError: it is not a body of the system.
        """
        try:
            return self.number[id(body)]
        except KeyError:
            given: object = body
            if isinstance(given, Body):
                what, remedy = f"body {given.name} is not in the system", "Add it to the bodies"
            else:
                what, remedy = f"{brief(given)} is not a body", "Give a body of the system"
            raise InputError(what, remedy=remedy) from None

    def of(self, point: Point) -> tuple[FloatArray, FloatArray]:
        """World position [m] and velocity [m/s] of a point fixed in a body."""
        k = self.index(_body_of(point))
        swept = cross(self.omega[k], point.local)
        return self.R[k] + self.A[k] @ point.local, self.V[k] + self.A[k] @ swept

    def along(self, direction: Direction) -> FloatArray:
        """World components (3,) of a vector fixed in a body."""
        return np.asarray(self.A[self.index(_body_of(direction, "direction"))] @ direction.local)


def _body_of(item: Point | Direction, kind: str = "point") -> Body:
    """The body of a point or direction; whatever else is given has none."""
    body: Body | None = getattr(item, "body", None)
    if body is None:
        example = "body.point(0.5)" if kind == "point" else "body.direction(0, 0, 1)"
        what = f"{brief(item)} is not a {kind} of a body"
        raise InputError(what, remedy=f"Give one, such as {example}")
    return body


def _three(given: object, what: str) -> FloatArray:
    """The components of a force or moment in the world."""
    try:
        numbers = np.asarray(given, dtype=np.float64)
    except (TypeError, ValueError):
        numbers = np.empty(0)
    if numbers.shape != (3,):
        raise InputError(
            f"the {what} is {brief(given)}, not three numbers",
            remedy="Give its components along the world's axes x, y and z",
        )
    return numbers


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
        body, f = _body_of(point), _three(force, "force")
        if body is not GROUND:
            k = state.index(body)
            self.force[k] += f
            self.moment[k] += cross(point.local, state.A[k].T @ f)

    def add_moment(self, state: BodyStates, body: Body, moment: FloatArray) -> None:
        """Add a world moment [N*m]; on the ground it has no effect."""
        m = _three(moment, "moment")
        if body is not GROUND:
            k = state.index(body)
            self.moment[k] += state.A[k].T @ m
