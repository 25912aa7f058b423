"""A given moment between two bodies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.function_pointers import FORCE_LAW, Law
from ambulo.math.vectors import scale
from ambulo.multibody.constrained.body import Body, Direction
from ambulo.multibody.constrained.forces.law import Argument, add_moment, triple_of, vector_of
from ambulo.multibody.constrained.functions import ScalarFunction


def _moment(
    _t: float, p: FloatArray, i: IntArray, values: FloatArray, frames: FloatArray, loads: FloatArray
) -> None:
    # p: axis; i: its body, body j, place of the magnitude
    moment = scale(values[i[2]], vector_of(frames, i[0], triple_of(p, 0)))
    add_moment(loads, frames, i[1], moment)
    add_moment(loads, frames, i[0], scale(-1.0, moment))


@dataclass(frozen=True, eq=False)
class Moment:
    """magnitude(t) [N*m] about an axis of body i, on body j, and its opposite on body i."""

    name: str
    axis: Direction
    j: Body
    magnitude: ScalarFunction

    law: ClassVar[Law] = Law(_moment, FORCE_LAW)

    def arguments(self) -> tuple[Argument, ...]:
        """Axis, body j, magnitude."""
        return (self.axis, self.j, self.magnitude)
