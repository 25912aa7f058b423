"""Gravity on every body."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.multibody.constrained.state import Resultant, State
from ambulo.multibody.gravity import STANDARD_GRAVITY

__all__ = ["Gravity"]


@dataclass(frozen=True)
class Gravity:
    """Weight of every body: m * acceleration [m/s^2], world axes."""

    acceleration: tuple[float, float, float] = (0.0, 0.0, -STANDARD_GRAVITY)
    name: str = "gravity"

    def apply(self, state: State, loads: Resultant) -> None:
        """Add the weights."""
        loads.force[:] += state.mass[:, None] * np.array(self.acceleration)

    def potential(self, state: State) -> float:
        """Potential energy, J, zero at the world's origin."""
        heights = state.R[: len(state.mass)] @ np.array(self.acceleration)
        return -float(state.mass @ heights)
