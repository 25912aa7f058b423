"""Drawn activities as `ObservedMotion`s without bodies: feet, and a mass centre above one place."""

from __future__ import annotations

import numpy as np
from tests.drawn_activities import LEG, Drawing
from tests.made_activities import FINE, drawn_feet

from ambulo.gait.activities.kind import ObservedMotion
from ambulo.mocap.foot_contact import (
    feet_at_rest,
    floor_velocities,
    point_velocities,
    without_held_feet,
)


def movement_of(drawn: Drawing, rate: float) -> ObservedMotion:
    """With the noise of cameras on the feet; hips and mass centre are one."""
    time, feet = drawn_feet(drawn, rate, 0.0004)
    velocity = {side: point_velocities(time, points) for side, points in feet.items()}
    floor = floor_velocities(feet, velocity)
    fine = np.arange(0.0, drawn.duration, 1.0 / FINE)
    height = np.interp(time, fine, drawn.height(fine))
    middle = np.nanmean([points.mean(axis=1) for points in feet.values()], axis=0)
    stands = feet["right"][:1].mean(axis=1) if drawn.lift > 0.2 else middle
    centre = np.column_stack([stands[:, :2] + 0.0 * height[:, None], height])
    rest = without_held_feet(feet_at_rest(time, feet, velocity, floor), feet, centre)
    unknown = np.full(len(time), np.nan)
    return ObservedMotion(time, feet, rest, floor, centre, centre, True, LEG, unknown)
