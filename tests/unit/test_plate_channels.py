"""A plate's channels: spikes and hum go, what cannot be made good is said."""

from __future__ import annotations

import numpy as np
import pytest

from ambulo.mocap.plates.plate_channels import channel_faults, clean_channels

RATE = 1000.0
NAMES = ("Fx", "Fy", "Fz", "Mx", "My", "Mz")


def step(noise: float = 0.5) -> np.ndarray:
    """Three seconds with one step of 0.6 s, N and N*mm, of six channels."""
    time = np.arange(3000) / RATE
    phase = np.clip((time - 1.0) / 0.6, 0.0, 1.0)
    bell = np.sin(np.pi * phase) ** 0.7
    vertical = -800 * bell * (1 - 0.25 * np.sin(np.pi * phase) ** 6)
    ahead = 120 * np.sin(2 * np.pi * phase) * bell
    across = 40 * bell * (1 - 0.5 * np.sin(2 * np.pi * phase))
    moments = [1e3 * 0.02 * vertical, -1e3 * vertical * (0.2 * phase - 0.1), 1e3 * 0.03 * ahead]
    signals = np.stack([ahead, across, vertical, *moments], axis=1)
    sizes = noise * np.array([1, 1, 1, 200, 200, 200])
    return signals + sizes * np.random.default_rng(2).standard_normal(signals.shape)


def found_faults(signals, pressed=None):
    pressed = np.abs(step(0.0)[:, 2]) > 20.0 if pressed is None else pressed
    return channel_faults(clean_channels(signals, RATE).signals, RATE, pressed)


def faults(signals, pressed=None):
    return {(f.channel, f.what.partition(":")[0]) for f in found_faults(signals, pressed)}


def test_a_right_plate_stays_as_it_is():
    found = clean_channels(step(), RATE)
    assert np.array_equal(found.signals, step())
    assert (found_faults(step()), found.notes) == ((), ())


@pytest.mark.parametrize(("channel", "size"), [(2, -1e10), (2, -5000.0), (4, 1e7), (1, 2000.0)])
def test_one_wrong_sample_is_replaced(channel, size):
    signals = step()
    signals[1300, channel] = size
    found = clean_channels(signals, RATE)
    off = np.abs(found.signals - step())
    assert off[1300, channel] < 10 * [1, 1, 1, 200, 200, 200][channel]
    off[1300, channel] = 0.0
    assert off.max() == 0.0
    assert NAMES[channel] in found.notes[0]


@pytest.mark.parametrize("mains", [49.97, 60.0])
def test_hum_is_taken_out_to_the_noise(mains):
    wave = np.sin(2 * np.pi * mains * np.arange(3000) / RATE + 0.4)[:, None]
    found = clean_channels(step() + wave * [40, 40, 40, 1e4, 1e4, 1e4], RATE)
    left = np.std(found.signals - step(), axis=0)
    assert (left < 0.03 * np.array([40, 40, 40, 1e4, 1e4, 1e4])).all()
    assert found.notes == (
        f"a steady hum of {mains:.1f} Hz was removed from {', '.join(NAMES)} (up to 1e+04 in the "
        "file's units)",
    )


@pytest.mark.parametrize("channel", range(6))
def test_a_dead_channel_is_found_with_its_noise(channel):
    signals = step()
    rest = np.random.default_rng(5).standard_normal(len(signals))
    signals[:, channel] = rest * [0.5, 0.5, 0.5, 100, 100, 100][channel]
    assert (NAMES[channel], "dead") in faults(signals)


@pytest.mark.parametrize("channel", [0, 1, 4])
@pytest.mark.parametrize("size", [2.0, 4.0])
def test_a_force_hardly_larger_than_the_noise_is_no_dead_channel(channel, size):
    """One leg's hop presses hardly forwards, a step to the side hardly ahead: a newton of 800."""
    signals = step()
    noise = signals[:, channel] - step(0.0)[:, channel]
    course = step(0.0)[:, channel]
    signals[:, channel] = noise + size * np.std(noise) * course / np.abs(course).max()
    assert (NAMES[channel], "dead") not in faults(signals)


@pytest.mark.parametrize("drift", [0.0, 3.0])
@pytest.mark.parametrize("channel", range(6))
def test_a_dead_channels_drift_and_slow_noise_are_no_answer(channel, drift):
    """Noise that changes over 10 ms, not from sample to sample, and a zero that wanders."""
    signals = step()
    white = np.random.default_rng(7).standard_normal(len(signals) + 9)
    slow = np.convolve(white, np.ones(10) / np.sqrt(10), "valid")
    signals[:, channel] = slow + drift * np.linspace(-0.5, 0.5, len(signals))
    assert (NAMES[channel], "dead") in faults(signals)


@pytest.mark.parametrize("share", [0.12, 0.2, 0.4])
@pytest.mark.parametrize("channel", [1, 3])
def test_a_dead_channel_that_flickers_by_one_step_of_its_converter_is_found(channel, share):
    converter = np.array([2, 2, 2, 500, 500, 500])
    signals = np.round(step() / converter) * converter
    flicker = np.random.default_rng(6).random(len(signals)) < share
    signals[:, channel] = converter[channel] * flicker
    found = faults(signals)
    assert (NAMES[channel], "dead") in found
    assert {name for name, _ in found} == {NAMES[channel]}


