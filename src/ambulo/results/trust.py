"""How far each number of a trial can be trusted: a grade and a ±, quantity by quantity.

With error bands, the ± is half of the band. Otherwise it is the difference between Ambulo and
another system on the same recordings of other laboratories. Nine of ten legs differ by less
(`agreement.csv`, measured by `python -m tests.reference.accuracy_page`). Both systems share the
errors of markers and plates. Therefore the ± is at least half of the bands of those walks. No band
contains the choice of an angle's zero. Therefore the ± of an angle is the larger of the two values.
A check that is not good lowers the grade of the quantities that it names.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple, get_args
from weakref import WeakKeyDictionary

import numpy as np

from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.math.brief_repr import BriefRepr
from ambulo.mocap.calibration.body_prior import TORSION, TORSION_SPREAD
from ambulo.mocap.event_timing import KINDS, NORMAL_90
from ambulo.mocap.events import whole_stances
from ambulo.mocap.fit.foot_roll import foot_rolls, roll_known, shows_heel
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo.records import SIDES, Analysis, Check, Facts, Quantity, Side
from ambulo.results.columns import GROUPS, LEG_JOINTS, PER_KG, body_mass, layer, meaning
from ambulo.results.energy import work
from ambulo.results.foot_progression import foot_progression
from ambulo.results.gait_cycle import (
    CYCLE,
    STRIDE_UNITS,
    WHOLE,
    StrideParameters,
    event_errors,
    over_stride,
)
from ambulo.results.posture import posture

TrustGrade = Literal["good", "fair", "poor", "unknown"]
TRUST_GRADES: tuple[TrustGrade, ...] = get_args(TrustGrade)
"""From the best; unknown: nothing was measured for this kind of trial."""
Lack = Literal["size", "shape", "check"]
"""Why a curve is poor."""

TABLE = Path(__file__).with_name("agreement.csv")
FAR = 2.0
"""Multiple of a check's limit. A check of the knee axis never forbids a trial, but a value beyond
this multiple makes its quantities poor.
"""

AGREEMENT = "agreement with another system"
USUAL_BAND = "error bands of the compared walks"
_CORRELATED = {"good": 0.95, "fair": 0.8}
# a ± by the range of the curve; of a number by the number itself; of an event by its stride
_OF_RANGE = {"good": 1.0 / 3.0, "fair": 2.0 / 3.0}
_OF_NUMBER = {"good": 0.1, "fair": 0.3}
_OF_STRIDE = {"good": 0.02, "fair": 0.04}
_OF_JOINT = ("positive_work", "negative_work")
_ROLL = ("ankle_inversion", "ankle_rotation")
_TORSION = "the torsion of the tibia, by which other systems turn the shank"
_BETWEEN = {"hip": ("pelvis", "thigh"), "knee": ("thigh", "shank"), "ankle": ("shank", "foot")}
_PLACED = "landmarks that no marker shows"
_ALONE = "one marker on a thigh or shank"
_TURNS = 0.13
"""Of a joint's angular velocity, rms: by how much it differs where a thigh or shank has one marker
from that with all markers (31 legs of 12 laboratories)."""
_ROLLS = 3.5
"""deg; the part of a roll's error that changes in a walk: nine of ten feet of a further laboratory
have less (24 feet of eight laboratories, of whose markers only heel and toe were kept)."""
_SLIDES = "; the foot slides before it rests"
_NINE_OF_TEN = 1.28
"""Standard deviations above the mean of a normal distribution, which nine of ten stay below."""
_BESIDE_OTHERS = 1.2
"""Times a band's deviation that a curve lacks beside another system, in 19 of 20 of 422 curves."""


