"""Events from the motion, shifted to agree with events from force plates or from a person."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal

import numpy as np

from ambulo.records import Event

SAME = 0.15
"""s; two closer events of one foot and one kind are the same event: half of the shortest swing."""

KINDS: tuple[Literal["strike", "off"], ...] = ("strike", "off")

COMMON: Mapping[str, float] = {"strike": 0.025, "off": 0.020}
"""s; error that all events from the motion share in one walk, against 20 N on a plate. Nine of ten
walks have less.
"""
SINGLE = 0.024
"""s; further error of a single event. Nine of ten events have less."""
NORMAL_90 = 1.645
"""Nine of ten values of a normal distribution are within this many standard deviations."""


def align_events(
    by_motion: Sequence[Event], trusted: Sequence[Event]
) -> tuple[tuple[Event, ...], tuple[str, ...]]:
    """Shift events from the motion by their mean difference from known events of this trial.

    Detection from the motion of the feet errs by some hundredths of a second, nearly the same in
    every step of one person (O'Connor et al. 2007 report mean error and spread). Steps with trusted
    events therefore correct the other steps.

    Args:
        by_motion: events with the source "kinematics".
        trusted: events with the sources "file" and "force".
    Returns:
        Events in order of time, and a note for each kind of event that was shifted.
    """
    shift = dict.fromkeys(KINDS, 0.0)
    notes = []
    for kind in KINDS:
        # what file and plates both know is one event
        known = (
            [
                other.time - event.time
                for other in trusted
                if event.kind == other.kind == kind
                and event.side == other.side
                and abs(other.time - event.time) < SAME
            ]
            for event in by_motion
        )
        lags = [float(np.mean(own)) for own in known if own]
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
    """Error [s] of a sum of event times in a walk, compared with plates. Nine of ten cases do not
    exceed it.

    Events from plates and file count as exact. The common error of events from the motion cancels
    in a difference of events of one kind. If the trial has trusted events, the common error is
    almost known. The disagreement of an event's signs is an error of this event alone, and is used
    as a standard deviation.

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
