"""Ground: a body that does not move, or keeps chosen coordinates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ambulo.multibody.constrained.body import GROUND, Body, Point
from ambulo.multibody.constrained.functions import Constant
from ambulo.multibody.constrained.joints.ends import FrameToFrame
from ambulo.multibody.constrained.rows import Coordinate, Product, Row, coincident


@dataclass(frozen=True, eq=False)
class Fixed(FrameToFrame):
    """Frame j stays on frame i in position and orientation: 6 rows."""

    def rows(self) -> tuple[Row, ...]:
        """x, y, z of the origins, then the three turns."""
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
class KeptCoordinates:
    """Generalized coordinates of a body that keep their value: q[index] = c (Bruzzo, eq. 110).

    Args:
        values: label -> (index, value): 0 to 2 position [m], then orientation.
    """

    name: str
    body: Body
    values: Mapping[str, tuple[int, float]]

    @property
    def at(self) -> Point:
        """The body's origin."""
        return self.body.point()

    def rows(self) -> tuple[Row, ...]:
        """One row a coordinate, in the order given."""
        return tuple(
            Coordinate(f"{self.name} {label}", self.body, index, Constant(value))
            for label, (index, value) in self.values.items()
        )
