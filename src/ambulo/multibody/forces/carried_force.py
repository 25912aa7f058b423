"""The force that a reference motion needs at its root, carried at a point of one body instead.

Along the reference motion that is the same; off it errors grow the slower the less of the body is
above the point. What feet bear already is left out.
"""

from __future__ import annotations

from typing import NamedTuple

from ambulo.math.arrays import FloatArray
from ambulo.math.dispatch import implements
from ambulo.math.entries import linear_at, matrix_at, vector, vector_at
from ambulo.math.vectors import add, cross, rotate, subtract
from ambulo.multibody.forces.foot_reactions import FootReactions, fill_reactions
from ambulo.multibody.forces.law import BodyMotion, Loads, add_wrench, apply_law, enter_law
from ambulo.multibody.forces.reference_motion import enter_reference, reference_state, relieve


class CarriedForce(NamedTuple):
    """A force on a point of a body.

    Args:
        feet: with the reference motion; what it bears is not carried. It may have no feet.
        body: that carries; point: (3,) m, where, in its frame.
    """

    feet: FootReactions
    body: int
    point: FloatArray


@implements(apply_law, CarriedForce)
def _apply(
    law: CarriedForce, t: float, motion: BodyMotion, s: FloatArray, loads: Loads,
    sigma: FloatArray,
) -> None:  # fmt: skip
    fill_reactions(law.feet, t)
    reference, b = law.feet.reference, law.body
    there = reference_state(reference)
    f = vector_at(there.force, 0)
    for foot in range(len(law.feet.acting)):
        f = subtract(f, linear_at(law.feet.acting, foot))
    held = add(vector_at(there.p, b), rotate(matrix_at(there.R, b), vector(law.point)))
    relieve(reference, motion, b, cross(held, f), f, loads)
    moment = cross(rotate(matrix_at(motion.R, b), vector(law.point)), f)
    add_wrench(loads, b, moment, f)


@implements(enter_law, CarriedForce)
def _enter(law: CarriedForce, start: float, end: float) -> None:
    enter_reference(law.feet.reference, start, end)
