"""Joints as constraints, in the order i (proximal), j (distal)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.brief_repr import BriefRepr
from ambulo.multibody.constrained.body import GROUND, Body, Frame, LowestPoint, Point
from ambulo.multibody.constrained.functions import Constant, ScalarFunction
from ambulo.multibody.constrained.rows import (
    Along,
    Constraint,
    Coordinate,
    Distant,
    Product,
    Row,
    Sliding,
    coincident,
    on_axis,
    parallel,
)


@dataclass(frozen=True, eq=False)
class FrameToFrame(BriefRepr):
    """Frame i of one body and frame j of another."""

    name: str
    i: Frame
    j: Frame

    @property
    def at(self) -> Point:
        """Frame j's origin."""
        return self.j.origin


class _OnPoint(BriefRepr):
    j: Point

    @property
    def at(self) -> Point:
        """Point j."""
        return self.j


@dataclass(frozen=True, eq=False)
class FrameToPoint(_OnPoint):
    """Frame i of one body and point j of another."""

    name: str
    i: Frame
    j: Point


@dataclass(frozen=True, eq=False)
class PointToPoint(_OnPoint):
    """Point i of one body and point j of another."""

    name: str
    i: Point
    j: Point


@dataclass(frozen=True, eq=False)
class Fixed(FrameToFrame):
    """Frame j stays on frame i in position and orientation: 6 rows."""

    def rows(self) -> tuple[Row, ...]:
        """x, y, z of the origins, then three rows for the rotation."""
        i, j = self.i, self.j
        return (
            *coincident(self.name, i.origin, j.origin),
            Product(f"{self.name} turn x", i.y, j.z),
            Product(f"{self.name} turn y", i.z, j.x),
            Product(f"{self.name} turn z", i.x, j.y),
        )


