"""How far curves and strides agree with other systems' on real recordings, leg by leg.

Each walk is analysed as it was recorded, and again without its plates and events, with moments on
the axes of the other system. Angles are compared over all frames that both know, moments and powers
while the foot is wholly on a plate, work over the strides whose powers both know throughout,
lengths of strides with the heels by their markers, or without plates with those by plates. What
Plug-in Gait calls inversion is a function of its flexion and rotation and left out, and so is a
curve of which more than a tenth of the variance lies above 12 Hz: it was made from unsmoothed
markers. Moments of a file whose own ground reaction is not what the plates show are of other
forces, and left out too.

`python -m tests.reference.accuracy_page ../shared/data --write` writes the table that ships.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import numpy as np
from scipy.stats import t as student
from tests.kept import kept
from tests.reference.accuracy import WALKS, Walk, correlation, mass_of, rms, smoothed

from ambulo.analysis import analyse_trial
from ambulo.gait.configuration import Configuration
from ambulo.math.arrays import FloatArray
from ambulo.mocap.event_timing import KINDS, NORMAL_90, SAME
from ambulo.mocap.files.mot import read_storage
from ambulo.mocap.files.trial_file import read_trial
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo.records import SIDES, Analysis
from ambulo.results.columns import meaning
from ambulo.results.energy import done_and_taken, over
from ambulo.results.gait_cycle import StrideParameters, stride_parameters
from ambulo.results.posture import posture
from ambulo.results.trust import Trust, frames_on_plates, trust
from ambulo.results.trust.agreement import (
    TABLE,
    ExpectedAgreement,
    Table,
    by_kind,
    kind_of_markers,
    trust_table,
)
from ambulo.results.trust.curve import half_band
from ambulo.results.trust.curve_trust import curves

LABORATORIES = 3
"""Smallest number of laboratories behind the ± of one kind of markers. With fewer, the ± of all
kinds is used.
"""
MOCO = "opensim_core/moco_example3DWalking"
NAMES = "other_names"


class Compared(NamedTuple):
    """A walk, its laboratory, and where another system's answers lie beside the file's own."""

    laboratory: str
    walk: Walk
    angles: str = ""
    moments: str = ""
    weighed: bool = True


DISTAL = {"moment_axes": "distal"}
FALISSE, GAIT2354 = "falisse/subject2", "opensim_models/Pipelines/Gait2354_Simbody/OutputReference"
WALKS_COMPARED: Mapping[str, Compared] = {
    "Motion3": Compared("Motion3", WALKS["Motion3"]),
    "FunctionalWalk": Compared("FunctionalWalk", WALKS["FunctionalWalk"]),
    **{
        name: Compared("biomechZoo", WALKS[name])
        for name in ("HC038A", "HC030A", "HC038A turn", "HC030A turn")
    },
    **{
        f"falisse {n}": Compared(
            "Falisse", WALKS[f"falisse {n}"], f"{FALISSE}/IK/IK_gait_{n}.mot",
            f"{FALISSE}/ID/ID_gait_{n}.sto",
        )
        for n in (14, 25)
    },
    "Gait2354": Compared(
        "OpenSim subject01", WALKS["Gait2354"], f"{GAIT2354}/subject01_walk1_ik.mot",
        f"{GAIT2354}/ResultsInverseDynamics/inverse_dynamics.sto",
    ),
    "Moco": Compared(
        "Rajagopal",
        Walk(f"{MOCO}/markers_walk.trc", None, f"{MOCO}/grf_walk.mot", {"mass": 85.27}),
        f"{MOCO}/coordinates.sto", f"{MOCO}/id_walk.sto",
    ),
    "wien": Compared("Vienna", Walk(f"{NAMES}/wien_test.c3d", choices=DISTAL)),
    "sub_labels": Compared(
        "sub_labels",
        Walk(f"{NAMES}/sub_labels.c3d", choices={**DISTAL, "mass": 70.0}),
        weighed=False,
    ),
    "flat foot": Compared("Motion3", Walk("btk/PiG/PiG_Motion-FlatFoot-Full.c3d", choices=DISTAL)),
}  # fmt: skip


@kept
def analysed(data: Path, name: str, plates: bool, bands: bool = False) -> Analysis:
    """A walk as recorded, or without its plates and the file's events; with bands if asked."""
    walk = WALKS_COMPARED[name].walk
    grf = None if walk.grf is None or not plates else data / walk.grf
    trial = read_trial(data / walk.trial, grf=grf)
    if not plates:
        trial = replace(trial, plates=(), events=())
    static = None if walk.static is None else read_trial(data / walk.static)
    more = {"uncertainty": {"samples": SAMPLES}} if bands else {}
    return analyse_trial(trial, static, Configuration(**walk.choices, **more))


