"""How much of the feet's fast movement a recording holds."""

from __future__ import annotations

import numpy as np
import pytest

from ambulo.gait.checks.finding import judged
from ambulo.gait.checks.smoothed_before import fast_share, smoothings
from ambulo.mocap.filters.zero_lag import zero_lag

RATE = 200.0
TIME = np.arange(800) / RATE


def path(pace: float, share: float) -> np.ndarray:
    """A walking foot whose speed has a 4th and an 8th harmonic of the stride."""
    way = 2.0 * np.pi * pace * TIME
    x = 1.3 * TIME + 0.3 * np.sin(way) + 0.04 / 4 * np.sin(4 * way)
    x = x + share * 0.04 / 8 * np.cos(8 * way)
    return np.stack([x, 0 * x, 0 * x], axis=1)[:, None]


@pytest.mark.parametrize("share", [0.2, 0.8])
def test_the_share_is_the_same_at_any_pace_and_size(share):
    found = fast_share(path(1.0, share), TIME, 1.0)
    for pace in (0.6, 1.4):
        assert fast_share(path(pace, share), TIME, pace) == pytest.approx(found, rel=0.05)
    assert fast_share(10.0 * path(1.0, share), TIME, 1.0) == pytest.approx(found)


def test_the_share_grows_with_the_fast_movement():
    found = [fast_share(path(1.0, share), TIME, 1.0) for share in (0.0, 0.4, 0.8)]
    # speeds add by their squares to what the bands' ends let through
    left = np.sqrt(found[2] ** 2 - found[0] ** 2), np.sqrt(found[1] ** 2 - found[0] ** 2)
    assert left[0] == pytest.approx(2.0 * left[1], rel=0.1)
    assert 0.4 < left[0] < 0.8


def test_a_filter_takes_the_fast_movement_away():
    right = fast_share(path(1.0, 0.4), TIME, 1.0)
    shares = [fast_share(zero_lag(path(1.0, 0.4), hz, RATE), TIME, 1.0) for hz in (20, 8, 4)]
    assert shares[0] == pytest.approx(right, rel=0.1)
    assert shares[1] < 0.75 * right
    assert shares[2] < 0.5 * right


def test_what_cannot_be_told_is_not():
    gap = path(1.0, 0.2)
    gap[100, 0] = np.nan
    assert fast_share(gap, TIME, 1.0) is None
    assert fast_share(path(1.0, 0.2)[:250], TIME[:250], 1.0) is None
    # of cameras of 20 Hz the 10th harmonic is not seen
    assert fast_share(path(1.0, 0.2)[::10], TIME[::10], 1.0) is None


@pytest.mark.parametrize(
    ("before", "after", "grades"),
    [
        (0.16, 0.15, ("good", "good")),
        (0.16, 0.08, ("good", "look")),
        (0.16, 0.04, ("good", "do-not-use")),
        # what is gone before is not said twice
        (0.07, 0.07, ("look",)),
        # of results with gaps nothing is known
        (0.16, None, ("good",)),
    ],
)
def test_each_smoothing_is_judged_by_itself(before, after, grades):
    assert tuple(judged(found).grade for found in smoothings(before, after)) == grades
