"""Plates against each other where the legs alone are known: what they show of one body.

In single support each plate carries all of it, and its force with the pelvis's acceleration tells
the same mass (`mocap.plates.carried_mass`). Of the whole body `mass` compares both feet.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from ambulo.gait.checks.evidence import Evidence, gate
from ambulo.gait.checks.mass import MASS_LIMIT, MASS_UNUSABLE
from ambulo.records import Gate, PlateContact

__all__ = ["PLATES_ALIKE", "OddPlate", "alike_gate", "check", "odd_plate"]

PLATES_ALIKE = "plates alike in single support"
# share by which the lighter is less: 0.2 to 2.5 % in nine public walks of four people, 9.8 % with a
# foot partly beside its plate; contacts of other walks agree to 5 %
_LIMIT = 0.08


class OddPlate(NamedTuple):
    """A plate that does not show the mass given, while another does.

    Args:
        plate: its index; share: what it shows, in shares of what the other does.
    """

    plate: int
    share: float


def check(evidence: Evidence) -> list[Gate]:
    """Of walks by the legs alone; nothing where fewer than two plates carry a foot alone."""
    if evidence.whole_body or not evidence.activity.walking:
        return []
    mass = evidence.body.model.subject.mass
    assert mass is not None
    names = [plate.name for plate in evidence.trial.plates]
    return alike_gate(evidence.steps.contacts, mass, names)


def odd_plate(contacts: Iterable[PlateContact], mass: float) -> OddPlate | None:
    """The plate that shows too little or too much; None where none, both or neither does.

    Args:
        contacts: as weighed; mass: kg, as given.
    """
    shown = _shown(contacts)
    if len(shown) < 2:
        return None
    light, heavy = min(shown, key=lambda k: shown[k]), max(shown, key=lambda k: shown[k])
    off = [k for k in (light, heavy) if abs(shown[k] / mass - 1.0) > MASS_LIMIT]
    if shown[light] > (1.0 - _LIMIT) * shown[heavy] or len(off) != 1:
        return None
    other = heavy if off[0] == light else light
    return OddPlate(off[0], shown[off[0]] / shown[other])


def alike_gate(contacts: Iterable[PlateContact], mass: float, names: list[str]) -> list[Gate]:
    """Whether the lightest and the heaviest plate show the same mass.

    Args:
        contacts, mass: as above; names: of the plates.
    """
    contacts = tuple(contacts)
    shown = _shown(contacts)
    if len(shown) < 2:
        return []
    light, heavy = min(shown, key=lambda k: shown[k]), max(shown, key=lambda k: shown[k])
    odd = odd_plate(contacts, mass)
    little = f"part of a foot is beside {names[light]}, or its gain is too small"
    much = f"the gain of {names[heavy]} is too large"
    causes = [little, much] if odd is None else [little if odd.plate == light else much]
    off = 1.0 - shown[light] / shown[heavy]
    # the plate that is off says of which leg
    of = {light: "too small", heavy: "too large"}
    said = [f"on {names[k]} are {way}" for k, way in of.items() if odd is None or odd.plate == k]
    remedy = " or ".join(causes)
    return [
        gate(
            f"{PLATES_ALIKE} ({names[light]}, {names[heavy]})",
            100.0 * off,
            100.0 * _LIMIT,
            "% of the load",
            f"{remedy[0].upper()}{remedy[1:]}",
            unusable=100.0 * MASS_UNUSABLE,
            found=f"{names[light].capitalize()} shows {shown[light]:.0f} kg, {names[heavy]} "
            f"{shown[heavy]:.0f} kg; you gave {mass:.0f} kg.",
            cost=f"Moments of the leg {' or '.join(said)} by about {100.0 * off:.0f} %.",
        )
    ]


def _shown(contacts: Iterable[PlateContact]) -> dict[int, float]:
    """Mass [kg] that each plate shows, by its index; one that shows far less is said elsewhere."""
    shown: dict[int, list[float]] = {}
    for contact in contacts:
        if contact.quality == "whole" and contact.carried is not None:
            shown.setdefault(contact.plate, []).append(contact.carried)
    return {k: float(np.mean(each)) for k, each in shown.items()}
