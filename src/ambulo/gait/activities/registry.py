"""The activities by name: a new one is a new module, a line here and a case in `recognise`."""

from __future__ import annotations

from ambulo.gait.activities.kind import ActivityKind
from ambulo.inputs.registry import Registry

ACTIVITIES = Registry(
    "activity",
    ActivityKind,
    {
        "walk": "ambulo.gait.activities.walk:KIND",
        "backwards-walk": "ambulo.gait.activities.walk:BACKWARDS",
        "side-steps": "ambulo.gait.activities.walk:SIDEWAYS",
        "stairs": "ambulo.gait.activities.stairs:KIND",
        "run": "ambulo.gait.activities.run:KIND",
        "sprint": "ambulo.gait.activities.run:SPRINT",
        "jump": "ambulo.gait.activities.jump:KIND",
        "squat": "ambulo.gait.activities.squat:KIND",
        "heel-rises": "ambulo.gait.activities.heel_rises:KIND",
        "sit-to-stand": "ambulo.gait.activities.sit_to_stand:KIND",
        "stand": "ambulo.gait.activities.stand:KIND",
        "other": "ambulo.gait.activities.other:KIND",
    },
)
