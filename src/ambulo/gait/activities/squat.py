"""Squats: number, depth and duration."""

from __future__ import annotations

import numpy as np

from ambulo.gait.activities.kind import ActivityKind, Description, Done, ObservedMotion
from ambulo.gait.activities.recognise import SINKS
from ambulo.gait.activities.repetitions import described, repetitions
from ambulo.records import Number


def _seen(movement: ObservedMotion) -> str:
    if movement.sinks <= SINKS:
        return ""
    return f"the feet stay and the hips sink by {100 * movement.sinks:.0f} % of the leg's length."


def _describe(done: Done) -> Description:
    """Depth is how far the hips sink; times are from its first to its last twentieth."""
    height = done.movement.hips[:, 2]
    reps = repetitions(done.movement.time, height)
    depth = max((rep.depth for rep in reps), default=float(np.ptp(height)))
    return described(
        reps,
        ("down", "up"),
        Number("squat depth", depth, "m", "hips"),
        Number("squat depth", 100.0 * depth / done.movement.leg, "% of leg length", "hips"),
        Number("greatest knee flexion", float(np.nanmax(done.knee_flexion)), "°"),
    )


KIND = ActivityKind(
    "squat", "squatted", _describe, _seen,
    shows=f"feet stay in place; the hips sink by {100 * SINKS:.0f} % of the leg's length",
    key_numbers="repetitions, depth, greatest knee flexion",
    # N*m/kg, in made recordings of other people (tests/invariants/test_activities.py)
    without_plates={"hip": 0.04, "knee": 0.06, "ankle": 0.07},
    size_of_moments={"hip": 0.35, "knee": 0.7, "ankle": 0.7},
)  # fmt: skip
