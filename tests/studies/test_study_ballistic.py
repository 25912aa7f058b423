"""The ballistic studies: every claimed agreement and check holds."""

from __future__ import annotations

import numpy as np
import pytest

from ambulo.multibody.bvp.boundary_problem import BoundaryProblem
from ambulo.multibody.bvp.boundary_value import solve
from ambulo.multibody.bvp.initial_value import state_energies
from ambulo.multibody.bvp.systems import ChainInVectors
from ambulo.multibody.chain.chain_angles import directions
from ambulo.studies.registry import STUDIES, run_study
from ambulo_studies import mochon1980_ballistic_walk, throw
from ambulo_studies.patel2004_double_pendulum import shoulder


def quiet(stage, share):
    assert stage


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("patel2004_double_pendulum", marks=pytest.mark.exhaustive),
        "mochon1980_ballistic_walk",
        pytest.param("throw", marks=pytest.mark.exhaustive),
        pytest.param("pushes_in_a_stride", marks=pytest.mark.exhaustive),
    ],
)
def test_the_study_holds(name):
    assert name in STUDIES
    result = run_study(name, quiet)
    assert result.passed, [k for k, passed in result.checks.items() if not passed]
    assert result.tables
    assert result.deviations


def test_a_swing_of_normal_walking_is_ballistic():
    walker = mochon1980_ballistic_walk.Walker()
    (swing,) = mochon1980_ballistic_walk.swing_times(walker, 0.8 * walker.leg, np.array([0.4]))
    assert swing.possible
    assert swing.solution.residual <= 1e-9


def test_the_walker_stands_on_the_ground_at_both_ends():
    walker = mochon1980_ballistic_walk.Walker()
    postures = np.array([walker.toe_off(0.7), walker.heel_strike(0.7)])
    assert walker.clearance(postures) == pytest.approx(0.0, abs=1e-9)
    assert walker.knee_flexion(postures)[1] == pytest.approx(0.0, abs=1e-12)
    assert walker.chain().mass.sum() == pytest.approx(walker.mass)


def test_the_thrower_holds_the_ball():
    assert throw.arm().mass[-1] == throw.BALL


def test_a_stop_takes_the_velocity_towards_it_and_what_that_held():
    system = ChainInVectors(shoulder())
    q = directions(np.radians([95.0, 85.0, 80.0, 125.0])).ravel()
    c = solve(BoundaryProblem(system, q, directions(throw._FRONT).ravel(), 0.2)).velocity
    before = sum(state_energies(system, system.state(q, c)))
    q, c, taken = throw.meet_stops(system, q, c, 0.2, steps=100)
    lost = before - sum(state_energies(system, system.state(q, c)))
    assert lost > 1.0
    assert sum(taken.values()) == pytest.approx(lost, abs=1e-8)
    for a, b in throw.STOPS.values():
        assert a @ q + b > -0.01 or a @ system.velocity_map(q) @ c >= -1e-9
