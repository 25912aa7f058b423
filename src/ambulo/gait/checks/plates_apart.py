"""Checks of the distance between plates, from the feet that step on them.

A habit of the person puts the pressure at the same place of the sole in every step, and nearly so
for left and right. So steps show the distance between plates more precisely than the place of each
plate. This finds wrong corners of a plate, and cameras that measure the way too long or too short.
With the whole body, the distance is found in a second way. The ground reaction of each foot leaves
a part of the moment that the motion needs. This part is divided by the vertical force.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

import numpy as np

from ambulo.gait.checks.evidence import Evidence
from ambulo.gait.checks.finding import Finding
from ambulo.gait.checks.mass import beside_plate
from ambulo.gait.checks.place_on_foot import OnFoot, by_foot, on_foot
from ambulo.gait.checks.single_steps import PlateStep
from ambulo.gait.checks.table import limits
from ambulo.math.arrays import FloatArray
from ambulo.math.vector_arrays import finite

# m; deviation between steps of one foot: 0 to 6 mm in eleven pairs of public walks of six people
_SAME_FOOT = 0.0035
# m; of left from right: 1 to 8 mm, once 18, in six people
_BOTH_FEET = 0.008
# m; the same by the residual moment: 0 to 10 mm in five walks of three people
_RESIDUAL = 0.006
# m; of the mean of both ways: 2 to 14 mm in four walks of three people. What they share is where
# the laboratory has its plates
_BOTH_WAYS = 0.0065
# m; both signs of one plate's place differ by less, else it is no place that they tell
_ALIKE = 3.0 * float(np.hypot(_BOTH_FEET, _RESIDUAL))
# frames that tell a residual moment
_FEWEST = 20

Seen = tuple[PlateStep, OnFoot]
Apart = tuple[float, float, tuple[PlateStep, PlateStep]]
"""Distance [m] by which the plate of the second step seems farther ahead than that of the first
step, deviation of this distance between people [m], and the two steps.
"""


def check(evidence: Evidence) -> list[Finding]:
    """The plates of a walk that seem farthest apart, along and across; the feet that differ most.

    Empty along the walk with one plate, and across it without the whole body.
    """
    if not evidence.activity.walking:
        return []
    shared, plates = evidence.ground.shared, evidence.steps.plates
    beside = np.zeros(len(evidence.steps.time), dtype=bool)
    if shared is not None and plates is not None:
        beside = beside_plate(plates, shared)
    on_soles = [
        (step, seen)
        for step in evidence.whole_steps
        # the pressure of a foot beside its plate is not that of its sole
        if not beside[step.rows].mean() > 0.5 and (seen := on_foot(evidence, step)) is not None
    ]
    found = [(step, seen) for step, seen in on_soles if np.isfinite(seen.forward)]
    residual = None if beside.any() else _residual_apart(evidence)
    weight = evidence.body_weight
    along = None if residual is None else float(residual[0])
    judged = farthest(list(apart(by_foot(found), along)), weight) + outward(by_foot(on_soles))
    return judged if residual is None else [*judged, across(float(residual[1]), weight)]


def apart(found: Sequence[Seen], residual: float | None) -> Iterator[Apart]:
    """All pairs of plates on which feet have stepped.

    Args:
        found: steps and where the pressure lies on the foot.
        residual: m, by which the plate of the right foot seems in front of that of the left foot
            according to the residual moment; None without the whole body.
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
            yield mean, _BOTH_WAYS, (one, other)


def _residual_apart(evidence: Evidence) -> FloatArray | None:
    """How far ahead and to the left of the left foot's plate the right one's seems to lie (2,) m.

    None where the whole body is not known, or one foot is not seen on a plate.
    """
    plates = evidence.steps.plates
    if plates is None or not evidence.whole_body:
        return None
    judged = evidence.settled & plates.known.all(axis=1) & finite(evidence.residual)
    judged = judged & ~evidence.supported
    load = plates.force[judged, :, 2]
    if judged.sum() < _FEWEST or not load.any(axis=0).all():
        return None
    return residual_apart(load, evidence.residual[judged, :3])


def residual_apart(load: FloatArray, moment: FloatArray) -> FloatArray:
    """How far in front and to the left the right foot's plate seems relative to the left foot's
    (2,).

    Args:
        load: (frames, 2) N, vertical force under the left and the right foot.
        moment: (frames, 3) N*m, the part of the moment needed by the motion that they leave.
    """
    # a plate d too far ahead leaves d F_z over about Y, one d too far to the left -d F_z about X
    about = moment[:, [1, 0]] * [1.0, -1.0]
    (left, right), *_ = np.linalg.lstsq(load, about, rcond=None)
    return np.asarray(right - left)


def farthest(found: Sequence[Apart], weight: float) -> list[Finding]:
    """The two plates with the largest distance relative to its usual spread.

    Args:
        found: from `apart`; weight: N.
    """
    if not found:
        return []
    ahead, deviation, steps = max(found, key=lambda each: abs(each[0]) / each[1])
    one, other = steps if ahead > 0.0 else steps[::-1]
    sides = f"{one.side} foot, {other.side} foot" if one.side != other.side else f"{one.side} foot"
    good, usable = limits("plates_apart_along")
    return [
        Finding(
            "plates_apart_along",
            f"{one.plate}, {other.plate}: {sides}",
            1e3 * abs(ahead),
            {
                "apart": abs(ahead),
                "behind": one.plate,
                "ahead": other.plate,
                "moment": weight * abs(ahead),
            },
            limits=(1e3 * good * deviation, 1e3 * usable * deviation),
        )
    ]


def outward(found: Sequence[Seen]) -> list[Finding]:
    """The two contacts between which the place of the pressure across the foot differs most.

    Args:
        found: of each foot on each plate, a step and the place of the pressure; empty for a single
            one.
    """
    if len(found) < 2:
        return []
    (inner, least), *_, (outer, most) = sorted(found, key=lambda each: each[1].outward)
    off = most.outward - least.outward
    load = max(float(np.max(step.force[:, 2])) for step in (inner, outer))
    facts = {
        "apart": off, "moment": load * off, "outer": outer.side, "on": outer.plate,
        "inner": inner.side, "beside": inner.plate,
    }  # fmt: skip
    return [Finding("place_across_both", "", 1e3 * off, facts)]


def across(aside: float, weight: float) -> Finding:
    """How far to one side of the left foot's plates the plates of the right foot seem to be.

    Args:
        aside: m, to the left; weight: N.
    """
    return Finding(
        "plates_apart_across", "", 1e3 * abs(aside), {"aside": aside, "moment": weight * abs(aside)}
    )
