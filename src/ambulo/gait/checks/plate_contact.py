"""At least one foot contact is wholly on a plate of its own."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ambulo.gait.checks.evidence import Evidence, gate
from ambulo.math.arrays import BoolArray
from ambulo.mocap.plates.plate_layouts import LEFT_OUT
from ambulo.records import Gate, GroundReaction, PlateContact

__all__ = ["check", "contact_gate", "standing_gate"]

# of the time on the ground, that plates may miss of a foot that stays: strikes and offs
_UNMEASURED = 10.0


def check(evidence: Evidence) -> list[Gate]:
    """Of all contacts."""
    steps, ground = evidence.steps, evidence.ground
    cost = _cost(ground.method, ground.used.known[steps.stance])
    if not evidence.activity.stepping and steps.plates is not None and steps.stance.any():
        return [standing_gate(steps.plates, steps.stance, cost)]
    unread = [note for note in evidence.trial.notes if LEFT_OUT in note]
    return [contact_gate(steps.contacts, steps.stance, cost, unread)]


def _cost(method: str, known: BoolArray) -> str:
    """What plates that miss feet cost: by the method, and whether moments are known (n,) of feet
    on the ground."""
    if method == "whole-body":
        return "Moments in stance were estimated from motion and can be wrong by a factor of two."
    share = 100.0 * float(known.mean()) if len(known) else 0.0
    if share < 0.5:
        return "There are no moments of a standing leg."
    if share > 99.5:
        return (
            "Moments of a standing leg are given for all of its time on the ground, but for no "
            "stance from strike to off."
        )
    return f"Moments of a standing leg are given for {share:.0f} % of its time on the ground only."


def standing_gate(plates: GroundReaction, stance: BoolArray, cost: str) -> Gate:
    """How much of the time on the ground plates measure the feet, where there are no steps.

    Args:
        plates: as measured.
        stance: (frames, 2) feet on the ground.
        cost: what a trial without plates loses.
    """
    missing = 100.0 * (1.0 - float(plates.known[stance].mean()))
    return gate(
        "feet measured by plates",
        missing,
        _UNMEASURED,
        "% of their time on the ground missing",
        "Record both feet on plates of their own, all of the time",
        unusable=np.inf,
        found=""
        if missing <= _UNMEASURED
        else f"For {missing:.0f} % of their time on the ground "
        "no plate measures the feet, or not each by itself.",
        cost=cost,
    )


def contact_gate(
    contacts: Sequence[PlateContact],
    feet_on_ground: BoolArray,
    cost: str = "",
    unread: Sequence[str] = (),
) -> Gate:
    """Whether at least one foot contact is wholly on a plate of its own.

    Args:
        contacts: as assigned.
        feet_on_ground: (frames, 2), to tell a trial without steps.
        cost: what a trial without one loses.
        unread: what was said of plates that could not be read, sentences.
    """
    whole = sum(contact.quality == "whole" for contact in contacts)
    missed = [contact.reason for contact in contacts if contact.quality != "whole"]
    reasons = "; ".join([*(note.rstrip(".") for note in unread), *missed])
    why = reasons or (
        "no plate was stepped on" if feet_on_ground.any() else "no step was found in the trial"
    )
    return gate(
        "a foot wholly on a plate",
        max(0, 1 - whole),
        0,
        "missing",
        f"{why[0].upper()}{why[1:]}; record steps wholly on plates, each foot on its own",
        unusable=np.inf,
        found="" if whole else "No clean plate strike.",
        cost=cost,
    )
