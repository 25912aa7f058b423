"""Quintic smoothing splines that follow the noise."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.interpolate import BSpline

from ambulo.math.splines import (
    LEAST_WEIGHT,
    SplineSystem,
    smoothing_spline,
    weight_for_noise,
)


def to_its_noise(time, values, noise):
    return smoothing_spline(time, values, weight_for_noise(time, values, noise))


def test_reproduces_a_quadratic_whatever_the_noise_level():
    # the penalised third derivative of a quadratic is zero, so no smoothing bends it
    time = np.linspace(1.0, 3.0, 60)
    values = np.column_stack([2.0 + 3.0 * time - 4.0 * time**2, time])
    spline = to_its_noise(time, values, np.array([1.0, 0.1]))
    np.testing.assert_allclose(spline(time), values, atol=1e-7)
    np.testing.assert_allclose(spline(time, 2)[:, 0], -8.0, atol=1e-3)


def test_interpolates_without_noise():
    time = np.arange(80) / 100.0
    values = np.sin(9.0 * time)[:, None]
    spline = to_its_noise(time, values, np.zeros(1))
    np.testing.assert_allclose(spline(time), values, atol=1e-6)
    inner = slice(8, -8)
    np.testing.assert_allclose(
        spline(time, 2)[inner, 0], -81.0 * values[inner, 0], atol=81.0 * 1e-4
    )


def test_residual_equals_the_noise_given():
    rng = np.random.default_rng(1)
    time = np.arange(300) / 100.0
    noise = np.array([1e-3, 5e-3])
    clean = np.column_stack([np.sin(6 * time), np.cos(4 * time)])
    spline = to_its_noise(time, clean + noise * rng.normal(size=(300, 2)), noise)
    np.testing.assert_allclose(spline.residual_rms, noise, rtol=0.05)


def test_minimises_the_stated_functional():
    # any small change of the coefficients must raise sum of squares + weight * roughness
    rng = np.random.default_rng(3)
    time = np.arange(20.0)
    values = rng.normal(size=20)
    fitted = to_its_noise(time, values[:, None], np.array([0.5]))
    knots, weight = fitted.spline.t, float(fitted.weight[0])

    def functional(c):
        s = BSpline(knots, c, 5)
        third = s.derivative(3)
        roughness = sum(
            quad(lambda u: float(third(u)) ** 2, a, a + 1)[0] for a in range(len(time) - 1)
        )
        return float(np.sum((values - s(time)) ** 2)) + weight * roughness

    best = fitted.spline.c[:, 0]
    least = functional(best)
    for _ in range(5):
        assert functional(best + 1e-3 * rng.normal(size=len(best))) > least


def test_refuses_what_it_cannot_smooth():
    time = np.arange(5.0)
    with pytest.raises(ValueError, match="at least 6 frames"):
        to_its_noise(time, np.zeros((5, 1)), np.zeros(1))
    values = np.zeros((10, 1))
    values[3] = np.nan
    with pytest.raises(ValueError, match="NaN"):
        to_its_noise(np.arange(10.0), values, np.zeros(1))


def test_one_system_gives_the_splines_of_any_weight_and_of_some_series():
    rng = np.random.default_rng(3)
    time = np.arange(40) / 100.0
    values = rng.normal(size=(40, 5)).cumsum(axis=0)
    system = SplineSystem(time, values)
    for weight in (0.0, 3.0, 4e5):
        alone = smoothing_spline(time, values[:, 1:4], np.full(3, weight))
        among = system.spline(weight, slice(1, 4))
        np.testing.assert_allclose(among(time, 2), alone(time, 2), rtol=1e-9, atol=1e-6)
        left = values - system.spline(weight)(time)
        np.testing.assert_allclose(left, system.left(weight), atol=1e-9)
        np.testing.assert_array_equal(among.weight, np.maximum(weight, LEAST_WEIGHT))
