"""The steps of a trial: strikes and offs, plates and feet, and what the plates measured."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from ambulo.gait.configuration import Configuration
from ambulo.gait.stages.markers import NamedMarkers
from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.mocap.event_timing import align_events
from ambulo.mocap.events import force_events, in_stance, kinematic_events, merge_events
from ambulo.mocap.plates.ground_reaction import ground_reaction
from ambulo.mocap.plates.plate_contacts import assign_contacts
from ambulo.records import (
    SIDES,
    Event,
    GroundReaction,
    PlateContact,
    Side,
    Subject,
    Trial,
)

__all__ = ["Steps", "find_steps", "stance_of"]


@dataclass(frozen=True, eq=False)
class Steps:
    """When and where the feet are on the ground.

    Args:
        time: (frames,) s.
        feet: points (frames, k, 3) m of each foot near the sole: heel, toe, then others.
        events: foot strikes and offs.
        by_motion: those that the motion of the feet tells by itself.
        contacts: which plate loading belongs to which foot.
        stance: (frames, 2) feet on the ground, order SIDES.
        plates: each foot's ground reaction as the plates measured it; None without plates.
        notes: one sentence each.
    """

    time: FloatArray
    feet: Mapping[Side, FloatArray]
    events: tuple[Event, ...]
    by_motion: tuple[Event, ...]
    contacts: tuple[PlateContact, ...]
    stance: BoolArray
    plates: GroundReaction | None
    notes: tuple[str, ...]


def find_steps(trial: Trial, named: NamedMarkers, subject: Subject, choice: Configuration) -> Steps:
    """Foot strikes and offs, and which plate loading belongs to which foot.

    Args:
        trial: with plates and the events of the file.
        named: markers of the frames that are used.
        subject: with mass.
        choice: `force_threshold`.
    """
    markers = named.markers
    time, feet = markers.time, named.feet()
    by_motion = tuple(kinematic_events(time, feet))
    seen = replace(trial, markers=markers)
    first, _ = merge_events(trial.events, by_motion)
    given = partial(assign_contacts, mass=subject.mass, threshold=choice.force_threshold)
    by_force = force_events(given(seen, feet, first))
    timed, timing = align_events(by_motion, [*trial.events, *by_force])
    events, notes = merge_events(trial.events, by_force, timed)
    contacts = given(seen, feet, events)
    sources = {
        source: sum(e.source == source for e in events)
        for source in ("file", "force", "kinematics")
    }
    counted = ", ".join(f"{n} from {source}" for source, n in sources.items() if n)
    return Steps(
        time=time,
        feet=feet,
        events=events,
        by_motion=by_motion,
        contacts=contacts,
        stance=stance_of(time, events),
        plates=ground_reaction(trial, contacts, events, time) if trial.plates else None,
        notes=(
            f"Foot strikes and offs: {counted or 'none found'}.",
            *(timing if sources["kinematics"] else ()),
            *notes,
            *(
                f"{trial.plates[c.plate].name}, {c.start:.2f} to {c.stop:.2f} s: "
                f"{c.side or 'no single'} foot, {c.quality}; {c.reason}."
                for c in contacts
            ),
        ),
    )


def stance_of(time: FloatArray, events: tuple[Event, ...]) -> BoolArray:
    """Feet on the ground (frames, 2); one without any event is taken to stand."""
    columns = [in_stance(time, events, side) for side in SIDES]
    return np.stack([np.ones(len(time), dtype=bool) if c is None else c for c in columns], axis=1)
