"""Foot strikes and foot offs: from the file, from the force, from the motion of the feet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Literal

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.math.vector_arrays import lengths
from ambulo.mocap.files.c3d import C3DFile
from ambulo.mocap.foot_contact import (
    contact_events,
    feet_at_rest,
    floor_velocities,
    point_velocities,
    speed_reached,
)
from ambulo.records import SIDES, Event, PlateContact, Side, Stride

_KINDS: dict[str, Literal["strike", "off"]] = {
    "foot strike": "strike",
    "heel strike": "strike",
    "heel contact": "strike",
    "initial contact": "strike",
    "foot contact": "strike",
    "foot on": "strike",
    "foot down": "strike",
    "strike": "strike",
    "foot off": "off",
    "toe off": "off",
    "foot up": "off",
    "off": "off",
}

_SAME = 0.2
"""s; two events of one kind and foot closer than this are one event: no stance or swing of walking
is as short."""

_CLOSE = 0.5
"""s; two events of one kind and foot closer than this, without the other kind between, cannot both
be a walker's."""
_AT_END = 0.03
"""s; a loading that begins or ends this near to the record's end is cut by it."""

_STRIKES, _LEAVES, _FOLLOWS = 0.15, 0.10, 0.40
"""Shares of the speed that feet reach. Heel or toe strikes below the first share. Near a foot off,
the toe passes the second share and the heel the third.
"""
_EARLY: Mapping[str, float] = {"strike": 0.015, "off": 0.045}
"""s, by which these passings come before the plates' 20 N: means of nine laboratories, as measured
beside the other nine (docs/methods/notes/events.md)."""
_TOE_FALLS, _ALIKE = 0.046, 0.030
"""Time by which the fall of the toe begins before the strike, and largest difference of one strike
from it, s. Fifteen laboratories have a mean of 46 ms and a standard deviation of 7 ms.
"""
_TURNS = 0.01
"""m; a foot whose toe falls by so much more than its heel turns flat."""
_NEAR = 0.15
"""s; a passing farther than this from a foot's coming to rest or leaving it is another step's."""
_FEWEST = 21.0
"""Frames per second; with fewer a swing has no ten of them."""


_SHORT: dict[str, Literal["strike", "off"]] = {
    "hs": "strike",
    "fs": "strike",
    "ic": "strike",
    "fc": "strike",
    "to": "off",
    "fo": "off",
}
"""After the letter of the side: RHS, LTO."""


def events_in_file(file: C3DFile) -> tuple[tuple[Event, ...], tuple[str, ...]]:
    """Foot strikes and offs written in a C3D file, on its absolute clock, in order of time.

    Args:
        file: a C3D file. Its EVENT group has minutes and seconds since time 0. The seconds in its
            header are used if the group has no events.

    Returns:
        Events with source "file", and notes on those left out.
    """
    first = file.first_frame / file.rate
    last = (file.first_frame + len(file.points) - 1) / file.rate
    events, notes = [], []
    for label, context, time in _entries(file):
        side, kind = _meaning(label, context)
        if side is None or kind is None:
            notes.append(
                f"Event {label!r} at {time:.3f} s was left out, because it is not a strike or off "
                "of one foot."
            )
        elif not first - 1 / file.rate <= time <= last + 1 / file.rate:
            notes.append(
                f"Event {label!r} at {time:.3f} s was left out, because it is outside "
                "the recording."
            )
        else:
            events.append(Event(side, kind, time, "file"))
    return tuple(sorted(events, key=lambda event: event.time)), tuple(notes)


def other_events_in_file(file: C3DFile) -> list[tuple[str, str, float]]:
    """Label, context and time [s] of a file's events that are not a strike or off of one foot."""
    return [entry for entry in _entries(file) if None in _meaning(*entry[:2])]


def _entries(file: C3DFile) -> list[tuple[str, str, float]]:
    """Label, context and time [s] of all events; the header's where the group has none."""
    labels = file.parameters.texts("EVENT", "LABELS")
    contexts = file.parameters.texts("EVENT", "CONTEXTS")
    seconds = _seconds(file)
    if not seconds.size:
        labels = [label for label, _ in file.header_events]
        seconds = np.array([time for _, time in file.header_events])
    return [
        (
            labels[k] if k < len(labels) else "",
            contexts[k] if k < len(contexts) else "",
            float(time),
        )
        for k, time in enumerate(seconds)
    ]


