"""A force along the unit vector from one point to another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.function_pointers import FORCE_LAW, Law
from ambulo.math.vectors import scale
from ambulo.multibody.constrained.body import Point
from ambulo.multibody.constrained.forces.law import Argument, add_force, line_between
from ambulo.multibody.constrained.functions import ScalarFunction


def _along_line(
    _t: float, p: FloatArray, i: IntArray, values: FloatArray, frames: FloatArray, loads: FloatArray
) -> None:
    # p: points i and j, part of the force that i gets; i: their bodies, place of the magnitude
    at_i, at_j, line, length = line_between(p, i, frames)
    force = scale(values[i[2]] / length, line)
    add_force(loads, frames, i[1], at_j, force)
    add_force(loads, frames, i[0], at_i, scale(-p[6], force))


@dataclass(frozen=True, eq=False)
class ForceAlongLine:
    """magnitude(t) [N] on point j along the unit vector from i to j.

    Args:
        reaction: whether point i gets the opposite force. Without it the force comes from outside,
            as Bruzzo (2012, eq. 180) applies the push-off.
    """

    name: str
    i: Point
    j: Point
    magnitude: ScalarFunction
    reaction: bool = True

    law: ClassVar[Law] = Law(_along_line, FORCE_LAW)

    def arguments(self) -> tuple[Argument, ...]:
        """Points, magnitude, 1 for a pair."""
        return (self.i, self.j, self.magnitude, 1.0 if self.reaction else 0.0)