SAMPLES = 39
"""Perturbed analyses of a walk's bands."""
UNITS = {"angles": "deg", "moments": "N*m", "powers": "W"}
NOISE = 0.1
"""Share of a reference's variance above 12 Hz from which it is none: the others have 0 to 0.07."""
SAME_FORCE = 0.01
"""Of body weight, rms: by which a file's horizontal ground reaction may leave the plates'.

It does by 0.0003 to 0.006, and by 0.023 where the file kept 18 N that a plate showed unloaded.
"""
_COORDINATES = {
    "hip_flexion": ("hip_flexion_{}", 1.0),
    "hip_adduction": ("hip_adduction_{}", 1.0),
    "hip_rotation": ("hip_rotation_{}", 1.0),
    "knee_flexion": ("knee_angle_{}", -1.0),
    "ankle_dorsiflexion": ("ankle_angle_{}", 1.0),
}
"""Of OpenSim's models; the knee's sign is turned where its angle is negative in flexion."""


def opensim(data: Path, name: str, time: FloatArray) -> dict[str, FloatArray]:
    """Angles [deg], moments [N*m] and powers [W] of OpenSim's files, by "<side>_<name> [unit]"."""
    one = WALKS_COMPARED[name]
    angles, moments = read_storage(data / one.angles), read_storage(data / one.moments)
    degrees = angles.header["indegrees"] == "yes"
    named = {column.removesuffix("/value").split("/")[-1]: column for column in angles.names}
    found: dict[str, FloatArray] = {}

    def at(times: FloatArray, values: FloatArray) -> FloatArray:
        return np.interp(time, times, values, left=np.nan, right=np.nan)

    for side in SIDES:
        for motion, (column, sign) in _COORDINATES.items():
            q = angles.of(named[column.format(side[0])])
            q = q if degrees else np.degrees(q)
            flexed = column.startswith("knee") and np.ptp(q) > 20.0 and np.median(q) > 0.0
            sign = 1.0 if flexed else sign
            angle = sign * at(angles.time, q)
            moment = sign * at(moments.time, moments.of(column.format(side[0]) + "_moment"))
            found[f"{side}_{motion} [deg]"] = angle
            found[f"{side}_{motion} [N*m]"] = moment
            rate = np.gradient(np.radians(smoothed(time, angle, 6.0)), time)
            joint = motion.split("_")[0]
            key = f"{side}_{joint}_power [W]"
            found[key] = found.get(key, 0.0) + moment * rate
    return found


class Leg(NamedTuple):
    """One quantity of one leg: how far it is from the other system's.

    `band` is the deviation that its band tells over `size`; NaN without one.
    """

    laboratory: str
    trial: str
    markers: str
    plates: bool
    side: str
    group: str
    quantity: str
    r: float
    rms: float
    size: float
    band: float = np.nan


