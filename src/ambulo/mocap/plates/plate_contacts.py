"""Which foot loads which plate, and whether the plate measures all of its contact."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.math.medians import medians
from ambulo.math.runs import runs
from ambulo.math.vector_arrays import lengths
from ambulo.mocap.body_regions import PELVIS, matching, travel
from ambulo.mocap.events import CUT_BY_RECORD, in_stance
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo.records import (
    SIDES,
    Event,
    ForcePlate,
    PlateContact,
    Side,
    Trial,
)

__all__ = [
    "Surface",
    "assign_contacts",
    "edges_known",
    "loadings",
    "plate_surface",
]

_RELEASE = 0.5
"""Share of the threshold at which a loading begins and ends: hysteresis against chatter."""
_SHORTEST = 0.05
"""s; a shorter loading is a knock, not a step."""
_HANDED = 0.01, 5.0
"""s, the shortest, and times the threshold: a short loading that another plate's follows, or that
follows one, is a part of that foot's step over the edge between them."""
_PAUSE = 0.03
"""s; a shorter interruption does not end a contact."""
_REACH = 0.15
"""m; a centre of pressure farther than this from the line heel to toe is not this foot's. Half a
foot's breadth, what the sole reaches beyond heel and toe, and 5 cm for markers and calibration."""
_STOREY = 0.10
"""m; a foot this far above or below a plate is on another step of the stairs."""
_EDGE = 0.02
"""m; how far a point of the foot may seem to lie outside a plate that carries all of it."""
_RAISED = 0.05
"""m; a plate this far above the floor is a step or a box: what hangs over its edge hangs free."""
_BESIDE = {"file": 0.05, "force": 0.05, "kinematics": 0.08}
"""s; a foot that is down this much longer than its plate is loaded also stands beside it. Twice the
error of the event's source."""
_LIGHT = 0.92
"""Share of the mass that other contacts carry below which a contact is remarked on. Whole contacts
of one walk agree to 5 %, with the pelvis for the centre of mass."""
_TOO_LIGHT = 0.8
"""Share, of what other contacts carry or of the body mass, below which a contact is not all on its
plate: calibration, a wrong mass and the pelvis for the centre of mass do not explain as much."""
_ALONE = 0.2
"""s; a shorter single support does not tell what the foot carries."""


@dataclass(frozen=True)
class _Loading:
    """A plate's loading [s]; brief where it counts only as a part of another plate's."""

    plate: int
    start: float
    stop: float
    cut: bool
    brief: bool = False


@dataclass(frozen=True, eq=False)
class Surface:
    """A plate seen from above: where points lie on it."""

    centre: FloatArray
    axes: FloatArray
    half: FloatArray

    def outside(self, points: FloatArray) -> FloatArray:
        """How far points (..., 3) lie outside the edges, m; negative inside."""
        local = (points - self.centre)[..., :2] @ self.axes.T
        return np.asarray((np.abs(local) - self.half).max(axis=-1))


def loadings(
    plate: ForcePlate, *, threshold: float = 20.0, shortest: float = _SHORTEST
) -> tuple[tuple[float, float, bool], ...]:
    """Periods in which a plate is loaded: start [s], stop [s], whether the record cuts it.

    Args:
        plate: one plate.
        threshold: N; a period must pass it, and lasts while the vertical force is above half of it.
        shortest: s; what is shorter is left out.

    Returns:
        Periods in order of time; pauses under 0.03 s do not part them.
    """
    vertical = plate.force[:, 2]
    periods: list[list[int]] = []
    step = float(plate.time[1] - plate.time[0]) if len(plate.time) > 1 else 1.0
    for start, stop in runs(vertical > _RELEASE * threshold):
        if periods and (start - periods[-1][1]) * step < _PAUSE:
            periods[-1][1] = stop
        else:
            periods.append([start, stop])
    return tuple(
        (float(plate.time[a]), float(plate.time[b - 1]), a == 0 or b == len(vertical))
        for a, b in periods
        if vertical[a:b].max() > threshold and (b - a) * step >= shortest
    )


