"""Sliding friction of given size along an axis of the sliding body."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.function_pointers import FORCE_LAW, Law
from ambulo.math.vectors import dot, scale
from ambulo.multibody.constrained.body import Direction, Point
from ambulo.multibody.constrained.forces.law import (
    Argument,
    add_force,
    triple_of,
    vector_of,
    velocity_of,
)
from ambulo.multibody.constrained.functions import ScalarFunction


def _friction(
    _t: float, p: FloatArray, i: IntArray, values: FloatArray, frames: FloatArray, loads: FloatArray
) -> None:
    # p: point, axis, smoothing; i: their bodies, place of the magnitude
    at, axis = triple_of(p, 0), vector_of(frames, i[1], triple_of(p, 3))
    sense = 1.0
    if p[6] > 0.0:
        sense = math.tanh(dot(velocity_of(frames, i[0], at), axis) / p[6])
    add_force(loads, frames, i[0], at, scale(-values[i[2]] * sense, axis))


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

    law: ClassVar[Law] = Law(_friction, FORCE_LAW)

    def arguments(self) -> tuple[Argument, ...]:
        """Point, axis, magnitude, smoothing."""
        return (self.at, self.axis, self.magnitude, self.smoothing)