def of_other_forces(found: Analysis, side: str) -> bool:
    """Whether the file's own ground reaction under a foot is not what the plates show.

    Its axes may be turned by quarters; its unit is told by the vertical force.
    """
    theirs = found.trial.outputs.get(f"{side[0].upper()}GroundReactionForce")
    ground = found.plates_ground
    if theirs is None or ground is None or len(theirs) != len(found.motion.time):
        return False
    known = frames_on_plates(found, side) & np.isfinite(theirs).all(axis=1)
    if not known.any():
        return False
    ours, theirs = ground.force[known, SIDES.index(side)], theirs[known]  # type: ignore[arg-type]
    weight = mass_of(found) * STANDARD_GRAVITY
    level = theirs[:, :2] * np.median(ours[:, 2]) / np.abs(np.median(theirs[:, 2]))
    turned = [level @ np.array(R) for R in _QUARTERS]
    apart = min(float(np.sqrt(np.mean(np.sum((ours[:, :2] - t) ** 2, axis=1)))) for t in turned)
    return apart > SAME_FORCE * weight


_QUARTERS = [
    np.array(rows) * signs
    for rows in ([[1.0, 0.0], [0.0, 1.0]], [[0.0, 1.0], [1.0, 0.0]])
    for signs in ([1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0])
]
"""(2, 2) turns and reflections of level axes: the file's are the laboratory's or the walk's."""


def legs(data: Path, bands: bool = False) -> list[Leg]:
    """Every quantity of every walk that another system has too; those on plates with bands."""
    return [
        leg
        for name in WALKS_COMPARED
        for plates in (True, False)
        for leg in of_walk(data, name, plates, bands)
    ]


def of_walk(data: Path, name: str, plates: bool, bands: bool = False) -> Iterator[Leg]:
    """Of one walk, as recorded or without its plates."""
    one, recorded = WALKS_COMPARED[name], analysed(data, name, True, bands)
    found = recorded if plates else analysed(data, name, False)
    time, mass = found.motion.time, mass_of(found)
    theirs = {**found.reference, **_of_the_walk(found)} or opensim(data, name, time)
    first = one.laboratory, name, kind_of_markers(found.marker_set), plates
    yield from (Leg(*first, *last) for last in _lengths(found, recorded, plates))
    if not plates:
        yield from (Leg(*first, *last) for last in _events(found, recorded))
    for group, unit in UNITS.items():
        if (group == "angles" and not plates) or (group != "angles" and not one.weighed):
            continue
        for quantity in curves(found, group):
            what = meaning(quantity.name)
            side, motion = what.side or "", quantity.name.removeprefix(f"{what.side}_")
            other = theirs.get(f"{quantity.name} [{unit}]")
            if other is None or (group, motion) == ("angles", "ankle_inversion"):
                continue
            if group != "angles" and of_other_forces(recorded, side):
                continue
            scale = 1.0 if group == "angles" else 1.0 / mass
            ours, other = scale * quantity.values, scale * other
            frames = np.isfinite(ours) & np.isfinite(other)
            if group != "angles":
                frames &= (
                    np.interp(time, recorded.motion.time, frames_on_plates(recorded, side)) > 0.5
                )
            if frames.sum() < 20:
                continue
            slow = smoothed(time, np.where(frames, other, np.nan), 12.0)
            if np.nanvar(other - slow) > NOISE * np.var(other[frames]):
                continue
            a, b = ours[frames], other[frames]
            size, half = float(np.std(a)), half_band(found, quantity, frames)
            band = np.nan if half is None else scale * half / NORMAL_90 / size
            yield Leg(*first, side, group, motion, correlation(a, b), rms(a - b), size, band)
            if group == "powers":
                yield from (
                    Leg(*first, side, *last) for last in _work(found, quantity.name, ours, other)
                )


def _work(
    found: Analysis, power: str, *curves: FloatArray
) -> Iterator[tuple[str, str, float, float, float]]:
    """Positive and negative work [J/kg] of two systems' powers [W/kg] (frames,), by stride."""
    side, time = meaning(power).side, found.motion.time
    each = [
        done_and_taken(*over(time, np.column_stack(curves), stride))
        for stride in found.strides
        if stride.side == side
    ]
    for k, sign in enumerate(("positive", "negative")):
        both = np.array([parts[k] for parts in each]).reshape(-1, 2)
        both = both[np.isfinite(both).all(axis=1)]
        if len(both):
            name = power.removeprefix(f"{side}_").replace("power", f"{sign}_work")
            size = abs(float(both[:, 0].mean()))
            yield "work", name, np.nan, rms(both[:, 0] - both[:, 1]), size


