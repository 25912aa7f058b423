"""Flights: times with no foot on the ground, according to the feet, the events, or the fall of the
body.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.math.runs import runs
from ambulo.mocap.filters.zero_lag import zero_lag
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo.records import SIDES, Event, Side

SHORTEST = 0.04
"""s; a shorter one is an error of two events."""
_FALLING, _UP_TO = 0.03, 12.0
"""s, the shortest fall; Hz, up to which the course of the height is looked at."""
_FALLS = {True: 0.25, False: 0.0}
"""Of the body weight, that the ground carries where the mass centre all but falls, for a model of
the whole body: walkers at 1.7 m/s keep 0.6. Hips alone swing more: 0.4 are left of them."""
_CUT = 0.10
"""s, the shortest flight that is believed without its other end: the smoothing of the height
spoils 0.04 s at each end of a record."""
_TOGETHER = 0.10
"""s; feet that leave the ground, or land, within this do so together."""


@dataclass(frozen=True)
class Flight:
    """The time from the last foot off to the next strike [s], and whether it is a jump. In a jump,
    both feet leave the ground together, or one foot leaves it and lands again while the other stays
    in the air.
    """

    off: float
    on: float
    jumped: bool


def flights(time: FloatArray, down: BoolArray) -> list[Flight]:
    """Flights that begin and end within the record.

    Args:
        time: (frames,) s.
        down: (frames, 2) feet on the ground.
    """
    found = []
    for first, stop in runs(np.asarray(~down.any(axis=1))):
        if first == 0 or stop == len(time) or time[stop] - time[first - 1] < SHORTEST:
            continue
        near = round(_TOGETHER / float(time[1] - time[0]))
        left = down[max(first - near, 0) : first].any(axis=0)
        landed = down[stop : stop + near].any(axis=0)
        off, on = (0.5 * float(time[k - 1] + time[k]) for k in (first, stop))
        found.append(Flight(off, on, bool(left.all() or (left == landed).all())))
    return found


def falls(time: FloatArray, height: FloatArray, *, whole_body: bool) -> list[tuple[int, int]]:
    """Frames (first, stop) in which the body falls nearly freely, with beginning and end in the
    record.

    Args:
        time: (frames,) s.
        height: (frames,) m, of the mass centre, or of the hips where the model has legs only; it
            need not be smoothed.
        whole_body: whether the model's segments make up the whole subject.
    """
    carried, rate = _carried(time, height)
    return [
        (first + 1, stop + 1)
        for first, stop in runs(carried < _FALLS[whole_body])
        if (stop - first) / rate >= _FALLING and first > 0 and stop < len(carried)
    ]


def cut_flight(time: FloatArray, down: BoolArray, height: FloatArray, *, whole_body: bool) -> float:
    """How long [s] the body falls with no foot on the ground at the beginning or end of the record.

    Args:
        time, height, whole_body: as of `falls`.
        down: (frames, 2) feet on the ground.
    Returns:
        The longer of the two times; 0 if no flight is cut, or if its recorded part is too short.
    """
    carried, rate = _carried(time, height)
    longest = 0.0
    for first, stop in runs(np.asarray(~down.any(axis=1))):
        inside = carried[max(first - 1, 0) : max(stop - 1, 0)]
        at_edge = first == 0 or stop == len(time)
        if at_edge and len(inside) and np.median(inside) < _FALLS[whole_body]:
            longest = max(longest, (stop - first) / rate)
    return longest if longest >= _CUT else 0.0


def _carried(time: FloatArray, height: FloatArray) -> tuple[FloatArray, float]:
    """Share of the weight (frames - 2,) that the ground carries by the height's course; Hz."""
    rate = (len(time) - 1) / float(time[-1] - time[0])
    smooth = zero_lag(height, min(_UP_TO, 0.4 * rate), rate)
    return np.asarray(1.0 + np.diff(smooth, 2) * rate**2 / STANDARD_GRAVITY), rate


def flights_of_events(
    events: Sequence[Event], start: float, stop: float, rest: Mapping[Side, BoolArray]
) -> list[Flight]:
    """Flights between foot offs and strikes, to the accuracy of the events.

    Args:
        events: strikes and offs.
        start, stop: of the record, s.
        rest: (frames,) by side, whether a foot is on the ground; used for a foot without events.
    """
    last_off: dict[str, float] = {}
    up: dict[str, bool] = {}
    for side in SIDES:
        mine = [e for e in events if e.side == side]
        first = min(mine, key=lambda e: e.time).kind if mine else None
        up[side] = first == "strike" or (first is None and not rest[side].any())
    found = []
    for event in sorted(events, key=lambda e: e.time):
        if event.kind == "off":
            last_off[event.side] = event.time
            up[event.side] = True
            continue
        if all(up.values()) and last_off:
            off = max(last_off.values())
            both = len(last_off) == 2 and float(np.ptp(list(last_off.values()))) < _TOGETHER
            again = last_off.get(event.side) == off
            if event.time - off >= SHORTEST and start < off < stop:
                found.append(Flight(off, event.time, both or again))
        up[event.side] = False
    return found
