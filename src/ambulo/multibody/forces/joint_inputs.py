"""Joint forces stored with a reference motion as inputs in world axes, its root's with them."""

from __future__ import annotations

from typing import NamedTuple

from ambulo.math.arrays import FloatArray
from ambulo.math.dispatch import implements
from ambulo.math.entries import vector_at
from ambulo.multibody.forces.law import BodyMotion, Loads, apply_law, enter_law, law_left
from ambulo.multibody.forces.reference_motion import (
    ReferenceMotion,
    enter_reference,
    evaluate_reference,
    load_joint,
    reference_state,
)

DIVERGENCE_LIMIT = 200.0
"""m/s or rad/s off the reference's velocity, at which the motion has left it."""


class JointInputs(NamedTuple):
    """Args: reference: the motion whose joint forces act."""

    reference: ReferenceMotion


@implements(apply_law, JointInputs)
def _apply(
    law: JointInputs, t: float, motion: BodyMotion, s: FloatArray, loads: Loads, sigma: FloatArray
) -> None:
    reference = law.reference
    evaluate_reference(reference, t)
    there = reference_state(reference)
    for i in range(len(reference.bodies)):
        n, f = vector_at(there.moment, i), vector_at(there.force, i)
        load_joint(reference.bodies, motion.p, i, n, f, 1.0, loads)


@implements(enter_law, JointInputs)
def _enter(law: JointInputs, start: float, end: float) -> None:
    enter_reference(law.reference, start, end)


@implements(law_left, JointInputs)
def _left(law: JointInputs, t: float, motion: BodyMotion) -> bool:
    evaluate_reference(law.reference, t)
    v = reference_state(law.reference).v
    largest = 0.0
    for d in range(len(motion.v)):
        largest = max(largest, abs(motion.v[d] - v[d]))
    return not largest < DIVERGENCE_LIMIT
