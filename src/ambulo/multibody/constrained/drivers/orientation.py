"""The whole orientation of one body relative to another, as a turn about a fixed axis."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.multibody.constrained.body import Direction, Frame, Point
from ambulo.multibody.constrained.functions import ScalarFunction, Turning
from ambulo.multibody.constrained.rows import Product, Row


@dataclass(frozen=True, eq=False)
class OrientationDriver:
    """Frame j has the orientation of frame i turned by angle(t) [rad] about `axis`: 3 rows.

    Args:
        axis: (3,) unit vector in frame i's axes.
        labels: names of the three rows, about x, y and z of the turned frame.
    """

    name: str
    i: Frame
    j: Frame
    axis: tuple[float, float, float]
    angle: ScalarFunction
    labels: tuple[str, str, str] | None = None

    @property
    def at(self) -> Point:
        """Frame j's origin."""
        return self.j.origin

    def rows(self) -> tuple[Row, ...]:
        """Each turned axis stays perpendicular to another one of frame j."""
        axes = self.i.axes
        about = axes @ np.asarray(self.axis, dtype=np.float64)
        x, y, z = (
            Direction(self.i.body, axes[:, k], Turning(about, axes[:, k], self.angle))
            for k in range(3)
        )
        labels = self.labels or tuple(f"{self.name} {k}" for k in "xyz")
        return (
            Product(labels[0], y, self.j.z),
            Product(labels[1], z, self.j.x),
            Product(labels[2], x, self.j.y),
        )