def assign_contacts(
    trial: Trial,
    feet: Mapping[Side, FloatArray],
    events: Sequence[Event],
    *,
    mass: float | None = None,
    threshold: float = 20.0,
) -> tuple[PlateContact, ...]:
    """Give every loading of every plate to a foot, and say whether it is the whole contact.

    The foot is the one whose line from heel to toe the centre of pressure follows. A plate is
    shared if both feet stand on it, or if its centre of pressure wanders from one to the other. A
    contact is partial if a point of the standing foot lies beside the plates it loads, if the foot
    is down well before or after, or if the plate carries far less of the body in single support
    than another plate or than the body weighs; the reason remarks on smaller shortfalls. A foot on
    two plates at once is whole if together they carry all of it. Where only a list of forces is
    known (.mot), edges do not count.

    Args:
        trial: with plates.
        feet: (frames, points, 3) m on the marker frames, world frame; the heel first, the toe
            second, others after; NaN in gaps.
        events: strikes and offs, for when each foot is down.
        mass: kg; the file's if None; without either a lone contact's force is not judged.
        threshold: N.

    Returns:
        Contacts in order of time.
    """
    found: list[tuple[PlateContact, _Loading]] = []
    surfaces = [plate_surface(plate) for plate in trial.plates] if edges_known(trial) else []
    time = trial.markers.time
    stance = {side: _stance(time, events, feet[side], side) for side in feet}
    for loading in _loadings(trial.plates, threshold):
        plate = trial.plates[loading.plate]
        surface = surfaces[loading.plate] if surfaces else None
        found.append((_who(plate, loading, time, feet, stance, surface), loading))
    judged = []
    for contact, loading in found:
        if contact.quality == "whole":
            together = _together(contact, [other for other, _ in found])
            contact = _judged(contact, loading, together, trial, feet, events, surfaces)
        judged.append(contact)
    contacts = _weighed(judged, trial, stance, mass or trial.subject.mass)
    return tuple(sorted(contacts, key=lambda contact: contact.start))


def _loadings(plates: Sequence[ForcePlate], threshold: float) -> list[_Loading]:
    """Those of every plate, and short ones that are the beginning or end of another plate's."""
    long = [
        _Loading(number, *period)
        for number, plate in enumerate(plates)
        for period in loadings(plate, threshold=threshold)
    ]
    shortest, heavy = _HANDED
    short = list[_Loading]()
    for number, plate in enumerate(plates):
        mine = [other for other in long if other.plate == number]
        others = [other for other in long if other.plate != number]
        for period in loadings(plate, threshold=heavy * threshold, shortest=shortest):
            brief = _Loading(number, *period, brief=True)
            # above the higher threshold there are parts of long ones too
            part = any(other.start <= brief.start <= other.stop for other in mine)
            if not part and any(
                min(abs(other.start - brief.stop), abs(brief.start - other.stop)) < _PAUSE
                for other in others
            ):
                short.append(brief)
    return sorted(long + short, key=lambda loading: (loading.plate, loading.start))


def _together(contact: PlateContact, others: Sequence[PlateContact]) -> list[PlateContact]:
    """The contacts of one foot on several plates at once, the one given among them."""
    return [
        other
        for other in others
        if other.side == contact.side
        and other.quality == "whole"
        and (
            other is contact
            or min(other.stop, contact.stop) - max(other.start, contact.start) > _SHORTEST
        )
    ]


def edges_known(trial: Trial) -> bool:
    """Whether a trial's plates have edges: a list of forces (.mot) does not tell any."""
    return trial.path.suffix.lower() == ".c3d"


def plate_surface(plate: ForcePlate) -> Surface:
    """Where a plate lies, seen from above."""
    corners = plate.corners[:, :2]
    u = (corners[0] + corners[3]) - (corners[1] + corners[2])
    v = (corners[0] + corners[1]) - (corners[3] + corners[2])
    size = np.array([np.linalg.norm(u), np.linalg.norm(v)])
    return Surface(
        centre=plate.corners.mean(axis=0),
        # a plate that stands on edge, as in a stair, has no surface from above
        axes=np.array([u, v]) / np.where(size > 0.0, size, 1.0)[:, None],
        half=size / 4,
    )


def _stance(time: FloatArray, events: Sequence[Event], foot: FloatArray, side: Side) -> BoolArray:
    """Frames on which a foot is down; a foot without events is down if it never rises."""
    down = in_stance(time, events, side)
    if down is not None:
        return down
    heel = foot[:, 0, 2]
    heel = heel[np.isfinite(heel)]
    return np.full(len(time), bool(len(heel)) and float(np.ptp(heel)) < 0.05)


def _distance(foot: FloatArray, point: FloatArray) -> FloatArray:
    """Horizontal distance of points (n, 3) from the line heel to toe (n, k, 3), m.

    A foot in the air is farther off: three times what its lowest point is above 0.1 m is added.
    """
    heel, toe = foot[:, 0, :2], foot[:, 1, :2]
    along = toe - heel
    share = ((point[:, :2] - heel) * along).sum(axis=1) / np.maximum((along**2).sum(axis=1), 1e-9)
    nearest = heel + np.clip(share, 0.0, 1.0)[:, None] * along
    height = np.fmin(foot[:, 0, 2], foot[:, 1, 2]) - point[:, 2]
    return np.asarray(lengths(point[:, :2] - nearest) + 3.0 * np.maximum(height - 0.1, 0.0))


