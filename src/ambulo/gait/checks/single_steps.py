"""Foot contacts wholly on a plate, relative to the body, for several checks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ambulo.gait.checks.finding import Finding
from ambulo.gait.stages.steps import Steps
from ambulo.math.arrays import FloatArray, IntArray
from ambulo.records import SIDES, Facts, ForcePlate, GroundReaction, PlateContact, Side, Trial

# share of body weight from which a force's direction and place mean something
_LOADED = 0.2
FEWEST = 10
"""Frames; fewer are no step."""
# share of a foot's force that another plate bears, from which the step is not this plate's alone
_ELSEWHERE = 0.02


@dataclass(frozen=True, eq=False)
class PlateStep:
    """One foot's contact with its plate.

    Args:
        side: the foot.
        plate: its name.
        contact: as assigned.
        rows: (n,) frames in which it carries a fifth of body weight or more.
        force, point: (n, 3) N and m, as the plate measured them in these frames.
    """

    side: Side
    plate: str
    contact: PlateContact
    rows: IntArray
    force: FloatArray
    point: FloatArray


def steps_on_plates(
    trial: Trial, steps: Steps, plates: GroundReaction, body_weight: float
) -> Iterator[PlateStep]:
    """Contacts that one plate measures wholly.

    Args:
        trial: with the plates.
        steps: contacts as assigned.
        plates: what they measured.
        body_weight: N.
    """
    time, least = steps.time, _LOADED * body_weight
    for contact in steps.contacts:
        if contact.side is None or contact.quality != "whole":
            continue
        if contact.start < time[0] or contact.stop > time[-1]:
            continue  # the plates were recorded longer than the markers
        at_once = (
            other.side == contact.side and other.start < contact.stop and other.stop > contact.start
            for other in steps.contacts
        )
        if sum(at_once) > 1:
            continue  # the foot stands on two plates
        s, plate = SIDES.index(contact.side), trial.plates[contact.plate]
        inside = (time >= contact.start) & (time <= contact.stop) & plates.known[:, s]
        rows = np.flatnonzero(inside & (plates.force[:, s, 2] > least))
        if len(rows) >= FEWEST and not _beside(plates.force[rows, s, 2], plate, time[rows]):
            force, point = plates.force[rows, s], plates.centre_of_pressure[rows, s]
            yield PlateStep(contact.side, plate.name, contact, rows, force, point)


def _beside(given: FloatArray, plate: ForcePlate, time: FloatArray) -> bool:
    """Whether a plate that is both feet's bears a part of a foot's force (n,) [N] too."""
    own = np.interp(time, plate.time, plate.force[:, 2])
    return bool(abs((given - own).mean()) > _ELSEWHERE * given.mean())


def on_step(
    id: str,
    step: PlateStep,
    value: float,
    facts: Facts,
    limits: tuple[float, float] | None = None,
) -> Finding:
    """The finding of a step, with its foot and plate."""
    place = f"{step.side} foot, {step.plate}"
    return Finding(id, place, value, {"side": step.side, "plate": step.plate, **facts}, limits)
