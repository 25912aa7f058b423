"""A given force on a point, in a direction of the world or of a body."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.multibody.constrained.body import Direction, Point
from ambulo.multibody.constrained.functions import ScalarFunction
from ambulo.multibody.constrained.state import Resultant, State

__all__ = ["PointForce"]


@dataclass(frozen=True, eq=False)
class PointForce:
    """magnitude(t) [N] along a direction fixed in any body (the ground: the world)."""

    name: str
    at: Point
    direction: Direction
    magnitude: ScalarFunction

    def apply(self, state: State, loads: Resultant) -> None:
        """Add the force."""
        size = self.magnitude(state.t)[0]
        loads.add(state, self.at, np.multiply(size, state.along(self.direction)))