_OF_THE_WALK = {
    "pelvis_tilt": ("RPelvis", 0),
    "pelvis_obliquity": ("LPelvis", 1),
    "pelvis_rotation": ("RPelvis", 2),
    "left_foot_progression": ("LFootProgress", 2),
    "right_foot_progression": ("RFootProgress", 2),
}
"""Columns of Plug-in Gait's pelvis and feet with our signs."""


def _of_the_walk(found: Analysis) -> dict[str, FloatArray]:
    """Plug-in Gait's pelvis and feet [deg] in a straight walk: they turn from the laboratory's
    axis.
    """
    outputs, frames = found.trial.outputs, len(found.motion.time)
    hips = found.motion.q[:, :2]
    third = frames // 3
    a, b = hips[third] - hips[0], hips[-1] - hips[-1 - third]
    if abs(np.arctan2(a[0] * b[1] - a[1] * b[0], a @ b)) > np.radians(30.0):
        return {}
    return {
        f"{name} [deg]": values[:, column]
        for name, (angles, column) in _OF_THE_WALK.items()
        for key, values in outputs.items()
        if re.fullmatch(rf"{angles}AnglesV?", key) and len(values) == frames
    }


def _lengths(
    found: Analysis, recorded: Analysis, plates: bool
) -> Iterator[tuple[str, str, str, float, float, float]]:
    """Lengths of strides: against the heels' markers, or without plates against those with them."""
    mine, theirs = (stride_parameters(a, posture(a.model, a.motion)) for a in (found, recorded))
    for side in SIDES:
        apart: dict[str, list[float]] = {}
        for one in mine:
            if one.stride.side != side or found.activity.treadmill:
                continue
            for name, value in (_by_heels(found, one) if plates else _same(one, theirs)).items():
                apart.setdefault(name, []).append(getattr(one, name) - value)
        for name, off in apart.items():
            known = [p for p in mine if p.stride.side == side and p.step_time is not None]
            sizes = [getattr(p, name) for p in known]
            yield side, "strides", name, np.nan, rms(np.array(off)), abs(float(np.mean(sizes)))


_LENGTHS = ("stride_length", "step_length", "step_width")
_TIMES = ("duration", "step_time", "stance", "single_support", "double_support")


def _same(one: StrideParameters, others: Sequence[StrideParameters]) -> dict[str, float]:
    """The same stride by plates alone, as far as both know it."""
    for other in others:
        a, b = one.stride, other.stride
        near = a.side == b.side and max(abs(a.start - b.start), abs(a.stop - b.stop)) < SAME
        if near and "kinematics" not in other.events:
            return {n: v for n in (*_LENGTHS, *_TIMES) if (v := _both(one, other, n)) is not None}
    return {}


def _both(one: StrideParameters, other: StrideParameters, name: str) -> float | None:
    value: float | None = getattr(other, name)
    return None if getattr(one, name) is None else value


def _events(
    found: Analysis, recorded: Analysis
) -> Iterator[tuple[str, str, str, float, float, float]]:
    """Strikes and offs without plates, in s, against those of plates and file."""
    for side in SIDES:
        for kind in KINDS:
            lags = [
                mine.time - other.time
                for mine in found.events
                for other in recorded.events
                if (mine.side, mine.kind) == (other.side, other.kind) == (side, kind)
                and other.source != "kinematics"
                and abs(mine.time - other.time) < SAME
            ]
            if lags:
                yield side, "events", kind, np.nan, rms(np.array(lags)), float(np.mean(lags))


