"""Gravity on every body."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.function_pointers import FORCE_LAW, Law
from ambulo.multibody.constrained.forces.law import EVERY_BODY, Argument
from ambulo.multibody.constrained.state import BodyStates
from ambulo.multibody.gravity import STANDARD_GRAVITY


def _gravity(
    _t: float,
    p: FloatArray,
    i: IntArray,
    _values: FloatArray,
    _frames: FloatArray,
    loads: FloatArray,
) -> None:
    # p: acceleration, then the masses of all bodies, whose number i tells
    for b in range(i[0]):
        for k in range(3):
            loads[6 * b + k] += p[3 + b] * p[k]


@dataclass(frozen=True)
class Gravity:
    """Weight of every body: m * acceleration [m/s^2], world axes."""

    acceleration: tuple[float, float, float] = (0.0, 0.0, -STANDARD_GRAVITY)
    name: str = "gravity"

    law: ClassVar[Law] = Law(_gravity, FORCE_LAW)

    def arguments(self) -> tuple[Argument, ...]:
        """Acceleration, all bodies."""
        return (*self.acceleration, EVERY_BODY)

    def potential(self, state: BodyStates) -> float:
        """Potential energy, J, zero at the world's origin."""
        heights = state.R[: len(state.mass)] @ np.array(self.acceleration)
        return -float(state.mass @ heights)
