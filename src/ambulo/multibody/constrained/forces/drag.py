"""Air drag that grows with the square of the speed."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.multibody.constrained.body import Point
from ambulo.multibody.constrained.state import Resultant, State

__all__ = ["QuadraticDrag"]


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

    def apply(self, state: State, loads: Resultant) -> None:
        """Add the drag."""
        u = state.of(self.at)[1] - self.wind
        loads.add(state, self.at, -0.5 * self.density * self.area * float(np.sqrt(u @ u)) * u)
