"""Strikes and offs written in the file are where the feet's motion has them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ambulo.gait.checks.evidence import Evidence
from ambulo.gait.checks.finding import Finding
from ambulo.records import SIDES, Event, Facts

# s; events from the motion differ from a person's by a few hundredths (O'Connor et al. 2007)
EVENT_LIMIT = 0.12
# s; an event of the same foot that is farther away is another step's
SAME_STEP = 0.3


def check(evidence: Evidence) -> list[Finding]:
    """Events of the file against the feet's vertical velocity."""
    return contradicted_events(evidence.trial.events, evidence.steps.by_motion)


def contradicted_events(written: Sequence[Event], by_motion: Sequence[Event]) -> list[Finding]:
    """Whether strikes and offs in the file are where the feet's motion has them.

    Args:
        written: in the file.
        by_motion: as the feet's vertical velocity tells; what it did not find is not held against
            the file.
    Returns:
        Their number; nothing without events in the file.
    """
    contradicted = list[dict[str, str | float]]()
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
            other = bool(others < EVENT_LIMIT)
            at: dict[str, str | float] = {
                "side": event.side,
                "kind": event.kind,
                "time": event.time,
                "other_foot": other,
            }
            contradicted.append(at if other else {**at, "away": own})
    if not written:
        return []
    facts: Facts = {
        "count": len(contradicted),
        "written": len(written),
        "events": tuple(contradicted),
    }
    return [
        Finding("file_events", "", len(contradicted), facts, limits=(0.0, len(written) / 2)),
    ]
