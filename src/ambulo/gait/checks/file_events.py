"""Check of the strikes and offs in the file against the motion of the feet and the plates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from ambulo.gait.checks.evidence import Evidence
from ambulo.gait.checks.finding import Finding
from ambulo.gait.checks.table import limits
from ambulo.records import SIDES, Event, Facts, PlateContact

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
    allowed, same_step = limits("file_events", "motion")
    allowed_by_plates, _ = limits("file_events", "plates")
    late = len(lags) >= _LEAST and _all_late(lags, allowed_by_plates)
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
        if own > allowed and (others < allowed or own < same_step):
            contradicted.append(_said(event, None if others < allowed else own))
        elif late and abs(lags.get(event, 0.0)) > allowed_by_plates:
            contradicted.append(_said(event, abs(lags[event])))
    if not written:
        return []
    facts: Facts = {
        "count": len(contradicted),
        "written": len(written),
        "events": tuple(contradicted),
    }
    good, usable = (len(written) * share for share in limits("file_events"))
    return [Finding("file_events", "", len(contradicted), facts, (good, usable))]


def _said(event: Event, away: float | None) -> dict[str, str | float]:
    """An event, and how far [s] it is from what it contradicts; None if it is the other foot's."""
    at: dict[str, str | float] = {
        "side": event.side,
        "kind": event.kind,
        "time": event.time,
        "other_foot": away is None,
    }
    return at if away is None else {**at, "away": away}


def _all_late(lags: Mapping[Event, float], allowed: float) -> bool:
    """Whether strikes and offs are both late, or both early, by their medians [s]."""
    medians = [
        float(np.median([lag for event, lag in lags.items() if event.kind == kind] or [0.0]))
        for kind in ("strike", "off")
    ]
    return min(medians) > allowed or max(medians) < -allowed


def _after_plates(written: Sequence[Event], contacts: Sequence[PlateContact]) -> dict[Event, float]:
    """By how much [s] events come after the load of the same foot begins or ends, where it does."""
    found = dict[Event, float]()
    _, same_step = limits("file_events", "plates")
    for event in written:
        edges = [
            contact.start if event.kind == "strike" else contact.stop
            for contact in contacts
            if contact.side == event.side and not contact.cut
        ]
        after = min((event.time - edge for edge in edges), key=abs, default=np.inf)
        if abs(after) < same_step:
            found[event] = after
    return found
