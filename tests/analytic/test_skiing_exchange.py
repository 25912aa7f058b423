"""The exchange of skis against its closed form."""

from __future__ import annotations

import numpy as np
import pytest

from ambulo_studies.skating.kernel import simulate
from ambulo_studies.skating.parameters import load
from ambulo_studies.skating.readings import OUTSIDE_FORCE, REACTION


def _lateral(skater):
    """Momentum over mass across the ski, towards the other one, at the end of a stroke."""
    t = skater.time
    lean = skater.lean_start + skater.lean_rate * t
    length = skater.leg_start + skater.extension_rate * t
    body = skater.extension_rate * np.sin(lean) + length * skater.lean_rate * np.cos(lean)
    shank = 0.5 * skater.lower_leg * skater.lean_rate * np.cos(lean)
    return (skater.body_mass * body + skater.lower_leg_mass * shank) / skater.total_mass


@pytest.mark.parametrize("case", ["long_run", "real_skater"])
def test_reading_a_keeps_momentum_along_the_new_ski(case):
    skater = load(case).with_(friction=0.0, strokes=12)
    run = simulate(skater, REACTION, initial_speed=1.0)
    u, phi = _lateral(skater), skater.angle
    first = np.searchsorted(run.stroke, np.arange(skater.strokes))
    ski = np.linalg.norm(run.ski_velocity, axis=1)
    side = np.where(run.stroke % 2 == 0, 1.0, -1.0)
    along = np.stack([np.cos(phi) * np.ones_like(side), side * np.sin(phi)], axis=1)
    ski = np.einsum("ij,ij->i", run.ski_velocity[:, :2], along)
    for k in range(1, skater.strokes):
        before, after = ski[first[k] - 1], ski[first[k]]
        expected = before * np.cos(2 * phi) + u * np.sin(2 * phi)
        assert after == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("case", ["long_run", "real_skater"])
def test_reading_a_tends_to_u_cot_phi(case):
    skater = load(case).with_(friction=0.0, strokes=400)
    run = simulate(skater, REACTION, steps=50)
    last = run.stroke == skater.strokes - 1
    ski = np.linalg.norm(run.ski_velocity[last], axis=1)
    assert ski[-1] == pytest.approx(_lateral(skater) / np.tan(skater.angle), abs=1e-6)


def test_point_mass_has_the_notes_lateral_velocity():
    skater = load("real_skater").with_(
        friction=0.0, strokes=400, ski_mass=1e-9, lower_leg_mass=1e-9
    )
    ski = np.linalg.norm(simulate(skater, REACTION, steps=50).ski_velocity[-1])
    lean = np.deg2rad(35.0)
    u = 0.72 * np.sin(lean) + 0.81 * np.deg2rad(70.0) * np.cos(lean)
    assert ski == pytest.approx(u / np.tan(np.deg2rad(20.0)), abs=1e-6)
    assert 3.3 < ski < 3.5  # a realistic speed


def test_reading_b_keeps_only_the_travel_velocity():
    skater = load("long_run")
    run = simulate(skater, OUTSIDE_FORCE)
    first = np.searchsorted(run.stroke, np.arange(skater.strokes))
    momentum = run.momentum_velocity[1:-1]
    phi = skater.angle
    before = np.hypot(momentum[:, 0], momentum[:, 1])
    side = np.where(np.arange(1, skater.strokes) % 2 == 0, 1.0, -1.0)
    along = np.stack([np.full(len(side), np.cos(phi)), side * np.sin(phi)], axis=1)
    k = first[1:]
    shank_rate = 0.5 * skater.lower_leg * skater.lean_rate
    body_rate = skater.leg_start * skater.lean_rate
    relative = (
        skater.lower_leg_mass * shank_rate + skater.body_mass * body_rate
    ) / skater.total_mass
    after = np.einsum("ij,ij->i", run.ski_velocity[k, :2], along) + relative
    assert after == pytest.approx(before * np.cos(phi) ** 2, abs=1e-9)


def test_reading_b_without_friction_is_a_geometric_series():
    # a point mass: v gains g F (1 - cos(lean)) / rate a stroke and keeps cos^2 of it
    skater = load("long_run").with_(
        friction=0.0, ski_mass=1e-9, lower_leg_mass=1e-9, strokes=10, lean_start=0.0
    )
    run = simulate(skater, OUTSIDE_FORCE)
    rate, c = skater.lean_rate, np.cos(skater.angle) ** 2
    gain = skater.push_off * 9.80665 * (1 - np.cos(rate * skater.time)) / rate
    v = 0.0
    for k in range(10):
        v = c * v + gain
        ends = np.nonzero(run.stroke == k)[0][-1]
        horizontal = np.hypot(*run.velocity[ends, :2])
        assert horizontal == pytest.approx(v, abs=1e-6)
