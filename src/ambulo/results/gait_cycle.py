"""Curves over the stride (0-100 %), their mean and standard deviation, and stride parameters."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, get_type_hints

import numpy as np

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.mocap.event_timing import time_error
from ambulo.records import SIDES, Analysis, Event, Model, Side, Stride
from ambulo.results.posture import Posture

CYCLE: FloatArray = np.linspace(0.0, 100.0, 101)
"""Percent of the stride at which curves are given."""


WHOLE = 0.97
"""Part of a stride that must be known. One or two frames at the ends may be missing."""


@dataclass(frozen=True, eq=False)
class CycleCurves:
    """One quantity, or several as columns, over the strides of one side.

    Args:
        curves: (strides, 101, ...) all strides; NaN where not known.
        mean: (101, ...) over the strides that count.
        sd: (101, ...) sample standard deviation; NaN with fewer than two strides.
        count: (101, ...) how many strides count at that percentage.
        strides: (...) number of strides in the mean.
    """

    curves: FloatArray
    mean: FloatArray
    sd: FloatArray
    count: IntArray
    strides: IntArray


@dataclass(frozen=True)
class StrideParameters:
    """Distance and time of one stride, from the model's heels.

    Args:
        duration, speed, cadence, stride_length: of the whole.
        step_length, step_width: of the step that ends the stride, from the strike of the other foot
            (Huxham et al. 2006). The width is negative if the feet cross, for example if the left
            foot steps to the right of the right foot.
        step_time: from the strike of the other foot. These three values are None if that strike was
            not seen.
        stance: part of the stride; None if the foot off was not seen.
        single_support: part of the stride in which only this foot is on the ground.
        double_support: part of the stride in which both feet are on the ground. These two values
            are None if strike or off of the other foot was not seen.
        events: sources of strikes and off, as in `Event.source`; several are joined by " + ".
        duration_error, ...: largest error in nine of ten cases, if events come from the motion;
            None outside walking, for which no errors were measured.
    """

    stride: Stride
    duration: Annotated[float, "s"]
    speed: Annotated[float, "m/s"]
    cadence: Annotated[float, "steps/min"]
    stride_length: Annotated[float, "m"]
    step_length: Annotated[float | None, "m"]
    step_width: Annotated[float | None, "m"]
    step_time: Annotated[float | None, "s"]
    stance: Annotated[float | None, "%"]
    single_support: Annotated[float | None, "%"]
    double_support: Annotated[float | None, "%"]
    events: str
    duration_error: Annotated[float | None, "s"]
    step_time_error: Annotated[float | None, "s"]
    stance_error: Annotated[float | None, "%"]
    single_support_error: Annotated[float | None, "%"]
    double_support_error: Annotated[float | None, "%"]


_DECLARED = get_type_hints(StrideParameters, include_extras=True)
STRIDE_UNITS: dict[str, str] = {
    name: kind.__metadata__[0] for name, kind in _DECLARED.items() if hasattr(kind, "__metadata__")
}
"""Numbers of a stride, as `StrideParameters` and every file name them."""


def over_stride(
    time: FloatArray, values: FloatArray, stride: Stride, percent: FloatArray = CYCLE
) -> FloatArray:
    """Curves over one stride at 0, 1, ... 100 %, (101, ...), by linear interpolation.

    Args:
        time: (frames,) s.
        values: (frames, ...). NaN stays NaN. No gap is filled, and nothing is extrapolated.
        percent: instants in percent of the stride; 0, 1, ... 100 by default.
    """
    instants = stride.start + percent / 100.0 * (stride.stop - stride.start)
    # half a frame of slack: events come from the faster clock of the plates
    slack = 0.5 * (time[1] - time[0])
    inside = (instants >= time[0] - slack) & (instants <= time[-1] + slack)
    columns = [np.interp(instants, time, column) for column in values.reshape(len(time), -1).T]
    curves = np.stack(columns, axis=-1)
    curves[~inside] = np.nan
    return curves.reshape(-1, *values.shape[1:])


def cycle_curves(time: FloatArray, values: FloatArray, strides: Sequence[Stride]) -> CycleCurves:
    """Curves over the given strides with their mean and standard deviation.

    Only strides that are known throughout count. If there is none, all known parts count. A mixture
    would put jumps into the mean where a partly known stride begins and ends.

    Args:
        time, values: (frames,) and (frames, ...), a quantity or several.
        strides: of one side.
    """
    curves = np.empty((len(strides), len(CYCLE), *values.shape[1:]))
    for k, stride in enumerate(strides):
        curves[k] = over_stride(time, values, stride)
    counts = np.isfinite(curves)
    whole = counts.mean(axis=1) >= WHOLE
    counts &= (whole | ~whole.any(axis=0))[:, None]
    count = counts.sum(axis=0)
    total = np.where(counts, curves, 0.0).sum(axis=0)
    mean = np.where(count > 0, total / np.maximum(count, 1), np.nan)
    square = np.where(counts, (curves - mean) ** 2, 0.0).sum(axis=0)
    sd = np.where(count > 1, np.sqrt(square / np.maximum(count - 1, 1)), np.nan)
    return CycleCurves(curves, mean, sd, count, counts.any(axis=1).sum(axis=0))


def side_of_strides(side: Side | None, strides: Sequence[Stride]) -> Side:
    """The side whose strides a curve uses: its own side. Curves of the midline use left strides, if
    there are any.
    """
    if side is not None:
        return side
    return "left" if any(s.side == "left" for s in strides) or not strides else "right"


def stances(
    events: Sequence[Event], side: Side, start: float, stop: float
) -> list[tuple[float, float]]:
    """Intervals [s] from strike to off of one foot. Incomplete intervals begin at `start` or end at
    `stop`.
    """
    intervals: list[tuple[float, float]] = []
    mine = sorted((e for e in events if e.side == side), key=lambda e: e.time)
    down: float | None = start if mine and mine[0].kind == "off" else None
    for event in mine:
        if event.kind == "strike":
            down = event.time
        elif down is not None:
            intervals.append((down, event.time))
            down = None
    if down is not None and down < stop:
        intervals.append((down, stop))
    return intervals


def _other_strike(events: Sequence[Event], stride: Stride) -> float | None:
    """When the other foot struck last within a stride [s]: there the step that ends it begins."""
    struck = [e.time for e in events if e.kind == "strike" and e.side != stride.side]
    return max((t for t in struck if stride.start < t < stride.stop), default=None)


def _overlaps(
    events: Sequence[Event], time: FloatArray, stride: Stride
) -> list[tuple[float, float]] | None:
    """From when to when [s] both feet stand in a stride; None if not both events of the other are
    seen."""
    other: Side = "right" if stride.side == "left" else "left"
    seen = [e for e in events if e.side == other and stride.start <= e.time <= stride.stop]
    if stride.off is None or len(seen) < 2:
        return None
    beside = stances(events, other, float(time[0]), float(time[-1]))
    both = [(max(stride.start, a), min(stride.off, b)) for a, b in beside]
    return [(a, b) for a, b in both if b > a]


class _Errors:
    """Errors of a stride's times, by the events that they are between."""

    def __init__(self, analysis: Analysis, stride: Stride) -> None:
        self.all = analysis.events
        self.known = analysis.activity.name == "walk"
        self.of = {(e.kind, e.time): e for e in self.all}
        self.stride = stride
        # whoever set two events of the file saw no more than frames
        self.least = math.sqrt(2.0) / analysis.trial.markers.rate

    @property
    def sources(self) -> str:
        """Of the stride's strikes and off."""
        off = [] if self.stride.off is None else [self.stride.off]
        times = [self.stride.start, *off, self.stride.stop]
        mine = {e.source for _, e in self._terms([(1.0, t) for t in times])}
        return " + ".join(source for source in ("file", "force", "kinematics") if source in mine)

    def _terms(self, terms: Sequence[tuple[float, float]]) -> list[tuple[float, Event]]:
        found = []
        for weight, when in terms:
            event = self.of.get(("strike", when)) or self.of.get(("off", when))
            if event is not None:
                found.append((weight, event))
        return found

    def seconds(self, terms: Sequence[tuple[float, float]]) -> float | None:
        """Of a sum of times, each with its weight; s."""
        return max(time_error(self._terms(terms), self.all), self.least) if self.known else None

    def percent(self, spans: Sequence[tuple[float, float]]) -> float | None:
        """Of the part of the stride that spans take: d(s / T) = (ds - s dT / T) / T; %."""
        length = self.stride.stop - self.stride.start
        share = sum(b - a for a, b in spans) / length
        ends = [(sign, t) for span in spans for sign, t in zip((-1.0, 1.0), span, strict=True)]
        terms = [*ends, (share, self.stride.start), (-share, self.stride.stop)]
        weights: dict[float, float] = {}
        for weight, t in terms:
            weights[t] = weights.get(t, 0.0) + weight
        error = self.seconds([(weight, t) for t, weight in weights.items()])
        return None if error is None else 100.0 * error / length


