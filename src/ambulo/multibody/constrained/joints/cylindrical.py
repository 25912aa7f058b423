"""Cylindrical joint: rotation about and displacement along a common axis stay free."""

from __future__ import annotations

from dataclasses import dataclass

from ambulo.multibody.constrained.joints.ends import FrameToFrame
from ambulo.multibody.constrained.rows import Row, on_axis, parallel


@dataclass(frozen=True, eq=False)
class Cylindrical(FrameToFrame):
    """z axes are one line: 4 rows (Haug 1989, section 9.4)."""

    def rows(self) -> tuple[Row, ...]:
        """Parallel axes, then aligned axes."""
        i, j = self.i, self.j
        return (*parallel(self.name, i, j), *on_axis(f"{self.name} aligned", i, j.origin))
