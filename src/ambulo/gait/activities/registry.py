"""The registry of activities. A new activity is a new module and a line here.

If a motion shows several activities, the last of them is chosen.
"""

from __future__ import annotations

from ambulo.gait.activities.kind import ActivityKind
from ambulo.inputs.registry import Registry

ACTIVITIES = Registry(
    "activity",
    ActivityKind,
    {
        "walk": "ambulo.gait.activities.walk:KIND",
        "side-steps": "ambulo.gait.activities.walk:SIDEWAYS",
        "backwards-walk": "ambulo.gait.activities.walk:BACKWARDS",
        "stairs": "ambulo.gait.activities.stairs:KIND",
        "run": "ambulo.gait.activities.run:KIND",
        "sprint": "ambulo.gait.activities.run:SPRINT",
        "jump": "ambulo.gait.activities.jump:KIND",
        "other": "ambulo.gait.activities.other:KIND",
        "stand": "ambulo.gait.activities.stand:KIND",
        "squat": "ambulo.gait.activities.squat:KIND",
        "sit-to-stand": "ambulo.gait.activities.sit_to_stand:KIND",
        "heel-rises": "ambulo.gait.activities.heel_rises:KIND",
    },
)