def _by_heels(found: Analysis, one: StrideParameters) -> dict[str, float]:
    """A stride's lengths by the heels, half a marker from their markers towards the toes."""
    markers, side = found.trial.markers, one.stride.side
    heel, toe = (
        {m[1].upper(): n for n in markers.names if (m := re.match(rf"([LR])[._]?{of}", n, re.I))}
        for of in ("he", "to")
    )
    if len(heel) < 2 or len(toe) < 2:
        return {}
    radius = 0.5 * found.model.subject.measurements.get("marker_diameter", 0.014)

    def at(letter: str, instant: float) -> FloatArray:
        back, front = (
            np.array([np.interp(instant, markers.time, path[:, k]) for k in range(3)])
            for path in (markers.of(heel[letter]), markers.of(toe[letter]))
        )
        return (back + radius * (front - back) / np.linalg.norm(front - back))[:2]

    letter, other = ("L", "R") if side == "left" else ("R", "L")
    last = at(letter, one.stride.stop)
    way = last - at(letter, one.stride.start)
    length = float(np.hypot(*way))
    if one.step_time is None:
        return {"stride_length": length} if np.isfinite(length) else {}
    step, ahead = last - at(other, one.stride.stop - one.step_time), way / length
    across = float(ahead[0] * step[1] - ahead[1] * step[0])
    found_ = (length, float(step @ ahead), across if side == "left" else -across)
    return {k: v for k, v in zip(_LENGTHS, found_, strict=True) if np.isfinite(v)}


# --------------------------------------------------------------------------- the table

NINE_OF_TEN = 1.2816
"""Standard deviations of a normal distribution above which a tenth lies."""


class Spread(NamedTuple):
    """Variances of logarithms: between the means of laboratories, which differ by their legs too,
    between laboratories themselves, and between the legs of one.
    """

    means: float
    between: float
    within: float

    def factor(self, laboratories: int) -> float:
        """From the mean of so many laboratories to what nine of ten legs of another one have."""
        return float(
            np.exp(NINE_OF_TEN * np.sqrt(self.means / laboratories + self.between + self.within))
        )


def grouped(legs: Iterable[Leg], *by: str) -> Iterator[tuple[tuple[str, ...], list[Leg]]]:
    def key(leg: Leg) -> tuple[str, ...]:
        return tuple(getattr(leg, name) for name in by)

    yield from ((k, list(found)) for k, found in groupby(sorted(legs, key=key), key))


def _logarithms(legs: Sequence[Leg], of: str) -> list[FloatArray]:
    """By laboratory."""
    kept_from_zero = 1e-4
    values = {
        "rms": lambda leg: leg.rms,
        "lack": lambda leg: np.sqrt(1.0 - max(leg.r, 0.0) ** 2),
        "size": lambda leg: leg.size,
        "band": lambda leg: leg.band,
        "half": lambda leg: NORMAL_90 * leg.band * leg.size,
    }[of]
    return [
        np.log([max(values(leg), kept_from_zero) for leg in mine])
        for _, mine in grouped(legs, "laboratory")
    ]


def _spread(legs: Sequence[Leg], of: str) -> Spread:
    """Pooled over the quantities of one group and kinds of markers: few laboratories have each."""
    squares, freedom, of_means = np.zeros(2), np.zeros(2), [0.0]
    for _, mine in grouped(legs, "markers", "quantity"):
        logs = _logarithms(mine, of)
        means = np.array([one.mean() for one in logs])
        squares += (
            ((means - means.mean()) ** 2).sum(),
            sum(((o - o.mean()) ** 2).sum() for o in logs),
        )
        freedom += len(logs) - 1, sum(len(one) - 1 for one in logs)
        of_means += [1.0 / len(one) for one in logs if len(logs) > 1]
    means, within = squares / np.maximum(freedom, 1)
    return Spread(means, max(0.0, means - within * float(np.mean(of_means))), within)


def _of_numbers(legs: Sequence[Leg]) -> float:
    """What nine of ten errors of single numbers stay below, by Student's t: by chance some of them
    are nothing, so that they have no logarithms.
    """
    squares = [np.mean([leg.rms**2 for leg in mine]) for _, mine in grouped(legs, "laboratory")]
    return float(student.ppf(0.95, len(squares)) * np.sqrt(np.mean(squares)))


