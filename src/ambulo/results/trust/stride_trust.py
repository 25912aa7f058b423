"""The ± of events and strides, and of a stride's work."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

import numpy as np

from ambulo.mocap.event_timing import KINDS
from ambulo.mocap.fit.foot_roll import shows_heel
from ambulo.records import SIDES, Analysis
from ambulo.results.columns import LEG_JOINTS, body_mass, layer
from ambulo.results.energy import work
from ambulo.results.gait_cycle import STRIDE_UNITS, StrideParameters, event_errors
from ambulo.results.posture import posture
from ambulo.results.trust.agreement import AGREEMENT, Table, kind_of_markers, looked_up
from ambulo.results.trust.grade import OF_JOINT, OF_NUMBER, OF_STRIDE, Trust, grade_of_share

_SLIDES = "; the foot slides before it rests"
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


def of_events(analysis: Analysis, strides: tuple[StrideParameters, ...]) -> Iterator[Trust]:
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
                grade = grade_of_share(error / duration, OF_STRIDE)
                yield Trust("events", f"{side}_{kind}", "s", grade, error, math.nan, duration, by)


def of_strides(
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
            row = looked_up(table, "all", plates, "strides", name)
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
            grade = grade_of_share(shares[name], OF_NUMBER)
            yield Trust(
                "strides", f"{side}_{name}", STRIDE_UNITS[name], grade, error, math.nan, size, by,
                laboratories,
            )  # fmt: skip


def of_work(analysis: Analysis, table: Table) -> Iterator[Trust]:
    """Work of a side's mean stride: of its band, else by agreement of the joints' powers."""
    mass, kind = body_mass(analysis), kind_of_markers(analysis.marker_set)
    for one in work(analysis, posture(analysis.model, analysis.motion)):
        if one.name.endswith(OF_JOINT) and one.name.partition("_")[0] not in (*LEG_JOINTS, "leg"):
            continue
        band = None if analysis.bands is None else layer(analysis.bands.strides, one)
        row = None
        if analysis.activity.name == "walk":
            row = looked_up(table, kind, analysis.method == "plates", "work", one.name)
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
            grade = grade_of_share(error / size if size else math.inf, OF_NUMBER)
            yield Trust(
                "work", f"{side}_{one.name}", "J/kg", grade, error, math.nan, size, by, laboratories
            )