def _meaning(label: str, context: str) -> tuple[Side | None, Literal["strike", "off"] | None]:
    """Foot and kind of an event; None for what its words do not say."""
    words = " ".join(label.lower().replace("-", " ").replace("_", " ").split())
    side: Side | None = None
    for candidate in SIDES:
        named = candidate in context.lower() or candidate in words
        if named or words.startswith(candidate[0] + " "):
            side = candidate
    name = words.replace("left", "").replace("right", "").strip()
    kind = _KINDS.get(name[2:] if name[:2] in ("l ", "r ") else name)
    short = words.replace(" ", "")
    if kind is None and short[1:] in _SHORT and short[0] in "lr":
        return "left" if short[0] == "l" else "right", _SHORT[short[1:]]
    return side, kind


def _seconds(file: C3DFile) -> FloatArray:
    """Times (n,) s of the EVENT group, as many as are used."""
    times = file.parameters.numbers("EVENT", "TIMES")
    used = file.parameters.first("EVENT", "USED")
    if used is not None and times.size == used and file.parameters.array("EVENT", "TIMES").ndim < 2:
        return times  # a plain list of seconds
    # pairs of minutes and seconds
    pairs = times[: times.size // 2 * 2].reshape(-1, 2)
    seconds: FloatArray = pairs @ np.array([60.0, 1.0])
    return seconds if used is None or not 0 < used < len(seconds) else seconds[: int(used)]


def kinematic_events(
    time: FloatArray,
    feet: Mapping[Side, FloatArray],
    floor: Mapping[Side, FloatArray] | None = None,
    rest: Mapping[Side, BoolArray] | None = None,
    velocity: Mapping[Side, FloatArray] | None = None,
) -> tuple[Event, ...]:
    """Foot strikes and offs of walking, from the speeds of heel and toe relative to the floor.

    Near the beginning of rest, a foot strikes when the speed of heel or toe falls below 15 % of the
    speed that feet reach (in a slow swing, of the speed that this foot reaches). Near the end of
    rest, the toe passes 10 % at one instant and the heel passes 40 % at another. The foot off is
    midway between these instants. Both events come before the plate's threshold of 20 N, by about
    the same time in every laboratory. This time is added. No direction is needed, so turns and
    belts change nothing. A foot that slides slows down long after its toe began to fall. The
    difference from other feet is the doubt of the strike.

    Args:
        time: (frames,) s.
        feet: (frames, points, 3) m, world frame; the heel first, the toe second; NaN in gaps.
        floor: (2,) m/s, velocity of the floor under each foot; found from the feet if None.
        rest: (frames,) by side, whether a foot is on the ground; found from the feet if None.
        velocity: (frames, points, 3) m/s of these points; `point_velocities` if None.

    Returns:
        Events with source "kinematics", in order of time; none for a foot that does not step, and
        none near a gap.
    Raises:
        InputError: too few frames a second.

    Source: docs/methods/notes/events.md compares this method with Zeni et al. (2008), O'Connor et
    al. (2007), Hreljac & Marshall (2000), Ghoussayni et al. (2004) and Ulrich et al. (2019).
    """
    rate = (len(time) - 1) / (time[-1] - time[0])
    if rate < _FEWEST:
        raise InputError(
            f"{rate:.0f} frames per second are too few to find foot strikes by their motion",
            "",
            f"Record {_FEWEST:.0f} frames per second or more, or write the events into the file.",
        )
    if velocity is None:
        velocity = {side: point_velocities(time, points) for side, points in feet.items()}
    if floor is None:
        floor = floor_velocities(feet, velocity)
    if rest is None:
        rest = feet_at_rest(time, feet, velocity, floor)
    speed = {side: lengths(velocity[side][:, :2] - [*floor[side], 0.0]) for side in feet}
    fastest = speed_reached(speed.values())
    events, changes = [], contact_events(time, rest)
    for change in changes:
        # a first or shuffling step swings slower than others
        ends = [other.time for other in changes if other.side == change.side]
        swings = _swing(time, ends, change)
        reached = np.nanmax(speed[change.side][swings], initial=0.0)
        heel, toe = speed[change.side].T / min(fastest, reached if reached > 0.0 else fastest)
        if change.kind == "strike":
            passed = [_passing(time, _STRIKES - np.fmin(heel, toe), change.time)]
        else:
            passed = [
                _passing(time, toe - _LEAVES, change.time),
                _passing(time, heel - _FOLLOWS, change.time),
            ]
        when = float(np.mean(passed)) + _EARLY[change.kind]
        if not time[0] <= when <= time[-1]:  # NaN where something was not passed
            continue
        slides = 0.0
        if change.kind == "strike":
            slides = _slides(time, feet[change.side], velocity[change.side], when)
        events.append(replace(change, time=when, doubt=slides))
    return tuple(sorted(events, key=lambda event: event.time))


def _swing(time: FloatArray, ends: Sequence[float], change: Event) -> BoolArray:
    """Frames (frames,) of the swing that a foot off begins, or a strike ends.

    None of a swing that the recording cuts: its fastest part may be missing.

    Args:
        ends: s, when this foot comes to rest or leaves it.
    """
    if change.kind == "off":
        until = min((end for end in ends if end > change.time), default=-np.inf)
        return np.asarray((time >= change.time) & (time <= until))
    since = max((end for end in ends if end < change.time), default=np.inf)
    return np.asarray((time >= since) & (time <= change.time))


def _slides(time: FloatArray, points: FloatArray, velocity: FloatArray, strike: float) -> float:
    """How much earlier than in other feet the toe falls before the heel comes to rest, s; else 0.

    A foot that slides on its heel turns flat before it rests. One that lands flat or with the toe
    falls as a whole.
    """
    usual = strike - _TOE_FALLS
    falls = _passing(time, -velocity[:, 1, 2], usual)
    if not usual - falls > _ALIKE:  # NaN where the toe does not fall
        return 0.0
    turns = -np.diff(np.interp([falls, strike], time, points[:, 1, 2] - points[:, 0, 2]))
    return usual - falls if turns[0] > _TURNS else 0.0


def _passing(time: FloatArray, values: FloatArray, near: float) -> float:
    """When values (frames,) rise through zero nearest to a time, s; NaN if not near it."""
    k = np.flatnonzero((values[:-1] < 0.0) & (values[1:] >= 0.0))
    when = time[k] - values[k] * (time[k + 1] - time[k]) / (values[k + 1] - values[k])
    apart = np.abs(when - near)
    nearest = int(np.argmin(apart)) if len(k) else -1
    return float(when[nearest]) if len(k) and apart[nearest] <= _NEAR else np.nan


def force_events(
    contacts: Sequence[PlateContact], record: tuple[float, float] | None = None
) -> tuple[Event, ...]:
    """Strikes and offs from the loading of plates on which only one foot stands.

    Args:
        contacts: plate contacts; a contact on several plates at once counts as one.
        record: first and last instant of the record, s. If the record cuts a contact, the one
            recorded event is given. With None, such a contact gives no event.

    Returns:
        Events with source "force", in order of time. A contact that continues beside the plate
        gives no event.
    """
    events = []
    for side in SIDES:
        whole = sorted(
            (
                c
                for c in contacts
                if c.side == side and (c.quality == "whole" or (record is not None and c.cut))
            ),
            key=lambda c: c.start,
        )
        spans: list[list[float]] = []
        for contact in whole:
            if spans and contact.start <= spans[-1][1]:
                spans[-1][1] = max(spans[-1][1], contact.stop)
            else:
                spans.append([contact.start, contact.stop])
        for start, stop in spans:
            if record is None or start > record[0] + _AT_END:
                events.append(Event(side, "strike", start, "force"))
            if record is None or stop < record[1] - _AT_END:
                events.append(Event(side, "off", stop, "force"))
    return tuple(sorted(events, key=lambda event: event.time))


def merge_events(
    *sources: Sequence[Event], closest: float = _CLOSE
) -> tuple[tuple[Event, ...], tuple[str, ...]]:
    """Merge events from several sources, of which an earlier source is more trusted.

    An event is left out if a more trusted source has an event of the same kind and foot within 0.2
    s. It is also left out if it breaks the alternation of strikes and offs of a foot.

    Args:
        sources: events, the most trusted source first (file, force, kinematics).
        closest: s, smallest time between two events of one kind without an event of the other kind
            between them.

    Returns:
        Events in order of time, and notes.
    """
    chosen: list[tuple[int, Event]] = []
    notes = []
    for rank, source in enumerate(sources):
        for event in source:
            same = [
                other
                for _, other in chosen
                if other.side == event.side
                and other.kind == event.kind
                and abs(other.time - event.time) < _SAME
            ]
            if not same:
                chosen.append((rank, event))
            elif abs(same[0].time - event.time) > 0.05 and event.source != "kinematics":
                notes.append(
                    f"The {event.side} foot {event.kind} is at {same[0].time:.3f} s "
                    f"according to the {same[0].source}, and at {event.time:.3f} s according to "
                    f"the {event.source}. Ambulo used the {same[0].source}."
                )
    chosen.sort(key=lambda item: item[1].time)
    kept: list[Event] = []
    for side in SIDES:
        foot = [item for item in chosen if item[1].side == side]
        position = 1
        while position < len(foot):
            (rank, event), (next_rank, following) = foot[position - 1], foot[position]
            # a missing event leaves two of a kind a whole stride apart: both are right
            if event.kind == following.kind and following.time - event.time < closest:
                weaker = position if next_rank >= rank else position - 1
                notes.append(
                    f"Two {side} foot {event.kind}s at {event.time:.3f} and {following.time:.3f} "
                    f"s are too close. Ambulo left out the one at {foot[weaker][1].time:.3f} s "
                    f"({foot[weaker][1].source})."
                )
                del foot[weaker]
                position = max(position - 1, 1)
            else:
                position += 1
        kept += [event for _, event in foot]
    return tuple(sorted(kept, key=lambda event: event.time)), tuple(notes)


def strides(events: Sequence[Event]) -> tuple[Stride, ...]:
    """Strides from one strike to the next of the same foot, in order of time.

    Args:
        events: strikes and offs in any order.

    Returns:
        Strides; `off` is the foot off between the strikes, None if there is none. Strikes more than
        2.5 s apart are not one stride of walking.
    """
    found = []
    for side in SIDES:
        strikes = sorted(e.time for e in events if e.side == side and e.kind == "strike")
        offs = [e.time for e in events if e.side == side and e.kind == "off"]
        for start, stop in pairwise(strikes):
            if stop - start <= 2.5:
                between = [off for off in offs if start < off < stop]
                found.append(Stride(side, start, stop, between[0] if between else None))
    return tuple(sorted(found, key=lambda stride: stride.start))


def whole_stances(events: Sequence[Event], side: Side) -> list[tuple[float, float]]:
    """Strike and off [s] of every stance of a foot that is wholly recorded."""
    mine = sorted((e for e in events if e.side == side), key=lambda e: e.time)
    return [(a.time, b.time) for a, b in pairwise(mine) if (a.kind, b.kind) == ("strike", "off")]


def in_stance(time: FloatArray, events: Sequence[Event], side: Side) -> BoolArray | None:
    """Whether a foot is on the ground in each frame; None if there are no events.

    Args:
        time: (frames,) s.
        events: strikes and offs.
        side: the foot.

    Returns:
        (frames,): True from a strike to the next off. Before the first event, it is the state that
        this event ends.
    """
    foot = sorted((e for e in events if e.side == side), key=lambda e: e.time)
    if not foot:
        return None
    times = np.array([event.time for event in foot])
    after = np.array([event.kind == "strike" for event in foot])
    before_first = foot[0].kind == "off"
    index = np.searchsorted(times, time, side="right") - 1
    return np.asarray(np.where(index < 0, before_first, after[np.maximum(index, 0)]))
