"""Point on plane: a point of one body stays on a plane of another."""

from __future__ import annotations

from dataclasses import dataclass

from ambulo.multibody.constrained.joints.ends import FrameToPoint
from ambulo.multibody.constrained.rows import Along, Row


@dataclass(frozen=True, eq=False)
class PointOnPlane(FrameToPoint):
    """Point j stays on the plane through frame i's origin, normal to its z axis: 1 row."""

    def rows(self) -> tuple[Row, ...]:
        """Along z of frame i."""
        return (Along(self.name, self.i.z, self.i.origin, self.j),)
