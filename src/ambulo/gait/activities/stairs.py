"""Stairs: steps that end on another level."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from ambulo.gait.activities.kind import ActivityKind, Description, Done, ObservedMotion
from ambulo.gait.activities.recognise import placements, steps_taken
from ambulo.records import Number

_LEVEL = 0.07
"""m; from one step to the next; no floor is as uneven, no stair as flat."""


def _seen(movement: ObservedMotion) -> str:
    levels = [abs(b.level - a.level) for a, b in steps_taken(movement)]
    climbed = sum(level > _LEVEL for level in levels)
    if climbed < 2 or 2 * climbed < len(levels):
        return ""
    return f"{climbed} of {len(levels)} steps end on another level."


def _describe(done: Done) -> Description:
    """Height and depth of a step, from one foot's stance to the other's; the rate of steps."""
    placed = placements(done.movement)
    steps = [(a, b) for a, b in pairwise(placed) if a.foot != b.foot]
    numbers = []
    if steps:
        rise = float(np.median([b.level - a.level for a, b in steps]))
        depth = float(np.median([abs(b.place[0] - a.place[0]) for a, b in steps]))
        numbers += [
            Number("step height", abs(rise), "m", "steps up" if rise > 0.0 else "steps down"),
            Number("step depth", depth, "m"),
        ]
    strikes = sorted(e.time for e in done.events if e.kind == "strike")
    if len(strikes) > 1:
        numbers.append(Number("cadence", 60.0 / float(np.mean(np.diff(strikes))), "steps/min"))
    return Description((), tuple(numbers))


KIND = ActivityKind(
    "stairs", "took stairs", _describe, _seen, stepping=True,
    shows="at least two steps, and at least half of all steps, that end "
    f"{100 * _LEVEL:.0f} cm or more above or below their beginning",
    key_numbers="step height and depth, cadence",
    # N*m/kg, in made recordings of other people (tests/invariants/test_activities.py)
    without_plates={"hip": 0.35, "knee": 0.32, "ankle": 0.2},
    size_of_moments={"hip": 0.46, "knee": 1.1, "ankle": 0.9},
)  # fmt: skip
