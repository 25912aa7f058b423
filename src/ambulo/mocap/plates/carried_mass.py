"""The share of the body's weight that each contact carries on a plate, and contacts that carry too
little.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.math.runs import runs
from ambulo.mocap.body_regions import PELVIS, matching, travel
from ambulo.mocap.plates.plate_loadings import REACH, SHORTEST, distance_from_foot
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo.records import PlateContact, Side, Trial

LIGHT = 0.92
"""Share of the mass that other contacts carry. If a contact carries less, its reason says so. Whole
contacts of one walk agree to 5 %, with the pelvis for the centre of mass.
"""
_TOO_LIGHT = 0.8
"""Share, of what other contacts carry or of the body mass, below which a contact is not all on its
plate: calibration, a wrong mass and the pelvis for the centre of mass do not explain as much."""
_OFTEN = 3
"""Steps of each foot that weigh the subject, whatever mass was given."""
_ALONE = 0.2
"""s; a shorter single support does not tell what the foot carries."""


def weighed(
    contacts: Sequence[PlateContact],
    trial: Trial,
    feet: Mapping[Side, FloatArray],
    stance: Mapping[Side, BoolArray],
    mass: float | None,
) -> list[PlateContact]:
    """The contacts. A contact is marked as partial if its plate carries far less of the body than
    it should.
    """
    if all(contact.quality != "whole" for contact in contacts):
        return list(contacts)
    rising = _pelvis_rising(trial)
    carried = {
        k: found
        for k, contact in enumerate(contacts)
        if contact.quality == "whole"
        and (found := _carried_mass(together(contact, contacts), trial, feet, stance, rising))
        is not None
    }
    if not carried:
        return list(contacts)
    most = max(carried, key=lambda k: carried[k])
    # nobody steps beside a plate by the same share with both feet, time and again
    weighing = Counter(contacts[k].side for k in carried)
    if (
        len(weighing) == 2
        and min(weighing.values()) >= _OFTEN
        and (min(carried.values()) > LIGHT * carried[most])
    ):
        mass = None
    judged = list(contacts)
    for k, kilograms in carried.items():
        contact = judged[k] = replace(contacts[k], carried=kilograms)
        plates = plate_names(together(contact, contacts), trial)
        if kilograms < LIGHT * carried[most]:
            best = plate_names(together(contacts[most], contacts), trial)
            best = "in another step" if best == plates else best
            remark = (
                f"in single support {plates} shows {kilograms:.0f} kg and "
                f"{best} {carried[most]:.0f} kg"
            )
            share = kilograms / carried[most]
        elif mass is not None and kilograms < _TOO_LIGHT * mass:
            remark = (
                f"in single support {plates} shows {kilograms:.0f} kg where {mass:.0f} kg was "
                "expected"
            )
            share = kilograms / mass
        else:
            continue
        if share < _TOO_LIGHT:
            judged[k] = replace(contact, quality="partial", reason=remark)
        else:
            judged[k] = replace(contact, reason=f"{contact.reason}, but {remark}")
    return judged


def together(contact: PlateContact, others: Sequence[PlateContact]) -> list[PlateContact]:
    """The contacts of one foot on several plates at the same time, including the given contact."""
    return [
        other
        for other in others
        if other.side == contact.side
        and other.quality == "whole"
        and (
            other is contact
            or min(other.stop, contact.stop) - max(other.start, contact.start) > SHORTEST
        )
    ]


def plate_names(contacts: Sequence[PlateContact], trial: Trial) -> str:
    """Names of the plates of contacts."""
    return " and ".join(dict.fromkeys(trial.plates[c.plate].name for c in contacts))


def _pelvis_rising(trial: Trial) -> FloatArray:
    """Vertical velocity (frames,) of the pelvis, m/s; zero where no marker is on it."""
    pelvis = matching(trial.markers.names, PELVIS)
    if not pelvis:
        return np.zeros(len(trial.markers.time))
    height = travel(trial.markers.position, pelvis)[:, 2]
    return np.asarray(np.gradient(height, trial.markers.time))


def _carried_mass(
    together: Sequence[PlateContact],
    trial: Trial,
    feet: Mapping[Side, FloatArray],
    stance: Mapping[Side, BoolArray],
    rising: FloatArray,
) -> float | None:
    """Mass that a foot carries in single support, kg, by force and acceleration.

    m = mean(Fz) / (g + (v_end - v_begin) / T), with the pelvis' vertical velocity v (`rising`) for
    the centre of mass, over the longest single support; None if none lasts 0.2 s. What another
    plate bears under this foot counts too: it stands on the edge between them.
    """
    time = trial.markers.time
    start, stop = min(c.start for c in together), max(c.stop for c in together)
    side = together[0].side
    other = next((each for each in stance if each != side), None)
    if side is None or other is None:
        return None
    stretches = runs(np.asarray((time > start) & (time < stop) & ~stance[other]))
    if not stretches:
        return None
    alone = np.arange(*max(stretches, key=lambda stretch: stretch[1] - stretch[0]))
    if len(alone) < 5 or time[alone[-1]] - time[alone[0]] < _ALONE:
        return None
    own, total = {contact.plate for contact in together}, np.zeros(len(alone))
    for k, plate in enumerate(trial.plates):
        vertical = np.interp(time[alone], plate.time, plate.force[:, 2])
        if k not in own:
            at = np.clip(np.searchsorted(plate.time, time[alone]), 0, len(plate.time) - 1)
            under = distance_from_foot(feet[side][alone], plate.centre_of_pressure[at]) <= REACH
            vertical = np.where(under, vertical, 0.0)
        total += vertical
    change = float(rising[alone[-3:]].mean() - rising[alone[:3]].mean())
    acceleration = change / float(time[alone[-1]] - time[alone[0]])
    return float(np.mean(total)) / (STANDARD_GRAVITY + acceleration)