@dataclass(frozen=True)
class Trust(BriefRepr):
    """How far one quantity of this trial can be trusted.

    Args:
        group: "angles", "moments", "powers", "events", "strides" or "work".
        name: of the quantity, such as "left_knee_flexion".
        unit: of `error` and `size`.
        grade: how far the quantity can be used.
        error: ± that nine of ten cases do not exceed: rms over the judged frames, or of the number
            itself; NaN if unknown.
        r: correlation with another system that nine of ten cases reach; NaN if unknown, or not a
            curve.
        size: standard deviation of the curve over the judged frames, or the number itself.
        by: source of the ±, in words.
        laboratories: number of laboratories behind the ±; 0 if it has another source.
        lowered: the checks that lowered the grade.
        spread: range of the curve over the judged frames; NaN if it is not a curve.
    """

    group: str
    name: str
    unit: str
    grade: TrustGrade
    error: float
    r: float
    size: float
    by: str
    laboratories: int = 0
    lowered: tuple[Check, ...] = ()
    spread: float = math.nan

    @property
    def lacks(self) -> Lack:
        """Why a poor curve is poor: its ± for its range, its correlation, or else a check."""
        if grade_of_share(self.error / self.spread, _OF_RANGE) in ("poor", "unknown"):
            return "size"
        return "shape" if self.r < _CORRELATED["fair"] else "check"


class ExpectedAgreement(NamedTuple):
    """A row of `agreement.csv`: agreement with another system in walks of several laboratories.

    Args:
        markers: "wands" of the conventional model (Plug-in Gait's sets), "other", or "all".
        plates: whether plates measured the foot.
        laboratories, legs: numbers behind the error; of all kinds of markers, if one kind has fewer
            than three.
        error: rms that nine of ten legs of a new laboratory do not exceed.
        r: correlation that nine of ten legs reach, for a curve of `size`.
        size: standard deviation of their curves, geometric mean.
        band: standard deviation according to their bands, divided by size, geometric mean; NaN
            without bands.
        half: half the width of their bands, geometric mean; NaN without bands.
    """

    markers: str
    plates: bool
    group: str
    quantity: str
    laboratories: int
    legs: int
    error: float
    r: float
    size: float
    band: float = math.nan
    half: float = math.nan

    def expected_r(self, size: float, band: float = math.nan) -> float:
        """Expected r of a curve of this size.

        If the curve is smaller than the compared curves, 1 - r² grows in inverse proportion to its
        size. A larger curve counts as one of their size, because errors also make curves large.
        With a band, 1 - r² is also proportional to the width of this band divided by the width of
        their bands.

        Args:
            size: standard deviation of the curve.
            band: standard deviation according to its band, divided by the size; NaN without a band.
        """
        wide = band / self.band
        lack = (1.0 - self.r**2) * max(1.0, self.size / size) * (wide if math.isfinite(wide) else 1)
        return math.sqrt(max(0.0, 1.0 - lack))


Table = Mapping[tuple[str, bool, str, str], ExpectedAgreement]


@cache
def trust_table() -> Table:
    """The shipped table, by markers, plates, group and quantity."""
    with TABLE.open(encoding="utf-8", newline="") as file:
        return by_kind(
            ExpectedAgreement(
                one["markers"], one["plates"] == "yes", one["group"], one["quantity"],
                int(one["laboratories"]), int(one["legs"]),
                *(float(one[name]) for name in ExpectedAgreement._fields[6:]),
            )
            for one in csv.DictReader(file)
        )  # fmt: skip


def by_kind(rows: Iterator[ExpectedAgreement]) -> Table:
    """Rows by their keys."""
    return {(row.markers, row.plates, row.group, row.quantity): row for row in rows}


def kind_of_markers(marker_set: str) -> str:
    """ "wands" if one marker beside each knee and ankle and a wand show the axes; otherwise
    "other".
    """
    return "wands" if marker_set.startswith("plug_in_gait") else "other"


def frames_on_plates(analysis: Analysis, side: str) -> BoolArray:
    """Frames (frames,) in which the foot is wholly on a plate."""
    time = analysis.motion.time
    on = np.zeros(len(time), dtype=bool)
    for contact in analysis.contacts:
        if contact.side == side and contact.quality == "whole":
            on |= (time >= contact.start) & (time <= contact.stop)
    return on


def judged_frames(analysis: Analysis, group: str, name: str) -> BoolArray:
    """Frames (frames,) to which the ± of a curve applies: those with the foot wholly on a plate for
    moments and powers of a leg (without plates, stance); all frames for other curves.
    """
    what = meaning(name)
    if group == "angles" or what.side is None or what.joint not in LEG_JOINTS:
        return np.ones(len(analysis.motion.time), dtype=bool)
    on = frames_on_plates(analysis, what.side)
    return on if on.any() else _standing(analysis, what.side)


