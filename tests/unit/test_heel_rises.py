"""Heel rises are told from standing, squats and swaying by what heels and hips do together."""

from dataclasses import replace

import numpy as np
import pytest
from tests.drawn_activities import BALL, STAND, Drawing, heel_rises, one_leg, squat, standing
from tests.drawn_movements import movement_of

from ambulo.gait.activities.recognise import recognise


def on_one_leg() -> Drawing:
    rising = heel_rises(0.5, 1.5, 3)
    stands = one_leg()
    pitch = rising.heel_up
    return replace(
        stands,
        duration=rising.duration,
        height=lambda t: 0.97 * STAND + BALL * np.sin(pitch(t)),
        heel_up=lambda t: pitch(t),
    )


@pytest.mark.parametrize("rate", [60.0, 200.0])
@pytest.mark.parametrize(
    ("drawn", "name"),
    [
        (heel_rises(0.25, 2.0, 2), "heel-rises"),
        (heel_rises(0.45, 1.5, 4), "heel-rises"),
        (heel_rises(0.80, 1.2, 1), "heel-rises"),
        (on_one_leg(), "heel-rises"),
        (standing(6.0), "stand"),
        (one_leg(), "stand"),
        (squat(0.30, 2.6, 2, heel=0.35), "squat"),
        (squat(0.08, 2.0, 3, heel=0.30), "stand"),
        (replace(standing(6.0), heel_up=lambda t: 0.1 * np.sin(t) ** 2), "stand"),
    ],
)
def test_who_rises_on_the_toes(drawn, name, rate):
    assert recognise(movement_of(drawn, rate))[0] == name
