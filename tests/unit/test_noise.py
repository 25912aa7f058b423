"""The noise level is the noise's, not the movement's."""

import numpy as np
import pytest

from ambulo.mocap.filters.noise import marker_noise, noise_level
from ambulo.records import Markers

TIME = np.arange(500) / 100.0
WALK = (
    1.2 * TIME
    + 0.15 * np.sin(2 * np.pi * TIME)
    + 0.05 * np.sin(4 * np.pi * TIME)
    + 0.01 * np.sin(10 * np.pi * TIME)
)


@pytest.mark.parametrize("sigma", [1e-4, 5e-4, 2e-3])
def test_white_noise_on_a_walk_is_recovered(sigma):
    rng = np.random.default_rng(5)
    found = [noise_level(WALK + rng.normal(0, sigma, 500)) for _ in range(20)]
    assert np.mean(found) == pytest.approx(sigma, rel=0.05)


def test_a_smooth_walk_has_almost_none():
    assert noise_level(WALK) < 2e-5


def test_impacts_and_gaps_do_not_count():
    rng = np.random.default_rng(6)
    signal = WALK + rng.normal(0, 5e-4, 500)
    signal[100:104] += 0.02
    signal[200:220] = np.nan
    assert noise_level(signal) == pytest.approx(5e-4, rel=0.15)


def test_each_marker_has_its_own():
    rng = np.random.default_rng(7)
    sigma = np.array([3e-4, 1e-3])
    position = np.stack([WALK] * 3, axis=1)[:, None] + sigma[:, None] * rng.normal(size=(500, 2, 3))
    levels = marker_noise(Markers(("A", "B"), TIME, position))
    np.testing.assert_allclose(levels, sigma, rtol=0.1)


def test_a_marker_seen_only_in_snatches_has_no_level():
    position = np.full((30, 1, 3), np.nan)
    position[::5] = 1.0
    assert np.isnan(marker_noise(Markers(("A",), np.arange(30) / 100, position))).all()
