"""A low-pass of plates that knows the future lets a load begin before the foot strikes."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.signal import butter, sosfiltfilt

from ambulo.mocap.plates.smeared_strikes import struck, struck_at
from ambulo.records import ForcePlate, PlateContact

RATE, STRIKE, OFF = 1000.0, 1.0, 1.65
TIME = np.arange(2500) / RATE


def plate(weight: float, cutoff: float | None = None, every: int = 1) -> ForcePlate:
    """A step: an impact on a load that grows in 0.1 s and goes in 0.25 s."""
    up, down = np.clip((TIME - STRIKE) / 0.1, 0, 1), np.clip((OFF - TIME) / 0.25, 0, 1)
    since = np.clip(TIME - STRIKE, 0.0, None)
    load = weight * (np.sin(0.5 * np.pi * up) * down**1.5 + 60.0 * since * np.exp(-since / 0.008))
    if cutoff is not None:
        load = sosfiltfilt(butter(2, cutoff, fs=RATE, output="sos"), load)
    force = np.zeros((len(TIME), 3))
    force[:, 2] = load
    return ForcePlate(
        "plate 1", np.zeros((4, 3)), TIME[::every], force[::every], 0 * force[::every],
        0 * TIME[::every],
    )  # fmt: skip


def begins(of: ForcePlate) -> float:
    return float(of.time[np.argmax(of.force[:, 2] > 10.0)])


@pytest.mark.parametrize("cutoff", [15.0, 10.0, 8.0, 6.0])
@pytest.mark.parametrize("weight", [300.0, 900.0])
def test_half_and_more_of_what_smoothing_adds_to_a_stance_is_taken_away(weight, cutoff):
    smoothed = plate(weight, cutoff)
    seems = begins(smoothed)
    assert abs(struck(smoothed, seems, OFF) - STRIKE) <= 0.5 * (STRIKE - seems) + 1e-9


def test_a_load_as_measured_begins_where_it_begins():
    for one in (plate(700.0), plate(700.0, 60.0)):
        assert struck(one, begins(one), OFF) == begins(one)


def test_samples_too_few_to_tell_leave_it():
    slow = plate(700.0, 6.0, every=20)
    assert struck(slow, begins(slow), OFF) == begins(slow)


def test_a_contact_that_both_feet_load_is_left():
    smoothed = plate(700.0, 8.0)
    whole, shared = (
        PlateContact(0, begins(smoothed), OFF, side, quality, "")
        for side, quality in (("left", "whole"), (None, "shared"))
    )
    moved, left = struck_at([smoothed], [whole, shared])
    assert moved.start > whole.start + 0.01
    assert left == shared
