"""Rising from a seat and sitting down: times, durations and repetitions."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from ambulo.gait.activities.kind import ActivityKind, Description, Done, ObservedMotion
from ambulo.gait.activities.recognise import BEYOND, SINKS, UNCARRIED, carried_otherwise
from ambulo.records import Number, Phase

_ENDS = 0.05
"""Of the way from seat to stand, that counts as one or the other."""


def _seen(movement: ObservedMotion) -> str:
    seated = carried_otherwise(movement)
    if not seated.any() or movement.sinks <= SINKS:
        return ""
    return (
        f"the feet stay, the hips rise or sink by {100 * movement.sinks:.0f} % of the leg's "
        "length, and something beside the feet carries the subject (first at "
        f"{movement.time[np.argmax(seated)]:.2f} s)."
    )


def _describe(done: Done) -> Description:
    """A rise is from the first to the last twentieth of the hips' way from seat to stand."""
    time, height = done.movement.time, done.movement.hips[:, 2]
    low, high = float(height.min()), float(height.max())
    share = (height - low) / (high - low)
    where = np.where(share < _ENDS, -1, np.where(share > 1.0 - _ENDS, 1, 0))
    ends = np.flatnonzero(where)
    phases = []
    for a, b in pairwise(ends):
        if where[a] != where[b]:
            name = "rising" if where[b] > 0 else "sitting down"
            phases.append(Phase(name, float(time[a]), float(time[b])))
    rises = [phase for phase in phases if phase.name == "rising"]
    sits = [phase for phase in phases if phase.name == "sitting down"]
    numbers = [Number("rises", float(len(rises)), "")]
    for name, found in (("time of a rise", rises), ("time of sitting down", sits)):
        if found:
            numbers.append(Number(name, float(np.mean([p.stop - p.start for p in found])), "s"))
    numbers.append(Number("rise of the hips", high - low, "m"))
    if rises:
        first = rises[0]
        inside = (time >= first.start) & (time <= first.stop)
        speed = float(done.movement.velocity(height)[inside].max())
        numbers.append(Number("greatest speed of the rise", speed, "m/s", "hips"))
    return Description(tuple(phases), tuple(numbers))


KIND = ActivityKind(
    "sit-to-stand", "rose", _describe, _seen, seat=True,
    shows=f"feet stay in place; the hips rise or sink by {100 * SINKS:.0f} % of the leg's length; "
    f"at rest the centre of mass is {100 * BEYOND:.0f} cm behind the heels, or "
    f"{100 * UNCARRIED:.0f} % of the weight is not on the plates",
    key_numbers="number and time of rises, speed of the hips",
    # N*m/kg, in made recordings of other people (tests/invariants/test_activities.py)
    without_plates={"hip": 0.65, "knee": 0.6, "ankle": 0.55},
    size_of_moments={"hip": 0.24, "knee": 0.37, "ankle": 0.19},
)  # fmt: skip
