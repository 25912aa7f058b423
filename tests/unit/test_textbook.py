"""What stands for SciPy's where its import would take longer than the work, against SciPy's."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.fft import dct, idct
from scipy.interpolate import BSpline, CubicSpline
from scipy.ndimage import uniform_filter1d
from scipy.signal import butter, find_peaks, sosfiltfilt

from ambulo.math.bsplines import SplineSum, b_splines, cubic_through
from ambulo.math.peaks import peaks
from ambulo.math.recursive_filters import both_ways, butterworth
from ambulo.math.windows import windows
from ambulo.mocap.filters.filter_of_others import _cosines, _of_cosines

RNG = np.random.default_rng(1)


@pytest.mark.parametrize("k", [1, 3, 5])
def test_splines_their_derivatives_and_integrals(k):
    t = np.sort(RNG.uniform(size=12))
    t = np.r_[[t[0]] * k, t, [t[-1]] * k]
    c = RNG.normal(size=(len(t) - k - 1, 2))
    # at knots, at both ends, and a little beyond
    at = np.r_[t[0] - 0.01, np.linspace(t[0], t[-1], 50), t, t[-1] + 0.01]
    mine, theirs = SplineSum(t, c, k), BSpline(t, c, k)
    for nu in range(k):
        expected = theirs(at, nu=nu)
        np.testing.assert_allclose(mine(at, nu), expected, rtol=0, atol=1e-11 * abs(expected).max())
    inside = at[1:-1]
    np.testing.assert_allclose(
        mine.integral().integral()(inside), theirs.antiderivative(2)(inside), atol=1e-14
    )
    np.testing.assert_allclose(b_splines(inside, t, k)[1].sum(axis=1), 1.0, atol=1e-14)
    assert mine(float(t[k])).shape == (2,)


@pytest.mark.parametrize("count", [4, 5, 9])
def test_a_cubic_through_few_points(count):
    at, values = np.cumsum(RNG.uniform(0.5, 2.0, count)), RNG.normal(size=(count, 3))
    fine = np.linspace(at[0], at[-1], 40)
    np.testing.assert_allclose(
        cubic_through(at, values)(fine), CubicSpline(at, values)(fine), atol=1e-12
    )


@pytest.mark.parametrize("order", [1, 2, 3, 4])
@pytest.mark.parametrize(
    ("passes", "theirs", "cutoff"),
    [("low", "low", 6.0), ("high", "high", 20.0), ("band", "bandpass", (10.0, 30.0))],
)
def test_butterworths_filters(order, passes, theirs, cutoff):
    if passes == "band" and order % 2:
        return
    values = RNG.normal(size=(200, 2, 2)).cumsum(axis=0)
    sections = butter(order, cutoff, theirs, fs=100.0, output="sos")
    expected = sosfiltfilt(sections, values, axis=0, padlen=20)
    found = both_ways(butterworth(order, cutoff, 100.0, passes), values, 20)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12 * abs(values).max())


@pytest.mark.parametrize("plateaus", [True, False])
def test_peaks(plateaus):
    values = RNG.integers(0, 5, size=300) + (0.0 if plateaus else RNG.uniform(size=300))
    found, _ = find_peaks(values, prominence=1.0)
    np.testing.assert_array_equal(peaks(values, 1.0), found)
    assert len(peaks(np.zeros(5), 0.0)) == 0


@pytest.mark.parametrize("width", [1, 2, 5, 8])
def test_windows_go_on_at_the_ends(width):
    values = RNG.normal(size=(20, 2))
    expected = uniform_filter1d(values, width, axis=0, mode="nearest")
    np.testing.assert_allclose(windows(values, width).mean(axis=-1), expected, atol=1e-14)


@pytest.mark.parametrize("frames", [2, 7, 20])
def test_cosines(frames):
    values = RNG.normal(size=(frames, 3))
    found = _cosines(values)
    np.testing.assert_allclose(found, dct(values, axis=0), atol=1e-13)
    np.testing.assert_allclose(_of_cosines(found), idct(found, axis=0), atol=1e-13)