def _who(
    plate: ForcePlate,
    loading: _Loading,
    time: FloatArray,
    feet: Mapping[Side, FloatArray],
    stance: Mapping[Side, BoolArray],
    surface: Surface | None,
) -> PlateContact:
    """The contact with its foot; "whole" stands for not yet judged."""
    frames = np.flatnonzero((time >= loading.start) & (time <= loading.stop))
    sample = np.clip(np.searchsorted(plate.time, time[frames]), 0, len(plate.time) - 1)
    point, vertical = plate.centre_of_pressure[sample], plate.force[sample, 2]
    usable = np.isfinite(point).all(axis=1)
    unseen = f"no foot marker is seen while {plate.name} is loaded"
    if not len(frames) and time[0] < loading.start < time[-1]:
        unseen = f"{plate.name} is loaded between two marker frames"
    elif len(frames) and not usable.any():
        unseen = f"{plate.name} is loaded too lightly at the marker frames to have a point of force"
    frames, point, vertical = frames[usable], point[usable], vertical[usable]
    distances = {}
    for side in feet:
        d = _distance(feet[side][frames], point) if len(frames) else np.zeros(0)
        if np.isfinite(d).any():
            distances[side] = d
    nothing = PlateContact(
        loading.plate,
        loading.start,
        loading.stop,
        None,
        "partial",
        unseen,
    )
    if not distances:
        return nothing
    mean = {
        side: float(np.sum(vertical * np.nan_to_num(d, nan=1.0)) / np.sum(vertical))
        for side, d in distances.items()
    }
    side = min(mean, key=lambda s: mean[s])
    other = next((s for s in SIDES if s != side and s in distances), None)
    if other is not None:
        own, theirs = distances[side], distances[other]
        away = (own > _REACH) & (theirs < own)
        strayed = float(np.sum(vertical[away]) / np.sum(vertical))
        both = 0.0
        if surface is not None:
            line = np.linspace(0.0, 1.0, 11)[None, :, None]
            foot = feet[other][frames[stance[other][frames] & stance[side][frames]]]
            sole = foot[:, :1] + line * (foot[:, 1:2] - foot[:, :1])
            on_it = (surface.outside(sole) < 0).mean(axis=1) > 0.25
            on_it &= np.abs(sole[..., 2].min(axis=1) - surface.centre[2]) < _STOREY
            both = float(np.sum(on_it)) * float(time[1] - time[0])
        if both > _SHORTEST or strayed > 0.1:
            why = (
                f"both feet stand on {plate.name} for {both:.2f} s"
                if both > _SHORTEST
                else f"the centre of pressure of {plate.name} goes from one foot to the other"
            )
            return replace(nothing, quality="shared", reason=why)
    if mean[side] > _REACH:
        return replace(
            nothing,
            reason=(
                f"the centre of pressure of {plate.name} is {100 * mean[side]:.0f} cm from the "
                f"nearest foot ({side})"
            ),
        )
    return replace(
        nothing,
        side=side,
        quality="whole",
        reason=f"the {side} foot is {100 * mean[side]:.0f} cm from the centre of pressure",
    )


def _judged(
    contact: PlateContact,
    loading: _Loading,
    together: Sequence[PlateContact],
    trial: Trial,
    feet: Mapping[Side, FloatArray],
    events: Sequence[Event],
    surfaces: Sequence[Surface],
) -> PlateContact:
    assert contact.side is not None
    time = trial.markers.time
    plates = _names(together, trial)
    if loading.brief:
        return replace(
            contact,
            quality="partial",
            reason=f"the {contact.side} foot is on {plates} for a moment, beside another plate",
        )
    start, stop = min(c.start for c in together), max(c.stop for c in together)
    if surfaces:
        flat = (time > start + 0.2 * (stop - start)) & (time < start + 0.6 * (stop - start))
        outside = np.min(
            [surfaces[c.plate].outside(feet[contact.side][flat]) for c in together], axis=0
        )
        seen = np.isfinite(outside).any(axis=0)
        beyond = float(medians(outside[:, seen]).max()) if seen.any() else 0.0
        # beside a raised plate there is nothing to stand on
        raised = all(surfaces[c.plate].centre[2] > _RAISED for c in together)
        if beyond > _EDGE and not raised:
            return replace(
                contact,
                quality="partial",
                reason=f"the {contact.side} foot reaches {100 * beyond:.0f} cm beyond {plates}",
            )
    before, after = _down_beside(contact.side, start, stop, events)
    if before is not None or after is not None:
        when = " and ".join(
            text
            for text in (
                f"down {before:.2f} s before" if before is not None else "",
                f"still down {after:.2f} s after" if after is not None else "",
            )
            if text
        )
        return replace(
            contact,
            quality="partial",
            reason=f"the {contact.side} foot is {when} the loading of {plates}",
        )
    if loading.cut:
        return replace(contact, quality="partial", reason=CUT_BY_RECORD)
    if len({c.plate for c in together}) > 1:
        return replace(
            contact, reason=f"the {contact.side} foot stands on {plates} at once; together whole"
        )
    return contact


