"""Check whether the centre of pressure is under the foot to which it is assigned."""

from __future__ import annotations

import numpy as np

from ambulo.gait.checks.evidence import Evidence
from ambulo.gait.checks.finding import Finding, worst
from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.math.medians import quantile
from ambulo.math.vector_arrays import off_line
from ambulo.records import SIDES, Facts, GroundReaction, PlateContact

# m; the largest 90th percentile of right public walks
USUAL = 0.039


def check(evidence: Evidence) -> list[Finding]:
    """How far the pressure is from a foot that is wholly on a plate, as far as recorded."""
    steps, found = evidence.steps, list[Finding]()
    if steps.plates is not None:
        ends = np.stack([steps.feet[side][:, :2] for side in SIDES], axis=1)
        on_plate = frames_on_plate(steps.time, steps.contacts)
        found = pressure_beside_foot(steps.plates, ends, on_plate)
    why = "no_foot" if steps.contacts else "unloaded"
    return found or [Finding("pressure_under_foot", why=why)]


def frames_on_plate(time: FloatArray, contacts: tuple[PlateContact, ...]) -> BoolArray:
    """Frames (frames, 2) in which a foot is wholly on a plate.

    If there is no contact from strike to off, contacts count that only the record cuts.
    """
    on = np.zeros((len(time), 2), dtype=bool)
    whole = any(contact.quality == "whole" for contact in contacts)
    for contact in contacts:
        measured = contact.quality == "whole" if whole else contact.cut
        if contact.side is not None and measured:
            inside = (time >= contact.start) & (time <= contact.stop)
            on[inside, SIDES.index(contact.side)] = True
    return on


def pressure_beside_foot(
    ground: GroundReaction, feet: FloatArray, contacts: BoolArray
) -> list[Finding]:
    """Distance of the centre of pressure from the foot to which it is assigned.

    Args:
        ground: as measured by plates.
        feet: (frames, 2, 2, 3) m, rear and front end of each foot, order SIDES.
        contacts: (frames, 2) frames to judge.
    Returns:
        One finding; none if no foot is on a plate.
    """
    rear, front = feet[:, :, 0, :2], feet[:, :, 1, :2]
    distance = off_line(ground.centre_of_pressure[:, :, :2], rear, front)
    judged = contacts & np.isfinite(distance)
    if not judged.any():
        return []
    found = list[Finding]()
    for s, side in enumerate(SIDES):
        frames = judged[:, s]
        if frames.any():
            away = quantile(distance[frames, s], 0.9)
            load, beyond = float(np.max(ground.force[frames, s, 2])), max(0.0, away - USUAL)
            facts: Facts = {"right": USUAL, "beyond": beyond, "load": load, "side": side}
            moment = {"moment": load * beyond}
            found.append(Finding("pressure_under_foot", side, 1e3 * away, {**facts, **moment}))
    return [worst(found)]
