"""Air drag that grows with the square of the speed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.function_pointers import FORCE_LAW, Law
from ambulo.math.vectors import scale, subtract
from ambulo.multibody.constrained.body import Point
from ambulo.multibody.constrained.forces.law import (
    Argument,
    add_force,
    length_of,
    triple_of,
    velocity_of,
)


def _drag(
    _t: float,
    p: FloatArray,
    i: IntArray,
    _values: FloatArray,
    frames: FloatArray,
    loads: FloatArray,
) -> None:
    # p: point, 1/2 density area, wind; i: the point's body
    at = triple_of(p, 0)
    u = subtract(velocity_of(frames, i[0], at), triple_of(p, 4))
    add_force(loads, frames, i[0], at, scale(-p[3] * length_of(u), u))


@dataclass(frozen=True, eq=False)
class QuadraticDrag:
    """-1/2 density area |u| u on a point, u its velocity less the wind's [N, m/s].

    Args:
        at: centre of pressure of the air.
        area: drag area C_d A, m^2.
        density: of the air, kg/m^3.
        wind: (3,) m/s, world axes.
    """

    name: str
    at: Point
    area: float
    density: float
    wind: FloatArray = field(default_factory=lambda: np.zeros(3))

    law: ClassVar[Law] = Law(_drag, FORCE_LAW)

    def arguments(self) -> tuple[Argument, ...]:
        """Point, 1/2 density area, wind."""
        return (self.at, 0.5 * self.density * self.area, *(float(x) for x in self.wind))
