"""Check of plates against each other, for models of the legs alone.

In single support each plate carries the whole body. Its force and the acceleration of the pelvis
must show the same mass (`mocap.plates.carried_mass`). For the whole body, `mass` compares both
feet.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from ambulo.gait.checks.evidence import Evidence
from ambulo.gait.checks.finding import Finding
from ambulo.gait.checks.mass import differs
from ambulo.gait.checks.table import limits
from ambulo.records import PlateContact


class OddPlate(NamedTuple):
    """A plate that does not show the given mass, while another does.

    Args:
        plate: its index; share: the mass that it shows, divided by that of the other plate.
    """

    plate: int
    share: float


def check(evidence: Evidence) -> list[Finding]:
    """For walks with the legs alone; empty if fewer than two plates carry a foot alone."""
    if evidence.whole_body or not evidence.activity.walking:
        return []
    names = [plate.name for plate in evidence.trial.plates]
    return alike(evidence.steps.contacts, evidence.mass, names)


def odd_plate(contacts: Iterable[PlateContact], mass: float) -> OddPlate | None:
    """The plate that shows too little or too much; None if none, both or neither does.

    Args:
        contacts: as weighed; mass: kg, as given.
    """
    shown = _shown(contacts)
    if len(shown) < 2:
        return None
    light, heavy = min(shown, key=lambda k: shown[k]), max(shown, key=lambda k: shown[k])
    off = [k for k in (light, heavy) if differs(shown[k] / mass)]
    right = 1.0 - 1e-2 * limits("plates_alike")[0]
    if shown[light] > right * shown[heavy] or len(off) != 1:
        return None
    other = heavy if off[0] == light else light
    return OddPlate(off[0], shown[off[0]] / shown[other])


def alike(contacts: Iterable[PlateContact], mass: float, names: list[str]) -> list[Finding]:
    """Whether the plates with the smallest and the largest mass agree.

    Args:
        contacts, mass: as above; names: of the plates.
    """
    contacts = tuple(contacts)
    shown = _shown(contacts)
    if len(shown) < 2:
        return []
    light, heavy = min(shown, key=lambda k: shown[k]), max(shown, key=lambda k: shown[k])
    odd = odd_plate(contacts, mass)
    off = 1.0 - shown[light] / shown[heavy]
    return [
        Finding(
            "plates_alike",
            f"{names[light]}, {names[heavy]}",
            100.0 * off,
            {
                "light": names[light],
                "heavy": names[heavy],
                "light_shows": shown[light],
                "heavy_shows": shown[heavy],
                "given": mass,
                "odd": "neither" if odd is None else "light" if odd.plate == light else "heavy",
                "off": off,
            },
        )
    ]


def _shown(contacts: Iterable[PlateContact]) -> dict[int, float]:
    """Mass [kg] that each plate shows, by its index; one that shows far less is said elsewhere."""
    shown: dict[int, list[float]] = {}
    for contact in contacts:
        if contact.quality == "whole" and contact.carried is not None:
            shown.setdefault(contact.plate, []).append(contact.carried)
    return {k: float(np.mean(each)) for k, each in shown.items()}
