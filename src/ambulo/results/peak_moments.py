"""Peaks of joint moments, and the frames in which they are searched."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.mocap.events import whole_stances
from ambulo.records import SIDES, Analysis, Side

IMPACT = 8.0
"""% of the stride; an earlier peak belongs to the impact of the foot strike."""

PEAKS = (
    ("Hip extension", "hip_flexion", -1.0),
    ("Hip flexion", "hip_flexion", 1.0),
    ("Hip abduction", "hip_adduction", -1.0),
    ("Knee extension", "knee_flexion", -1.0),
    ("Knee flexion", "knee_flexion", 1.0),
    ("Knee abduction", "knee_adduction", -1.0),
    ("Ankle plantarflexion", "ankle_dorsiflexion", -1.0),
)
"""Name of each peak, its quantity, and the sign that makes it positive."""

# share of a stance that must be known; a frame or two at its ends may be cut
_THROUGHOUT = 0.95


@dataclass(frozen=True, eq=False)
class PeakPlace:
    """The frames in which one peak of one side is searched.

    Args:
        name: such as "Hip extension".
        quantity: of the joint moments, such as "left_hip_flexion".
        sign: factor that makes the peak positive.
        frames: (frames,) the stances in which the moment is known, and the swings after them; none
            without such a stance, because moments in swing are a tenth of those in stance. A last
            stance counts for the time of a stride. Outside walking and running: all frames in
            which the moment is known.
        percent: (frames,) % of the stride from the strike; NaN outside these stances and swings.
    """

    name: str
    side: Side
    quantity: str
    sign: float
    frames: BoolArray
    percent: FloatArray

    @property
    def key(self) -> str:
        """Name with its side, such as "left hip extension"."""
        return f"{self.side} {self.name.lower()}"


def peak_places(analysis: Analysis) -> list[PeakPlace]:
    """Every peak of every side that has the moment."""
    time = analysis.motion.time
    frame = time[1] - time[0]
    moments = {moment.name: moment for moment in analysis.moments}
    found = []
    lasting = [stride.stop - stride.start for stride in analysis.strides]
    usual = float(np.mean(lasting)) if lasting else np.nan
    for name, quantity, sign in PEAKS:
        for side in SIDES:
            full = f"{side}_{quantity}"
            if full not in moments:
                continue
            values = moments[full].values
            inside = np.full(len(time), not analysis.activity.stepping)
            percent = np.full(len(time), np.nan)
            for strike, off in whole_stances(analysis.events, side):
                stance = (time >= strike) & (time <= off)
                if stance.any() and np.isfinite(values[stance]).mean() >= _THROUGHOUT:
                    mine = (s for s in analysis.strides if s.side == side)
                    stop = next((s.stop for s in mine if s.start == strike), off)
                    # the frame of a strike begins its stride, whichever way its time was rounded
                    early = 0.1 * frame
                    # after a whole stride's time in a last stance, the person stands
                    whole = stop if stop > off else strike + usual
                    last = np.fmin(stop, whole - frame + early)
                    here = (time >= strike - early) & (time <= last)
                    # a last stance's stride is not whole: as long as the others
                    lasts = stop - strike if stop > off else usual
                    fresh = here & ~inside
                    percent[fresh] = 100.0 * np.maximum(time[fresh] - strike, 0.0) / lasts
                    inside |= here
            known = inside & np.isfinite(values)
            found.append(PeakPlace(name, side, full, sign, known, percent))
    return found


class LargestMoment(NamedTuple):
    """A peak, its time, and the largest moment after the impact of the foot strike.

    Args:
        value: of the quantity, with the peak's sign.
        at: % of the stride; NaN without strides.
        later, later_at: the largest peak after the first `IMPACT` % of the stride, and its time;
            None if this is the peak itself, or if nothing is known after this time.
        of_strides: the peak of each stride that is known from its beginning to its end. The largest
            of many is larger than their mean.
    """

    value: float
    at: float
    later: float | None = None
    later_at: float | None = None
    of_strides: tuple[float, ...] = ()

    @property
    def of_the_strike(self) -> bool:
        """Whether the peak is in the first `IMPACT` % of the stride."""
        return self.at < IMPACT


def known_peaks(analysis: Analysis) -> Iterator[tuple[PeakPlace, LargestMoment]]:
    """Every peak [N*m] of a moment that is known, with its place."""
    moments = {moment.name: moment.values for moment in analysis.moments}
    for place in peak_places(analysis):
        found = largest_moment(place, moments[place.quantity])
        if found is not None:
            yield place, found


def largest_moment(place: PeakPlace, values: FloatArray) -> LargestMoment | None:
    """Find the peak; None if the moment is not known.

    Args:
        place: one of `peak_places`.
        values: (frames,) of its quantity, in any unit.
    """
    there = np.flatnonzero(place.frames)
    if not there.size:
        return None
    curve = place.sign * values
    first = there[np.argmax(curve[there])]
    at = float(place.percent[first])
    each = _of_strides(curve[there], place.percent[there])
    after = there[place.percent[there] >= IMPACT]
    # not on the flank on which the strike's peak falls
    after = after[curve[after] >= curve[after - 1]]
    if not at < IMPACT or not after.size:
        return LargestMoment(float(curve[first]), at, of_strides=each)
    second = after[np.argmax(curve[after])]
    return LargestMoment(
        float(curve[first]), at, float(curve[second]), float(place.percent[second]), each
    )


def _of_strides(curve: FloatArray, percent: FloatArray) -> tuple[float, ...]:
    """Peak of each stride; `curve` and `percent` are of the frames in which the peak is searched.

    Of a stride, all frames but one or two at its ends must be there.
    """
    new = np.flatnonzero(~(np.diff(percent) > 0.0)) + 1
    strides = zip(np.split(curve, new), np.split(percent, new), strict=True)
    return tuple(
        float(values.max())
        for values, at in strides
        if np.diff(at, prepend=0.0, append=100.0).max() < IMPACT
    )
