"""Maps of speed and the optimum under a power."""

from __future__ import annotations

import numpy as np
import pytest

from ambulo.inputs.errors import InputError
from ambulo_studies.skating.kernel import simulate
from ambulo_studies.skating.optimum import best_within, confidence, speed_map, with_stroke_time
from ambulo_studies.skating.parameters import load, uncertainty
from ambulo_studies.skating.readings import REACTION

ANGLES, TIMES = np.radians(np.linspace(4.0, 24.0, 9)), np.linspace(0.4, 0.9, 8)


@pytest.fixture(scope="module")
def grid():
    return speed_map(load("travelling"), REACTION, ANGLES, TIMES)


def test_map_is_the_settled_long_run(grid):
    skater = with_stroke_time(load("travelling"), TIMES[3]).with_(angle=ANGLES[5], strokes=150)
    run = simulate(skater, REACTION, steps=100, initial_speed=3.0)
    travel = run.stroke_means(run.velocity[:, 0])[-1]
    assert grid.speed[0, 3, 5] == pytest.approx(travel, rel=1e-4)
    assert grid.power[0, 3, 5] == pytest.approx(run.power[-1], rel=1e-4)


def test_best_is_within_the_power_and_beats_the_grid(grid):
    best = best_within(grid, 300.0)
    assert best.power <= 300.0
    allowed = np.where(grid.power[0] <= 300.0, grid.speed[0], 0.0)
    assert best.speed >= allowed.max()
    assert best.speed < best_within(grid, 400.0).speed
    with pytest.raises(InputError, match="as little"):
        best_within(grid, 50.0)


def test_less_friction_is_faster_and_draws_repeat():
    skater = load("travelling")
    few = (np.radians(np.linspace(4.0, 16.0, 5)), np.linspace(0.45, 0.8, 5))
    first = confidence(skater, REACTION, 300.0, uncertainty(), *few, samples=2, seed=3)
    again = confidence(skater, REACTION, 300.0, uncertainty(), *few, samples=2, seed=3)
    assert first == again
    assert first[0] != first[1]
    slow = best_within(speed_map(skater.with_(friction=12.0), REACTION, *few), 300.0)
    fast = best_within(speed_map(skater.with_(friction=2.0), REACTION, *few), 300.0)
    assert fast.speed > slow.speed
