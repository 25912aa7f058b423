"""Spring, damper and actuator between two points."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.multibody.constrained.body import Point
from ambulo.multibody.constrained.functions import ScalarFunction
from ambulo.multibody.constrained.state import Resultant, State

__all__ = ["SpringDamperActuator"]


@dataclass(frozen=True, eq=False)
class SpringDamperActuator:
    """Tension k (l - l0) + c l_dot + actuator(t) along the line from i to j.

    Haug (1989), section 11.2.

    Args:
        stiffness: N/m; damping: N*s/m; free_length: m; actuator: N, positive pulls together.
    """

    name: str
    i: Point
    j: Point
    stiffness: float = 0.0
    damping: float = 0.0
    free_length: float = 0.0
    actuator: ScalarFunction | None = None

    def apply(self, state: State, loads: Resultant) -> None:
        """Add the tension to both ends."""
        (ri, vi), (rj, vj) = state.of(self.i), state.of(self.j)
        line = rj - ri
        length = float(np.sqrt(line @ line))
        along = line / length
        tension = self.stiffness * (length - self.free_length) + self.damping * float(
            (vj - vi) @ along
        )
        if self.actuator is not None:
            tension += self.actuator(state.t)[0]
        loads.add(state, self.i, tension * along)
        loads.add(state, self.j, -tension * along)

    def potential(self, state: State) -> float:
        """Elastic energy of the spring, J."""
        line = state.of(self.j)[0] - state.of(self.i)[0]
        return 0.5 * self.stiffness * (float(np.sqrt(line @ line)) - self.free_length) ** 2
