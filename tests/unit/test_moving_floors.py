"""The velocity of a belt by the feet on it, which roll over heel and ball; other floors stand."""

import numpy as np
import pytest
from tests.drawn_activities import from_rest_to_rest, jump, running, squat, walking
from tests.made_activities import drawn_feet
from tests.made_walks import split_belts

from ambulo.mocap.foot_contact import floor_velocities, point_velocities

BELTS = [(np.zeros(3), 1.8, 0.40)] * 2


def floors(drawn, rate):
    time, feet = drawn_feet(drawn, rate, 0.0004)
    velocity = {side: point_velocities(time, points) for side, points in feet.items()}
    found = floor_velocities(feet, velocity)
    return [float(found[side][0]) for side in ("left", "right")]


@pytest.mark.parametrize("rate", [100.0, 250.0])
@pytest.mark.parametrize(
    ("drawn", "belt"),
    [
        (running(2.6, 0.38, 0.27, 0.14, True, belt=True), 2.6),
        (running(3.4, 0.34, 0.20, 0.18, False, belt=True), 3.4),
        (running(4.1, 0.34, 0.19, 0.18, True, belt=True), 4.1),
        (running(5.0, 0.33, 0.16, 0.20, False, belt=True), 5.0),
        (running(6.0, 0.26, 0.13, 0.22, False, belt=True), 6.0),
        (walking(0.7, 0.65, 0.15, belt=BELTS), 0.7),
        (walking(1.4, 0.52, 0.10, belt=BELTS), 1.4),
    ],
)
def test_a_belt_is_as_fast_as_feet_that_lie_flat_on_it(drawn, belt, rate):
    """Smoothed at 15 Hz, feet overshoot the belt by up to 2 % in contacts of 0.13 s."""
    assert floors(drawn, rate) == pytest.approx([-belt, -belt], rel=0.025)


def test_two_belts_have_each_its_own_speed():
    assert floors(split_belts(0.6, 1.3), 100.0) == pytest.approx([-0.6, -1.3], rel=0.01)


@pytest.mark.parametrize(
    "drawn",
    [running(3.3, 0.35, 0.2), walking(), from_rest_to_rest(), jump(), squat()],
    ids=["run", "walk", "steps", "jump", "squat"],
)
def test_the_ground_stands(drawn):
    assert floors(drawn, 100.0) == [0.0, 0.0]
