"""The centre of pressure is where the foot touches: at the heel first, under the ball last.

Where the heel strikes and where it has risen, what touches the ground is known from the markers
alone. So the plate's place along the foot is seen twice, and a shift of the plate shows both times
alike; a moment channel that is dead or wrongly scaled shows as a way along the sole that is too
short or long.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.gait.checks.evidence import Evidence, gate, unknown
from ambulo.gait.checks.single_steps import Step
from ambulo.math.arrays import scalar_products
from ambulo.math.medians import median, quantile
from ambulo.math.vector_arrays import lengths
from ambulo.records import SIDES, Gate

__all__ = ["OnFoot", "check", "place_gates"]

# m; over 24 contacts of seven people: the first tenth of a contact lies 33 mm ahead of the heel
# marker (deviation 7 mm), the point under the risen foot 4 mm behind the metatarsal joint (16 mm)
_AT_STRIKE, _AT_RISE = 0.033, -0.004
# m; the mean of both shifts has a deviation of 11 mm in these and stays within 25 mm: two and a
# half of them, and nearly five
PLACE_LIMIT, PLACE_UNUSABLE = 0.028, 0.05
# m; shifts at strike and at rise that differ by more are no plate's: a foot that strikes otherwise
_ALIKE = 0.06
# m; medians of these lie 11 mm inside to 25 mm outside the line heel to toe
ACROSS, ACROSS_LIMIT, ACROSS_UNUSABLE = 0.007, 0.035, 0.06
# m; half the difference of left and right, by which all plates seem shifted: up to 6 mm (16 mm with
# a foot partly beside its plate)
ASIDE_LIMIT, ASIDE_UNUSABLE = 0.020, 0.045
# m; the metatarsal joint's lowest tenth lies 10 to 36 mm above the plate
_SOLE, LEVEL_LIMIT, LEVEL_UNUSABLE = 0.020, 0.04, 0.08
# way along the sole, in distances heel to metatarsal joint: 0.6 to 1.0 in these
TRAVEL, TRAVEL_LIMIT, TRAVEL_UNUSABLE = 0.80, 0.35, 0.60
# m; a heel that has risen so far carries nothing
_RISEN = 0.04


@dataclass(frozen=True)
class OnFoot:
    """Where a contact's centre of pressure lies on the foot.

    Args:
        forward: m, by which the plate seems to lie ahead; zero where strike and push-off disagree.
        level: m, by which it seems to lie too low.
        outward: m, median distance outside the line heel to toe.
        travel: from strike to rise, in distances heel to metatarsal joint.
    """

    forward: float
    outward: float
    travel: float
    level: float


def check(evidence: Evidence) -> list[Gate]:
    """Every whole contact of a walk in which the heel strikes and rises; the worst speaks."""
    if not evidence.activity.walking:
        return []
    found = [
        (step, seen)
        for step in evidence.whole_steps
        if (seen := on_foot(evidence, step)) is not None
    ]
    if found:
        return place_gates(found)
    if not evidence.steps.contacts:
        return []
    return [
        unknown(
            "plate under the footprint",
            "No heel strikes and rises on a plate that measures all of it.",
            "Record a step wholly on one plate",
            "A plate a few centimetres out of place would not be noticed.",
        )
    ]


def on_foot(evidence: Evidence, step: Step) -> OnFoot | None:
    """Where the pressure lies on the foot; None if the heel does not rise on the plate."""
    points = evidence.body.points
    heel, ball, toe = (
        points[f"{step.side}_{name}"][step.rows] for name in ("heel", "metatarsal", "toe")
    )
    axis = (toe - heel)[:, :2]
    axis = axis / lengths(axis)[:, None]
    outside = np.column_stack([-axis[:, 1], axis[:, 0]]) * (1.0 if step.side == "left" else -1.0)
    from_heel = (step.point - heel)[:, :2]
    along = scalar_products(from_heel, axis)[:, 0]
    reach = scalar_products((ball - heel)[:, :2], axis)[:, 0]
    risen = heel[:, 2] > heel[:, 2].min() + _RISEN
    risen[: len(risen) // 2] = False
    if risen.sum() < 3:
        return None
    struck = slice(0, max(len(along) // 10, 2))
    strike = float(np.mean(along[struck])) - _AT_STRIKE
    rise = median((along - reach)[risen]) - _AT_RISE
    forward = 0.5 * (strike + rise) if abs(strike - rise) < _ALIKE else 0.0
    travel = (median(along[risen]) - float(np.mean(along[struck]))) / median(reach)
    outward = median(scalar_products(from_heel, outside)[:, 0])
    level = quantile(ball[:, 2] - step.point[:, 2], 0.1) - _SOLE
    return OnFoot(forward, outward, travel, level)


def place_gates(found: list[tuple[Step, OnFoot]]) -> list[Gate]:
    """Along the foot, across it, and how far the pressure travels."""
    step, ahead = max(found, key=lambda each: abs(each[1].forward))
    beside, across = max(found, key=lambda each: abs(each[1].outward - ACROSS))
    still, way = max(found, key=lambda each: abs(each[1].travel - TRAVEL))
    low, level = max(found, key=lambda each: abs(each[1].level))
    load, other_load = (float(np.max(s.force[:, 2])) for s in (step, beside))
    sideways = abs(across.outward - ACROSS)
    gates = [
        gate(
            f"plate along the footprint ({step.side} foot, {step.plate})",
            1e3 * abs(ahead.forward),
            1e3 * PLACE_LIMIT,
            "mm",
            f"The corners or origin of {step.plate}, or plates and cameras that are not "
            "synchronised: measure the plate's corners with markers",
            unusable=1e3 * PLACE_UNUSABLE,
            found=f"By heel strike and push-off the plate lies {100 * abs(ahead.forward):.0f} cm "
            f"too far {'ahead' if ahead.forward > 0 else 'back'}.",
            cost=f"Ankle, knee and hip flexion moments of the {step.side} leg are off by up to "
            f"{load * abs(ahead.forward):.0f} N·m.",
        ),
        gate(
            f"plate across the footprint ({beside.side} foot, {beside.plate})",
            1e3 * sideways,
            1e3 * ACROSS_LIMIT,
            "mm",
            f"The corners or origin of {beside.plate}, or one of its moment channels: check both",
            unusable=1e3 * ACROSS_UNUSABLE,
            cost=f"Adduction moments of the {beside.side} leg are off by up to "
            f"{other_load * sideways:.0f} N·m.",
        ),
        gate(
            f"pressure's way along the sole ({still.side} foot, {still.plate})",
            abs(way.travel - TRAVEL),
            TRAVEL_LIMIT,
            "distances heel to ball from what walks have",
            f"A moment channel of {still.plate} that is dead, turned round, exchanged or of "
            "another "
            "unit, or corners in another order",
            unusable=TRAVEL_UNUSABLE,
            found=f"The centre of pressure travels {way.travel:.1f} of the way from heel to ball.",
            cost=f"The ankle moment of the {still.side} leg is wrong from strike to push-off.",
        ),
        gate(
            f"plate at the height of the sole ({low.side} foot, {low.plate})",
            1e3 * abs(level.level),
            1e3 * LEVEL_LIMIT,
            "mm",
            f"The corners of {low.plate}, or the markers of the {low.side} foot, have another "
            "height",
            unusable=1e3 * LEVEL_UNUSABLE,
            found=f"The plate lies {100 * abs(level.level):.0f} cm "
            f"{'under' if level.level > 0 else 'above'} the sole.",
            cost=f"Flexion moments of the {low.side} leg are off by up to "
            f"{0.2 * load * abs(level.level):.0f} N·m.",
        ),
    ]
    sides = [[on.outward for s, on in found if s.side == side] for side in SIDES]
    if all(sides):
        aside = 0.5 * float(np.mean(sides[0]) - np.mean(sides[1]))
        gates.append(
            gate(
                "plates across the footprints, both feet",
                1e3 * abs(aside),
                1e3 * ASIDE_LIMIT,
                "mm",
                "The plates' corners or origin, or another zero of the laboratory's axes: measure "
                "the plates' corners with markers",
                unusable=1e3 * ASIDE_UNUSABLE,
                found=f"The plates seem {100 * abs(aside):.0f} cm too far to the "
                f"{'left' if aside > 0 else 'right'}.",
                cost="Adduction moments of both legs are off by up to "
                f"{load * abs(aside):.0f} N·m.",
            )
        )
    return gates
