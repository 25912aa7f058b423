"""Events found from the motion, set to the clock of those that a force plate or a person gave."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

import numpy as np

from ambulo.records import Event

__all__ = ["align_events"]

SAME = 0.1
"""s; two events of one foot and kind closer than this are the same."""

KINDS: tuple[Literal["strike", "off"], ...] = ("strike", "off")


def align_events(
    by_motion: Sequence[Event], trusted: Sequence[Event]
) -> tuple[tuple[Event, ...], tuple[str, ...]]:
    """Shift events found from the motion by their mean lead or lag in this trial.

    Detection from the motion of the feet errs by the same few hundredths of a second at every step
    of one person (O'Connor et al. 2007 report the mean error and its spread); where some steps have
    trusted events, the others can be corrected by them.

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
                f"Foot {kind}s found from the motion are set {1e3 * shift[kind]:+.0f} ms, their "
                f"mean difference from {len(lags)} known in this trial (spread "
                f"{1e3 * float(np.std(lags)):.0f} ms)."
            )
    moved = (replace(event, time=event.time + shift[event.kind]) for event in by_motion)
    return tuple(sorted(moved, key=lambda event: event.time)), tuple(notes)
