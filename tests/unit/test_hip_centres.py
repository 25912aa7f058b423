"""A hip centre beside the point about which the thigh swings."""

from __future__ import annotations

import numpy as np
import pytest

from ambulo.gait.checks.finding import judged
from ambulo.gait.checks.hip_centres import centre_ahead, hips_ahead
from ambulo.gait.checks.table import rows

PHASE = np.linspace(0.0, 2.0 * np.pi, 101)


def knee(moved, swing=0.4):
    """A knee 0.42 m from a hip, seen from a centre that is moved (x, y, z) [m] from it."""
    flexion, abduction = 0.2 + swing * np.cos(PHASE), 0.1 * np.sin(PHASE)
    along = np.stack(
        [np.sin(flexion), np.sin(abduction), -np.cos(flexion) * np.cos(abduction)], axis=1
    )
    along /= np.linalg.norm(along, axis=1, keepdims=True)
    return 0.42 * along - np.array(moved)


@pytest.mark.parametrize("ahead", [0.026, -0.026, 0.0])
def test_the_distance_tells_how_far_ahead_it_is(ahead):
    assert centre_ahead(knee((ahead, 0.0, 0.0))) == pytest.approx(ahead, abs=1.5e-3)


def test_what_is_across_or_above_is_not_taken_for_ahead():
    assert centre_ahead(knee((0.0, 0.026, 0.0))) == pytest.approx(0.0, abs=3e-3)
    # the cosine of a swing that is not about the upright
    assert abs(centre_ahead(knee((0.0, 0.0, 0.02)))) < 7e-3


def test_a_thigh_that_hardly_swings_tells_nothing():
    assert np.isnan(centre_ahead(knee((0.026, 0.0, 0.0), swing=0.2)))
    (finding,) = hips_ahead(np.nan, np.nan)
    assert judged(finding).grade == "unknown"


def test_both_together_and_one_alone():
    both = {f.id: judged(f) for f in hips_ahead(0.026, 0.024)}
    assert both["hip_centre"].grade == "look"
    assert both["hip_centre"].value == pytest.approx(25.0)
    assert "25 mm in front of" in both["hip_centre"].found
    assert both["hip_centres_alike"].grade == "good"
    one = {f.id: judged(f) for f in hips_ahead(0.001, -0.025)}
    assert one["hip_centre"].grade == "good"
    assert one["hip_centres_alike"].grade == "look"
    assert "left hip centre lies 26 mm farther forward" in one["hip_centres_alike"].found
    (alone,) = hips_ahead(np.nan, -0.03)
    assert judged(alone).grade == "look"
    assert rows()["hip_centre"].laboratories
