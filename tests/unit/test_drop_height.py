"""The height of a drop is that of the box, whatever the events by motion are off by."""

import numpy as np
import pytest
from tests.drawn_movements import movement_of
from tests.made_activities import drop_jump, jump

from ambulo.gait.activities.jump import KIND
from ambulo.gait.activities.kind import Done
from ambulo.mocap.foot_contact import contact_events


def described(drawn, rate):
    """Numbers and phases by the motion alone."""
    movement = movement_of(drawn, rate)
    events = contact_events(movement.time, movement.rest)
    unknown = np.full(len(movement.time), np.nan)
    found = KIND.describe(Done(movement, events, None, (), 700.0, unknown))
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