def judged_percents(analysis: Analysis, group: str, name: str) -> BoolArray:
    """The same in percent of the stride (101,), in any stride in which the curve is known; all if
    there is none.
    """
    side, time = meaning(name).side, analysis.motion.time
    judged = judged_frames(analysis, group, name)
    found = [one for one in getattr(analysis, group) if one.name == name]
    if judged.all() or not found:
        return np.ones(len(CYCLE), dtype=bool)
    curve = np.where(np.isfinite(found[0].values), judged, np.nan)
    strides = [over_stride(time, curve, one) for one in analysis.strides if one.side == side]
    known = [one > 0.5 for one in strides if np.isfinite(one).mean() >= WHOLE]
    within = np.any(known, axis=0) if known else np.zeros(len(CYCLE), dtype=bool)
    return within if within.any() else ~within


def trust(
    analysis: Analysis, strides: tuple[StrideParameters, ...] = (), table: Table | None = None
) -> dict[str, Trust]:
    """Every angle, moment and power of pelvis and legs, events, strides and their work, by
    "group/name".

    Args:
        strides: distance and time parameters.
        table: measured agreement; the shipped one if None.
    """
    if table is None:
        if analysis not in _OF_CURVES:
            _OF_CURVES[analysis] = dict(_of_curves(analysis, trust_table()))
        curves, table = _OF_CURVES[analysis], trust_table()
    else:
        curves = dict(_of_curves(analysis, table))
    others = [*_events(analysis, strides), *_strides(analysis, strides, table)]
    return {**curves, **dict(_lowered(analysis, others))}


_OF_CURVES: WeakKeyDictionary[Analysis, Mapping[str, Trust]] = WeakKeyDictionary()
"""By the shipped table: page, summary and dataset ask for them."""


def _of_curves(analysis: Analysis, table: Table) -> Iterator[tuple[str, Trust]]:
    return _lowered(analysis, [*_curves(analysis, table), *_work(analysis, table)])


def _lowered(analysis: Analysis, found: Iterable[Trust]) -> Iterator[tuple[str, Trust]]:
    return ((f"{one.group}/{one.name}", lowered(one, analysis.checks)) for one in found)


def lowered(one: Trust, checks: Iterable[Check]) -> Trust:
    """The trust after the checks that name this quantity. The grade look lowers it by one step.
    Do-not-use makes it poor. A look beyond `FAR` times a limit also makes it poor, if the check has
    no limit for do-not-use. Checks of a power also count for its work.
    """
    names = [f"{one.group}/{one.name}"]
    if one.name.endswith(_OF_JOINT):
        names.append(f"powers/{one.name.rsplit('_', 2)[0]}_power")
    told = [
        c for c in checks
        if c.beyond and any(fnmatchcase(name, p) for p in c.touches for name in names)
    ]  # fmt: skip
    grade = one.grade
    if told and grade != "unknown":
        step = TRUST_GRADES.index(grade) + 1
        poor = any(
            check.grade == "do-not-use"
            or (math.isinf(check.unusable) and check.value > FAR * check.limit > 0.0)
            for check in told
        )
        grade = "poor" if poor else TRUST_GRADES[min(step, TRUST_GRADES.index("poor"))]
    return replace(one, grade=grade, lowered=tuple(told))


def grade_counts(found: Mapping[str, Trust]) -> dict[TrustGrade, int]:
    """How many quantities have each grade."""
    return {grade: sum(t.grade == grade for t in found.values()) for grade in TRUST_GRADES}


def in_words(found: Mapping[str, Trust]) -> str:
    """One line on all of them: "31 of 48 curves good, 9 fair, 6 poor, 2 unknown"."""
    curves = {name: one for name, one in found.items() if one.group in GROUPS}
    good, *others = grade_counts(curves).items()
    said = [
        f"{good[1]} of {len(curves)} curves good",
        *(f"{n} {grade}" for grade, n in others if n),
    ]
    return ", ".join(said)


def grade_of_share(share: float, limits: Mapping[str, float]) -> TrustGrade:
    """Grade of a value by its ±, given as a share of the value; unknown if this share is NaN."""
    if math.isnan(share):
        return "unknown"
    return "good" if share <= limits["good"] else "fair" if share <= limits["fair"] else "poor"


