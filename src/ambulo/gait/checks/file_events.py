"""Check of the strikes and offs in the file against the motion of the feet and the plates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from ambulo.gait.checks.evidence import Evidence
from ambulo.gait.checks.finding import Finding
from ambulo.records import SIDES, Event, Facts, PlateContact

# s; events from the motion differ from a person's by a few hundredths (O'Connor et al. 2007)
EVENT_LIMIT = 0.12
# s; an event of the same foot that is farther away is another step's
SAME_STEP = 0.3
# s; in nine public walks the medians of strikes and offs are -0.02 to 0.05; a single strike is 0.10
# away, where the load began softly
PLATES_LIMIT = 0.04
# beginnings and ends of loads from which on their median counts
_LEAST = 3


def check(evidence: Evidence) -> list[Finding]:
    """Events of the file compared with the vertical velocity of the feet and the loads on the
    plates.
    """
    steps = evidence.steps
    return contradicted_events(evidence.trial.events, steps.by_motion, steps.contacts)


def contradicted_events(
    written: Sequence[Event], by_motion: Sequence[Event], contacts: Sequence[PlateContact] = ()
) -> list[Finding]:
    """Number of strikes and offs in the file that contradict the motion of the feet or the plates.

    A load may begin slowly, and on a low-pass filtered plate it begins early and ends late. So
    events contradict the plates only if strikes and offs differ in the same direction.

    Args:
        written: in the file.
        by_motion: from the feet's vertical velocity. Events that it does not show do not count
            against the file.
        contacts: loads on the plates.
    Returns:
        Their number; empty without events in the file.
    """
    contradicted = list[dict[str, str | float]]()
    lags = _after_plates(written, contacts)
    late = len(lags) >= _LEAST and _all_late(lags)
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
            contradicted.append(_said(event, None if others < EVENT_LIMIT else own))
        elif late and abs(lags.get(event, 0.0)) > PLATES_LIMIT:
            contradicted.append(_said(event, abs(lags[event])))
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


def _said(event: Event, away: float | None) -> dict[str, str | float]:
    """An event, and how far [s] it is from what it contradicts; None if it is the other foot's."""
    at: dict[str, str | float] = {
        "side": event.side,
        "kind": event.kind,
        "time": event.time,
        "other_foot": away is None,
    }
    return at if away is None else {**at, "away": away}


def _all_late(lags: Mapping[Event, float]) -> bool:
    """Whether strikes and offs are both late, or both early, by their medians."""
    medians = [
        float(np.median([lag for event, lag in lags.items() if event.kind == kind] or [0.0]))
        for kind in ("strike", "off")
    ]
    return min(medians) > PLATES_LIMIT or max(medians) < -PLATES_LIMIT


def _after_plates(written: Sequence[Event], contacts: Sequence[PlateContact]) -> dict[Event, float]:
    """By how much [s] events come after the load of the same foot begins or ends, where it does."""
    found = dict[Event, float]()
    for event in written:
        edges = [
            contact.start if event.kind == "strike" else contact.stop
            for contact in contacts
            if contact.side == event.side and not contact.cut
        ]
        after = min((event.time - edge for edge in edges), key=abs, default=np.inf)
        if abs(after) < SAME_STEP:
            found[event] = after
    return found
