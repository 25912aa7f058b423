"""Assignment of plate loadings to feet. It also tells whether a plate measures all of a contact."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.math.medians import medians
from ambulo.math.runs import runs
from ambulo.math.vector_arrays import finite
from ambulo.mocap.events import in_stance
from ambulo.mocap.plates.carried_mass import plate_names, together, weighed
from ambulo.mocap.plates.plate_loadings import (
    REACH,
    SHORTEST,
    Loading,
    PlateOutline,
    distance_from_foot,
    edges_known,
    loadings,
    plate_surface,
)
from ambulo.records import (
    SIDES,
    Event,
    ForcePlate,
    PlateContact,
    Side,
    Trial,
)
from ambulo.records.measurement import LOADED

MEASURED = {"whole": "wholly measured", "partial": "partly measured", "shared": "both feet on it"}
"""Qualities of a contact, in words."""
_STOREY = 0.10
"""m; a foot this far above or below a plate is on another step of the stairs."""
_EDGE = 0.02
"""m; how far a point of the foot may seem to lie outside a plate that carries all of it."""
_RAISED = 0.05
"""m; a plate this far above the floor is a step or a box: what hangs over its edge hangs free."""
_BESIDE = {"file": 0.05, "force": 0.05, "kinematics": 0.08}
"""s; a foot that is down this much longer than its plate is loaded also stands beside it. Twice the
error of the event's source."""
_MISTOLD = 0.3
"""s; by no more does the motion of a foot that hardly rises tell its strike or off wrongly. A plate
that feels nothing under it for longer has failed."""
_PASSED_ON = 0.07
"""s; a load that lies under the other foot for longer is that foot's, however light it is: up to
0.05 s in 27 public recordings of some 15 laboratories; 0.09 to 0.23 where somebody stepped on the
seam of two belts, and 0.14 where a child had both feet on one plate, a laboratory each."""
_AT_ONCE = 0.15
"""Of its greatest, from which a load does not begin."""


def assign_contacts(
    trial: Trial,
    feet: Mapping[Side, FloatArray],
    events: Sequence[Event],
    *,
    mass: float | None = None,
    threshold: float = LOADED,
    loads: Sequence[Loading] | None = None,
) -> tuple[PlateContact, ...]:
    """Assign every loading of every plate to a foot, and find whether the loading is the whole
    contact.

    The foot is the one whose line from heel to toe is nearest to the centre of pressure. A plate is
    shared if both feet stand on it, or if its centre of pressure moves from one foot to the other.
    A contact is partial in three cases. A point of the standing foot is beside the plates that it
    loads. The foot is on the ground well before or after the loading. Or, in single support, the
    plate carries far less than another plate or than the body's weight. The reason also mentions
    smaller shortfalls. A foot on two plates at once is whole if the two plates together carry all
    of it. If only a list of forces is known (.mot), the plates' edges are not used.

    Args:
        trial: with plates.
        feet: (frames, points, 3) m on the marker frames, world frame; the heel first, the toe
            second, others after; NaN in gaps.
        events: strikes and offs, which show when each foot is on the ground.
        mass: kg; None takes the mass in the file. Without a mass, the force of a single contact is
            not judged.
        threshold: N, vertical force that makes a loading count; it begins at half of this force.
        loads: `loadings` of the trial's plates with this threshold, if already known.

    Returns:
        Contacts in order of time.
    """
    found: list[tuple[PlateContact, Loading]] = []
    surfaces = [plate_surface(plate) for plate in trial.plates] if edges_known(trial) else []
    time = trial.markers.time
    stance = {side: _stance(time, events, feet[side], side) for side in feet}
    for loading in loadings(trial.plates, threshold) if loads is None else loads:
        plate = trial.plates[loading.plate]
        surface = surfaces[loading.plate] if surfaces else None
        found.append((_who(plate, loading, time, feet, stance, surface), loading))
    judged = []
    for contact, loading in found:
        if contact.quality == "whole":
            beside = together(contact, [other for other, _ in found])
            shared = [other for other, _ in found if _borne_by_both(other, contact)]
            contact = _judged(contact, loading, beside, shared, trial, feet, events, surfaces)
        judged.append(contact)
    contacts = weighed(judged, trial, feet, stance, mass or trial.subject.mass)
    return tuple(sorted(contacts, key=lambda contact: contact.start))