def graded_curve(r: float, error: float, spread: float) -> TrustGrade:
    """Grade of a curve by the correlation that nine of ten cases reach, and by the ± as a share of
    its range.
    """
    if math.isnan(r):
        return "unknown"
    if math.isnan(error):
        return "poor"
    by_r: TrustGrade = next((g for g in ("good", "fair") if r >= _CORRELATED[g]), "poor")
    return max(by_r, grade_of_share(error / spread, _OF_RANGE), key=TRUST_GRADES.index)


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


def _curves(analysis: Analysis, table: Table) -> Iterator[Trust]:
    markers, mass = kind_of_markers(analysis.marker_set), body_mass(analysis)
    whole = {side: frames_on_plates(analysis, side) for side in SIDES}
    rolls = roll_known(analysis.model)
    for group in GROUPS:
        for quantity in curves(analysis, group):
            what = meaning(quantity.name)
            plates = group == "angles" or what.side is None or bool(whole[what.side].any())
            frames = np.isfinite(quantity.values) & judged_frames(analysis, group, quantity.name)
            row = None
            if analysis.activity.name == "walk":
                name = quantity.name.removeprefix(f"{what.side}_")
                row = _looked_up(table, markers, plates, group, name)
            scale = 1.0 if group == "angles" else 1.0 / mass
            roll = rolls.get(what.side or "", {})
            yield _curve(analysis, group, quantity, scale, frames, row, roll)


def _curve(
    analysis: Analysis,
    group: str,
    quantity: Quantity,
    scale: float,
    frames: BoolArray,
    row: ExpectedAgreement | None,
    roll: Mapping[str, str | float],
) -> Trust:
    """One curve over the frames in which it is judged: the ± by the first that there is."""
    values, unit = scale * quantity.values[frames], PER_KG[group]
    if len(values) < 2 or not np.ptp(values) > 0.0:
        nothing = "not known while the foot stands"
        return Trust(group, quantity.name, unit, "unknown", math.nan, math.nan, math.nan, nothing)
    size = float(np.std(values))
    error, r, by, laboratories = math.nan, math.nan, "not measured for this kind of trial", 0
    half = half_band(analysis, quantity, frames)
    lack = math.nan if half is None else scale * half / NORMAL_90
    if row is not None:
        error, r, laboratories = row.error, row.expected_r(size, lack / size), row.laboratories
        by = AGREEMENT
        if half is None and row.half > error:
            error, by = row.half, USUAL_BAND
    elif group == "angles" and quantity.name.endswith("ankle_inversion") and roll:
        sigma = changing = float(roll["free"])
        side = meaning(quantity.name).side
        down = float(np.mean(_standing(analysis, side)[frames])) if side else 1.0
        if analysis.activity.name == "walk" and down < 1.0:
            sigma = math.sqrt(down * float(roll["flat"]) ** 2 + (1.0 - down) * sigma**2)
            changing = min(sigma, _ROLLS)
        error, r, by = NORMAL_90 * sigma, _correlated(changing, size), "error of the foot's roll"
    if half is not None:
        if row is None:
            r = _correlated(_BESIDE_OTHERS * lack, size)
        # no band holds where another system puts an angle's zero
        if row is None or group != "angles" or not error > scale * half:
            error, by, laboratories = scale * half, "its error band", 0
    # nor what the motion alone leaves open of a moment
    alone = _without_plates(analysis, group, quantity.name)
    if alone is not None and not error >= alone:
        error, r = alone, min(_correlated(alone, size), 1.0 if math.isnan(r) else r)
        by, laboratories = "error of moments without plates in such movements", 0
    torsion = _torsion(analysis, group, quantity.name)
    if error < torsion:
        error, by, laboratories = torsion, _TORSION, 0
    placed = next((c.facts for c in analysis.checks if c.id == "placed_centres"), None)
    if placed is not None and group != "powers":
        same, mixed = _placed(analysis, placed, group, quantity.name, scale, frames)
        if half is None and group == "moments":
            same = math.hypot(same, _centre_off(placed, quantity.name))
        if same > 0.0 or mixed > 0.0:
            error = math.hypot(error, NORMAL_90 * same, NORMAL_90 * mixed)
            r, by = r * _correlated(mixed, size), f"{by}; {_PLACED}"
            laboratories = 0
    loose = _one_marker(analysis, group, quantity.name, frames, size)
    if half is None and loose > 0.0 and math.isfinite(error):
        error, r = math.hypot(error, loose), r * _correlated(loose, size)
        by, laboratories = f"{by}; {_ALONE}", 0
    tilt = _placed_tilt(analysis, group, quantity.name)
    if error < tilt:
        error, by, laboratories = tilt, "no marker at the back of the pelvis", 0
    if roll.get("by") == "nothing" and quantity.name.endswith(_ROLL):
        error, r, by, laboratories = math.nan, 0.0, "no marker on the foot shows its roll", 0
    blind = [
        f"{foot.side}_foot_progression" for foot in foot_rolls(analysis.model) if not foot.ahead
    ]
    if quantity.name in blind:
        error, r, by, laboratories = math.nan, 0.0, "no marker ahead of the ankle", 0
    spread = float(np.ptp(values))
    grade = graded_curve(r, error, spread)
    if row is not None and row.markers == "all" and grade == "good":
        grade = "fair"  # nobody was compared who has such markers
    return Trust(group, quantity.name, unit, grade, error, r, size, by, laboratories, spread=spread)