CURVES = ("angles", "moments", "powers")


def table(legs: Sequence[Leg]) -> Table:
    """Rows of each kind of markers, and of all.

    What a quantity's curves lack is drawn towards all curves of its group and kind of markers, as
    by one laboratory more.
    """
    found = []
    ships = [leg for leg in legs if leg.group != "events" and leg.quantity not in _TIMES]
    for (plates, group), all_of in grouped(ships, "plates", "group"):
        spread = {of: _spread(all_of, of) for of in ("rms", "lack")}
        kinds = {"all": all_of}
        if group in CURVES:
            kinds |= {kind: mine for (kind,), mine in grouped(all_of, "markers")}
        for kind, of_kind in kinds.items():
            usual = {
                of: np.mean([o.mean() for o in _logarithms(of_kind, of)]) for of in ("lack", "band")
            }
            for (quantity,), those in grouped(of_kind, "quantity"):
                n = len({leg.laboratory for leg in those})
                any_kind = [leg for leg in all_of if leg.quantity == quantity]
                behind = those if n >= LABORATORIES else any_kind
                off = [o.mean() for o in _logarithms(behind, "rms")]
                error = np.exp(np.mean(off)) * spread["rms"].factor(len(off))
                if group == "work":
                    error = _of_numbers(those)
                lack, band = (
                    np.exp(np.mean([usual[of], *(o.mean() for o in _logarithms(those, of))]))
                    for of in usual
                )
                r = np.sqrt(max(0.0, 1.0 - (lack * spread["lack"].factor(n + 1)) ** 2))
                size = np.exp(np.mean([o.mean() for o in _logarithms(those, "size")]))
                half = np.exp(np.mean([o.mean() for o in _logarithms(behind, "half")]))
                numbers = (float(x) for x in (error, r, size, band, half))
                found.append(
                    ExpectedAgreement(
                        kind, bool(plates), str(group), quantity, len(off), len(behind), *numbers
                    )
                )
    return by_kind(found)


def write(rows: Table) -> None:
    """The table that ships."""
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(ExpectedAgreement._fields)
        for row in rows.values():
            numbers = (f"{row.error:.3g}", f"{row.r:.3f}", *(f"{x:.3g}" for x in row[8:]))
            out.writerow((row.markers, "yes" if row.plates else "no", *row[2:6], *numbers))


# --------------------------------------------------------------------------- laboratories left out


class Judged(NamedTuple):
    """A quantity of a leg with its trust by the other laboratories."""

    leg: Leg
    trust: Trust

    @property
    def held(self) -> bool:
        return self.leg.rms <= self.trust.error

    @property
    def right(self) -> bool:
        """Whether it deserves "good"."""
        return self.held and (np.isnan(self.leg.r) or self.leg.r >= 0.95)


def judged(data: Path, found: Sequence[Leg], bands: bool = False) -> Iterator[Judged]:
    """Every curve, with the trust that a table without its own laboratory gives.

    The usual width of bands is that of the table that ships where `found` has none.
    """
    ships = trust_table()
    for (laboratory,), mine in grouped(found, "laboratory"):
        rows = {
            key: row if np.isfinite(row.half) else row._replace(half=ships[key].half)
            for key, row in table([leg for leg in found if leg.laboratory != laboratory]).items()
        }
        for (trial, plates), those in grouped(mine, "trial", "plates"):
            analysis = analysed(data, trial, bool(plates), bands and bool(plates))
            given = trust(
                analysis,
                stride_parameters(analysis, posture(analysis.model, analysis.motion)),
                rows,
            )
            for leg in those:
                one = given.get(f"{leg.group}/{leg.side}_{leg.quantity}".replace("/_", "/"))
                if one is not None and np.isfinite(one.error):
                    yield Judged(leg, one)
