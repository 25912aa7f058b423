"""Stored forces on the bodies of a moving tree: joint forces, reactions on the feet, and others."""

from __future__ import annotations

from typing import NamedTuple

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.compilation import inner
from ambulo.math.dispatch import implements
from ambulo.math.entries import angular_at, linear_at, matrix_at, put_spatial_at, vector, vector_at
from ambulo.math.vectors import Vector3, add, cross, rotate, scale, subtract
from ambulo.multibody.forces.law import (
    BodyMotion,
    Loads,
    add_wrench_unchecked,
    apply_law,
    enter_law,
    law_left,
)
from ambulo.multibody.forces.reference_motion import (
    ReferenceMotion,
    enter_reference,
    evaluate_reference,
    load_joint,
    reference_state,
    relieve,
)

DIVERGENCE_LIMIT = 200.0
"""Difference from the reference's velocity [m/s, rad/s] at which the motion has left the
reference."""


class JointInputs(NamedTuple):
    """Stored joint forces. Args: reference: the motion with these forces."""

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


@implements(law_left, JointInputs)
def _left(law: JointInputs, t: float, motion: BodyMotion) -> bool:
    evaluate_reference(law.reference, t)
    v = reference_state(law.reference).v
    largest = 0.0
    for d in range(len(motion.v)):
        largest = max(largest, abs(motion.v[d] - v[d]))
    return not largest < DIVERGENCE_LIMIT


class FootReactions(NamedTuple):
    """Reactions on feet along a reference motion.

    Args:
        reference: the motion.
        foot: (frames - 1, feet) body on which each foot's reaction acts in an interval; -1 for
            none.
        reaction: (frames, feet, 6) of the ground on each foot, about the world origin, world axes.
        whole: 1 if the reactions balance the whole body at the frames. Between frames the reactions
            then share their error in proportion to their vertical forces.
        acting: (feet, 6) scratch array for the reactions at an instant.
    """

    reference: ReferenceMotion
    foot: IntArray
    reaction: FloatArray
    whole: int
    acting: FloatArray


@inner
def _between(law: FootReactions, k: int, part: float, s: int) -> tuple[Vector3, Vector3]:
    """Reaction on foot s about the world origin, between two frames in proportion."""
    x, y = law.reaction[k], law.reaction[k + 1]
    n = add(scale(1.0 - part, angular_at(x, s)), scale(part, angular_at(y, s)))
    f = add(scale(1.0 - part, linear_at(x, s)), scale(part, linear_at(y, s)))
    return n, f


@inner
def fill_reactions(law: FootReactions, t: float) -> None:
    """Fill the reactions at t; zero for a foot without a reaction."""
    reference = law.reference
    part = evaluate_reference(reference, t)
    k, there = reference.interval[0], reference_state(reference)
    left_f = vector_at(there.force, 0)
    left_n = add(vector_at(there.moment, 0), cross(vector_at(there.p, 0), left_f))
    load = 0.0
    for s in range(law.foot.shape[1]):
        n, f = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
        if law.foot[k, s] >= 0:
            n, f = _between(law, k, part, s)
            left_n, left_f = subtract(left_n, n), subtract(left_f, f)
            load += max(f[2], 0.0)
        put_spatial_at(law.acting, s, n, f)
    if law.whole == 1 and load > 0.0:
        # between the frames, what is missing to the whole body's balance
        for s in range(law.foot.shape[1]):
            if law.foot[k, s] >= 0:
                n, f = angular_at(law.acting, s), linear_at(law.acting, s)
                portion = max(f[2], 0.0) / load
                put_spatial_at(
                    law.acting, s, add(n, scale(portion, left_n)), add(f, scale(portion, left_f))
                )


@implements(apply_law, FootReactions)
def _apply_foot(
    law: FootReactions, t: float, motion: BodyMotion, s: FloatArray, loads: Loads,
    sigma: FloatArray,
) -> None:  # fmt: skip
    fill_reactions(law, t)
    reference = law.reference
    k, p = reference.interval[0], reference_state(reference).p
    for foot in range(law.foot.shape[1]):
        b = law.foot[k, foot]
        if b < 0:
            continue
        n, f = angular_at(law.acting, foot), linear_at(law.acting, foot)
        about = subtract(n, cross(vector_at(p, b), f))
        add_wrench_unchecked(loads, b, about, f)
        relieve(reference, motion, b, n, f, loads)


@implements(enter_law, JointInputs, FootReactions)
def _enter(law: JointInputs | FootReactions, start: float, end: float) -> None:
    enter_reference(law.reference, start, end)


class CarriedForce(NamedTuple):
    """A force on a point of a body.

    Args:
        feet: reactions with the reference motion, which the force does not include. There may be no
            feet.
        body: the body on which the force acts; point: (3,) m, in its frame.
    """

    feet: FootReactions
    body: int
    point: FloatArray


@implements(apply_law, CarriedForce)
def _apply_carried(
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
    add_wrench_unchecked(loads, b, moment, f)


@implements(enter_law, CarriedForce)
def _enter_carried(law: CarriedForce, start: float, end: float) -> None:
    enter_reference(law.feet.reference, start, end)


class WrenchSeries(NamedTuple):
    """Wrenches at equal steps of time. Args: start: s, first instant; step: s; wrench: (n, nb, 6)
    N*m, N.

    Before the first and after the last instant, the wrench of the nearest instant acts.
    """

    start: float
    step: float
    wrench: FloatArray


@implements(apply_law, WrenchSeries)
def _apply_wrench(
    law: WrenchSeries, t: float, motion: BodyMotion, s: FloatArray, loads: Loads, sigma: FloatArray
) -> None:
    n = law.wrench.shape[0]
    at = min(max((t - law.start) / law.step, 0.0), n - 1.0)
    k = min(int(at), max(n - 2, 0))
    part = at - k
    for b in range(law.wrench.shape[1]):
        for c in range(6):
            first, second = law.wrench[k, b, c], law.wrench[min(k + 1, n - 1), b, c]
            loads.wrench[b, c] += first + part * (second - first)
