"""Heel rises: the body moves up and down on feet whose toes stay in place."""

from __future__ import annotations

import numpy as np

from ambulo.gait.activities.kind import ActivityKind, Description, Done, ObservedMotion
from ambulo.gait.activities.recognise import stays
from ambulo.gait.activities.repetitions import described, repetitions
from ambulo.math.arrays import FloatArray
from ambulo.records import SIDES, Number

_RISES = 0.03
"""m; heels of who stands, or bends and sways, rise by less."""
_CARRIES, _AT_MOST = 0.4, 1.25
"""Of the heels' rise, the hips' with them, and all of their way. On straight legs both are two
thirds: so far is the ankle from the ball of the foot to the heel. Squats differ in either."""


def heel_lift(movement: ObservedMotion) -> FloatArray:
    """Height (frames,) [m] by which the heels of the feet on the ground are lifted together."""
    stays = [side for side in SIDES if movement.rest[side].all()]
    lifts = []
    for side in stays:
        height = movement.feet[side][:, 0, 2]
        seen = np.isfinite(height)
        if seen.any():
            height = np.interp(movement.time, movement.time[seen], height[seen])
            lifts.append(height - float(np.percentile(height, 5.0)))
    return np.min(lifts, axis=0) if lifts else np.zeros(len(movement.time))


def _seen(movement: ObservedMotion) -> str:
    """The heels rise, and the hips with them and hardly farther."""
    lift, height = heel_lift(movement), movement.hips[:, 2]
    rise = float(np.ptp(lift))
    if not stays(movement) or rise < _RISES or np.ptp(height) > _AT_MOST * rise:
        return ""
    if np.polyfit(lift, height, 1)[0] <= _CARRIES:
        return ""
    return f"the toes stay in place, the heels rise by {100 * rise:.0f} cm and the hips with them."


def _describe(done: Done) -> Description:
    """How many, how high, how long; times are from the first to the last twentieth of a rise."""
    lift = heel_lift(done.movement)
    reps = repetitions(done.movement.time, -lift)
    highest = max((rep.depth for rep in reps), default=float(np.ptp(lift)))
    return described(reps, ("up", "down"), Number("heel rise", highest, "m", "heel markers"))


KIND = ActivityKind(
    "heel rises", "rose on the toes", _describe, _seen,
    shows="one or both feet stay in place; the heels rise by "
    f"{100 * _RISES:.0f} cm or more, and the hips rise too",
    key_numbers="repetitions, height of the heels, time",
    # N*m/kg, in made recordings of other people (tests/invariants/test_activities.py)
    without_plates={"hip": 0.05, "knee": 0.07, "ankle": 0.08},
    size_of_moments={"hip": 0.05, "knee": 0.4, "ankle": 0.4},
)  # fmt: skip