def event_errors(analysis: Analysis) -> tuple[float | None, ...]:
    """Largest error [s] of the time of each event in nine of ten cases, at least one frame; None
    outside walking, for which no errors were measured."""
    if analysis.activity.name != "walk":
        return (None,) * len(analysis.events)
    frame = 1.0 / analysis.trial.markers.rate
    return tuple(
        max(time_error([(1.0, event)], analysis.events), frame) for event in analysis.events
    )


def _heel(model: Model, posture: Posture, side: Side) -> FloatArray:
    """Path (frames, 3) [m] of the heel, or of the ankle joint where the model has no heel."""
    if f"{side}_heel" in model.points:
        return posture.point(f"{side}_heel")
    return posture.joint(f"{side}_ankle")


def _at(time: FloatArray, path: FloatArray, instant: float) -> FloatArray:
    return np.array([np.interp(instant, time, path[:, k]) for k in range(3)])


def stride_parameters(analysis: Analysis, posture: Posture) -> tuple[StrideParameters, ...]:
    """Distance and time parameters of every stride.

    Lengths are horizontal, along the displacement of the foot over the stride. So lengths of a
    turning subject are measured along the path. On a treadmill they are relative to the belt.
    """
    time = analysis.motion.time
    belt = np.array(analysis.activity.floor)
    heels = {side: _heel(analysis.model, posture, side) for side in SIDES}
    found = []
    for stride in analysis.strides:
        other: Side = "right" if stride.side == "left" else "left"
        duration = stride.stop - stride.start
        last = _at(time, heels[stride.side], stride.stop)
        way = (last - _at(time, heels[stride.side], stride.start))[:2] - belt * duration
        length = float(np.hypot(*way))
        ahead = way / length if length > 0.0 else np.array([1.0, 0.0])
        struck = _other_strike(analysis.events, stride)
        step_time = step_length = step_width = None
        if struck is not None:
            step_time = stride.stop - struck
            # as the stride ends, the other heel has risen and gone 1 to 6 cm ahead
            step = (last - _at(time, heels[other], struck))[:2] - belt * step_time
            outwards = 1.0 if stride.side == "left" else -1.0
            step_length = float(step @ ahead)
            step_width = outwards * float(ahead[0] * step[1] - ahead[1] * step[0])
        down = None if stride.off is None else (stride.start, stride.off)
        stance = None if down is None else 100.0 * (down[1] - down[0]) / duration
        both = _overlaps(analysis.events, time, stride)
        double = None if both is None else 100.0 * sum(b - a for a, b in both) / duration
        # while this foot stands, both do or it does alone
        single = None if stance is None or double is None else stance - double
        alone = None if both is None or down is None else [down, *((b, a) for a, b in both)]
        errors = _Errors(analysis, stride)
        found.append(
            StrideParameters(
                stride=stride,
                duration=duration,
                speed=length / duration,
                cadence=120.0 / duration,
                stride_length=length,
                step_length=step_length,
                step_width=step_width,
                step_time=step_time,
                stance=stance,
                single_support=single,
                double_support=double,
                events=errors.sources,
                duration_error=errors.seconds([(-1.0, stride.start), (1.0, stride.stop)]),
                step_time_error=None
                if step_time is None
                else errors.seconds([(-1.0, stride.stop - step_time), (1.0, stride.stop)]),
                stance_error=None if down is None else errors.percent([down]),
                single_support_error=None if alone is None else errors.percent(alone),
                double_support_error=None if both is None else errors.percent(both),
            )
        )
    return tuple(found)
