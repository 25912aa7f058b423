"""Distance joint: a massless rod with a ball at each end; `length` may be a function of time."""

from __future__ import annotations

from dataclasses import dataclass

from ambulo.multibody.constrained.functions import Constant, ScalarFunction
from ambulo.multibody.constrained.joints.ends import PointToPoint
from ambulo.multibody.constrained.rows import Distant, Row


@dataclass(frozen=True, eq=False)
class Distance(PointToPoint):
    """Two points keep the distance length(t) [m]: 1 row (Bruzzo 2012, eq. 144)."""

    length: ScalarFunction | float

    def rows(self) -> tuple[Row, ...]:
        """The distance."""
        length = Constant(self.length) if isinstance(self.length, float | int) else self.length
        return (Distant(self.name, self.i, self.j, length),)
