"""Check whether at least one foot contact is wholly on a plate of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ambulo.gait.checks.evidence import Evidence
from ambulo.gait.checks.finding import Finding
from ambulo.gait.checks.table import limits
from ambulo.math.arrays import BoolArray
from ambulo.records import GroundReaction, PlateContact


def check(evidence: Evidence) -> list[Finding]:
    """All contacts together."""
    steps, ground = evidence.steps, evidence.ground
    given = _given(ground.method, ground.used.known[steps.stance])
    if not evidence.activity.stepping and steps.plates is not None and steps.stance.any():
        return [measured_feet(steps.plates, steps.stance, given)]
    unread = evidence.trial.unread_plates
    if steps.plates is None and not unread:
        return [Finding("whole_contact", facts=given, why="unloaded")]
    return [whole_contact(steps.contacts, steps.stance, given, unread)]


def _given(method: str, known: BoolArray) -> dict[str, str | float]:
    """Which moments of standing legs are given: by the method, and whether they are known (n,) of
    feet on the ground."""
    share = float(known.mean()) if len(known) else 0.0
    if method == "whole-body":
        given = "estimated"
    else:
        given = "none" if share < 0.005 else "all" if share > 0.995 else "some"
    return {"given": given, "share": share}


def measured_feet(
    plates: GroundReaction, stance: BoolArray, given: Mapping[str, str | float]
) -> Finding:
    """Share of the time on the ground in which plates measure the feet, for activities without
    steps.

    Args:
        plates: as measured.
        stance: (frames, 2) feet on the ground.
        given: facts on the moments that are given.
    """
    missing = 1.0 - float(plates.known[stance].mean())
    enough = 100.0 * missing <= limits("feet_measured")[0]
    return Finding(
        "feet_measured", "", 100.0 * missing, {"missing": missing, "enough": enough, **given}
    )


def whole_contact(
    contacts: Sequence[PlateContact],
    feet_on_ground: BoolArray,
    given: Mapping[str, str | float],
    unread: Sequence[str] = (),
) -> Finding:
    """Whether at least one foot contact is wholly on a plate of its own.

    Args:
        contacts: as assigned.
        feet_on_ground: (frames, 2), to tell a trial without steps.
        given: facts on the moments that are given.
        unread: sentences on plates that could not be read.
    """
    whole = any(contact.quality == "whole" for contact in contacts)
    missed = [contact.reason for contact in contacts if contact.quality != "whole"]
    reasons = [*(note.rstrip(".") for note in unread), *missed]
    return Finding(
        "whole_contact",
        "",
        0.0 if whole else 1.0,
        {
            "whole": whole,
            "stood": bool(feet_on_ground.any()),
            "reasons": tuple({"reason": reason} for reason in reasons),
            **given,
        },
    )
