"""Point on line: a point of one body stays on a line of another."""

from __future__ import annotations

from dataclasses import dataclass

from ambulo.multibody.constrained.joints.ends import FrameToPoint
from ambulo.multibody.constrained.rows import Along, Row

__all__ = ["PointOnLine"]


@dataclass(frozen=True, eq=False)
class PointOnLine(FrameToPoint):
    """Point j stays on the z axis of frame i: 2 rows (Haug 1989, section 9.4)."""

    def rows(self) -> tuple[Row, ...]:
        """Along x and y of frame i."""
        return (
            Along(f"{self.name} across 1", self.i.x, self.i.origin, self.j),
            Along(f"{self.name} across 2", self.i.y, self.i.origin, self.j),
        )
