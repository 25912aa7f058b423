"""A plate's moments end where its forces do, unless they were smoothed by themselves."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.signal import butter, sosfiltfilt
from tests.unit.test_plate_channels import RATE, step

from ambulo.mocap.plates.moment_bandwidth import peak_shares, smoothed_moments


def filtered(cutoff: float, columns: slice) -> np.ndarray:
    signals = step()
    sos = butter(2, cutoff, fs=RATE, output="sos")
    signals[:, columns] = sosfiltfilt(sos, signals[:, columns], axis=0)
    return signals


def test_right_moments_come_and_go_with_the_force():
    assert np.abs(peak_shares(step(), RATE)).max() < 0.01
    assert smoothed_moments(step(), RATE) == ()


@pytest.mark.parametrize("seed", range(5))
def test_noise_on_a_small_moment_is_not_taken_for_a_tail(seed):
    """As where the force passes close by the plate's middle."""
    signals = step()
    peak = np.abs(signals[:, 4] - np.median(signals[:, 4])).max()
    signals[:, 4] += 0.06 * peak * np.random.default_rng(seed).standard_normal(len(signals))
    assert smoothed_moments(signals, RATE) == ()


@pytest.mark.parametrize("cutoff", [3.0, 6.0])
def test_moments_smoothed_alone_are_named(cutoff):
    found = smoothed_moments(filtered(cutoff, slice(3, 6)), RATE)
    assert "My" in [fault.channel for fault in found]
    assert all("smoothed where the forces are not" in fault.what for fault in found)
    assert any(fault.grave for fault in found)


@pytest.mark.parametrize("cutoff", [3.0, 6.0, 15.0])
def test_forces_smoothed_as_much_are_another_matter(cutoff):
    assert smoothed_moments(filtered(cutoff, slice(0, 6)), RATE) == ()


def test_a_plate_that_is_never_left_says_nothing():
    signals = step()[1000:1600]
    assert peak_shares(signals, RATE) is None
    assert smoothed_moments(signals, RATE) == ()
