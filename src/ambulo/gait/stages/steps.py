"""The steps of a trial: strikes and offs, the plates' contacts, and the plates' measurements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from ambulo.gait.body_motion import ModelMotion
from ambulo.gait.configuration import Configuration
from ambulo.gait.missed_contacts import without_missed_contacts
from ambulo.gait.stages.markers import NamedMarkers
from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.math.brief_repr import BriefRepr
from ambulo.mocap.event_timing import align_events
from ambulo.mocap.events import force_events, in_stance, kinematic_events, merge_events
from ambulo.mocap.foot_contact import contact_events
from ambulo.mocap.plates.ground_reaction import ground_reaction
from ambulo.mocap.plates.plate_contacts import MEASURED, assign_contacts
from ambulo.mocap.plates.plate_loadings import loadings
from ambulo.mocap.plates.smeared_strikes import struck_at
from ambulo.records import (
    SIDES,
    Event,
    GroundReaction,
    PlateContact,
    Side,
    Subject,
    Trial,
)


@dataclass(frozen=True, eq=False)
class Steps(BriefRepr):
    """When and where the feet are on the ground.

    Args:
        time: (frames,) s.
        feet: points (frames, k, 3) m of each foot near the sole: heel, toe, then others.
        events: foot strikes and offs, at the loading and unloading of plates.
        struck: the same events, with the true times of the strikes. They are later than in `events`
            if plates were low-pass filtered.
        by_motion: events from the motion of the feet alone.
        contacts: plate loadings with their feet.
        stance: (frames, 2) feet on the ground, order SIDES.
        plates: each foot's ground reaction as the plates measured it; None without plates.
        notes: one sentence each.
    """

    time: FloatArray
    feet: Mapping[Side, FloatArray]
    events: tuple[Event, ...]
    struck: tuple[Event, ...]
    by_motion: tuple[Event, ...]
    contacts: tuple[PlateContact, ...]
    stance: BoolArray
    plates: GroundReaction | None
    notes: tuple[str, ...]


# s; strikes of one foot that are closer are one, in walking and in anything else
_CLOSEST, _CLOSEST_OF_WALKING = 0.3, 0.5
# s; outside of walking, by which events that the feet's motion tells may be off: mean and standard
# deviation of walkers' (16 and 15 ms, O'Connor et al. 2007) and half a frame at 100 Hz. Set by the
# plates' other steps, those of made runs, sprints and stairs are off by 5 ms, as found by 18 to 63
_DOUBT = 0.035


def find_steps(
    trial: Trial,
    named: NamedMarkers,
    subject: Subject,
    choice: Configuration,
    rest: Mapping[Side, BoolArray],
    floor: Mapping[Side, FloatArray],
    velocity: Mapping[Side, FloatArray],
    *,
    walking: bool,
    body: ModelMotion | None = None,
) -> Steps:
    """Find foot strikes and foot offs, and the foot that loads each plate.

    Args:
        trial: the trial, with plates and the events of the file.
        named: markers of the frames that are used.
        subject: the subject, with mass.
        choice: `force_threshold`.
        rest: side -> (frames,) whether the foot rests on the ground, as its motion shows.
        floor: side -> (2,) m/s, velocity of the floor under the foot.
        velocity: side -> (frames, k, 3) m/s, velocity of the points of the foot.
        walking: whether to find strikes and offs by the rules for walking. In other activities, a
            strike is where a foot comes to rest, and an off where it begins to move.
        body: the whole body in motion, which shows missed contacts; None: do not look for them.
    """
    markers = named.markers
    time, feet, on_plates = markers.time, named.feet, named.feet_on_plates
    by_motion = (
        kinematic_events(time, feet, floor, rest, velocity)
        if walking
        else contact_events(time, rest)
    )
    closest = _CLOSEST_OF_WALKING if walking else _CLOSEST
    ends = float(time[0]), float(time[-1])
    seen = replace(trial, markers=markers)
    first, _ = merge_events(trial.events, by_motion, closest=closest)
    threshold = choice.force_threshold
    loads = loadings(trial.plates, threshold)
    given = partial(assign_contacts, mass=subject.mass, threshold=threshold, loads=loads)
    by_plates = given(seen, on_plates, first)

    def merged(of: Sequence[PlateContact]) -> tuple[tuple[Event, ...], tuple[str, ...]]:
        by_force = force_events(of, ends)
        timed, timing = align_events(by_motion, [*trial.events, *by_force])
        found, notes = merge_events(trial.events, by_force, timed, closest=closest)
        told = any(event.source == "kinematics" for event in found)
        return found, (*(timing if told else ()), *notes)

    events, notes = merged(by_plates)
    struck, at_strikes = events, struck_at(trial.plates, by_plates) if walking else by_plates
    if at_strikes != by_plates:
        struck, notes = merged(at_strikes)
    contacts = given(seen, on_plates, events)
    sources = {
        source: sum(e.source == source for e in events)
        for source in ("file", "force", "kinematics")
    }
    stance = stance_of(time, events, rest)
    plates, missed = None, tuple[str, ...]()
    if trial.plates:
        plates = ground_reaction(
            trial, contacts, events, time, on_plates, stance, doubt=0.0 if walking else _DOUBT
        )
        if body is not None:
            plates, missed = without_missed_contacts(plates, body)
    counted = ", ".join(f"{n} from {source}" for source, n in sources.items() if n)
    return Steps(
        time=time,
        feet=feet,
        events=events,
        struck=struck,
        by_motion=by_motion,
        contacts=contacts,
        stance=stance,
        plates=plates,
        notes=(
            f"Foot strikes and offs: {counted or 'none found'}.",
            *_smoothed(by_plates, at_strikes),
            *notes,
            *(
                f"{trial.plates[c.plate].name.capitalize()}, {c.start:.2f} to {c.stop:.2f} s: "
                f"{c.side or 'no single'} foot, {MEASURED[c.quality]}. "
                f"{c.reason[:1].upper()}{c.reason[1:]}."
                for c in contacts
            ),
            *missed,
        ),
    )


def _smoothed(loads: Sequence[PlateContact], struck: Sequence[PlateContact]) -> list[str]:
    late = [1e3 * (b.start - a.start) for a, b in zip(loads, struck, strict=True) if a != b]
    if not late:
        return []
    return [
        f"Loads on plates that were low-pass filtered before the export: {len(late)}. Their foot "
        "strikes are taken as the instants at which a tenth of the load is on the plate, "
        f"{min(late):.0f} to {max(late):.0f} ms after the load seems to begin."
    ]


def stance_of(
    time: FloatArray,
    events: tuple[Event, ...],
    rest: Mapping[Side, BoolArray] | None = None,
) -> BoolArray:
    """Feet on the ground (frames, 2).

    A foot without any event has the state of most of the record throughout. Without any evidence it
    is on the ground.
    """
    columns = []
    for side in SIDES:
        column = in_stance(time, events, side)
        if column is None:
            stands = rest is None or bool(np.mean(rest[side]) > 0.5)
            column = np.full(len(time), stands)
        columns.append(column)
    return np.stack(columns, axis=1)