def Ground(name: str, body: Body, origin: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> Fixed:
    """A body that stays at `origin` [m] with its axes along the world's (Shabana, eq. 7.158)."""
    return Fixed(name, GROUND.frame(origin), body.frame())


@dataclass(frozen=True, eq=False)
class KeptCoordinates(BriefRepr):
    """Generalised coordinates of a body that keep their value: q[index] = c (Bruzzo, eq. 110).

    Args:
        values: label -> (index, value); the indices 0 to 2 are the position [m], and those
            from 3 on are the orientation.
    """

    name: str
    body: Body
    values: Mapping[str, tuple[int, float]]

    @property
    def at(self) -> Point:
        """The body's origin."""
        return self.body.point()

    def rows(self) -> tuple[Row, ...]:
        """A row for each coordinate, in the order given."""
        return tuple(
            Coordinate(f"{self.name} {label}", self.body, index, Constant(value))
            for label, (index, value) in self.values.items()
        )


@dataclass(frozen=True, eq=False)
class Spherical(PointToPoint):
    """Point i and point j coincide: 3 rows (Shabana 2001, eq. 7.172; Bruzzo 2012, eq. 117)."""

    def rows(self) -> tuple[Row, ...]:
        """x, y, z of r_j - r_i."""
        return coincident(self.name, self.i, self.j)


@dataclass(frozen=True, eq=False)
class Revolute(FrameToFrame):
    """Origins coincide and z axes are parallel: 5 rows (Haug 1989, section 9.4)."""

    def rows(self) -> tuple[Row, ...]:
        """x, y, z of the origins, then two rows for the axes."""
        return (
            *coincident(self.name, self.i.origin, self.j.origin),
            *parallel(self.name, self.i, self.j),
        )


@dataclass(frozen=True, eq=False)
class Universal(FrameToFrame):
    """Origins coincide, and axis x of i is perpendicular to axis y of j: 4 rows (Haug 1989)."""

    def rows(self) -> tuple[Row, ...]:
        """x, y, z of the origins, then one row for the right angle."""
        return (
            *coincident(self.name, self.i.origin, self.j.origin),
            Product(f"{self.name} cross", self.i.x, self.j.y),
        )


@dataclass(frozen=True, eq=False)
class Prismatic(FrameToFrame):
    """The z axes are on one line, and the frames do not turn: 5 rows (Bruzzo 2012, eq. 134-142)."""

    def rows(self) -> tuple[Row, ...]:
        """Rows for parallel axes, aligned axes and no rotation: C9 to C13 of Bruzzo (2012)."""
        i, j = self.i, self.j
        return (
            *parallel(self.name, i, j),
            *on_axis(f"{self.name} aligned", i, j.origin),
            Product(f"{self.name} no turn", i.y, j.x),
        )


@dataclass(frozen=True, eq=False)
class Cylindrical(FrameToFrame):
    """The z axes are on one line: 4 rows (Haug 1989, section 9.4)."""

    def rows(self) -> tuple[Row, ...]:
        """Rows for parallel axes, then for aligned axes."""
        i, j = self.i, self.j
        return (*parallel(self.name, i, j), *on_axis(f"{self.name} aligned", i, j.origin))


@dataclass(frozen=True, eq=False)
class Distance(PointToPoint):
    """Two points have the distance length(t) [m]: 1 row (Bruzzo 2012, eq. 144)."""

    length: ScalarFunction | float

    def rows(self) -> tuple[Row, ...]:
        """One row, for the distance."""
        length = Constant(self.length) if isinstance(self.length, float | int) else self.length
        return (Distant(self.name, self.i, self.j, length),)


@dataclass(frozen=True, eq=False)
class PointOnLine(FrameToPoint):
    """Point j stays on the z axis of frame i: 2 rows (Haug 1989, section 9.4)."""

    def rows(self) -> tuple[Row, ...]:
        """Two rows: point j has no distance from the line along x and y of frame i."""
        return on_axis(f"{self.name} across", self.i, self.j)


@dataclass(frozen=True, eq=False)
class PointOnPlane(FrameToPoint):
    """Point j stays on the plane through frame i's origin, normal to its z axis: 1 row."""

    def rows(self) -> tuple[Row, ...]:
        """One row: point j has no distance from the plane along z of frame i."""
        return (Along(self.name, self.i.z, self.i.origin, self.j),)


@dataclass(frozen=True, eq=False)
class KnifeEdge(BriefRepr):
    """The origin of frame j moves in the plane of its x and z axes: 1 row, of velocity.

    A skate or a blade, which does not slide sideways but may turn. It needs another joint that
    supports it.
    """

    name: str
    j: Frame

    @property
    def at(self) -> Point:
        """Frame j's origin."""
        return self.j.origin

    def rows(self) -> tuple[Row, ...]:
        """One row: the origin of frame j has no velocity along y of this frame."""
        return (Sliding(self.name, self.j.y, GROUND.point(), self.j.origin),)


@dataclass(frozen=True, eq=False)
class Rolling(BriefRepr):
    """A disc with a thin edge, or a ball, rolls on a plane of the ground: 3 rows.

    One row for positions: the disc touches the plane. Two rows for velocities: its lowest point has
    no velocity along x and y of the plane's frame.

    Args:
        i: a frame of the ground; its z axis is normal to the plane, upwards.
        j: the centre; radius: m.
        axis: (3,) of the disc, body axes; None for a ball.
    Raises:
        InputError: the plane belongs to another body than the ground, or the radius is not
            positive.
    """

    name: str
    i: Frame
    j: Point
    radius: float
    axis: tuple[float, float, float] | None = None

    def __post_init__(self) -> None:
        if self.i.body is not GROUND or not self.radius > 0.0:
            raise InputError(
                what="it must roll on the ground with a positive radius, but it rolls on "
                f"{self.i.body.name} with a radius of {self.radius:g} m",
                where=self.name,
                remedy="Give a frame of the ground and a positive radius",
            )

    @property
    def at(self) -> Point:
        """The centre."""
        return self.j

    def rows(self) -> tuple[Row, ...]:
        """Height of the lowest point, then its velocities along x and y of the plane's frame."""
        i, axis = self.i, np.zeros(3) if self.axis is None else np.array(self.axis, float)
        axis = axis / max(float(np.linalg.norm(axis)), 1e-300)
        lowest = LowestPoint(self.j.body, self.j.local, self.radius, i.axes[:, 2], axis)
        return (
            Along(f"{self.name} height", i.z, i.origin, lowest),
            Sliding(f"{self.name} x", i.x, i.origin, lowest),
            Sliding(f"{self.name} y", i.y, i.origin, lowest),
        )


JOINTS: Mapping[type[Constraint], int] = {
    Fixed: 6,
    Spherical: 3,
    Revolute: 5,
    Universal: 4,
    Prismatic: 5,
    Cylindrical: 4,
    Distance: 1,
    PointOnLine: 2,
    PointOnPlane: 1,
    KnifeEdge: 1,
    Rolling: 3,
}
"""Number of rows of each joint; `KeptCoordinates` has one for each coordinate."""
