"""Spherical joint: two points are one; three rotations stay free."""

from __future__ import annotations

from dataclasses import dataclass

from ambulo.multibody.constrained.joints.ends import PointToPoint
from ambulo.multibody.constrained.rows import Row, coincident


@dataclass(frozen=True, eq=False)
class Spherical(PointToPoint):
    """Point i and point j coincide: 3 rows (Shabana 2001, eq. 7.172; Bruzzo 2012, eq. 117)."""

    def rows(self) -> tuple[Row, ...]:
        """x, y, z of r_j - r_i."""
        return coincident(self.name, self.i, self.j)
