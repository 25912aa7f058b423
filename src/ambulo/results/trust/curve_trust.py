"""The ± and the grade of angles, moments and powers."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np

from ambulo.mocap.event_timing import NORMAL_90
from ambulo.mocap.fit.foot_roll import roll_known
from ambulo.records import SIDES, Analysis, Quantity
from ambulo.results.columns import GROUPS, LEG_JOINTS, PER_KG, meaning
from ambulo.results.foot_progression import foot_progression
from ambulo.results.posture import posture
from ambulo.results.trust.agreement import AGREEMENT, USUAL_BAND, Table, kind_of_markers, looked_up
from ambulo.results.trust.curve import Expected, GradedCurve
from ambulo.results.trust.grade import Trust, graded_curve
from ambulo.results.trust.judged_frames import frames_on_plates, judged_frames, standing
from ambulo.results.trust.not_shown import (
    with_one_marker,
    with_placed_landmarks,
    with_placed_tilt,
    with_torsion,
    without_direction,
    without_roll,
)

_ROLLS = 3.5
"""deg; the part of a roll's error that changes in a walk: nine of ten feet of a further laboratory
have less (24 feet of eight laboratories, of whose markers only heel and toe were kept)."""
_BESIDE_OTHERS = 1.2
"""Times a band's deviation that a curve lacks beside another system, in 19 of 20 of 422 curves."""


def curves(analysis: Analysis, group: str) -> list[Quantity]:
    """The graded curves of a group: pelvis and legs, powers by joint, foot progression."""
    named = [(quantity, meaning(quantity.name)) for quantity in getattr(analysis, group)]
    found = [
        quantity
        for quantity, what in named
        if what.joint in LEG_JOINTS and (group == "powers") == (what.plane == "total")
    ]
    if group == "angles":
        found += foot_progression(analysis, posture(analysis.model, analysis.motion))
    return found


def of_curves(analysis: Analysis, table: Table) -> Iterator[Trust]:
    """Each graded curve before any check lowers it."""
    markers = kind_of_markers(analysis.marker_set)
    whole = {side: frames_on_plates(analysis, side) for side in SIDES}
    rolls = roll_known(analysis.model)
    for group in GROUPS:
        for quantity in curves(analysis, group):
            side = meaning(quantity.name).side
            plates = group == "angles" or side is None or bool(whole[side].any())
            frames = np.isfinite(quantity.values) & judged_frames(analysis, group, quantity.name)
            row = None
            if analysis.activity.name == "walk":
                name = quantity.name.removeprefix(f"{side}_")
                row = looked_up(table, markers, plates, group, name)
            yield _graded(
                GradedCurve(analysis, group, quantity, frames, row, rolls.get(side or "", {}))
            )


def _graded(curve: GradedCurve) -> Trust:
    unit, values = PER_KG[curve.group], curve.values
    if len(values) < 2 or not np.ptp(values) > 0.0:
        nothing = "not known while the foot stands"
        return Trust(
            curve.group, curve.name, unit, "unknown", math.nan, math.nan, math.nan, nothing
        )
    known = Expected()
    for rule in _RULES:
        known = rule(curve, known)
    spread = float(np.ptp(values))
    grade = graded_curve(known.r, known.error, spread)
    if curve.row is not None and curve.row.markers == "all" and grade == "good":
        grade = "fair"  # nobody was compared who has such markers
    return Trust(
        curve.group, curve.name, unit, grade, known.error, known.r, curve.size, known.by,
        known.laboratories, spread=spread,
    )  # fmt: skip


def _by_agreement(curve: GradedCurve, known: Expected) -> Expected:
    """As in walks that another system analysed too; at least half of their bands without one."""
    row, half = curve.row, curve.half
    if row is None:
        return known
    lack = math.nan if half is None else half / NORMAL_90
    r = row.expected_r(curve.size, lack / curve.size)
    if half is None and row.half > row.error:
        return Expected(row.half, r, USUAL_BAND, row.laboratories)
    return Expected(row.error, r, AGREEMENT, row.laboratories)


def _by_foot_roll(curve: GradedCurve, known: Expected) -> Expected:
    """An inversion that nobody else measured, by what shows the foot's roll."""
    inversion = curve.group == "angles" and curve.name.endswith("ankle_inversion")
    if curve.row is not None or not inversion or not curve.roll:
        return known
    sigma = changing = float(curve.roll["free"])
    side = curve.what.side
    down = float(np.mean(standing(curve.analysis, side)[curve.frames])) if side else 1.0
    if curve.analysis.activity.name == "walk" and down < 1.0:
        sigma = math.sqrt(down * float(curve.roll["flat"]) ** 2 + (1.0 - down) * sigma**2)
        changing = min(sigma, _ROLLS)
    return Expected(NORMAL_90 * sigma, curve.correlated(changing), "error of the foot's roll")


def _by_band(curve: GradedCurve, known: Expected) -> Expected:
    """Half of its own band, which does not hold where another system puts an angle's zero."""
    row, half = curve.row, curve.half
    if half is None:
        return known
    if row is None:
        known = known._replace(r=curve.correlated(_BESIDE_OTHERS * (half / NORMAL_90)))
    if row is None or curve.group != "angles" or not known.error > half:
        known = known._replace(error=half, by="its error band", laboratories=0)
    return known


def _without_plates(curve: GradedCurve, known: Expected) -> Expected:
    """A flexion moment from the motion alone, by its check in movements of this kind."""
    if curve.group != "moments" or not curve.name.endswith("flexion"):
        return known
    checks, id = curve.analysis.checks, f"without_plates.{curve.what.joint}"
    alone = next((c.value for c in checks if c.id == id and math.isfinite(c.value)), None)
    if alone is None or known.error >= alone:
        return known
    r = min(curve.correlated(alone), 1.0 if math.isnan(known.r) else known.r)
    return Expected(alone, r, "error of moments without plates in such movements")


_RULES: tuple[Callable[[GradedCurve, Expected], Expected], ...] = (
    _by_agreement,
    _by_foot_roll,
    _by_band,
    _without_plates,
    with_torsion,
    with_placed_landmarks,
    with_one_marker,
    with_placed_tilt,
    without_roll,
    without_direction,
)
"""Each takes what the rules before it found."""
