"""Events from the motion, shifted to agree with events from force plates or from a person."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal

import numpy as np

from ambulo.records import Event

SAME = 0.15
"""s; two events of one foot and kind closer than this are the same: half of the shortest swing."""

KINDS: tuple[Literal["strike", "off"], ...] = ("strike", "off")

COMMON: Mapping[str, float] = {"strike": 0.025, "off": 0.020}
"""s; what all of a walk's events by motion share as error against plates' 20 N, in nine of ten."""
SINGLE = 0.024
"""s; what each has of its own besides, in nine of ten."""
NORMAL_90 = 1.645
"""Standard deviations of a normal distribution that nine of ten lie within."""


def align_events(
    by_motion: Sequence[Event], trusted: Sequence[Event]
) -> tuple[tuple[Event, ...], tuple[str, ...]]:
    """Shift events from the motion by their mean difference from known events of this trial.

    Detection from the motion of the feet has nearly the same error of some hundredths of a second
    in every step of one person (O'Connor et al. 2007 report mean error and spread). If some steps
    have trusted events, these correct the other steps.

    Args:
        by_motion: events of source "kinematics".
        trusted: of sources "file" and "force".
    Returns:
        Events in order of time, and a note for each kind that was shifted.
    """
    shift = dict.fromkeys(KINDS, 0.0)
    notes = []
    for kind in KINDS:
        lags = [
            other.time - event.time
            for event in by_motion
            for other in trusted
            if event.kind == other.kind == kind
            and event.side == other.side
            and abs(other.time - event.time) < SAME
        ]
        if lags:
            shift[kind] = float(np.mean(lags))
            notes.append(
                f"Foot {kind}s found from the motion were shifted by {1e3 * shift[kind]:+.0f} ms. "
                f"This is their mean difference from {len(lags)} known foot {kind}s of this trial "
                f"(spread {1e3 * float(np.std(lags)):.0f} ms)."
            )
    moved = (replace(event, time=event.time + shift[event.kind]) for event in by_motion)
    return tuple(sorted(moved, key=lambda event: event.time)), tuple(notes)


def time_error(terms: Sequence[tuple[float, Event]], events: Sequence[Event]) -> float:
    """Error of a sum of event times in a walk, compared with the plates, that nine of ten cases do
    not exceed, s.

    Events from plates and file count as exact. The common error of events from the motion cancels
    in a difference of events of one kind. It is almost known if the trial has trusted events. The
    disagreement of an event's signs is an error of this event alone, used as a standard deviation.

    Args:
        terms: weight and event of each time in the sum.
        events: all of the trial.
    """
    by_motion = [(weight, e) for weight, e in terms if e.source == "kinematics"]
    square = sum(
        weight**2 * (SINGLE**2 + (NORMAL_90 * event.doubt) ** 2) for weight, event in by_motion
    )
    for kind in KINDS:
        known = sum(e.kind == kind and e.source != "kinematics" for e in events)
        common = SINGLE / np.sqrt(known) if known else COMMON[kind]
        square += (common * sum(weight for weight, e in by_motion if e.kind == kind)) ** 2
    return float(np.sqrt(square))