@pytest.mark.parametrize("channel", [0, 2, 4])
def test_a_clipped_channel_is_found(channel):
    signals = step()
    top = 0.6 * np.abs(signals[:, channel]).max()
    signals[:, channel] = np.clip(signals[:, channel], -top, top)
    assert (NAMES[channel], "clipped") in faults(signals)


@pytest.mark.parametrize("channel", [0, 1, 2, 4])
def test_noise_that_comes_with_the_load_is_found(channel):
    signals = step()
    under = np.abs(signals[:, 2]) > 50.0
    size = 0.05 * np.abs(signals[:, 2 if channel < 3 else channel]).max()
    signals[under, channel] += size * np.random.default_rng(8).standard_normal(under.sum())
    (found,) = found_faults(signals)
    assert (found.channel, found.grave) == (NAMES[channel], True)
    # the noise adds to the answer that it is compared with
    assert found.what in {
        f"noisy under a load: the noise is {share} % of the load" for share in (4, 5)
    }


@pytest.mark.parametrize("rate", [300.0, RATE])
def test_a_treadmills_vibration_is_no_noise_in_moments(rate):
    """It lies in one band, which every cut-off takes out; white noise of the size lies in all."""
    signals = step(0.1)[:: round(RATE / rate)]
    under = np.abs(signals[:, 2]) > 50.0
    time, size = np.arange(len(signals)) / rate, 0.05 * np.abs(signals[:, 2]).max()
    shaking = {"band": np.sqrt(2.0) * np.sin(2.0 * np.pi * 127.0 * time),
               "white": np.random.default_rng(8).standard_normal(len(time))}  # fmt: skip
    found = {}
    for kind, path in shaking.items():
        shaken = signals.copy()
        shaken[under, 1] += size * path[under]
        found[kind] = [fault.grave for fault in channel_faults(shaken, rate, under)]
    assert found == {"band": [], "white": [True]}


@pytest.mark.parametrize("rate", [100, 200])
def test_noise_of_a_slow_plate_is_told_as_noise(rate):
    """10 N of 640 at 100 Hz disturb moments as 32 N at 1000 Hz do; a small force is not dead."""
    signals = step(0.0)[:: 1000 // rate]
    noise = np.random.default_rng(5).standard_normal(signals.shape)
    pressed = np.abs(signals[:, 2]) > 20.0
    # N and N*mm; little beside the moments
    found = channel_faults(signals + noise * [10, 10, 10, 200, 200, 200], float(rate), pressed)
    assert {fault.channel for fault in found} == {"Fx", "Fy", "Fz"}
    assert {fault.what for fault in found} <= {
        f"noisy: the noise is {k} % of the load" for k in (1, 2)
    }
    assert not channel_faults(signals + noise * [1, 1, 1, 200, 200, 200], float(rate), pressed)


def test_half_a_per_cent_of_noise_is_no_fault():
    assert not found_faults(step(noise=1.0))


def test_a_coarse_converter_is_not_clipped():
    coarse = np.round(step(0.0) / [4, 4, 4, 2e3, 2e3, 2e3]) * [4, 4, 4, 2e3, 2e3, 2e3]
    assert not {fault for fault in faults(coarse) if fault[1] == "clipped"}


def test_a_plate_that_falls_silent_under_a_load_is_found():
    signals = step()
    signals[1290:1350] = 0.0
    assert any(channel == "all channels" for channel, _ in faults(signals))


@pytest.mark.parametrize("rate", [100, 1000])
def test_two_steps_on_a_plate_whose_small_loads_are_zero_are_no_silence(rate):
    """As programs export that set forces below 30 N to zero: it stands at its greatest, 0 N."""
    signals = step(0.0)[:: 1000 // rate]
    signals = np.concatenate([signals[rate // 2 : 17 * rate // 10], signals[: 2 * rate]])
    signals[np.abs(signals[:, 2]) < 30.0] = 0.0
    loaded = np.abs(signals[:, 2]) > 0.0
    assert not channel_faults(signals, float(rate), loaded)
    # a part of a stance that is zero is one
    signals[(14 * rate // 10) : 3 * rate // 2] = 0.0
    signals[int(2.5 * rate) : int(2.6 * rate)] = 0.0
    (found,) = channel_faults(signals, float(rate), loaded)
    assert found.what.startswith("silent under a load")


@pytest.mark.parametrize("still", [0.6, 0.3])
def test_feet_that_never_leave_a_plate_make_no_channel_dead(still):
    """Squats, or rising from a seat: what bears least on the plate is no noise."""
    time = np.arange(6000) / RATE
    heavy = 0.5 * (1 + np.tanh(4 * np.sin(2 * np.pi * time / 3.0) - still))
    vertical = -50.0 - 250 * heavy - 30 * np.sin(2 * np.pi * time / 1.1)
    across = 0.04 * vertical + 12 * np.sin(2 * np.pi * time / 1.7)
    forces = [6 * heavy, across, vertical, 1e3 * 0.03 * across, 1e3 * 0.1 * vertical, 90 * across]
    noise = np.random.default_rng(3).standard_normal((6000, 6)) * [1, 1, 1, 200, 200, 200]
    found = faults(np.stack(forces, axis=1) + noise, vertical < -20.0)
    assert not {fault for fault in found if fault[1] == "dead"}
