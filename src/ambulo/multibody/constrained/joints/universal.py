"""Universal joint: two rotations about crossed, perpendicular axes stay free."""

from __future__ import annotations

from dataclasses import dataclass

from ambulo.multibody.constrained.joints.ends import FrameToFrame
from ambulo.multibody.constrained.rows import Product, Row, coincident


@dataclass(frozen=True, eq=False)
class Universal(FrameToFrame):
    """Origins coincide, axis x of i stays perpendicular to axis y of j: 4 rows (Haug 1989)."""

    def rows(self) -> tuple[Row, ...]:
        """x, y, z of the origins, then the cross."""
        return (
            *coincident(self.name, self.i.origin, self.j.origin),
            Product(f"{self.name} cross", self.i.x, self.j.y),
        )
