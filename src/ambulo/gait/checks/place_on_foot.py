"""Checks of the centre of pressure on the foot: it must begin at the heel and end under the ball.

At foot strike and after heel rise, the markers alone show which part of the foot touches the
ground. So the position of the plate along the foot is seen twice. A shift of the plate appears both
times. A moment channel that is dead or wrongly scaled makes the path along the sole too short or
too long.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np

from ambulo.gait.checks.evidence import Evidence
from ambulo.gait.checks.finding import Finding, worst
from ambulo.gait.checks.late_steps import mean_seen
from ambulo.gait.checks.single_steps import PlateStep, on_step
from ambulo.math.arrays import scalar_products
from ambulo.math.medians import median, quantile
from ambulo.math.vector_arrays import lengths
from ambulo.mocap.fit.foot_roll import shows_heel
from ambulo.records import Model

# m; over 24 contacts of seven people: the first tenth of a contact lies 33 mm ahead of the heel
# marker (deviation 7 mm), the point under the risen foot 4 mm behind the metatarsal joint (16 mm)
_AT_STRIKE, _AT_RISE = 0.033, -0.004
# m; shifts at strike and at rise that differ by more are no plate's: a foot that strikes otherwise
_ALIKE = 0.06
# m outside the line heel to toe, middle of these; of the metatarsal joint above the plate
ACROSS, _SOLE = 0.007, 0.020
# way along the sole, in distances heel to metatarsal joint
TRAVEL = 0.80
# m; a heel that has risen so far carries nothing
_RISEN = 0.04


@dataclass(frozen=True)
class OnFoot:
    """Place of a contact's centre of pressure on the foot.

    Args:
        forward: m, by which the plate seems too far forward; NaN if strike and push-off disagree.
        level: m, by which it seems too low.
        outward: m, median distance outside the line between heel and toe.
        travel: path from strike to heel rise, divided by the distance from heel to metatarsal
            joint.
    """

    forward: float
    outward: float
    travel: float
    level: float


def check(evidence: Evidence) -> list[Finding]:
    """The worst of all whole contacts of a walk that begin on the heel and end with its rise."""
    if not evidence.activity.walking:
        return []
    found = [
        (step, seen)
        for step in evidence.whole_steps
        if (seen := on_foot(evidence, step)) is not None
    ]
    if found:
        return places(found, evidence.body.model)
    return [Finding("place_on_foot", why="no_heel_rise")] if evidence.steps.contacts else []


def on_foot(evidence: Evidence, step: PlateStep) -> OnFoot | None:
    """Place of the pressure on the foot; None if the heel does not rise on the plate."""
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
    forward = 0.5 * (strike + rise) if abs(strike - rise) < _ALIKE else np.nan
    travel = (median(along[risen]) - float(np.mean(along[struck]))) / median(reach)
    outward = median(scalar_products(from_heel, outside)[:, 0])
    level = quantile(ball[:, 2] - step.point[:, 2], 0.1) - _SOLE
    return OnFoot(forward, outward, travel, level)


def by_foot(found: list[tuple[PlateStep, OnFoot]]) -> list[tuple[PlateStep, OnFoot]]:
    """For each foot on each plate, its step with the largest load, and the mean place over all its
    steps. A shifted plate is shifted in every step. NaN if strike and push-off disagree in all
    steps.
    """
    alike: dict[tuple[str, str], list[tuple[PlateStep, OnFoot]]] = {}
    for step, on in found:
        alike.setdefault((step.side, step.plate), []).append((step, on))
    names = [field.name for field in fields(OnFoot)]
    return [
        (
            max((step for step, _ in each), key=lambda step: float(step.force[:, 2].max())),
            OnFoot(*(mean_seen(getattr(on, name) for _, on in each) for name in names)),
        )
        for each in alike.values()
    ]


def places(found: list[tuple[PlateStep, OnFoot]], model: Model) -> list[Finding]:
    """Findings along the foot, across it, and on the path of the pressure.

    A heel that is placed by the length of the foot shows no plate's place along it.
    """
    heels = {step.side: shows_heel(model, step.side) for step, _ in found}
    of_steps = list[list[Finding]]()
    for step, on in by_foot(found):
        load, sideways = float(np.max(step.force[:, 2])), abs(on.outward - ACROSS)
        forward = on.forward if heels[step.side] else np.nan
        along = {"ahead": forward, "moment": load * abs(forward)}
        under = {"low": on.level, "moment": 0.2 * load * abs(on.level)}
        of_steps.append([
            on_step("place_along", step, 1e3 * abs(forward), along),
            on_step("place_across", step, 1e3 * sideways, {"moment": load * sideways}),
            on_step("way_along_sole", step, abs(on.travel - TRAVEL), {"travels": on.travel}),
            on_step("place_height", step, 1e3 * abs(on.level), under),
        ])  # fmt: skip
    along_foot, *others = zip(*of_steps, strict=True)
    # no shift of a plate makes strike and push-off disagree, nor hides behind that
    known = [one for one in along_foot if np.isfinite(one.value)]
    why = "disagree" if any(heels.values()) else "no_heel_marker"
    first = worst(known) if known else Finding("place_along", why=why)
    return [first, *map(worst, others)]
