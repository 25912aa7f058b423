"""A given force on a point, in a direction of the world or of a body."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.function_pointers import FORCE_LAW, Law
from ambulo.math.vectors import scale
from ambulo.multibody.constrained.body import Direction, Point
from ambulo.multibody.constrained.forces.law import Argument, add_force, triple_of, vector_of
from ambulo.multibody.constrained.functions import ScalarFunction


def _point_force(
    _t: float, p: FloatArray, i: IntArray, values: FloatArray, frames: FloatArray, loads: FloatArray
) -> None:
    # p: point, direction; i: their bodies, place of the magnitude
    force = scale(values[i[2]], vector_of(frames, i[1], triple_of(p, 3)))
    add_force(loads, frames, i[0], triple_of(p, 0), force)


@dataclass(frozen=True, eq=False)
class PointForce:
    """magnitude(t) [N] along a direction fixed in any body (the ground: the world)."""

    name: str
    at: Point
    direction: Direction
    magnitude: ScalarFunction

    law: ClassVar[Law] = Law(_point_force, FORCE_LAW)

    def arguments(self) -> tuple[Argument, ...]:
        """Point, direction, magnitude."""
        return (self.at, self.direction, self.magnitude)