def _stance(time: FloatArray, events: Sequence[Event], foot: FloatArray, side: Side) -> BoolArray:
    """Frames on which a foot is down; a foot without events is down if it never rises."""
    down = in_stance(time, events, side)
    if down is not None:
        return down
    heel = foot[:, 0, 2]
    heel = heel[np.isfinite(heel)]
    return np.full(len(time), bool(len(heel)) and float(np.ptp(heel)) < 0.05)


def _who(
    plate: ForcePlate,
    loading: Loading,
    time: FloatArray,
    feet: Mapping[Side, FloatArray],
    stance: Mapping[Side, BoolArray],
    surface: PlateOutline | None,
) -> PlateContact:
    """The contact with its foot; "whole" stands for not yet judged."""
    frames = np.flatnonzero((time >= loading.start) & (time <= loading.stop))
    sample = np.clip(np.searchsorted(plate.time, time[frames]), 0, len(plate.time) - 1)
    point, vertical = plate.centre_of_pressure[sample], plate.force[sample, 2]
    usable = finite(point)
    unseen = f"no foot marker is seen while {plate.name} is loaded"
    if not len(frames) and time[0] < loading.start < time[-1]:
        unseen = f"{plate.name} is loaded between two marker frames"
    elif len(frames) and not usable.any():
        unseen = (
            f"{plate.name} is loaded too lightly at the marker frames to have a centre of pressure"
        )
    frames, point, vertical = frames[usable], point[usable], vertical[usable]
    distances = {}
    for side in feet:
        d = distance_from_foot(feet[side][frames], point) if len(frames) else np.zeros(0)
        if np.isfinite(d).any():
            distances[side] = d
    nothing = PlateContact(loading.plate, loading.start, loading.stop, None, "partial", unseen)
    if not distances:
        return nothing
    mean = {
        side: float(np.sum(vertical * np.where(np.isnan(d), 1.0, d)) / np.sum(vertical))
        for side, d in distances.items()
    }
    side = min(mean, key=lambda s: mean[s])
    other = next((s for s in SIDES if s != side and s in distances), None)
    if other is not None:
        own, theirs = distances[side], distances[other]
        away = (own > REACH) & (theirs <= REACH)
        strayed = float(np.sum(vertical[away]) / np.sum(vertical))
        step = float(time[1] - time[0])
        passed_on = step * max((stop - start for start, stop in runs(away)), default=0)
        both = 0.0
        if surface is not None:
            down = frames[stance[other][frames] & stance[side][frames]]
            on_it = _lies_on(surface, feet[other][down]) & _lies_on(surface, feet[side][down])
            both = float(np.sum(on_it)) * step
        if both > SHORTEST or strayed > 0.1 or passed_on > _PASSED_ON:
            why = f"the centre of pressure of {plate.name} goes from one foot to the other"
            if both > SHORTEST:
                why = f"both feet stand on {plate.name} for {both:.2f} s"
            return replace(nothing, quality="shared", reason=why)
    far = f"{100 * mean[side]:.0f} cm from the" if mean[side] >= 0.005 else "at the"
    if mean[side] > REACH:
        why = f"the centre of pressure of {plate.name} is {far} nearest foot ({side})"
        return replace(nothing, reason=why)
    why = f"the {side} foot is {far} centre of pressure"
    return replace(nothing, side=side, quality="whole", reason=why)


def _borne_by_both(other: PlateContact, contact: PlateContact) -> bool:
    """Whether another plate bears both feet during a contact, this foot perhaps on its edge."""
    overlap = min(other.stop, contact.stop) - max(other.start, contact.start)
    return other.quality == "shared" and other.plate != contact.plate and overlap > SHORTEST


def _lies_on(surface: PlateOutline, foot: FloatArray) -> BoolArray:
    """Frames (n,) in which a quarter or more of the line heel to toe (n, k, 3) is over a plate."""
    line = np.linspace(0.0, 1.0, 11)[None, :, None]
    sole = foot[:, :1] + line * (foot[:, 1:2] - foot[:, :1])
    on_it = (surface.outside(sole) < 0).mean(axis=1) > 0.25
    return np.asarray(on_it & (np.abs(sole[..., 2].min(axis=1) - surface.centre[2]) < _STOREY))