def _weighed(
    contacts: Sequence[PlateContact],
    trial: Trial,
    stance: Mapping[Side, BoolArray],
    mass: float | None,
) -> list[PlateContact]:
    """The contacts, partial where the plate carries far less of the body than it should."""
    if all(contact.quality != "whole" for contact in contacts):
        return list(contacts)
    rising = _pelvis_rising(trial)
    carried = {
        k: found
        for k, contact in enumerate(contacts)
        if contact.quality == "whole"
        and (found := _carried_mass(_together(contact, contacts), trial, stance, rising))
        is not None
    }
    if not carried:
        return list(contacts)
    most = max(carried, key=lambda k: carried[k])
    weighed = list(contacts)
    for k, kilograms in carried.items():
        contact = weighed[k] = replace(contacts[k], carried=kilograms)
        plates = _names(_together(contact, contacts), trial)
        if kilograms < _LIGHT * carried[most]:
            best = _names(_together(contacts[most], contacts), trial)
            remark = (
                f"{plates} carries {kilograms:.0f} kg in single support, "
                f"{best} {carried[most]:.0f} kg"
            )
            share = kilograms / carried[most]
        elif mass is not None and kilograms < _TOO_LIGHT * mass:
            remark = f"{plates} carries {kilograms:.0f} kg in single support of {mass:.0f} kg"
            share = kilograms / mass
        else:
            continue
        if share < _TOO_LIGHT:
            weighed[k] = replace(contact, quality="partial", reason=remark)
        else:
            weighed[k] = replace(contact, reason=f"{contact.reason}, but {remark}")
    return weighed


def _names(contacts: Sequence[PlateContact], trial: Trial) -> str:
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
    stance: Mapping[Side, BoolArray],
    rising: FloatArray,
) -> float | None:
    """Mass that a foot carries in single support, kg, by force and acceleration.

    m = mean(Fz) / (g + (v_end - v_begin) / T), with the pelvis' vertical velocity v (`rising`) for
    the centre of mass; None if the foot does not stand alone for 0.2 s.
    """
    time = trial.markers.time
    start, stop = min(c.start for c in together), max(c.stop for c in together)
    other = next((side for side in stance if side != together[0].side), None)
    if other is None:
        return None
    alone = np.flatnonzero((time > start) & (time < stop) & ~stance[other])
    if len(alone) < 5 or time[alone[-1]] - time[alone[0]] < _ALONE:
        return None
    total = sum(
        np.interp(time[alone], trial.plates[c.plate].time, trial.plates[c.plate].force[:, 2])
        for c in together
    )
    change = float(rising[alone[-3:]].mean() - rising[alone[:3]].mean())
    acceleration = change / float(time[alone[-1]] - time[alone[0]])
    return float(np.mean(total)) / (STANDARD_GRAVITY + acceleration)


def _down_beside(
    side: Side, start: float, stop: float, events: Sequence[Event]
) -> tuple[float | None, float | None]:
    """How long the foot is down before and after a loading, where that is more than errors."""
    foot = sorted((e for e in events if e.side == side), key=lambda e: e.time)
    middle = 0.5 * (start + stop)
    strike = next((e for e in reversed(foot) if e.kind == "strike" and e.time < middle), None)
    off = next((e for e in foot if e.kind == "off" and e.time > middle), None)
    # an event of the step before or after means that this step's own is missing
    if strike is not None and any(e.kind == "off" and strike.time < e.time < middle for e in foot):
        strike = None
    if off is not None and any(e.kind == "strike" and middle < e.time < off.time for e in foot):
        off = None
    before = start - strike.time if strike is not None else 0.0
    after = off.time - stop if off is not None else 0.0
    return (
        before if strike is not None and before > _BESIDE[strike.source] else None,
        after if off is not None and after > _BESIDE[off.source] else None,
    )
