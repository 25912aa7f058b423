"""The mass centre on a smooth path of its own, and how much that is smoothed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.recorded_motions import MAN, acceleration_error, fitted_motion, in_unison

from ambulo.gait.mass_centre_path import with_mass_centre_smoothed
from ambulo.gait.smoothing_choice import cutoff_of_fit
from ambulo.math.splines import smoothing_spline, weight_at_cutoff
from ambulo.mocap.filters.jerk import RecordedJerk
from ambulo.mocap.filters.mass_centre_cutoff import mass_centre_cutoff
from ambulo.mocap.filters.smoothing import PathSmoothing
from ambulo.multibody.tree.energy import centre_of_mass


def white(level: float):
    return lambda rng, made: level * rng.normal(size=(len(made.motion.time), 37, 3))


def test_smoothed_turns_of_fast_limbs_make_a_force_and_the_path_by_itself_none():
    """20 Hz on a sprint without any noise: the peak is 10 % too high, of the path by itself 2 %."""
    made = fitted_motion("sprint", 120.0, white(0.0))
    by_turns = made.motion(20.0)
    path = PathSmoothing(weight_at_cutoff(20.0, 1 / 120.0))
    moved = with_mass_centre_smoothed(MAN, by_turns, made.q, path)
    true = made.true_vertical_force.max()
    assert made.vertical_force(by_turns).max() > 1.08 * true
    assert made.vertical_force(moved).max() == pytest.approx(true, rel=0.02)
    # by the mass of the segments the error can only fall with the mass centre's (Koenig)
    assert acceleration_error(made, moved) < acceleration_error(made, by_turns)


def test_place_speed_and_acceleration_of_the_mass_centre_are_those_of_one_spline():
    made = fitted_motion("run", 100.0, white(1e-3))
    time = made.markers.time
    profile = 1.0 + 0.5 * np.sin(3.0 * time[1:])
    off = 1e-3 * np.sin(np.outer(2.0 * time, [1.0, 2.0, 3.0]))
    path = PathSmoothing(weight_at_cutoff(9.0, 0.01), profile, off)
    by_turns = made.motion(20.0)
    moved = with_mass_centre_smoothed(MAN, by_turns, made.q, path)
    raw = centre_of_mass(MAN.tree, made.q)[0]
    spline = smoothing_spline(time, raw, np.full(3, path.weight), profile).moved(off)
    place, velocity = centre_of_mass(MAN.tree, moved.q, moved.v)
    np.testing.assert_allclose(place, spline(time), atol=1e-12)
    np.testing.assert_allclose(velocity, spline(time, 1), atol=1e-10)
    force = made.vertical_force(moved) / MAN.mass + MAN.tree.gravity[2]
    np.testing.assert_allclose(force, spline(time, 2)[10:-10, 2], atol=1e-8)
    # nothing turns otherwise
    np.testing.assert_array_equal(moved.q[:, 3:], by_turns.q[:, 3:])
    np.testing.assert_array_equal(moved.a[:, 3:], by_turns.a[:, 3:])


@pytest.mark.parametrize(
    ("smoother", "shared"), [(64.0, 1.0), (1.0, 1.0 / 8.0), (64.0, 1.0 / 64.0)]
)
def test_a_path_whose_jerk_is_white_gets_the_cutoff_of_its_jerk_and_noise(smoother, shared):
    """f_c [(J / J_c) / (N / N_c)]^(1/6), and not above f_c."""
    rng = np.random.default_rng(5)
    time = np.arange(3000) / 100.0

    def path(columns: int) -> np.ndarray:
        steps = 30.0 * rng.normal(size=(len(time), columns))
        for _ in range(3):
            steps = np.cumsum(steps, axis=0) / 100.0
        return steps

    noise = 2e-4 * rng.normal(size=(2, len(time), 10, 3))
    fitted = path(30).reshape(noise[0].shape) + noise[0]
    error = 2e-4 * np.sqrt(shared) * rng.normal(size=(len(time), 3))
    centre = path(3) / np.sqrt(smoother) + error
    jerk = RecordedJerk(time, fitted + noise[1], fitted, np.ones(10), centre)
    found, course = mass_centre_cutoff(jerk, jerk.of_markers(10.0), passed=1.0, shared=shared)
    expected = min(10.0, 10.0 * (1.0 / smoother / shared) ** (1.0 / 6.0))
    assert found == pytest.approx(expected, rel=0.07)
    assert np.median(course) == pytest.approx(found, rel=0.1)


def test_the_mass_centre_of_legs_alone_has_no_path_of_its_own():
    made = fitted_motion("walk", 100.0, white(5e-4))
    assert cutoff_of_fit(made.model, made.markers, made.q).centre is not None
    legs = replace(made.model, whole_body=False)
    assert cutoff_of_fit(legs, made.markers, made.q).centre is None


@pytest.mark.parametrize(
    ("motion", "rate", "noise"),
    [
        ("sprint", 250.0, white(1e-3)),
        ("sprint", 250.0, lambda rng, made: in_unison(rng, made, 0.002)),
        ("run", 100.0, white(1e-3)),
        ("jump", 200.0, white(1e-3)),
        ("walk", 100.0, lambda rng, made: in_unison(rng, made, 0.005)),
    ],
)
def test_the_force_on_the_body_is_as_good_as_with_the_best_fixed_cutoff(motion, rate, noise):
    """And the peak of a landing within 8 %; of a jump under shaking skin see docs/methods."""
    made = fitted_motion(motion, rate, noise)
    true = made.true_vertical_force

    def error(smooth) -> float:
        return float(np.sqrt(np.mean((made.vertical_force(smooth) - true) ** 2)))

    found = made.chosen(cutoff_of_fit(made.model, made.markers, made.q))
    assert error(found) < min(error(made.motion(f)) for f in np.geomspace(2.0, 30.0, 12))
    assert made.vertical_force(found).max() == pytest.approx(true.max(), rel=0.08)
