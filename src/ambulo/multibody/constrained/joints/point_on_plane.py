"""Point on plane: a point of one body stays on a plane of another."""

from __future__ import annotations

from dataclasses import dataclass

from ambulo.multibody.constrained.body import Frame, Point
from ambulo.multibody.constrained.rows import Along, Row

__all__ = ["PointOnPlane"]


@dataclass(frozen=True, eq=False)
class PointOnPlane:
    """Point j stays on the plane through frame i's origin, normal to its z axis: 1 row."""

    name: str
    i: Frame
    j: Point

    @property
    def at(self) -> Point:
        """Point j."""
        return self.j

    def rows(self) -> tuple[Row, ...]:
        """Along z of frame i."""
        return (Along(self.name, self.i.z, self.i.origin, self.j),)
