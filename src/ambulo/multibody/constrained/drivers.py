"""Drivers: rheonomic constraints, which move a system as given functions of time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ambulo.math.brief_repr import BriefRepr
from ambulo.multibody.constrained.body import Body, Direction, Frame, Point
from ambulo.multibody.constrained.functions import Constant, ScalarFunction, Turning
from ambulo.multibody.constrained.joints import FrameToFrame
from ambulo.multibody.constrained.rows import Coincident, Constraint, Coordinate, Product, Row


@dataclass(frozen=True, eq=False)
class CoordinateDriver(BriefRepr):
    """q[index] = value(t) of one body: 1 row. The indices 0 to 2 are the position [m], and those
    from 3 on are the orientation."""

    name: str
    body: Body
    index: int
    value: ScalarFunction

    @property
    def at(self) -> Point:
        """The body's origin."""
        return self.body.point()

    def rows(self) -> tuple[Row, ...]:
        """One row, for the coordinate."""
        return (Coordinate(self.name, self.body, self.index, self.value),)


@dataclass(frozen=True, eq=False)
class PointDriver(BriefRepr):
    """r_j - r_i = (x(t), y(t), z(t)) along the world's axes [m]: one row for each given function.

    Args:
        i: the point from which j is measured; `GROUND.point()` for a trajectory in the world.
        j: the driven point.
        x, y, z: functions of time; None leaves a direction free.
        labels: names of the rows; made from `name` by default.
    """

    name: str
    i: Point
    j: Point
    x: ScalarFunction | None = None
    y: ScalarFunction | None = None
    z: ScalarFunction | None = None
    labels: tuple[str, str, str] | None = None

    @property
    def at(self) -> Point:
        """The driven point."""
        return self.j

    def rows(self) -> tuple[Row, ...]:
        """Rows along x, y and z, if given."""
        labels = self.labels or tuple(f"{self.name} {axis}" for axis in "xyz")
        functions = (self.x, self.y, self.z)
        return tuple(
            Coincident(labels[k], k, self.i, self.j, Constant(0.0) if f is None else f)
            for k, f in enumerate(functions)
            if f is not None
        )


@dataclass(frozen=True, eq=False)
class AngleDriver(FrameToFrame):
    """Frame j is turned by angle(t) [rad] about the z axis of frame i: 1 row.

    The row keeps x of j perpendicular to an axis that turns with the angle, so it has no jump at
    whole turns. The hinge itself keeps the z axes parallel.
    """

    angle: ScalarFunction

    def rows(self) -> tuple[Row, ...]:
        """One row: x of j is perpendicular to y of i, turned about z of i by the angle."""
        axes = self.i.axes
        perpendicular = Direction(
            self.i.body, axes[:, 1], Turning(axes[:, 2], axes[:, 1], self.angle)
        )
        return (Product(self.name, perpendicular, self.j.x),)


@dataclass(frozen=True, eq=False)
class OrientationDriver(BriefRepr):
    """Frame j has the orientation of frame i turned by angle(t) [rad] about `axis`: 3 rows.

    Args:
        axis: (3,) unit vector in frame i's axes.
        labels: names of the three rows, about x, y and z of the turned frame.
    """

    name: str
    i: Frame
    j: Frame
    axis: tuple[float, float, float]
    angle: ScalarFunction
    labels: tuple[str, str, str] | None = None

    @property
    def at(self) -> Point:
        """Frame j's origin."""
        return self.j.origin

    def rows(self) -> tuple[Row, ...]:
        """Three rows: each turned axis is perpendicular to another axis of frame j."""
        axes = self.i.axes
        about = axes @ np.asarray(self.axis, dtype=np.float64)
        x, y, z = (
            Direction(self.i.body, axes[:, k], Turning(about, axes[:, k], self.angle))
            for k in range(3)
        )
        labels = self.labels or tuple(f"{self.name} {k}" for k in "xyz")
        return (
            Product(labels[0], y, self.j.z),
            Product(labels[1], z, self.j.x),
            Product(labels[2], x, self.j.y),
        )


DRIVERS: Mapping[type[Constraint], int] = {
    CoordinateDriver: 1,
    AngleDriver: 1,
    OrientationDriver: 3,
}
"""Number of rows of each driver; `PointDriver` has one for each given direction."""
