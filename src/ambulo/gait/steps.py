"""The steps of a trial: strikes and offs, plates and feet, which frames can be judged."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

import numpy as np

from ambulo.gait.configuration import Configuration
from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.mocap.event_timing import align_events
from ambulo.mocap.events import force_events, in_stance, kinematic_events, merge_events
from ambulo.mocap.plates.plate_contacts import assign_contacts
from ambulo.records import (
    SIDES,
    Event,
    GroundReaction,
    Markers,
    PlateContact,
    Side,
    Subject,
    Trial,
)

__all__ = ["find_steps", "frames_on_plate", "nothing_measured", "settled_frames", "stance_of"]

TRANSITION = 0.02
"""s; around a foot strike or off, left out where motion and plates are compared."""


def find_steps(
    trial: Trial,
    markers: Markers,
    feet: Mapping[Side, FloatArray],
    subject: Subject,
    choice: Configuration,
) -> tuple[tuple[Event, ...], tuple[PlateContact, ...], list[str]]:
    """Foot strikes and offs, and which plate loading belongs to which foot."""
    by_motion = kinematic_events(markers.time, feet)
    seen = replace(trial, markers=markers)
    first, _ = merge_events(trial.events, by_motion)
    given = partial(assign_contacts, mass=subject.mass, threshold=choice.force_threshold)
    by_force = force_events(given(seen, feet, first))
    by_motion, timing = align_events(by_motion, [*trial.events, *by_force])
    events, notes = merge_events(trial.events, by_force, by_motion)
    contacts = given(seen, feet, events)
    said = [
        f"{trial.plates[c.plate].name}, {c.start:.2f} to {c.stop:.2f} s: "
        f"{c.side or 'no single'} foot, {c.quality}; {c.reason}."
        for c in contacts
    ]
    sources = {
        source: sum(e.source == source for e in events)
        for source in ("file", "force", "kinematics")
    }
    counted = ", ".join(f"{n} from {source}" for source, n in sources.items() if n)
    return (
        events,
        contacts,
        [
            f"Foot strikes and offs: {counted or 'none found'}.",
            *(timing if sources["kinematics"] else ()),
            *notes,
            *said,
        ],
    )


def stance_of(time: FloatArray, events: tuple[Event, ...]) -> BoolArray:
    """Feet on the ground (frames, 2); one without any event is taken to stand."""
    columns = [in_stance(time, events, side) for side in SIDES]
    return np.stack([np.ones(len(time), dtype=bool) if c is None else c for c in columns], axis=1)


def nothing_measured(time: FloatArray, stance: BoolArray) -> GroundReaction:
    """Nothing measured: known (and zero) only for feet in the air."""
    known = ~stance
    force = np.where(known[..., None], 0.0, np.nan)
    force = np.repeat(force, 3, axis=2)
    nothing = np.full((*stance.shape, 3), np.nan)
    return GroundReaction(
        time, force, force.copy(), nothing, np.full(stance.shape, np.nan), known, "none"
    )


def settled_frames(time: FloatArray, events: tuple[Event, ...]) -> BoolArray:
    """Frames (frames,) away from foot strikes and offs.

    Their instants are known to about two frames, and a heel's impact is faster than markers.
    """
    settled = np.ones(len(time), dtype=bool)
    for event in events:
        settled &= np.abs(time - event.time) > TRANSITION
    return settled


def frames_on_plate(time: FloatArray, contacts: tuple[PlateContact, ...]) -> BoolArray:
    """Frames (frames, 2) in which a foot is wholly on a plate."""
    on = np.zeros((len(time), 2), dtype=bool)
    for contact in contacts:
        if contact.side is not None and contact.quality == "whole":
            inside = (time >= contact.start) & (time <= contact.stop)
            on[inside, SIDES.index(contact.side)] = True
    return on