def _correlated(error: float, size: float) -> float:
    """Of a curve with one that differs by an error of this rms."""
    return math.sqrt(max(0.0, 1.0 - (error / size) ** 2))


def _looked_up(
    table: Table, markers: str, plates: bool, group: str, quantity: str
) -> ExpectedAgreement | None:
    found = (table.get((kind, plates, group, quantity)) for kind in (markers, "all"))
    return next((row for row in found if row is not None), None)


def _standing(analysis: Analysis, side: Side) -> BoolArray:
    """Frames (frames,) between strike and off of one foot; all where nothing steps."""
    time = analysis.motion.time
    standing = np.zeros(len(time), dtype=bool)
    for strike, off in whole_stances(analysis.events, side):
        standing |= (time >= strike) & (time <= off)
    return standing if standing.any() else ~standing


def half_band(analysis: Analysis, quantity: Quantity, frames: BoolArray) -> float | None:
    """Half the width of a curve's error band, rms over frames; None without one."""
    if analysis.bands is None:
        return None
    low, high = layer(analysis.bands.low, quantity), layer(analysis.bands.high, quantity)
    if low is None or high is None:
        return None
    half: FloatArray = 0.5 * (high - low)[frames]
    return float(np.sqrt(np.nanmean(half**2)))


def _without_plates(analysis: Analysis, group: str, name: str) -> float | None:
    """What the check of moments without plates knows of flexion in movements of this kind."""
    if group != "moments" or not name.endswith("flexion"):
        return None
    id = f"without_plates.{meaning(name).joint}"
    return next((c.value for c in analysis.checks if c.id == id and math.isfinite(c.value)), None)


def _torsion(analysis: Analysis, group: str, name: str) -> float:
    """By which another system's shank may be turned, deg: an ankle's, as measured, where wands tell
    the shank's axes; a knee's and an ankle's, which nine of ten stay below, with other markers. 0
    for others.
    """
    what = meaning(name)
    turned = what.joint if group == "angles" and what.motion == "rotation" else ""
    match turned, kind_of_markers(analysis.marker_set):
        case "ankle", "wands":
            measured = analysis.model.subject.measurements.get(f"{what.side}_tibial_torsion", 0.0)
            return abs(math.degrees(measured))
        case "knee" | "ankle", "other":
            return math.degrees(TORSION + _NINE_OF_TEN * TORSION_SPREAD)
    return 0.0


def _placed_tilt(analysis: Analysis, group: str, name: str) -> float:
    """What the fitted body leaves open of an angle's zero; 0 where markers show it."""
    if group != "angles" or not (name == "pelvis_tilt" or name.endswith("hip_flexion")):
        return 0.0
    return next((c.value for c in analysis.checks if c.id == "placed_tilt"), 0.0)


