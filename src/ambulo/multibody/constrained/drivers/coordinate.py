"""A generalized coordinate that follows a function of time."""

from __future__ import annotations

from dataclasses import dataclass

from ambulo.multibody.constrained.body import Body, Point
from ambulo.multibody.constrained.functions import ScalarFunction
from ambulo.multibody.constrained.rows import Coordinate, Row


@dataclass(frozen=True, eq=False)
class CoordinateDriver:
    """q[index] = value(t) of one body: 1 row; 0 to 2 position [m], then orientation."""

    name: str
    body: Body
    index: int
    value: ScalarFunction

    @property
    def at(self) -> Point:
        """The body's origin."""
        return self.body.point()

    def rows(self) -> tuple[Row, ...]:
        """The coordinate."""
        return (Coordinate(self.name, self.body, self.index, self.value),)
