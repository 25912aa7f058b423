"""Prismatic joint: one displacement along a common axis stays free."""

from __future__ import annotations

from dataclasses import dataclass

from ambulo.multibody.constrained.joints.ends import FrameToFrame
from ambulo.multibody.constrained.rows import Product, Row, on_axis, parallel


@dataclass(frozen=True, eq=False)
class Prismatic(FrameToFrame):
    """z axes are one line and the frames do not turn: 5 rows (Bruzzo 2012, eq. 134-142)."""

    def rows(self) -> tuple[Row, ...]:
        """Parallel axes, aligned axes, no turn: C9 to C13 of Bruzzo (2012)."""
        i, j = self.i, self.j
        return (
            *parallel(self.name, i, j),
            *on_axis(f"{self.name} aligned", i, j.origin),
            Product(f"{self.name} no turn", i.y, j.x),
        )