def _placed(
    analysis: Analysis, placed: Facts, group: str, name: str, scale: float, frames: BoolArray
) -> tuple[float, float]:
    """What the fitted body leaves open of how thigh and shank are turned about their long axes.

    As standard deviations of a curve: what is the same in all frames, and what the joint's motion
    in the other plane brings.
    """
    what = meaning(name)
    above, below = (
        _known(placed, f"{what.side}_{segment}") for segment in _BETWEEN.get(what.joint, ("", ""))
    )
    if what.plane == "transverse":
        return math.degrees(math.hypot(above, below)) if group == "angles" else 0.0, 0.0
    across = {"sagittal": "frontal", "frontal": "sagittal"}.get(what.plane)
    other = next(
        (
            scale * q.values[frames]
            for q in getattr(analysis, group)
            if (of := meaning(q.name)).joint == what.joint
            and (of.side, of.plane) == (what.side, across)
        ),
        np.zeros(1),
    )
    if group == "moments":
        turn = below if analysis.moment_axes == "distal" else above
        return 0.0, turn * float(np.sqrt(np.nanmean(other**2)))
    bends = np.sin(np.radians(other)) if what.plane == "frontal" else np.zeros(1)
    return 0.0, math.degrees(above) * float(np.sqrt(np.nanmean(bends**2)))


def _centre_off(placed: Facts, name: str) -> float:
    """What the fitted body's error of a joint's place makes of a moment under one body weight,
    N*m/kg.
    """
    what = meaning(name)
    way = {"sagittal": "ahead", "frontal": "aside"}.get(what.plane)
    return STANDARD_GRAVITY * _known(placed, f"{what.side}_{what.joint}_{way}")


def _one_marker(analysis: Analysis, group: str, name: str, frames: BoolArray, size: float) -> float:
    """What a single marker on a thigh or shank leaves open of a curve, rms: W/kg, deg or N*m/kg.

    The skin carries the marker along, and no other marker shows it: a joint's
    angular velocity is the less sure the faster it is. How the segment turns about its long axis
    is not shown: neither is the moment that this takes.
    """
    what, model = meaning(name), analysis.model
    of_marker = [*map(model.segments.__getitem__, model.marker_body[model.marker_weight > 0.0])]
    alone = [
        one
        for one in _BETWEEN.get(what.joint, ())
        if one in ("thigh", "shank") and of_marker.count(f"{what.side}_{one}") <= 1
    ]
    if not alone:
        return 0.0
    if group == "angles":
        return size if what.plane == "transverse" else 0.0
    joint = model.joints.index(f"{what.side}_{what.joint}")
    turning = model.tree.v_start[joint] + np.arange(3)
    if group == "powers":
        velocity = analysis.motion.v[frames][:, turning]
        moment = analysis.joint_forces.moment[frames, joint]
        both = (math.sqrt(np.nanmean((x**2).sum(axis=1))) for x in (velocity, moment))
        return _TURNS * math.prod(both) / body_mass(analysis)
    if group == "moments" and what.plane == "transverse" and alone[-1] == _BETWEEN[what.joint][1]:
        axial = model.tree.inertia[joint, 2, 2] * analysis.motion.a[frames, turning[-1]]
        return float(np.sqrt(np.mean(axial**2))) / body_mass(analysis)
    return 0.0


def _known(placed: Facts, name: str) -> float:
    found = placed.get(name)
    return float(found) if isinstance(found, float) else 0.0


def _events(analysis: Analysis, strides: tuple[StrideParameters, ...]) -> Iterator[Trust]:
    """Strikes and offs of each foot, against its stride."""
    if not strides or analysis.activity.name != "walk":
        return
    duration = float(np.mean([p.duration for p in strides]))
    errors = event_errors(analysis)
    known = [(e, x) for e, x in zip(analysis.events, errors, strict=True) if x is not None]
    for side in SIDES:
        for kind in KINDS:
            mine = [(e, x) for e, x in known if e.side == side and e.kind == kind]
            if mine:
                error = float(np.sqrt(np.mean(np.square([x for _, x in mine]))))
                by = " + ".join(sorted({e.source for e, _ in mine}))
                by += _SLIDES if any(e.doubt for e, _ in mine) else ""
                grade = grade_of_share(error / duration, _OF_STRIDE)
                yield Trust("events", f"{side}_{kind}", "s", grade, error, math.nan, duration, by)


