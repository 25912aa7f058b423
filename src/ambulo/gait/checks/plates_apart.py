"""Plates beside each other: how far one lies ahead of another, by the feet that step on them.

A person's habit puts the pressure at the same place of the sole in every step, and nearly so under
left and right. So steps tell the distance between plates more finely than the place of each: a
plate's corners, or cameras that see the way longer or shorter than it is. Of the whole body Newton
and Euler tell it once more: what the ground reaction of each foot leaves over of the moment that
the motion needs, over its vertical force.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

import numpy as np

from ambulo.gait.checks.evidence import Evidence, gate
from ambulo.gait.checks.mass import beside_plate
from ambulo.gait.checks.place_on_foot import OnFoot, on_foot
from ambulo.gait.checks.single_steps import Step
from ambulo.math.arrays import FloatArray
from ambulo.math.vector_arrays import finite
from ambulo.records import Gate

__all__ = ["Apart", "across_gate", "apart", "apart_gate", "check", "residual_apart"]

# m; deviation between steps of one foot: 0 to 6 mm in eleven pairs of public walks of six people
_SAME_FOOT = 0.0035
# m; of left from right: 1 to 8 mm, once 18, in six people
_BOTH_FEET = 0.008
# m; the same by the residual moment: 0 to 10 mm in five walks of three people
_RESIDUAL = 0.006
# m; both signs of one plate's place differ by less, else it is no place that they tell
_ALIKE = 3.0 * float(np.hypot(_BOTH_FEET, _RESIDUAL))
# m; across the walk the residual moment tells it within 1 to 6 mm in the same: three deviations of
# 5 mm, and six
ACROSS_LIMIT, ACROSS_UNUSABLE = 0.015, 0.030
DEVIATIONS, UNUSABLE_DEVIATIONS = 3.0, 6.0
# frames that tell a residual moment
_FEWEST = 20

Seen = tuple[Step, OnFoot]
Apart = tuple[float, float, tuple[Step, Step]]
"""By how much the second step's plate seems to lie farther ahead than the first's [m], the
deviation of that between people [m], and the steps."""


def check(evidence: Evidence) -> list[Gate]:
    """The plates of a walk that seem farthest apart; nothing with one plate."""
    if not evidence.activity.walking:
        return []
    shared, plates = evidence.ground.shared, evidence.steps.plates
    beside = np.zeros(len(evidence.steps.time), dtype=bool)
    if shared is not None and plates is not None:
        beside = beside_plate(plates, shared)
    found = [
        (step, seen)
        for step in evidence.whole_steps
        # the pressure of a foot beside its plate is not that of its sole
        if not beside[step.rows].mean() > 0.5
        and (seen := on_foot(evidence, step)) is not None
        and seen.forward != 0.0
    ]
    residual = None if beside.any() else _residual_apart(evidence)
    weight = evidence.body_weight
    along = None if residual is None else float(residual[0])
    gates = apart_gate(list(apart(found, along)), weight)
    return gates if residual is None else [*gates, across_gate(float(residual[1]), weight)]


def apart(found: Sequence[Seen], residual: float | None) -> Iterator[Apart]:
    """Every two plates that feet have stepped on.

    Args:
        found: steps and where the pressure lies on the foot.
        residual: m, by which the right foot's plate seems ahead of the left one's by the residual
            moment; None where the whole body is not known.
    """
    for (one, on_one), (other, on_other) in itertools.combinations(found, 2):
        if one.plate == other.plate:
            continue
        ahead = on_other.forward - on_one.forward
        if one.side == other.side:
            yield ahead, _SAME_FOOT * np.sqrt(2.0), (one, other)
            continue
        also = np.inf if residual is None else residual if one.side == "left" else -residual
        if len(found) > 2 or abs(ahead - also) > _ALIKE:
            yield ahead, _BOTH_FEET, (one, other)
        else:
            weight = np.array([_BOTH_FEET, _RESIDUAL]) ** -2.0
            mean = float(weight @ [ahead, also] / weight.sum())
            yield mean, float(weight.sum() ** -0.5), (one, other)


def _residual_apart(evidence: Evidence) -> FloatArray | None:
    """How far ahead and to the left of the left foot's plate the right one's seems to lie (2,) m.

    None where the whole body is not known, or one foot is not seen on a plate.
    """
    plates = evidence.steps.plates
    if plates is None or not evidence.whole_body:
        return None
    judged = evidence.settled & plates.known.all(axis=1) & finite(evidence.residual)
    if evidence.supported is not None:
        judged = judged & ~evidence.supported
    load = plates.force[judged, :, 2]
    if judged.sum() < _FEWEST or not load.any(axis=0).all():
        return None
    return residual_apart(load, evidence.residual[judged, :3])


def residual_apart(load: FloatArray, moment: FloatArray) -> FloatArray:
    """How far ahead and to the left the right foot's plate seems to lie beside the left one's (2,).

    Args:
        load: (frames, 2) N, vertical force under the left and the right foot.
        moment: (frames, 3) N*m, what they leave over of the moment that the motion needs.
    """
    # a plate d too far ahead leaves d F_z over about Y, one d too far to the left -d F_z about X
    about = moment[:, [1, 0]] * [1.0, -1.0]
    (left, right), *_ = np.linalg.lstsq(load, about, rcond=None)
    return np.asarray(right - left)


def apart_gate(found: Sequence[Apart], weight: float) -> list[Gate]:
    """The two plates that are farthest apart for what people's steps tell.

    Args:
        found: as `apart` has them; weight: N.
    """
    if not found:
        return []
    ahead, deviation, steps = max(found, key=lambda each: abs(each[0]) / each[1])
    one, other = steps if ahead > 0.0 else steps[::-1]
    value = 1e3 * abs(ahead)
    sides = f"{one.side} foot, {other.side} foot" if one.side != other.side else f"{one.side} foot"
    return [
        gate(
            f"plates beside each other along the walk ({one.plate}, {other.plate}: {sides})",
            value,
            1e3 * DEVIATIONS * deviation,
            "mm",
            f"The corners or origin of {one.plate} or {other.plate}, or cameras that see the way "
            "longer or shorter than it is: measure the plates' corners with markers",
            unusable=1e3 * UNUSABLE_DEVIATIONS * deviation,
            found=f"{other.plate.capitalize()} lies {0.1 * value:.1f} cm farther ahead of "
            f"{one.plate} than the feet show.",
            cost="Ankle, knee and hip flexion moments of one leg are off by up to "
            f"{1e-3 * weight * value:.0f} N·m.",
        )
    ]


def across_gate(aside: float, weight: float) -> Gate:
    """How far to one side of the left foot's plates the right foot's seem to lie.

    Args:
        aside: m, to the left; weight: N.
    """
    value = 1e3 * abs(aside)
    return gate(
        "plates beside each other across the walk",
        value,
        1e3 * ACROSS_LIMIT,
        "mm",
        "The corners or origin of a plate: measure the plates' corners with markers",
        unusable=1e3 * ACROSS_UNUSABLE,
        found=f"The right foot's plate lies {0.1 * value:.1f} cm farther to the "
        f"{'left' if aside > 0.0 else 'right'} of the left one's than the body's motion shows.",
        cost=f"Adduction moments of one leg are off by up to {1e-3 * weight * value:.0f} N·m, and "
        "moments about turned axes of its knee and ankle with them.",
    )
