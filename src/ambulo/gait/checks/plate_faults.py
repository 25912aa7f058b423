"""Check for faulty channels, and for plates that do not measure the foot on them.

These faults have no limit, because they are either there or not: a channel that does not respond to
a load, or a plate that stays silent under a foot (`mocap.plates.plate_channels`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np

from ambulo.gait.checks.evidence import Evidence
from ambulo.gait.checks.finding import Finding
from ambulo.gait.checks.mass import weighed_mass
from ambulo.math.arrays import BoolArray
from ambulo.math.vector_arrays import off_line
from ambulo.mocap.plates.carried_mass import LIGHT
from ambulo.mocap.plates.plate_channels import ALL_CHANNELS
from ambulo.mocap.plates.plate_loadings import PlateOutline, edges_known, plate_surface
from ambulo.records import SIDES, Side
from ambulo.records.sides import OTHER

# s of flat stance on a plate by which a foot must have been felt
_STANDS = 0.08
# m; how far inside the plate's edges heel and toe must lie to say that it carries the foot
_WELL_INSIDE = 0.03
# s for which a plate may be loaded while no foot is down on it
_EMPTY = 0.15
# m from a foot's line heel to toe, within which what it presses lies: a sole and 5 cm
_UNDER = 0.10
# share of a plate's greatest load from which the place of it means something
_LOADED = 0.2
# of a load; two plates whose forces differ by less read the same channels: those of two feet that
# press exactly alike differ by the plates' noise, a newton of 400
_SAME = 0.001
# m; above its lowest, up to which a heel or toe is on the ground
_DOWN = 0.02


Fault = dict[str, str | float]
"""The kind of a fault, with the facts for its text."""


def check(evidence: Evidence) -> list[Finding]:
    """Faults of loaded plates, and feet that no plate measured; empty without plates."""
    if not evidence.trial.plates:
        return []
    loaded = {contact.plate for contact in evidence.steps.contacts}
    grave, slight = list[Fault](), list[Fault]()
    for plate in evidence.trial.plates:
        for fault in plate.faults:
            kind = "channels" if fault.channel == ALL_CHANNELS else "channel"
            seen: Fault = {"kind": kind, "channel": fault.channel, "plate": plate.name}
            (grave if fault.grave else slight).append({**seen, "what": fault.what})
    unfelt = unfelt_feet(evidence) if loaded or grave else []
    wrong = [*grave, *unfelt, *pressed_elsewhere(evidence), *same_loads(evidence)]
    return [replace(faulty(wrong, slight), whose=_legs_on(evidence, (*wrong, *slight)))]


def _legs_on(evidence: Evidence, faults: Sequence[Fault]) -> tuple[str, ...]:
    """Quantities of the legs that stand on plates with a fault; all where a plate has no foot."""
    found = set[str]()
    for fault in faults:
        names = {fault[key] for key in ("plate", "other") if key in fault}
        on = {
            contact.side
            for contact in evidence.steps.contacts
            if evidence.trial.plates[contact.plate].name in names
        }
        sides = on | {fault["side"]} if "side" in fault else on
        found |= {f"{side}_*" if side else "*" for side in sides or {None}}
    return ("*",) if "*" in found else tuple(sorted(map(str, found)))


def pressed_elsewhere(evidence: Evidence) -> list[Fault]:
    """Plates whose centre of pressure is beside the only foot on the ground.

    A subject on one foot presses only there. If another plate measures all of that foot, something
    else loads this plate, such as another person or a bag.
    """
    steps, found = evidence.steps, list[Fault]()
    step = float(steps.time[1] - steps.time[0])
    for plate in evidence.trial.plates:
        load = np.abs(np.interp(steps.time, plate.time, plate.force[:, 2], left=0.0, right=0.0))
        loaded = load > _LOADED * float(load.max(initial=0.0))
        point = np.column_stack(
            [np.interp(steps.time, plate.time, x) for x in plate.centre_of_pressure[:, :2].T]
        )
        for s, side in enumerate(SIDES):
            alone = loaded & steps.stance[:, s] & ~steps.stance[:, 1 - s]
            for contact in steps.contacts:
                other = evidence.trial.plates[contact.plate] is not plate
                if other and contact.side == side and contact.quality == "whole":
                    alone &= (steps.time < contact.start) | (steps.time > contact.stop)
            beside, other_beside = (
                off_line(point, foot[:, 0, :2], foot[:, 1, :2])
                for foot in (steps.feet[side], steps.feet[OTHER[side]])
            )
            # under the other foot it is that one, whose strike or off the motion tells less well
            far = alone & (beside > _UNDER) & (other_beside > _UNDER)
            if far.sum() * step > _STANDS and far.sum() > 0.5 * alone.sum():
                lasts = float(far.sum() * step)
                seen: Fault = {"plate": plate.name, "side": side, "lasts": lasts}
                found.append({"kind": "elsewhere", "beside": float(np.median(beside[far])), **seen})
    return found


def same_loads(evidence: Evidence) -> list[Fault]:
    """Pairs of plates that show the same load. Two feet never press equally."""
    found, plates = list[Fault](), evidence.trial.plates
    for one, other in combinations(plates, 2):
        if len(one.time) != len(other.time):
            continue
        load = np.abs([one.force[:, 2], other.force[:, 2]])
        loaded = (load > _LOADED * load.max(axis=1, keepdims=True)).any(axis=0)
        apart = np.linalg.norm((one.force - other.force)[loaded])
        if loaded.any() and apart < _SAME * np.linalg.norm(one.force[loaded]):
            found.append({"kind": "same", "plate": other.name, "other": one.name})
    return found


def faulty(grave: list[Fault], slight: list[Fault]) -> Finding:
    """All faults of the plates' channels.

    Args:
        grave: faults on which a flexion moment depends; slight: other faults.
    """
    value, usable = len(grave) + 0.5 * len(slight), 0.5 * len(slight) if grave else np.inf
    by_mass = any(fault["kind"] == "under_mass" for fault in grave)
    return Finding(
        "plate_faults", "", value, {"faults": (*grave, *slight), "by_mass": by_mass}, (0.0, usable)
    )


def unfelt_feet(evidence: Evidence) -> list[Fault]:
    """Feet that stand well inside a plate that does not measure their load.

    Plates that agree on another mass than the given mass have no fault. The check of the mass
    reports this.
    """
    agreed = weighed_mass(evidence.steps.contacts) is not None
    time, found = evidence.steps.time, list[Fault]()
    most = max((c.carried for c in evidence.steps.contacts if c.carried is not None), default=0.0)
    step = float(time[1] - time[0])
    plates = evidence.steps.plates
    # what a plate bears of both feet in turn is known of each
    known = np.zeros((len(time), 2), dtype=bool) if plates is None else plates.known
    for k, plate in enumerate(evidence.trial.plates if edges_known(evidence.trial) else ()):
        surface, at = plate_surface(plate), {"plate": plate.name}
        on_it = [contact for contact in evidence.steps.contacts if contact.plate == k]
        felt = np.zeros(len(time), dtype=bool)
        for contact in on_it:
            felt |= (time > contact.start - 0.1) & (time < contact.stop + 0.1)
        for side in SIDES:
            standing = _standing_on(evidence, side, surface)
            missed = standing & ~felt
            if missed.sum() * step > _STANDS:
                first = float(time[np.flatnonzero(missed)[0]])
                found.append({"kind": "silent", **at, "side": side, "time": first})
                continue
            for contact in on_it:
                during = (time >= contact.start) & (time <= contact.stop)
                if contact.quality == "whole" or contact.cut:
                    continue
                if contact.carried is not None and contact.side == side and not agreed:
                    # far less than in another step, the given mass has no part in it
                    kind = "weighed" if contact.carried < LIGHT * most else "under_mass"
                    found.append({"kind": kind, **at, "reason": contact.reason})
                elif contact.side is None and (
                    (standing & during & ~known[:, SIDES.index(side)]).sum() * step > _STANDS
                    and not (_touches(evidence, OTHER[side], surface) & during).any()
                ):
                    seen: Fault = {"side": side, "reason": contact.reason}
                    found.append({"kind": "unfelt", **at, **seen})
        for contact in on_it:
            during = (time >= contact.start) & (time <= contact.stop)
            empty = during & ~evidence.steps.stance.any(axis=1)
            if contact.side is not None:
                empty |= during & ~evidence.steps.stance[:, SIDES.index(contact.side)]
            if empty.sum() * step > _EMPTY:
                found.append({"kind": "empty", **at, "lasts": float(empty.sum() * step)})
    return found


def _touches(evidence: Evidence, side: Side, surface: PlateOutline) -> BoolArray:
    """Frames (frames,) in which a standing foot has its heel or its toe over a plate."""
    ends = [surface.outside(evidence.body.points[f"{side}_{name}"]) for name in ("heel", "toe")]
    return np.asarray(evidence.steps.stance[:, SIDES.index(side)] & (np.minimum(*ends) < 0.0))


def _standing_on(evidence: Evidence, side: Side, surface: PlateOutline) -> BoolArray:
    """Frames (frames,) in which a foot, flat or alone on the ground, stands well inside a plate."""
    heel, toe = (evidence.body.points[f"{side}_{name}"] for name in ("heel", "toe"))
    stance = evidence.steps.stance[:, SIDES.index(side)]
    flat = (heel[:, 2] < heel[:, 2].min() + _DOWN) & (toe[:, 2] < toe[:, 2].min() + _DOWN)
    inside = np.maximum(surface.outside(heel), surface.outside(toe)) < -_WELL_INSIDE
    alone = ~evidence.steps.stance[:, SIDES.index(OTHER[side])]
    return np.asarray(stance & (flat | alone) & inside)
