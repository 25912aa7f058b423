"""Hum of the mains goes out of loaded plates to the noise; what feet do stays."""

from __future__ import annotations

import numpy as np
import pytest

from ambulo.mocap.plates.mains_hum import find_hum

FORCES = np.array([True, True, True, False, False, False])
NOISE = np.array([0.3, 0.3, 0.3, 60.0, 60.0, 60.0])
SIZES = np.array([1.0, 1.0, 1.0, 200.0, 200.0, 200.0])
"""N and N*mm."""


def walk(rate: float, seconds: float = 3.0, steps: tuple[float, ...] = (1.0,)) -> np.ndarray:
    """Steps of 0.6 s that begin with a strike of 20 ms."""
    time = np.arange(round(seconds * rate)) / rate
    signals = NOISE * np.random.default_rng(2).standard_normal((len(time), 6))
    for start in steps:
        phase = np.clip((time - start) / 0.6, 0.0, 1.0)
        bell = np.sin(np.pi * phase) ** 0.7
        strike = np.sin(np.pi * np.clip((time - start) / 0.02, 0.0, 1.0))
        vertical = -800 * bell * (1 - 0.25 * np.sin(np.pi * phase) ** 6) - 400 * strike
        ahead = 120 * np.sin(2 * np.pi * phase) * bell + 80 * strike
        across = 40 * bell + 50 * strike
        moments = [20 * vertical, -1e3 * vertical * (0.2 * phase - 0.1), 30 * ahead]
        signals += np.stack([ahead, across, vertical, *moments], axis=1)
    return signals


def waves(samples: int, rate: float, size: float, parts: dict[int, float], drift: float, mains):
    """Multiples of a mains (samples, 6) of these shares, each channel with a phase of its own."""
    time = np.arange(samples) / rate
    turns = mains * time + drift * (time / time[-1] - 1.0) * time / 2
    each = [
        share * np.sin(2 * np.pi * k * turns[:, None] + k + np.arange(6))
        for k, share in parts.items()
    ]
    return size * SIZES * np.sum(each, axis=0)


@pytest.mark.parametrize("mains", [49.97, 60.0])
@pytest.mark.parametrize("drift", [0.0, 0.1])
@pytest.mark.parametrize("parts", [{1: 1.0}, {1: 0.5, 3: 1.0}, {2: 1.0}])
@pytest.mark.parametrize(("size", "rate"), [(5.0, 1000.0), (50.0, 1080.0), (15.0, 260.0)])
def test_hum_goes_out_to_the_noise(size, rate, parts, drift, mains):
    clean = walk(rate)
    hum = find_hum(clean + waves(len(clean), rate, size, parts, drift, mains), rate, FORCES)
    left = waves(len(clean), rate, size, parts, drift, mains) - hum.waves
    assert (np.std(left, axis=0) < 0.5 * NOISE).all()
    if drift == 0.0 and rate >= 1000.0:
        assert np.sort(hum.frequency) == pytest.approx([k * mains for k in parts], abs=0.05)


def test_a_drift_of_a_long_record_is_followed():
    clean = walk(1000.0, 30.0, (1.0, 5.0, 9.0, 22.0))
    planted = waves(len(clean), 1000.0, 20.0, {1: 1.0}, 0.1, 50.0)
    hum = find_hum(clean + planted, 1000.0, FORCES)
    assert (np.std(planted - hum.waves, axis=0) < 0.3 * NOISE).all()


def test_a_mains_that_wanders_to_and_fro_is_followed_for_a_minute():
    rate, time = 500.0, np.arange(30000) / 500.0
    wander = np.cumsum(0.05 * np.sin(2 * np.pi * time / 40.0)) / rate
    planted = 20.0 * SIZES * np.sin(2 * np.pi * (50.0 * time + wander))[:, None]
    clean = walk(rate, 60.0, tuple(np.arange(1.0, 58.0, 1.2)))
    hum = find_hum(clean + planted, rate, FORCES)
    assert (np.std(planted - hum.waves, axis=0) < NOISE).all()


