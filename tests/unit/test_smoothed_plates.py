"""Plates through the motion's filter hold what the motion holds that they are compared with."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from ambulo.gait.configuration import Configuration
from ambulo.gait.smoothed_plates import for_moments, smoothed_like_motion
from ambulo.inputs.errors import InputError
from ambulo.math.splines import weight_at_cutoff
from ambulo.mocap.filters.butterworth import butterworth_filter
from ambulo.mocap.filters.smoothing import PathSmoothing, Smoothing, unchanged
from ambulo.records import GroundReaction

TIME = np.arange(200) / 100.0
SIX_HZ = Smoothing(unchanged, unchanged, weight_at_cutoff(6.0, 0.01), "")


def stance(known_until: int = 200) -> GroundReaction:
    """The left foot strikes at 0.5 s with 700 N, the right is in the air."""
    force = np.zeros((200, 2, 3))
    force[50:150, 0, 2] = 700.0
    moment = force[..., [2, 0, 1]] * 0.1
    known = np.ones((200, 2), dtype=bool)
    known[known_until:] = False
    force[known_until:], moment[known_until:] = np.nan, np.nan
    point = np.full((200, 2, 3), 0.25)
    return GroundReaction(TIME, force, moment, point, np.zeros((200, 2)), known, "plates")


def test_a_strike_is_smeared_to_both_sides_and_the_impulse_kept():
    found = smoothed_like_motion(stance(), SIX_HZ)
    vertical = found.force[:, 0, 2]
    assert vertical[49] > 100.0
    assert vertical[50] < 600.0
    assert abs(vertical[45:56].mean() - 700.0 * 6 / 11) < 20.0
    assert abs(vertical.sum() - 70_000.0) < 10.0
    np.testing.assert_allclose(vertical[80:120], 700.0, rtol=0.01)
    np.testing.assert_allclose(found.force[:, 1], 0.0, atol=1e-9)
    np.testing.assert_allclose(found.moment_origin, found.force[..., [2, 0, 1]] * 0.1, atol=1e-9)


def test_what_is_not_known_stays_unknown_and_the_pressure_as_measured():
    plates = stance(known_until=120)
    found = smoothed_like_motion(plates, SIX_HZ)
    assert np.isnan(found.force[120:]).all()
    assert np.isfinite(found.force[:120]).all()
    # nothing beyond the last known frame is guessed, so the load before it stays
    np.testing.assert_allclose(found.force[70:120, 0, 2], 700.0, rtol=0.03)
    assert found.centre_of_pressure is plates.centre_of_pressure
    np.testing.assert_array_equal(found.known, plates.known)


def test_pieces_too_short_for_a_spline_are_left():
    plates = stance()
    plates.known[5:] = False
    found = smoothed_like_motion(plates, SIX_HZ)
    np.testing.assert_array_equal(found.force, plates.force)


def test_the_force_goes_the_way_of_the_mass_centre_and_the_moment_about_it_that_of_segments():
    plates = stance()
    centre = np.column_stack([1.3 * TIME, 0.0 * TIME, 0.9 + 0.02 * np.sin(11.0 * TIME)])
    three_hz = PathSmoothing(weight_at_cutoff(3.0, 0.01))
    found = smoothed_like_motion(plates, replace(SIX_HZ, centre=three_hz), centre)
    slower = replace(SIX_HZ, weight=three_hz.weight)
    np.testing.assert_allclose(found.force, smoothed_like_motion(plates, slower).force, atol=1e-9)

    def about(ground: GroundReaction) -> np.ndarray:
        return ground.moment_origin - np.cross(centre[:, None], ground.force)

    shown = replace(plates, moment_origin=about(plates))
    expected = smoothed_like_motion(shown, SIX_HZ).moment_origin
    np.testing.assert_allclose(about(found), expected, atol=1e-9)
    # a push through the mass centre stays one
    through = replace(plates, moment_origin=np.cross(centre[:, None], plates.force))
    pushed = smoothed_like_motion(through, replace(SIX_HZ, centre=three_hz), centre)
    np.testing.assert_allclose(about(pushed), 0.0, atol=1e-9)


def test_without_a_path_of_its_own_the_force_goes_the_way_of_the_segments():
    by_itself = replace(SIX_HZ, centre=PathSmoothing(weight_at_cutoff(3.0, 0.01)))
    found, plain = smoothed_like_motion(stance(), by_itself), smoothed_like_motion(stance(), SIX_HZ)
    np.testing.assert_array_equal(found.force, plain.force)


def test_for_moments_they_go_through_what_was_chosen():
    slow = replace(SIX_HZ, weight=weight_at_cutoff(3.0, 0.01), centre=PathSmoothing(0.0))
    assert for_moments(stance(), slow, Configuration()) is None
    # force and moment alike, whatever the mass centre's path goes through
    as_motion = for_moments(stance(), slow, Configuration(plates_cutoff="motion"))
    at_three = for_moments(stance(), SIX_HZ, Configuration(plates_cutoff=3.0))
    assert as_motion is not None
    assert at_three is not None
    # the interval between frames is known to its rounding
    np.testing.assert_allclose(as_motion.force, at_three.force, atol=1e-4)
    np.testing.assert_allclose(as_motion.moment_origin, at_three.moment_origin, atol=1e-4)
    assert np.abs(at_three.force - stance().force).max() > 300.0


def test_like_the_motion_means_its_filter_too():
    low_pass = partial(butterworth_filter, interval=0.01, cutoff=6.0)
    motion = Smoothing(low_pass, unchanged, 0.0, "")
    found = for_moments(stance(), motion, Configuration(plates_cutoff="motion"))
    spline = for_moments(stance(), motion, Configuration(plates_cutoff=6.0))
    assert found is not None
    assert spline is not None
    itself = low_pass(stance().force[:, 0])
    middle = slice(30, 170)  # ends of a path are filtered in another way
    assert np.abs(found.force[:, 0] - itself)[middle].max() < 10.0
    assert np.abs(spline.force[:, 0] - itself)[middle].max() > 30.0


def test_a_cutoff_of_plates_that_is_none():
    with pytest.raises(InputError, match="is not below half of the trial's 100"):
        for_moments(stance(), SIX_HZ, Configuration(plates_cutoff=50.0))
    for given in (0.0, -6.0, True, "fast"):
        with pytest.raises(InputError, match="plates_cutoff"):
            Configuration(plates_cutoff=given)
