"""A point that follows a trajectory in the world or in another body."""

from __future__ import annotations

from dataclasses import dataclass

from ambulo.multibody.constrained.body import Point
from ambulo.multibody.constrained.functions import Constant, ScalarFunction
from ambulo.multibody.constrained.rows import Coincident, Row


@dataclass(frozen=True, eq=False)
class PointDriver:
    """r_j - r_i = (x(t), y(t), z(t)) along the world's axes: one row a function given [m].

    Args:
        i: from where it is measured: `GROUND.point()` for a trajectory in the world.
        j: the driven point.
        x, y, z: functions of time; None leaves that direction free.
        labels: names of the rows; made from `name` when absent.
    """

    name: str
    i: Point
    j: Point
    x: ScalarFunction | None = None
    y: ScalarFunction | None = None
    z: ScalarFunction | None = None
    labels: tuple[str, str, str] | None = None

    @property
    def at(self) -> Point:
        """The driven point."""
        return self.j

    def rows(self) -> tuple[Row, ...]:
        """Along x, y and z, where given."""
        labels = self.labels or tuple(f"{self.name} {axis}" for axis in "xyz")
        functions = (self.x, self.y, self.z)
        return tuple(
            Coincident(labels[k], k, self.i, self.j, Constant(0.0) if f is None else f)
            for k, f in enumerate(functions)
            if f is not None
        )