def test_noise_holds_no_hum_however_long():
    signals = SIZES * np.random.default_rng(6).standard_normal((30000, 6))
    assert find_hum(signals, 500.0, FORCES) is None


@pytest.mark.parametrize("rate", [200.0, 240.0])
def test_multiples_that_sampling_folds_onto_each_other_are_one_wave(rate):
    clean = walk(rate)
    planted = waves(len(clean), rate, 20.0, {1: 1.0}, 0.0, rate / 4)
    hum = find_hum(clean + planted, rate, FORCES)
    assert (np.std(planted - hum.waves, axis=0) < NOISE).all()


def test_hum_of_one_channel_changes_no_other():
    clean = walk(1000.0)
    planted = waves(len(clean), 1000.0, 10.0, {1: 1.0}, 0.0, 50.0) * (np.arange(6) == 2)
    hum = find_hum(clean + planted, 1000.0, FORCES)
    assert np.flatnonzero(hum.waves.any(axis=0)).tolist() == [2]
    assert np.std(hum.waves - planted) < 0.3


@pytest.mark.parametrize("often", [0.3, 0.5, 0.6])
def test_strikes_as_regular_as_the_mains_are_no_hum(often):
    """On a treadmill, whose every 15th, 25th or 30th multiple of the pace is one of 50 Hz."""
    signals = walk(1000.0, 12.0, tuple(np.arange(0.3, 11.0, often)))
    assert find_hum(signals, 1000.0, FORCES) is None


def test_a_course_that_wanders_by_half_a_hertz_is_no_reason_to_fail():
    clean = walk(1000.0)
    planted = waves(len(clean), 1000.0, 20.0, {1: 1.0}, 0.0, 50.4)
    hum = find_hum(clean + planted, 1000.0, FORCES)
    assert (np.std(planted - hum.waves, axis=0) < 0.3 * NOISE).all()


def test_what_stands_still_or_is_short_has_none():
    assert find_hum(np.zeros((3000, 6)), 1000.0, FORCES) is None
    assert find_hum(walk(1000.0)[:900], 1000.0, FORCES) is None


@pytest.mark.parametrize("seconds", [1.2, 2.0, 3.0])
@pytest.mark.parametrize("seed", range(8))
def test_a_few_blocks_of_noise_hold_no_hum(seconds, seed):
    signals = np.random.default_rng(seed).standard_normal((round(1000 * seconds), 6))
    assert find_hum(SIZES * signals, 1000.0, FORCES) is None


def test_moments_of_nothing_but_noise_stay_beside_a_load():
    signals = walk(1000.0)
    signals[:, 3:] = 60.0 * np.random.default_rng(3).standard_normal((len(signals), 3))
    assert find_hum(signals, 1000.0, FORCES) is None


@pytest.mark.parametrize(
    ("rate", "frequency"),
    [
        *((1000.0, f) for f in (49.0, 49.4, 50.4, 50.6, 50.8, 51.0, 52.0, 55.0, 58.0, 59.0)),
        # half the sampling rate is near, or an alias at another multiple's
        *((rate, 50.0) for rate in (100.0, 101.0, 105.0, 109.0, 110.0, 111.0)),
        *((rate, 60.0) for rate in (111.0, 112.0, 115.0, 120.0, 125.0, 130.0, 150.0)),
    ],
)
@pytest.mark.parametrize("seconds", [3.0, 10.0])
def test_a_wave_beside_the_mains_goes_out_wholly_or_stays(rate, frequency, seconds):
    clean = walk(rate, seconds)
    time = np.arange(len(clean))[:, None] / rate
    planted = 20.0 * SIZES * np.sin(2 * np.pi * frequency * time + np.arange(6))
    hum = find_hum(clean + planted, rate, FORCES)
    assert hum is None or (np.std(planted - hum.waves, axis=0) < NOISE).all()
