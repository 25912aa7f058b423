"""Measured ground reactions, each on the foot that bears it, in place of a force at the root.

Between frames a reaction goes in proportion. Along the reference motion the joints are relieved by
what the reactions do, so that the motion stays the one that all forces cause together.
"""

from __future__ import annotations

from typing import NamedTuple

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.compilation import inner
from ambulo.math.dispatch import implements
from ambulo.math.entries import angular_at, linear_at, put_spatial_at, vector_at
from ambulo.math.vectors import Vector3, add, cross, scale, subtract
from ambulo.multibody.forces.law import BodyMotion, Loads, add_wrench, apply_law, enter_law
from ambulo.multibody.forces.reference_motion import (
    ReferenceMotion,
    enter_reference,
    evaluate_reference,
    reference_state,
    relieve,
)


class FootReactions(NamedTuple):
    """Reactions on feet along a reference motion.

    Args:
        reference: the motion.
        foot: (frames - 1, feet) body that bears each foot's reaction in an interval, -1 for none.
        reaction: (frames, feet, 6) of the ground on each foot about the world origin, world axes.
        whole: 1 if the reactions balance the whole body at the frames, so that they share what
            they miss between them in proportion to their vertical forces.
        acting: (feet, 6) scratch, the reactions at an instant.
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
    """Fill the reactions acting at t; zero on a foot that bears none."""
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
def _apply(
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
        add_wrench(loads, b, about, f)
        relieve(reference, motion, b, n, f, loads)


@implements(enter_law, FootReactions)
def _enter(law: FootReactions, start: float, end: float) -> None:
    enter_reference(law.reference, start, end)
