"""Foot contacts wholly on a plate, seen from the body: what several checks look at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ambulo.gait.checks.evidence import Evidence
from ambulo.math.arrays import FloatArray, IntArray
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo.records import SIDES, PlateContact, Side

__all__ = ["Step", "body_weight", "mid_hips", "steps_on_plates"]

# share of body weight from which a force's direction and place mean something
_LOADED = 0.2
# fewer frames than this are no step
_FEWEST = 10


@dataclass(frozen=True, eq=False)
class Step:
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


def body_weight(evidence: Evidence) -> float:
    """N, by the mass given."""
    mass = evidence.body.model.subject.mass
    assert mass is not None
    return mass * STANDARD_GRAVITY


def steps_on_plates(evidence: Evidence) -> Iterator[Step]:
    """Contacts that one plate measures whole."""
    plates, time = evidence.steps.plates, evidence.steps.time
    if plates is None:
        return
    least = _LOADED * body_weight(evidence)
    for contact in evidence.steps.contacts:
        if contact.side is None or contact.quality != "whole":
            continue
        at_once = (
            other.side == contact.side and other.start < contact.stop and other.stop > contact.start
            for other in evidence.steps.contacts
        )
        if sum(at_once) > 1:
            continue  # the foot stands on two plates
        s = SIDES.index(contact.side)
        inside = (time >= contact.start) & (time <= contact.stop) & plates.known[:, s]
        rows = np.flatnonzero(inside & (plates.force[:, s, 2] > least))
        if len(rows) >= _FEWEST:
            force, point = plates.force[rows, s], plates.centre_of_pressure[rows, s]
            name = evidence.trial.plates[contact.plate].name
            yield Step(contact.side, name, contact, rows, force, point)


def mid_hips(evidence: Evidence) -> FloatArray:
    """Point midway between the hip joints (frames, 3) m."""
    body = evidence.body
    hips = [body.p[:, body.model.segments.index(f"{side}_thigh")] for side in SIDES]
    return np.asarray(0.5 * (hips[0] + hips[1]))
