"""Quiet standing is described by its sway where it is seen to sway."""

from __future__ import annotations

import numpy as np
import pytest

from ambulo.gait.activities.kind import Done, ObservedMotion
from ambulo.gait.activities.stand import KIND


def stood(duration: float) -> Done:
    """At 100 Hz, a sway of 20 mm forwards at 0.4 Hz, without plates."""
    time = np.arange(0.0, duration + 1e-9, 0.01)
    feet = dict.fromkeys(("left", "right"), np.zeros((len(time), 2, 3)))
    rest = dict.fromkeys(feet, np.ones(len(time), dtype=bool))
    centre = np.zeros((len(time), 3))
    centre[:, 0] = 0.01 * np.sin(2.0 * np.pi * 0.4 * time)
    floor = dict.fromkeys(feet, np.zeros(2))
    movement = ObservedMotion(
        time, feet, rest, floor, centre, centre, True, 0.85, np.full(len(time), np.nan)
    )
    return Done(movement, (), None, (), 700.0, np.zeros(len(time)))


def test_sway_is_told_from_five_seconds_on():
    forwards, *_ = KIND.describe(stood(6.0)).numbers
    assert forwards.name == "sway forwards"
    assert forwards.value == pytest.approx(20.0, rel=0.05)
    # half a second of standing has not swayed
    assert KIND.describe(stood(0.5)).numbers == ()
