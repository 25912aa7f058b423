"""Plates that were filtered forwards only, or so low that nothing fast is left."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from scipy.signal import butter, sosfilt, sosfiltfilt

from ambulo.gait.checks.finding import judged
from ambulo.gait.checks.lagging_plates import check, swings
from ambulo.records import ForcePlate

RATE, START, STOP = 1000.0, 1.0, 1.7
TIME = np.arange(3000) / RATE


def plate(vertical) -> ForcePlate:
    force = np.zeros((len(TIME), 3))
    force[:, 2] = vertical
    return ForcePlate("plate 1", np.zeros((4, 3)), TIME, force, np.zeros_like(force), 0 * TIME)


def step(noise=1.0) -> np.ndarray:
    """A step of 700 N: loaded in 60 ms, unloaded in 200 ms, and what an amplifier adds."""
    up, down = np.clip((TIME - START) / 0.06, 0, 1), np.clip((STOP - TIME) / 0.2, 0, 1)
    return 700.0 * np.sin(0.5 * np.pi * up) * down**1.2 + noise * np.random.default_rng(3).normal(
        size=len(TIME)
    )


def forwards(values, cutoff):
    return sosfilt(butter(2, cutoff, fs=RATE, output="sos"), values)


def graded(*plates):
    """The first check of one loading of each plate; None without one."""
    return next(iter(checks(*plates)), None)


def checks(*plates):
    """All of them."""
    whole = {"start": START, "stop": STOP + 0.05, "quality": "whole"}
    contacts = [SimpleNamespace(plate=k, **whole) for k in range(len(plates))]
    evidence = SimpleNamespace(
        steps=SimpleNamespace(contacts=contacts), trial=SimpleNamespace(plates=plates)
    )
    return [judged(found) for found in check(evidence)]


def test_a_load_that_comes_and_goes_at_once_swings_as_the_filter_does():
    """Overshoot of a Butterworth filter of second order: exp(-pi) of the step, and the mean over
    20 ms takes a twentieth of it.
    """
    block = np.where((TIME >= START) & (TIME < STOP), 700.0, 0.0)
    before, after, noise = swings(plate(forwards(block, 6.0)), START, STOP)
    assert noise < 1e-4
    assert after - before == pytest.approx(0.95 * np.exp(-np.pi), rel=0.02)


@pytest.mark.parametrize("cutoff", [5.0, 10.0])
def test_a_filter_that_knows_the_past_alone_is_told(cutoff):
    check = graded(plate(forwards(step(), cutoff)))
    assert (check.id, check.grade) == ("plates_lag", "look")


@pytest.mark.parametrize("noise", [0.2, 1.0, 3.0])
def test_an_unfiltered_plate_and_one_filtered_both_ways_are_right(noise):
    both = sosfiltfilt(butter(2, 10.0, fs=RATE, output="sos"), step(noise))
    assert graded(plate(step(noise))).grade == "good"
    assert graded(plate(both)).grade == "good"


def test_a_filter_both_ways_swings_less_before_a_soft_strike_and_is_no_lag():
    up, down = np.clip((TIME - START) / 0.25, 0, 1), np.clip((STOP - TIME) / 0.08, 0, 1)
    soft = 700.0 * np.minimum(up**1.2, np.sin(0.5 * np.pi * down))
    both = sosfiltfilt(butter(2, 6.0, fs=RATE, output="sos"), soft)
    before, after, _ = swings(plate(both), START, STOP)
    assert after - before > 0.002
    lag, smoothed = checks(plate(both))
    assert (lag.grade, smoothed.grade) == ("good", "look")


def test_an_amplifier_that_drifts_under_the_load_is_no_filter():
    """The charge that leaks shows as an offset that stays."""
    leak = -6.0 * np.clip((TIME - START) / (STOP - START), 0, 1)
    assert graded(plate(step() + leak)).grade == "good"


def test_the_middle_of_the_plates_counts():
    right, late = plate(step()), plate(forwards(step(), 8.0))
    assert graded(right, right, late).grade == "good"
    assert graded(late, right, late).grade == "look"


def test_nothing_is_said_where_nothing_can_be_seen():
    cut = np.where(step() < 20.0, 0.0, step())
    assert graded(plate(cut)) is None
    # loaded again before the filter has come to rest
    assert graded(plate(step() + np.roll(step(), 850))) is None
    assert swings(plate(step()), 0.1, STOP) is None
    assert swings(plate(step()), START, 2.9) is None


@pytest.mark.parametrize(("cutoff", "grade"), [(5.0, "look"), (6.0, "look"), (20.0, "good")])
def test_plates_that_were_smoothed_both_ways_are_told(cutoff, grade):
    smooth = sosfiltfilt(butter(2, cutoff, fs=RATE, output="sos"), step())
    (late, smoothed) = checks(plate(smooth))
    assert (late.grade, smoothed.grade) == ("good", grade)
    (_, right) = checks(plate(step()))
    assert right.grade == "good"


@pytest.mark.parametrize("noise", [5.0, 10.0, 20.0])
def test_noise_is_no_filter(noise):
    """It swings as far as a filter's overshoot; a filter would have taken it away."""
    assert not [check for check in checks(plate(step(noise))) if check.grade != "good"]


def test_a_filter_is_told_though_an_amplifier_was_noisy_before_it():
    late, _ = checks(plate(forwards(step(10.0), 8.0)))
    assert late.grade == "look"
