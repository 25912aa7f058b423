"""Scalar constraints, of which all joints and drivers consist.

Five kinds are those of Haug (1989), section 9.4: a given scalar product of two vectors (dot-1), or
of a vector and a line between two points (dot-2), two points that coincide along an axis, a given
distance of two points, and a given value of one coordinate. Points and vectors may move in their
bodies as functions of time, so every joint can become a driver. The sixth kind is nonholonomic: it
prescribes a velocity but no position, a_0 + B q_dot = 0 (Bruzzo 2012, eqs. 15-18).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from ambulo.multibody.constrained.body import Body, Direction, Frame, LowestPoint, Point
from ambulo.multibody.constrained.functions import Constant, ScalarFunction

ZERO = Constant(0.0)


@dataclass(frozen=True, eq=False)
class Product:
    """Scalar product of two vectors: a . b = value(t)."""

    label: str
    a: Direction
    b: Direction
    value: ScalarFunction = ZERO


@dataclass(frozen=True, eq=False)
class Along:
    """Line between two points, along a vector of the first point's body: a . (r_j - r_i) =
    value."""

    label: str
    a: Direction
    i: Point
    j: Point | LowestPoint
    value: ScalarFunction = ZERO


@dataclass(frozen=True, eq=False)
class Coincident:
    """Position of two points along a world axis: (r_j - r_i)[axis] = value(t) [m]."""

    label: str
    axis: int
    i: Point
    j: Point
    value: ScalarFunction = ZERO


@dataclass(frozen=True, eq=False)
class Distant:
    """Distance of two points: |r_j - r_i| = value(t) [m], never zero."""

    label: str
    i: Point
    j: Point
    value: ScalarFunction


@dataclass(frozen=True, eq=False)
class Coordinate:
    """One coordinate of a body: q[index] = value(t). The indices 0 to 2 are the position, the next
    the orientation."""

    label: str
    body: Body
    index: int
    value: ScalarFunction


@dataclass(frozen=True, eq=False)
class Sliding:
    """Relative velocity of two points along a vector: a . (v_j - v_i) = value(t) [m/s]."""

    label: str
    a: Direction
    i: Point
    j: Point | LowestPoint
    value: ScalarFunction = ZERO


Row = Product | Along | Coincident | Distant | Coordinate | Sliding


class Constraint(Protocol):
    """A joint or a driver: its name, the point of its reaction, and its rows."""

    @property
    def name(self) -> str:
        """Unique in a system."""

    @property
    def at(self) -> Point:
        """The point of the reaction's moment, on the body on which the reaction acts."""

    def rows(self) -> Sequence[Row]:
        """The scalar constraints, in order."""


def coincident(name: str, i: Point, j: Point) -> tuple[Row, ...]:
    """Three rows: two points coincide, along the world's x, y and z."""
    return tuple(Coincident(f"{name} {'xyz'[k]}", k, i, j) for k in range(3))


def parallel(name: str, i: Frame, j: Frame) -> tuple[Row, ...]:
    """Two rows: the third axes of two frames are parallel (Bruzzo 2012, eq. 126)."""
    return (Product(f"{name} parallel 1", i.x, j.z), Product(f"{name} parallel 2", i.y, j.z))


def on_axis(label: str, i: Frame, j: Point) -> tuple[Row, ...]:
    """Two rows: a point lies on the third axis of a frame (Haug 1989, section 9.4)."""
    return (Along(f"{label} 1", i.x, i.origin, j), Along(f"{label} 2", i.y, i.origin, j))
