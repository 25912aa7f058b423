"""What a smoothing spline takes of a movement: closed forms of Wahba's (1978, 1983) prior."""

from __future__ import annotations

import numpy as np
import pytest

from ambulo.math.splines import smoothing_spline, weight_at_cutoff
from ambulo.mocap.filters.lost_movement import lost_movement, roughness

FRAMES = 400
TIME = np.arange(FRAMES) / 100.0
WEIGHT = weight_at_cutoff(9.0, 0.01)
PROFILE = np.exp(1.5 * np.sin(2.0 * np.pi * TIME[1:]))


def smooth(values: np.ndarray, profile: np.ndarray | None = None, order: int = 0) -> np.ndarray:
    return smoothing_spline(TIME, values, np.full(values.shape[1], WEIGHT), profile)(TIME, order)


def path(density: np.ndarray, series: int, seed: int) -> np.ndarray:
    """Paths (FRAMES, series) of white jerk with a density (FRAMES,), in eight steps a frame."""
    fine = np.repeat(density, 8)[:, None]
    jerk = np.sqrt(8.0 * fine) * np.random.default_rng(seed).standard_normal((len(fine), series))
    return jerk.cumsum(axis=0).cumsum(axis=0).cumsum(axis=0)[::8] / 8.0**3


@pytest.mark.parametrize("order", [0, 1, 2])
@pytest.mark.parametrize("profile", [None, PROFILE], ids=["even", "in time"])
def test_what_is_drawn_is_as_large_as_what_is_taken(profile: np.ndarray | None, order: int) -> None:
    """int (1 - H)^2 J omega^(2 order - 6), found by smoothing paths that are integrated finely."""
    density = np.ones(FRAMES) if profile is None else 1.0 / np.append(profile, profile[-1])
    s = path(density, 200, seed=0)
    none = np.zeros(s.shape[1])
    taken = smoothing_spline(TIME, s - smooth(s, profile), none)(TIME, order)
    # independent of each other, as large as the density
    rng = np.random.default_rng(1)
    jerk = np.sqrt(density)[:, None] * rng.choice([-1.0, 1.0], size=(FRAMES, 200))
    found = lost_movement(TIME, jerk, WEIGHT, profile, rng)
    found = smoothing_spline(TIME, found, none)(TIME, order)
    sizes = [np.sqrt(np.square(x[20:-20]).mean(axis=1)) for x in (found, taken)]
    assert np.mean(sizes[0]) == pytest.approx(np.mean(sizes[1]), rel=0.1)
    if profile is not None and order == 2:  # where the jerk is; a path's loss is spread further
        assert np.corrcoef(*sizes)[0, 1] > 0.8


@pytest.mark.parametrize("profile", [None, PROFILE], ids=["even", "in time"])
def test_roughness_of_a_white_jerk_is_found_under_its_noise(profile: np.ndarray | None) -> None:
    """A density of 1 / p, and noise w: the spline's weight is right for both."""
    density = np.ones(FRAMES) if profile is None else 1.0 / np.append(profile, profile[-1])
    values = path(density, 300, seed=1)
    values += np.sqrt(WEIGHT) * np.random.default_rng(2).standard_normal(values.shape)
    found = np.square(roughness(TIME, values, WEIGHT, profile)).mean(axis=1) / density
    assert found[20:-20].mean() == pytest.approx(1.0, rel=0.1)
    if profile is not None:
        assert np.corrcoef((found * density)[20:-20], density[20:-20])[0, 1] > 0.9


def test_noise_is_most_of_what_lies_just_below_the_cutoff() -> None:
    """Of both together, which are one, the noise's part is 91 / 126."""
    noise = np.sqrt(WEIGHT) * np.random.default_rng(6).standard_normal((FRAMES, 300))
    found = np.square(roughness(TIME, noise, WEIGHT, None))
    assert found[20:-20].mean() == pytest.approx(91.0 / 126.0, rel=0.1)


def test_what_moves_together_is_lost_together() -> None:
    """Two coordinates that undo each other go on to: a hip that turns as the pelvis turns back."""
    rng = np.random.default_rng(5)
    one = rng.standard_normal((FRAMES, 1))
    lost = lost_movement(TIME, np.hstack([one, -2.0 * one]), WEIGHT, None, rng)
    assert lost[:, 1] == pytest.approx(-2.0 * lost[:, 0], abs=1e-9 * lost.std())


def held(movement: np.ndarray, noise: float, order: int) -> float:
    """Share of the instants at which 90 % bands of drawn errors hold a path (frames, series)."""
    rng = np.random.default_rng(3)
    seen = movement + noise * rng.standard_normal(movement.shape)
    rough = roughness(TIME, seen, WEIGHT, None)
    spline = smoothing_spline(TIME, seen, np.full(seen.shape[1], WEIGHT))
    samples = []
    for _ in range(60):
        off = lost_movement(TIME, rough, WEIGHT, None, rng)
        off -= smooth(noise * rng.standard_normal(seen.shape))
        samples.append(spline.moved(off)(TIME, order))
    truth = smoothing_spline(TIME, movement, np.zeros(movement.shape[1]))(TIME, order)
    apart = np.abs(truth - spline(TIME, order))
    return float(np.mean((apart < 1.645 * np.std(samples, axis=0))[10:-10]))


@pytest.mark.parametrize("order", [0, 1, 2])
def test_bands_hold_paths_of_white_jerk(order: int) -> None:
    """The roughness is an estimate, of few degrees of freedom at one instant: less than 90 %."""
    movement = path(np.ones(FRAMES), 20, seed=4)
    assert 0.82 < held(movement, float(np.sqrt(WEIGHT)), order) < 0.93


@pytest.mark.parametrize("order", [0, 1, 2])
def test_bands_hold_a_swing_that_ends_in_a_blow(order: int) -> None:
    """Paths that are no draws of the prior: swings that the ground stops within 40 ms."""
    rng = np.random.default_rng(4)
    strikes = 0.4 + np.arange(4)[:, None] + 0.05 * rng.standard_normal((4, 20))
    speed = 1.0 + 0.1 * rng.standard_normal((4, 20))
    since = TIME[:, None, None] - strikes
    course = speed * np.clip((since + 0.35) / 0.3, 0.0, 1.0) ** 2 / (1.0 + np.exp(since / 0.01))
    movement = np.cumsum(course.sum(axis=1), axis=0) / 100.0
    assert 0.82 < held(movement, 3e-4, order) < 0.99
