"""The height of a drop is that of the box, whatever the events by motion are off by."""

import numpy as np
import pytest
from tests.made_activities import drawn_feet, drop_jump, jump

from ambulo.gait.activities.jump import KIND
from ambulo.gait.activities.kind import Done, Movement
from ambulo.mocap.foot_contact import contact_events, feet_at_rest, point_velocities

STILL = {side: np.zeros(2) for side in ("left", "right")}


def described(drawn, rate):
    """Numbers and phases by the motion alone."""
    time, feet = drawn_feet(drawn, rate, 0.0004)
    velocity = {side: point_velocities(time, points) for side, points in feet.items()}
    rest = feet_at_rest(time, feet, velocity, STILL)
    fine = np.arange(0.0, drawn.duration, 0.001)
    height = np.interp(time, fine, drawn.height(fine))
    centre = np.column_stack([0.0 * time, 0.0 * time, height])
    unknown = np.full(len(time), np.nan)
    movement = Movement(time, feet, rest, STILL, centre, centre, True, 0.85, unknown)
    found = KIND.describe(Done(movement, contact_events(time, rest), None, (), 700.0, unknown))
    return {n.name: n for n in found.numbers}, {phase.name: phase for phase in found.phases}


@pytest.mark.parametrize("rate", [60.0, 120.0, 300.0])
@pytest.mark.parametrize("box", [0.20, 0.35, 0.50, 0.70])
def test_a_drop_is_as_high_as_its_box(box, rate):
    numbers, _ = described(drop_jump(box, 0.32, 0.42), rate)
    assert numbers["drop height"].value == pytest.approx(box, abs=0.01)


def test_a_jump_from_the_floor_has_no_drop():
    numbers, phases = described(jump(), 120.0)
    assert "drop height" not in numbers
    assert "drop" not in phases
