"""Spring, damper and actuator between two points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.function_pointers import FORCE_LAW, Law
from ambulo.math.vectors import dot, scale, subtract
from ambulo.multibody.constrained.body import Point
from ambulo.multibody.constrained.forces.law import Argument, add_force, line_between, velocity_of
from ambulo.multibody.constrained.functions import Constant, ScalarFunction
from ambulo.multibody.constrained.state import BodyStates


def _spring_damper(
    _t: float, p: FloatArray, i: IntArray, values: FloatArray, frames: FloatArray, loads: FloatArray
) -> None:
    # p: points i and j, stiffness, damping, free length; i: their bodies, place of the actuator
    at_i, at_j, line, length = line_between(p, i, frames)
    along = scale(1.0 / length, line)
    rate = dot(subtract(velocity_of(frames, i[1], at_j), velocity_of(frames, i[0], at_i)), along)
    tension = p[6] * (length - p[8]) + p[7] * rate + values[i[2]]
    add_force(loads, frames, i[0], at_i, scale(tension, along))
    add_force(loads, frames, i[1], at_j, scale(-tension, along))


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

    law: ClassVar[Law] = Law(_spring_damper, FORCE_LAW)

    def arguments(self) -> tuple[Argument, ...]:
        """Points, stiffness, damping, free length, actuator."""
        actuator = Constant(0.0) if self.actuator is None else self.actuator
        return (self.i, self.j, self.stiffness, self.damping, self.free_length, actuator)

    def potential(self, state: BodyStates) -> float:
        """Elastic energy of the spring, J."""
        line = state.of(self.j)[0] - state.of(self.i)[0]
        return 0.5 * self.stiffness * (float(np.sqrt(line @ line)) - self.free_length) ** 2