_TIMES = ("duration", "step_time", "stance", "single_support", "double_support")
_OWN_TIMES = ("duration", "stance")
"""Of the events of one foot."""
_LENGTHS = ("stride_length", "step_length", "step_width")
_NO_HEEL = {"stride_length": 0.0045, "step_length": 0.013, "step_width": 0.034}
"""m; by which nine of ten strides change if the heels' markers are left out (13 strides of four
people, straight walks). The heel is then placed by the other markers."""
_RATES: Mapping[str, tuple[str, ...]] = {
    "speed": ("stride_length", "duration"),
    "cadence": ("duration",),
}
"""Of a product or quotient the relative errors of its parts, which are independent, add up in
squares: a foot stands still at its strike, so that a late strike makes no stride longer."""


def _strides(
    analysis: Analysis, strides: tuple[StrideParameters, ...], table: Table
) -> Iterator[Trust]:
    """Times by the errors of their events, lengths by agreement, rates by both: means over a side's
    strides.
    """
    sliding = {event.side for event in analysis.events if event.doubt}
    model = analysis.model
    heels = all(shows_heel(model, side) for side in SIDES if f"{side}_ankle" in model.joints)
    for side in SIDES:
        mine = [p for p in strides if p.stride.side == side and p.duration_error is not None]
        shares: dict[str, float] = {}
        sources: dict[str, str] = {}
        for name in (*_TIMES, *_LENGTHS, *_RATES):
            known = [p for p in mine if getattr(p, name) is not None]
            if not known:
                continue
            size = abs(float(np.mean([getattr(p, name) for p in known])))
            plates = not any("kinematics" in p.events for p in known)
            row = _looked_up(table, "all", plates, "strides", name)
            if name in _TIMES:
                errors = [getattr(p, f"{name}_error") for p in known]
                error, by = float(np.sqrt(np.mean(np.square(errors)))), "errors of its events"
                feet = {side} if name in _OWN_TIMES else set(SIDES)
                by += _SLIDES if sliding & feet else ""
            elif row is not None:
                error, by = row.error, "lengths by heel markers and by plates"
                if not heels:
                    error, by = math.hypot(error, _NO_HEEL[name]), f"{by}; no heel marker"
            elif name in _RATES and shares.keys() >= {*_RATES[name]}:
                error = size * math.hypot(*(shares[part] for part in _RATES[name]))
                by = "; ".join(sources[part] for part in _RATES[name])
            else:
                continue
            of_others = row is not None and name in _LENGTHS and heels
            laboratories = row.laboratories if row is not None and of_others else 0
            # feet in line are no width apart: no share of it can be small
            shares[name], sources[name] = error / size if size else math.inf, by
            grade = grade_of_share(shares[name], _OF_NUMBER)
            yield Trust(
                "strides", f"{side}_{name}", STRIDE_UNITS[name], grade, error, math.nan, size, by,
                laboratories,
            )  # fmt: skip


def _work(analysis: Analysis, table: Table) -> Iterator[Trust]:
    """Work of a side's mean stride: of its band, else by agreement of the joints' powers."""
    mass, kind = body_mass(analysis), kind_of_markers(analysis.marker_set)
    for one in work(analysis, posture(analysis.model, analysis.motion)):
        if one.name.endswith(_OF_JOINT) and one.name.partition("_")[0] not in (*LEG_JOINTS, "leg"):
            continue
        band = None if analysis.bands is None else layer(analysis.bands.strides, one)
        row = None
        if analysis.activity.name == "walk":
            row = _looked_up(table, kind, analysis.method == "plates", "work", one.name)
        for side in SIDES:
            mine = [s.side == side for s in analysis.strides] & np.isfinite(one.values)
            if not mine.any():
                continue
            size = abs(float(one.values[mine].mean())) / mass
            error, by, laboratories = math.nan, "not measured for this kind of trial", 0
            if band is not None:
                half = 0.5 * (band[2] - band[1])[mine]
                error, by = float(np.sqrt(np.mean(half**2))) / mass, "its error band"
            elif row is not None:
                error, by, laboratories = row.error, AGREEMENT, row.laboratories
            grade = grade_of_share(error / size if size else math.inf, _OF_NUMBER)
            yield Trust(
                "work", f"{side}_{one.name}", "J/kg", grade, error, math.nan, size, by, laboratories
            )
