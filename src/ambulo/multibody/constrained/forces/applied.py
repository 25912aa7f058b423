"""Applied forces: classes, and the compiled laws that read their arguments."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.function_pointers import FORCE_LAW, Law
from ambulo.math.vectors import dot, scale, subtract
from ambulo.multibody.constrained.body import Body, Direction, Point
from ambulo.multibody.constrained.forces.law import (
    EVERY_BODY,
    Argument,
    add_force,
    add_moment,
    length_of,
    line_between,
    triple_of,
    vector_of,
    velocity_of,
)
from ambulo.multibody.constrained.functions import Constant, ScalarFunction
from ambulo.multibody.constrained.state import BodyStates
from ambulo.multibody.contact.friction_laws.regularised_coulomb import RegularisedCoulomb
from ambulo.multibody.contact.law import friction_force
from ambulo.multibody.gravity import STANDARD_GRAVITY


def _gravity(
    _t: float,
    p: FloatArray,
    i: IntArray,
    _values: FloatArray,
    _frames: FloatArray,
    loads: FloatArray,
) -> None:
    # p: acceleration, then the masses of all bodies, whose number i tells
    for b in range(i[0]):
        for k in range(3):
            loads[6 * b + k] += p[3 + b] * p[k]


@dataclass(frozen=True)
class Gravity:
    """Weight of every body: m * acceleration [m/s^2], world axes."""

    acceleration: tuple[float, float, float] = (0.0, 0.0, -STANDARD_GRAVITY)
    name: str = "gravity"

    law: ClassVar[Law] = Law(_gravity, FORCE_LAW)

    def arguments(self) -> tuple[Argument, ...]:
        """Acceleration, all bodies."""
        return (*self.acceleration, EVERY_BODY)

    def potential(self, state: BodyStates) -> float:
        """Potential energy, J, zero at the world's origin."""
        heights = state.R[: len(state.mass)] @ np.array(self.acceleration)
        return -float(state.mass @ heights)


def _point_force(
    _t: float, p: FloatArray, i: IntArray, values: FloatArray, frames: FloatArray, loads: FloatArray
) -> None:
    # p: point, direction; i: their bodies, place of the magnitude
    force = scale(values[i[2]], vector_of(frames, i[1], triple_of(p, 3)))
    add_force(loads, frames, i[0], triple_of(p, 0), force)


@dataclass(frozen=True, eq=False)
class PointForce:
    """magnitude(t) [N] along a direction fixed in any body, or in the world (body `GROUND`)."""

    name: str
    at: Point
    direction: Direction
    magnitude: ScalarFunction

    law: ClassVar[Law] = Law(_point_force, FORCE_LAW)

    def arguments(self) -> tuple[Argument, ...]:
        """Point, direction, magnitude."""
        return (self.at, self.direction, self.magnitude)


def _moment(
    _t: float, p: FloatArray, i: IntArray, values: FloatArray, frames: FloatArray, loads: FloatArray
) -> None:
    # p: axis; i: its body, body j, place of the magnitude
    moment = scale(values[i[2]], vector_of(frames, i[0], triple_of(p, 0)))
    add_moment(loads, frames, i[1], moment)
    add_moment(loads, frames, i[0], scale(-1.0, moment))


@dataclass(frozen=True, eq=False)
class Moment:
    """magnitude(t) [N*m] on body j about an axis of body i, and the opposite moment on body i."""

    name: str
    axis: Direction
    j: Body
    magnitude: ScalarFunction

    law: ClassVar[Law] = Law(_moment, FORCE_LAW)

    def arguments(self) -> tuple[Argument, ...]:
        """Axis, body j, magnitude."""
        return (self.axis, self.j, self.magnitude)


def _along_line(
    _t: float, p: FloatArray, i: IntArray, values: FloatArray, frames: FloatArray, loads: FloatArray
) -> None:
    # p: points i and j, part of the force that i gets; i: their bodies, place of the magnitude
    at_i, at_j, line, length = line_between(p, i, frames)
    force = scale(values[i[2]] / length, line)
    add_force(loads, frames, i[1], at_j, force)
    add_force(loads, frames, i[0], at_i, scale(-p[6], force))


@dataclass(frozen=True, eq=False)
class ForceAlongLine:
    """magnitude(t) [N] on point j along the unit vector from i to j.

    Args:
        reaction: whether the opposite force acts on point i. Otherwise the force comes from
            outside, like the push-off of Bruzzo (2012, eq. 180).
    """

    name: str
    i: Point
    j: Point
    magnitude: ScalarFunction
    reaction: bool = True

    law: ClassVar[Law] = Law(_along_line, FORCE_LAW)

    def arguments(self) -> tuple[Argument, ...]:
        """Points, magnitude, and 1 if the opposite force acts on point i."""
        return (self.i, self.j, self.magnitude, 1.0 if self.reaction else 0.0)


