"""Sliding friction of given size along an axis of the sliding body."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ambulo.multibody.constrained.body import Direction, Point
from ambulo.multibody.constrained.functions import ScalarFunction
from ambulo.multibody.constrained.state import Resultant, State

__all__ = ["Friction"]


@dataclass(frozen=True, eq=False)
class Friction:
    """-magnitude(t) tanh(speed / smoothing) along `axis`, speed along it [N, m/s].

    Args:
        at: the point that slides on the ground.
        axis: the direction of sliding, fixed in the body.
        magnitude: N, of full sliding.
        smoothing: m/s; 0 keeps the full friction at any speed, against +axis, as Bruzzo (2012,
            eq. 178) does.
    """

    name: str
    at: Point
    axis: Direction
    magnitude: ScalarFunction
    smoothing: float = 0.0

    def apply(self, state: State, loads: Resultant) -> None:
        """Add the friction."""
        axis = state.along(self.axis)
        speed = float(state.of(self.at)[1] @ axis)
        sense = math.tanh(speed / self.smoothing) if self.smoothing > 0.0 else 1.0
        loads.add(state, self.at, np.multiply(-self.magnitude(state.t)[0] * sense, axis))