def _judged(
    contact: PlateContact,
    loading: Loading,
    beside: Sequence[PlateContact],
    shared: Sequence[PlateContact],
    trial: Trial,
    feet: Mapping[Side, FloatArray],
    events: Sequence[Event],
    surfaces: Sequence[PlateOutline],
) -> PlateContact:
    """The contact, partial where the plates that the foot loads do not measure all of it."""
    assert contact.side is not None
    time, foot, plates = trial.markers.time, feet[contact.side], plate_names(beside, trial)
    start, stop = min(c.start for c in beside), max(c.stop for c in beside)
    reason = None
    if loading.brief:
        reason = f"is on {plates} for a moment, beside another plate"
    elif surfaces:
        flat = (time > start + 0.2 * (stop - start)) & (time < start + 0.6 * (stop - start))
        under = {c.plate for c in (*beside, *shared)}
        reason = _reaches(foot[flat], [surfaces[k] for k in under], plates)

    def in_air(first: float, last: float, edge: float) -> bool:
        """Whether the foot lies all over plates that it does not load yet, or no more."""
        if not surfaces or last - first > _MISTOLD or _sudden(trial.plates[contact.plate], edge):
            return False
        points = foot[(time > first) & (time < last)]
        outside = np.min([surfaces[c.plate].outside(points) for c in beside], axis=0)
        return bool((outside <= 0.0).all())

    if reason is None:
        reason = _down_beside(contact.side, start, stop, events, plates, in_air)
        forces = trial.plates[contact.plate].time
        shorter = forces[0] > time[0] + SHORTEST or forces[-1] < time[-1] - SHORTEST
        if reason is not None and loading.cut and shorter:
            reason += ", because the forces in the file begin later or end earlier than the markers"
    if reason is not None:
        return replace(contact, quality="partial", reason=f"the {contact.side} foot {reason}")
    if loading.cut:
        reason = "the record begins or ends while the plate is loaded"
        return replace(contact, quality="partial", reason=reason, cut=True)
    if len({c.plate for c in beside}) > 1:
        return replace(
            contact,
            reason=f"the {contact.side} foot stands on {plates} at once, and together "
            "these measure it wholly",
        )
    return contact


def _sudden(plate: ForcePlate, when: float) -> bool:
    """Whether a loading begins or ends at once, as no foot does and a failing plate may."""
    vertical = plate.force[:, 2]
    k = int(np.clip(np.searchsorted(plate.time, when), 0, len(vertical) - 1))
    return bool(vertical[k] > _AT_ONCE * vertical.max())


def _reaches(foot: FloatArray, surfaces: Sequence[PlateOutline], plates: str) -> str | None:
    """That a foot (frames, points, 3) reaches beyond the plates; None if it does not."""
    outside = np.min([surface.outside(foot) for surface in surfaces], axis=0)
    seen = np.isfinite(outside).any(axis=0)
    beyond = float(medians(outside[:, seen]).max()) if seen.any() else 0.0
    # beside a raised plate there is nothing to stand on
    if beyond <= _EDGE or all(surface.centre[2] > _RAISED for surface in surfaces):
        return None
    return f"reaches {100 * beyond:.0f} cm beyond {plates}"


def _down_beside(
    side: Side,
    start: float,
    stop: float,
    events: Sequence[Event],
    plates: str,
    in_air: Callable[[float, float, float], bool],
) -> str | None:
    """That the foot is down before or after a loading, where that is longer than errors.

    Args:
        in_air: whether it is in the air between two times, the load beginning or ending at a third.
    """
    foot = sorted((e for e in events if e.side == side), key=lambda e: e.time)
    middle = 0.5 * (start + stop)
    strike = next((e for e in reversed(foot) if e.kind == "strike" and e.time < middle), None)
    off = next((e for e in foot if e.kind == "off" and e.time > middle), None)
    # an event of the step before or after means that this step's own is missing
    if strike and any(e.kind == "off" and strike.time < e.time < middle for e in foot):
        strike = None
    if off and any(e.kind == "strike" and middle < e.time < off.time for e in foot):
        off = None
    said = []
    if (
        strike
        and start - strike.time > _BESIDE[strike.source]
        and not in_air(strike.time, start, start)
    ):
        said.append(f"down {start - strike.time:.2f} s before")
    if off and off.time - stop > _BESIDE[off.source] and not in_air(stop, off.time, stop):
        said.append(f"still down {off.time - stop:.2f} s after")
    return f"is {' and '.join(said)} the loading of {plates}" if said else None
