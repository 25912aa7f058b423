"""Foot strikes and foot offs: from the file, from the force, from the motion of the feet."""

from __future__ import annotations

from typing import Literal

import numpy as np

from ambulo.mocap.c3d import C3DFile
from ambulo.records import Event, Side

__all__ = ["events_in_file"]

_KINDS: dict[str, Literal["strike", "off"]] = {
    "foot strike": "strike",
    "heel strike": "strike",
    "heel contact": "strike",
    "initial contact": "strike",
    "foot contact": "strike",
    "foot on": "strike",
    "foot down": "strike",
    "strike": "strike",
    "foot off": "off",
    "toe off": "off",
    "foot up": "off",
    "off": "off",
}


def events_in_file(file: C3DFile) -> tuple[tuple[Event, ...], tuple[str, ...]]:
    """Foot strikes and offs written in a C3D file, on its absolute clock, in order of time.

    Args:
        file: a C3D file; its EVENT group holds minutes and seconds since time 0.

    Returns:
        Events with source "file", and notes on those left out.
    """
    times = file.parameter("EVENT", "TIMES")
    if times is None or not np.size(times):
        return (), ()
    table = np.asarray(times, dtype=float)
    # (2, n) as the guide says; some readers hand the pairs over in one row
    seconds = (table.reshape(-1, 2) if table.ndim == 1 else table.T) @ np.array([60.0, 1.0])
    labels, contexts = file.texts("EVENT", "LABELS"), file.texts("EVENT", "CONTEXTS")
    first = file.first_frame / file.rate
    last = (file.first_frame + len(file.points) - 1) / file.rate
    events, notes = [], []
    for k, time in enumerate(seconds):
        words = (labels[k] if k < len(labels) else "").lower().replace("-", " ").replace("_", " ")
        context = (contexts[k] if k < len(contexts) else "").lower()
        side: Side | None = None
        for candidate, initials in (("left", "l"), ("right", "r")):
            if candidate in context or candidate in words or words.startswith(initials + " "):
                side = "left" if candidate == "left" else "right"
        name = words.replace("left", "").replace("right", "").strip()
        name = name[2:] if name[:2] in ("l ", "r ") else name
        kind = _KINDS.get(" ".join(name.split()))
        if side is None or kind is None:
            notes.append(
                f"Event {labels[k] if k < len(labels) else ''!r} at {time:.3f} s is not a foot "
                "strike or off of one side; it was left out."
            )
        elif not first - 1 / file.rate <= time <= last + 1 / file.rate:
            notes.append(f"Event {words!r} at {time:.3f} s is outside the recording; left out.")
        else:
            events.append(Event(side, kind, float(time), "file"))
    return tuple(sorted(events, key=lambda event: event.time)), tuple(notes)
