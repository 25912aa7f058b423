"""The zero-lag filter against SciPy's, and stretches of frames against counting."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from scipy.signal import butter, sosfiltfilt

from ambulo.math.runs import runs
from ambulo.mocap.filters.zero_lag import zero_lag


@pytest.mark.parametrize("passes", ["low", "high"])
@pytest.mark.parametrize("shape", [(60,), (60, 3), (60, 2, 3)])
def test_scipy_filters_the_same(passes, shape):
    values = np.random.default_rng(1).normal(size=shape).cumsum(axis=0)
    sections = butter(2, 6.0, passes, fs=100.0, output="sos")
    expected = sosfiltfilt(sections, values, axis=0)
    np.testing.assert_allclose(
        zero_lag(values, 6.0, 100.0, passes), expected, rtol=1e-12, atol=1e-12
    )


def test_the_shortest_record_that_can_be_filtered():
    values = np.arange(10.0) ** 2
    expected = sosfiltfilt(butter(2, 6.0, fs=100.0, output="sos"), values)
    np.testing.assert_allclose(zero_lag(values, 6.0, 100.0), expected, rtol=1e-12)
    with pytest.raises(ValueError, match="more than 9 frames"):
        zero_lag(values[:9], 6.0, 100.0)


@pytest.mark.parametrize("number", range(64))
def test_runs_of_every_pattern_of_six_frames(number):
    flags = np.array([bool(number >> k & 1) for k in range(6)])
    found = runs(flags)
    assert [k for a, b in found for k in range(a, b)] == np.flatnonzero(flags).tolist()
    assert all(b < c for (_, b), (c, _) in pairwise(found))
    assert runs(flags[:0]) == []
