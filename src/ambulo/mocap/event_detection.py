"""All events of a trial: the file's, the plates', and the feet's motion for the rest."""

from __future__ import annotations

from collections.abc import Mapping

from ambulo.mocap.events import force_events, kinematic_events, merge_events
from ambulo.mocap.plate_contacts import assign_contacts
from ambulo.records import Event, FloatArray, PlateContact, Side, Trial

__all__ = ["detect_events"]


def detect_events(
    trial: Trial, feet: Mapping[Side, FloatArray], *, mass: float | None = None
) -> tuple[tuple[Event, ...], tuple[PlateContact, ...], tuple[str, ...]]:
    """Events of a trial from all that it holds, and the plate contacts found on the way.

    Events in the file come first; plates that a foot has to itself give those that the file lacks;
    the motion of the feet gives the rest.

    Args:
        trial: with markers, plates and the events of the file.
        feet: (frames, points, 3) m on the marker frames, world frame; heel, toe, others.
        mass: kg, for judging the plates' forces; the file's if None.

    Returns:
        Events in order of time, plate contacts, and notes.
    """
    moving = kinematic_events(trial.markers.time, feet)
    first, _ = merge_events(trial.events, moving)
    contacts = assign_contacts(trial, feet, first, mass=mass)
    loaded = force_events(contacts)
    events, notes = merge_events(trial.events, loaded, moving)
    count = {
        source: sum(event.source == source for event in events)
        for source in ("file", "force", "kinematics")
    }
    told = (
        f"Events: {count['file']} from the file, {count['force']} from the plates, "
        f"{count['kinematics']} from the motion of the feet (O'Connor 2007)."
    )
    return events, contacts, (told, *notes)
