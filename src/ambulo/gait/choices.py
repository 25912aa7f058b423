"""Choices that the trial makes, excludes, or leaves without effect."""

from __future__ import annotations

import numpy as np

from ambulo.gait.configuration import Configuration
from ambulo.gait.sharing.registry import DEFAULT, SHARINGS
from ambulo.inputs.errors import InputError
from ambulo.math.arrays import BoolArray
from ambulo.records import SIDES, GroundReaction, PlateContact


def choices_without_effect(choice: Configuration) -> list[str]:
    """Choices without effect, because of another choice."""
    notes = []
    if choice.weights and choice.consistency != "natural":
        notes.append("The given weights were not used. They need consistency = natural.")
    if choice.functional and choice.hip != "functional":
        notes.append("The given functional trials were not used. They need hip = functional.")
    laws = {"normal law": "normal_law", "friction law": "friction_law"}
    given = [word for word, name in laws.items() if name in choice.model_fields_set]
    if given and choice.sharing != "foot-contact":
        notes.append(
            f"The given {' and '.join(given)} of the contact under the feet "
            f"{'were' if len(given) > 1 else 'was'} not used. "
            f"{'They need' if len(given) > 1 else 'It needs'} sharing = foot-contact."
        )
    return notes


def choose_method(
    choice: Configuration,
    whole_body: bool,
    plates: GroundReaction | None,
    contacts: tuple[PlateContact, ...],
    stance: BoolArray,
) -> tuple[str, str]:
    """The method of the inverse dynamics, and the reason for it.

    Args:
        choice: `method` and `sharing`.
        whole_body: whether the model's segments make up the whole subject.
        plates: what they measured; None without plates.
        contacts: plate contacts.
        stance: (frames, 2) feet on the ground.
    """
    if choice.method == "whole-body" and not whole_body:
        raise InputError(
            what="the whole-body method needs a model with the upper body, "
            "but this one has only legs",
            remedy="Use --method plates, or markers that cover the body",
        )
    if choice.method == "plates" and plates is None:
        raise InputError(
            what="the method plates needs force plates, and this trial has none",
            remedy="Give the ground reactions with --grf, or omit --method",
        )
    if choice.sharing is not None:
        return "whole-body", _sharing(choice, whole_body, plates)
    both = _under_both(contacts, whole_body)
    if choice.method is not None:
        why = f"Inverse dynamics by the method {choice.method}, as you chose."
        return choice.method, why + both[choice.method]
    measured = any(contact.quality == "whole" for contact in contacts)
    one = ""
    if plates is not None and stance.any():
        # contacts that the record cuts, as in a squat, are measured as far as they are recorded
        alone = (plates.known & stance).sum(axis=0) > 0.5 * stance.sum(axis=0)
        lacks = stance.any(axis=0) & ~alone
        if whole_body and alone.any() and lacks.any() and not measured:
            one = (
                f" No plate measures most of the {SIDES[int(np.argmax(lacks))]} foot's stance, so "
                "this leg has no moments in this time. --method whole-body estimates them."
            )
        measured |= bool(alone.any())
    if whole_body and not measured:
        why = (
            "Inverse dynamics from the motion of the whole body, because no foot is wholly on "
            "a plate."
        )
        return "whole-body", why + both["whole-body"]
    if plates is None:
        return "plates", (
            "There is no force plate, and the model has no upper body. Joint moments are therefore "
            "given for swinging legs only."
        )
    why = "Inverse dynamics from the feet up, with the ground reactions of the plates."
    return "plates", why + one + both["plates"]


def _under_both(contacts: tuple[PlateContact, ...], whole_body: bool) -> dict[str, str]:
    """By method, what a plate under both feet means; empty where there is none."""
    if not any(contact.quality == "shared" for contact in contacts):
        return {"plates": "", "whole-body": ""}
    needs = "--method whole-body" if whole_body else "markers on the whole body"
    return {
        "plates": " While both feet stand on one plate, the plate measures only the sum of the "
        f"two reactions, and neither leg has moments. Dividing the sum needs {needs}.",
        "whole-body": " A plate under both feet measures only the sum of the two reactions. "
        "So Ambulo divides the force that the motion needs between the feet by "
        f"{SHARINGS[DEFAULT].title} (--sharing chooses another way).",
    }


def needed_for_balance(whole_body: bool, plates: GroundReaction | None) -> GroundReaction:
    """The reactions of the plates, if they determine the trunk's centre of mass."""
    if plates is not None and whole_body:
        return plates
    lacking = "force plates" if plates is None else "a model with the upper body"
    raise InputError(
        what=f"trunk_mass_centre = plates needs {lacking}, and this trial has none",
        remedy="Omit trunk_mass_centre",
    )


def _sharing(choice: Configuration, whole_body: bool, plates: GroundReaction | None) -> str:
    """Why the whole-body method, where a way of sharing is asked for."""
    assert choice.sharing is not None
    way = SHARINGS[choice.sharing]
    if choice.method == "plates":
        raise InputError(
            what="the method plates does not divide forces between the feet",
            remedy="Omit --sharing, or use --method whole-body",
        )
    if not whole_body:
        raise InputError(
            what="the sharing of the ground reaction needs a model of the whole body, but this one "
            "has only legs",
            remedy="Omit --sharing, or use markers that cover the body",
        )
    if way.needs_plates and plates is None:
        raise InputError(
            what=f"the sharing {choice.sharing} needs force plates, and this trial has none",
            remedy="Omit --sharing: the default needs no force plates",
        )
    return (
        f"Inverse dynamics from the motion of the whole body, shared by {way.title}, as you chose."
    )
