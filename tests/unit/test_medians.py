"""Medians by sorting against NumPy's."""

from __future__ import annotations

import numpy as np
import pytest

from ambulo.math.medians import median, medians, quantile


@pytest.mark.filterwarnings("ignore:All-NaN slice")
@pytest.mark.parametrize("frames", [1, 2, 5, 8, 61])
def test_medians_over_what_is_known(frames):
    rng = np.random.default_rng(frames)
    values = rng.normal(size=(frames, 7))
    values[rng.random(values.shape) < 0.3] = np.nan
    values[:, 3] = np.nan
    np.testing.assert_array_equal(medians(values), np.nanmedian(values, axis=0))
    series = rng.normal(size=frames)
    assert median(series) == np.median(series)


def test_nothing_has_no_median():
    assert np.isnan(median(np.zeros(0)))
    assert np.isnan(medians(np.zeros((0, 2)))).all()


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.95, 0.98, 1.0])
@pytest.mark.parametrize("count", [1, 2, 7, 40])
def test_quantile_is_numpys(count, share):
    values = np.random.default_rng(count).normal(size=count)
    assert quantile(values, share) == np.quantile(values, share)
