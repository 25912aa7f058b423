"""Strikes and offs written in the file are where the feet's motion has them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ambulo.gait.checks.evidence import Evidence, gate
from ambulo.records import SIDES, Event, Gate

__all__ = ["check", "event_gates"]

# s; events from the motion differ from a person's by a few hundredths (O'Connor et al. 2007)
EVENT_LIMIT = 0.12
# s; an event of the same foot that is farther away is another step's
SAME_STEP = 0.3


def check(evidence: Evidence) -> list[Gate]:
    """Events of the file against the feet's vertical velocity."""
    return event_gates(evidence.trial.events, evidence.steps.by_motion)


def event_gates(written: Sequence[Event], by_motion: Sequence[Event]) -> list[Gate]:
    """Whether strikes and offs in the file are where the feet's motion has them.

    Args:
        written: in the file.
        by_motion: as the feet's vertical velocity tells; what it did not find is not held against
            the file.
    Returns:
        Number of contradicted events as a gate; none without events in the file.
    """
    contradicted = []
    for event in written:
        away = {
            side: min(
                (
                    abs(other.time - event.time)
                    for other in by_motion
                    if (other.side, other.kind) == (side, event.kind)
                ),
                default=np.inf,
            )
            for side in SIDES
        }
        own, others = away[event.side], min(away[side] for side in SIDES if side != event.side)
        if own > EVENT_LIMIT and (others < EVENT_LIMIT or own < SAME_STEP):
            why = "it is the other foot's" if others < EVENT_LIMIT else f"it is {own:.2f} s away"
            contradicted.append(f"{event.side} {event.kind} at {event.time:.2f} s, {why}")
    if not written:
        return []
    return [
        gate(
            "events in the file against the feet's motion",
            len(contradicted),
            0,
            "events",
            f"By the motion of the feet: {'; '.join(contradicted)}. Correct or delete these "
            "events; "
            "if most are off, the file's frame rate is wrong",
            unusable=len(written) / 2,
            found=f"{len(contradicted)} of {len(written)} events contradict the motion.",
            cost="Strides are cut where the foot did not strike; curves over time stay right.",
        )
    ]
