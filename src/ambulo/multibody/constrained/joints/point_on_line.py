"""Point on line: a point of one body stays on a line of another."""

from __future__ import annotations

from dataclasses import dataclass

from ambulo.multibody.constrained.joints.ends import FrameToPoint
from ambulo.multibody.constrained.rows import Row, on_axis


@dataclass(frozen=True, eq=False)
class PointOnLine(FrameToPoint):
    """Point j stays on the z axis of frame i: 2 rows (Haug 1989, section 9.4)."""

    def rows(self) -> tuple[Row, ...]:
        """Along x and y of frame i."""
        return on_axis(f"{self.name} across", self.i, self.j)
