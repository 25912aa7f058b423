"""Bands of simulated people, whose errors are made by other mechanisms than the bands' own."""

from __future__ import annotations

import numpy as np
import pytest
from tests.coverage.counted import CURVES, held, interval, people
from tests.coverage.laboratory import NONE, measured

from ambulo.analysis import analyse_trial
from ambulo.demo.truth import truth_quantities
from ambulo.gait.configuration import Configuration
from ambulo.uncertainty.bands import quantiles


def test_a_band_holds_one_more_with_its_probability() -> None:
    """Of 19 exchangeable numbers the least and the greatest hold a twentieth in 18 of 20 cases."""
    rng = np.random.default_rng(0)
    for n, least in ((19, 0.0), (39, 0.0), (200, 0.0)):
        drawn = rng.exponential(size=(n, 4000))
        low, high = quantiles(drawn, (0.05, 0.95))
        one_more = rng.exponential(size=4000)
        assert np.mean((low <= one_more) & (one_more <= high)) == pytest.approx(0.9, abs=0.015)
        assert np.all(low >= least)
    assert quantiles(np.arange(19.0)[:, None], (0.05, 0.5, 0.95))[:, 0].tolist() == [0.0, 9.0, 18.0]


def test_interval_is_wilsons() -> None:
    """86 of 100: centre (k + z^2/2) / (n + z^2), half z sqrt(n) / (n + z^2) sqrt(p q n... )."""
    found = interval([1.0] * 86 + [0.0] * 14)
    z, n, p = 1.959964, 100, 0.86
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * np.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    assert (found.low, found.high) == pytest.approx((centre - half, centre + half), abs=1e-6)


def test_a_perfect_laboratory_finds_the_truth_of_a_person_by_regression() -> None:
    """Without errors what is left is the person's own bones and masses, not the recording."""
    person, rng = people(3)
    trial, static, truth = measured(person, NONE, rng)
    found = analyse_trial(trial, static, Configuration(sex="m"))
    true = truth_quantities(truth, found.motion.time)
    assert found.method == "plates"
    mass = truth.model.mass
    for name in CURVES:
        wrong = (found.moments[f"left_{name}"].values - true["moments"][f"left_{name}"]) / mass
        # a hip centre off by 8 mm under 1.1 body weights is 0.09 N*m/kg
        assert np.sqrt(np.nanmean(np.square(wrong))) < 0.25
    # the truth balances: the whole body's reaction is all there is
    assert np.abs(truth.forces.force[:, 0]).max() < 1e-6 * mass * 9.81


@pytest.mark.parametrize("number", [6, pytest.param(40, marks=pytest.mark.exhaustive)])
def test_bands_hold_the_truth_of_people(number: int) -> None:
    """Between 19 samples nine in ten lie; of several people's curves so many cannot be far off."""
    found = [held(seed, 19) for seed in range(number)]
    for name in CURVES:
        assert 0.75 < np.mean([one.curves[name] for one in found]) <= 1.0
    peaks = [inside for one in found for inside in one.peaks.values()]
    assert 0.8 < np.mean(peaks) <= 1.0
