"""Revolute joint: one rotation about a common axis stays free."""

from __future__ import annotations

from dataclasses import dataclass

from ambulo.multibody.constrained.joints.ends import FrameToFrame
from ambulo.multibody.constrained.rows import Row, coincident, parallel


@dataclass(frozen=True, eq=False)
class Revolute(FrameToFrame):
    """Origins coincide and z axes are parallel: 5 rows (Haug 1989, section 9.4)."""

    def rows(self) -> tuple[Row, ...]:
        """x, y, z of the origins, then two rows for the axes."""
        return (
            *coincident(self.name, self.i.origin, self.j.origin),
            *parallel(self.name, self.i, self.j),
        )