def _spring_damper(
    _t: float, p: FloatArray, i: IntArray, values: FloatArray, frames: FloatArray, loads: FloatArray
) -> None:
    # p: points i and j, stiffness, damping, free length; i: their bodies, place of the actuator
    at_i, at_j, line, length = line_between(p, i, frames)
    along = scale(1.0 / length, line)
    rate = dot(subtract(velocity_of(frames, i[1], at_j), velocity_of(frames, i[0], at_i)), along)
    tension = p[6] * (length - p[8]) + p[7] * rate + values[i[2]]
    add_force(loads, frames, i[0], at_i, scale(tension, along))
    add_force(loads, frames, i[1], at_j, scale(-tension, along))


@dataclass(frozen=True, eq=False)
class SpringDamperActuator:
    """Tension k (l - l0) + c l_dot + actuator(t) along the line from i to j.

    Haug (1989), section 11.2.

    Args:
        stiffness: N/m; damping: N*s/m; free_length: m; actuator: N, positive if it pulls i and j
            together.
    """

    name: str
    i: Point
    j: Point
    stiffness: float = 0.0
    damping: float = 0.0
    free_length: float = 0.0
    actuator: ScalarFunction | None = None

    law: ClassVar[Law] = Law(_spring_damper, FORCE_LAW)

    def arguments(self) -> tuple[Argument, ...]:
        """Points, stiffness, damping, free length, actuator."""
        actuator = Constant(0.0) if self.actuator is None else self.actuator
        return (self.i, self.j, self.stiffness, self.damping, self.free_length, actuator)

    def potential(self, state: BodyStates) -> float:
        """Elastic energy of the spring, J."""
        line = state.of(self.j)[0] - state.of(self.i)[0]
        return 0.5 * self.stiffness * (float(np.sqrt(line @ line)) - self.free_length) ** 2


def _drag(
    _t: float,
    p: FloatArray,
    i: IntArray,
    _values: FloatArray,
    frames: FloatArray,
    loads: FloatArray,
) -> None:
    # p: point, 1/2 density area, wind; i: the point's body
    at = triple_of(p, 0)
    u = subtract(velocity_of(frames, i[0], at), triple_of(p, 4))
    add_force(loads, frames, i[0], at, scale(-p[3] * length_of(u), u))


@dataclass(frozen=True, eq=False)
class QuadraticDrag:
    """-1/2 density area |u| u [N] on a point; u [m/s] is its velocity relative to the wind.

    Args:
        at: centre of pressure of the air.
        area: drag area C_d A, m^2.
        density: of the air, kg/m^3.
        wind: (3,) m/s, world axes.
    """

    name: str
    at: Point
    area: float
    density: float
    wind: FloatArray = field(default_factory=lambda: np.zeros(3))

    law: ClassVar[Law] = Law(_drag, FORCE_LAW)

    def arguments(self) -> tuple[Argument, ...]:
        """Point, 1/2 density area, wind."""
        return (self.at, 0.5 * self.density * self.area, *(float(x) for x in self.wind))


def _friction(
    _t: float, p: FloatArray, i: IntArray, values: FloatArray, frames: FloatArray, loads: FloatArray
) -> None:
    # p: point, axis, smoothing; i: their bodies, place of the magnitude
    at, axis = triple_of(p, 0), vector_of(frames, i[1], triple_of(p, 3))
    force = -values[i[2]]
    if p[6] > 0.0:
        law, speed = RegularisedCoulomb(1.0, p[6]), dot(velocity_of(frames, i[0], at), axis)
        force = friction_force(law, values[i[2]], speed, 0.0, 0.0, 0.0)[0]
    add_force(loads, frames, i[0], at, scale(force, axis))


@dataclass(frozen=True, eq=False)
class Friction:
    """`RegularisedCoulomb`'s force along `axis`, of the speed along `axis`, for magnitude(t) [N].

    Args:
        at: the point that slides on the ground.
        axis: the direction of sliding, fixed in the body.
        magnitude: N, for full sliding.
        smoothing: m/s, speed v_s of the law. With 0, the full friction acts against +axis at any
            speed (Bruzzo 2012, eq. 178).
    """

    name: str
    at: Point
    axis: Direction
    magnitude: ScalarFunction
    smoothing: float = 0.0

    law: ClassVar[Law] = Law(_friction, FORCE_LAW, (RegularisedCoulomb,))

    def arguments(self) -> tuple[Argument, ...]:
        """Point, axis, magnitude, smoothing."""
        return (self.at, self.axis, self.magnitude, self.smoothing)
