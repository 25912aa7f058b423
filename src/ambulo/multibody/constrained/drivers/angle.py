"""The angle of a hinge as a function of time, for any number of turns."""

from __future__ import annotations

from dataclasses import dataclass

from ambulo.multibody.constrained.body import Direction
from ambulo.multibody.constrained.functions import ScalarFunction, Turning
from ambulo.multibody.constrained.joints.ends import FrameToFrame
from ambulo.multibody.constrained.rows import Product, Row


@dataclass(frozen=True, eq=False)
class AngleDriver(FrameToFrame):
    """Frame j is turned by angle(t) [rad] about the z axis of frame i: 1 row.

    The row keeps x of j perpendicular to an axis that turns with the angle, so that it has no jump
    at whole turns; z axes are kept parallel by the hinge itself.
    """

    angle: ScalarFunction

    def rows(self) -> tuple[Row, ...]:
        """The perpendicular that turns with the angle, against x of j."""
        axes = self.i.axes
        perpendicular = Direction(
            self.i.body, axes[:, 1], Turning(axes[:, 2], axes[:, 1], self.angle)
        )
        return (Product(self.name, perpendicular, self.j.x),)
