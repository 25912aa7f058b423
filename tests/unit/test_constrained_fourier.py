"""Fourier fits: closed forms, correlation, and the automatic number of harmonics."""

from __future__ import annotations

import numpy as np
import pytest

from ambulo.inputs.errors import InputError
from ambulo.multibody.constrained.fourier import fit, fit_automatically, pearson

PERIOD = 1.3


def _series(time):
    w = 2 * np.pi / PERIOD
    return 2.0 + 1.5 * np.sin(w * time) - 0.5 * np.cos(2 * w * time) + 0.25 * np.sin(3 * w * time)


def test_a_series_is_found_again_on_even_samples():
    time = np.arange(60) / 60 * PERIOD
    series = fit(time, _series(time), PERIOD, 4)
    assert series.a0 == pytest.approx(2.0)
    assert series.a == pytest.approx([1.5, 0.0, 0.25, 0.0], abs=1e-12)
    assert series.b == pytest.approx([0.0, -0.5, 0.0, 0.0], abs=1e-12)
    assert series.r == pytest.approx(1.0)


def test_least_squares_needs_no_even_samples():
    time = np.sort(np.random.default_rng(1).uniform(0, PERIOD, 40))
    time[0] = 0.0
    assert fit(time, _series(time), PERIOD, 3).a == pytest.approx([1.5, 0.0, 0.25], abs=1e-12)


def test_derivatives_of_the_series():
    time = np.arange(50) / 50 * PERIOD
    series = fit(time, _series(time), PERIOD, 3)
    h = 1e-5
    for t in (0.1, 0.9, 1.9):
        value, rate, acceleration = series(t)
        assert value == pytest.approx(_series(t))
        assert rate == pytest.approx((_series(t + h) - _series(t - h)) / 2 / h, abs=1e-6)
        second = (series(t + h)[1] - series(t - h)[1]) / 2 / h
        assert acceleration == pytest.approx(second, abs=1e-5)


def test_number_of_harmonics_follows_the_signal():
    time = np.arange(200) / 200 * PERIOD
    noise = 0.05 * np.random.default_rng(2).normal(size=200)
    series = fit_automatically(time, _series(time) + noise, PERIOD)
    assert 3 <= len(series.a) <= 6
    assert series.r > 0.99
    assert len(fit_automatically(time, _series(time), PERIOD).a) == 3


def test_pearson_is_numpys():
    x, y = np.random.default_rng(4).normal(size=(2, 30))
    assert pearson(x, y) == pytest.approx(np.corrcoef(x, y)[0, 1])


def test_poor_data_are_refused():
    with pytest.raises(InputError, match="missing"):
        fit(np.arange(5.0), np.array([0, 1, np.nan, 2, 3]), 5.0, 1)
    with pytest.raises(InputError, match="harmonics"):
        fit(np.arange(4.0), np.arange(4.0), 4.0, 2)
