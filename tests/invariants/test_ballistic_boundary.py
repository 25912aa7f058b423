"""Boundary problems: what is called converged arrives, and what is not says so."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from tests.sample_movements import random_problem
from tests.sample_trees import tree_of

from ambulo.inputs.errors import InputError
from ambulo.multibody.bvp import outcome
from ambulo.multibody.bvp.boundary_problem import BoundaryProblem, Candidate, Path
from ambulo.multibody.bvp.boundary_value import METHODS, confirm, solve
from ambulo.multibody.bvp.constraints import on_plane, on_sphere, solve_guided
from ambulo.multibody.bvp.course import course
from ambulo.multibody.bvp.effort import EFFORTS, effort
from ambulo.multibody.bvp.equations import state_rates
from ambulo.multibody.bvp.least_effort import least_effort
from ambulo.multibody.bvp.limits import Limit, margins, solve_within
from ambulo.multibody.bvp.phases import move
from ambulo.multibody.bvp.solutions import _followed, all_solutions, connected
from ambulo.multibody.bvp.systems import Bodies, ChainInAngles, ChainInVectors
from ambulo.multibody.chain.chain import Chain, JointResistance
from ambulo.multibody.chain.chain_angles import directions
from ambulo.multibody.chain.guided_chain import GuidedChain
from ambulo.multibody.integrators.by_address import in_flight
from ambulo.multibody.integrators.registry import METHODS as INTEGRATORS
from ambulo.multibody.integrators.simulation import mechanical_energy, simulate_system
from ambulo.multibody.tree.configuration import integrate, neutral
from ambulo.multibody.tree.tree import JointType

HANGING = np.radians([170.0, 160.0, 10.0, 20.0])
RAISED = np.radians([120.0, 100.0, 30.0, 40.0])


def arm(resistance=None):
    chain = Chain.pendulum([0.3, 0.3], [2.0, 1.5])
    return ChainInVectors(replace(chain, resistance=resistance))


def reach(duration=0.4, resistance=None):
    return BoundaryProblem(
        arm(resistance), directions(HANGING).ravel(), directions(RAISED).ravel(), duration
    )


def arrival(problem, velocity):
    """Posture reached with SciPy's own integrator, nothing of ours but the equations."""
    system = problem.system
    flight = in_flight(system.packed)
    run = solve_ivp(
        lambda _, y: state_rates(flight, y[None])[0],
        (0.0, problem.duration),
        system.state(problem.start, velocity),
        method="DOP853",
        rtol=1e-13,
        atol=1e-13,
    )
    return run.y[: system.nq, -1]


@pytest.mark.parametrize("method", [m for m in METHODS if m != "newton"])
def test_every_method_arrives(method):
    problem = reach()
    found = solve(problem, method)
    assert found.converged
    assert found.residual <= 1e-9
    assert arrival(problem, found.velocity) == pytest.approx(problem.target, abs=1e-9)


def test_threads_solve_one_problem_each_with_its_own_scratch():
    problem = reach()
    alone = solve(problem).velocity
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(lambda _: solve(problem).velocity, range(40)))
    for velocity in found:
        np.testing.assert_array_equal(velocity, alone)


def test_postures_may_lie_anywhere_in_memory():
    problem = reach()
    apart = np.stack([problem.start, problem.target], axis=1)
    found = solve(replace(problem, start=apart[:, 0], target=apart[:, 1]))
    np.testing.assert_array_equal(found.velocity, solve(problem).velocity)


def test_newton_with_differences_arrives_from_a_fair_guess():
    problem = reach()
    best = solve(problem)
    found = solve(problem, "newton", best.velocity + 0.3)
    assert found.converged
    assert found.velocity == pytest.approx(best.velocity, rel=1e-6)


def test_a_bad_guess_is_never_called_converged():
    found = solve(reach(), "newton", np.array([80.0, -60.0, 50.0, 90.0]))
    assert found.converged == (found.residual <= 1e-9)


def test_a_wrong_proposal_is_not_confirmed():
    problem = reach()
    wrong = Candidate(outcome.SearchOutcome.CONVERGED, solve(problem).velocity + 1e-3, 0, 0)
    found = confirm(problem, wrong, "by hand")
    assert found.outcome is outcome.SearchOutcome.NOT_CONFIRMED
    assert "intermediate posture" in found.message


def test_sensitivity_is_what_a_change_of_velocity_does():
    problem = reach()
    found = solve(problem)
    step = 1e-5 * np.array([0.3, -0.4, 0.6, 0.2])
    moved = arrival(problem, found.velocity + step)
    there = problem.system.straight(problem.target, moved)
    assert there == pytest.approx(found.jacobian @ step, abs=1e-7)
    assert np.linalg.norm(there) <= found.sensitivity * np.linalg.norm(step) * 1.01


@pytest.mark.parametrize("segments", [2, 3, pytest.param(6, marks=pytest.mark.exhaustive)])
def test_random_problems_are_solved(segments):
    rng = np.random.default_rng(20 + segments)
    for _ in range(8):
        problem = random_problem(rng, segments)
        found = solve(problem, "variational")
        if not found.converged:
            found = solve(problem, "multiple-shooting")
        assert found.converged, found.message
        assert found.residual <= 1e-9
        if found.outcome is outcome.SearchOutcome.CONVERGED:
            assert arrival(problem, found.velocity) == pytest.approx(problem.target, abs=5e-9)


def sensitive():
    """Six segments for almost a natural period: the path of least action stays near the balance."""
    rng = np.random.default_rng(6)
    return [random_problem(rng, 6) for _ in range(10)][9]


def test_a_movement_too_sensitive_for_one_run_is_confirmed_in_pieces():
    problem = sensitive()
    found = solve(problem, "multiple-shooting")
    assert found.outcome is outcome.SearchOutcome.CONVERGED_IN_PIECES
    assert "Nobody could perform" in found.message
    assert found.sensitivity > 1e6 * problem.duration
    h = problem.duration / len(found.path.c)
    for k, c in enumerate(found.path.c):  # SciPy's integrator arrives from each node at the next
        piece = BoundaryProblem(problem.system, found.path.q[k], found.path.q[k + 1], h)
        assert arrival(piece, c) == pytest.approx(piece.target, abs=1e-9)
    run = course(found, 33)
    assert run.q[::2] == pytest.approx(found.path.q, abs=1e-9)
    assert run.energy_drift < 1e-8


def test_a_path_with_a_kink_is_not_confirmed():
    problem = sensitive()
    good = solve(problem, "multiple-shooting").path
    c = good.c.copy()
    c[5] += 1e-6
    kinked = Candidate(outcome.SearchOutcome.CONVERGED_IN_PIECES, c[0], 0, 0, Path(good.q, c))
    found = confirm(problem, kinked, "by hand")
    assert found.outcome is outcome.SearchOutcome.NOT_CONFIRMED
    assert not found.converged


def test_resisting_joints_take_more_from_the_blow():
    resistance = JointResistance(*(np.full(2, x) for x in (0.3, 0.5, 0.1, 1.5)))
    easy, hard = solve(reach()), solve(reach(resistance=resistance))
    assert hard.converged
    assert hard.kinetic[0] > easy.kinetic[0]


def test_all_solutions_are_different_and_true():
    problem = reach()
    every = all_solutions(problem, 40)
    assert len(every.found) >= 2
    assert "searches" in every.message
    speeds = [found.solution.velocity for found in every.found]
    for k, found in enumerate(every.found):
        assert found.solution.residual <= 1e-9
        assert all(np.linalg.norm(found.solution.velocity - v) > 1e-3 for v in speeds[:k])
    assert [f.kick for f in every.found] == sorted(f.kick for f in every.found)


def test_two_solutions_are_one_family_that_turns_back_in_time():
    problem = reach()
    first = all_solutions(problem, 40, follow=False).found[-1].solution
    others = [confirm(problem, x, "family") for x in connected(problem, first.velocity, 100, 4.0)]
    assert others
    assert all(other.converged for other in others)
    assert all(np.linalg.norm(other.velocity - first.velocity) > 1e-3 for other in others)
    folds = 0
    for rising in (True, False):
        points = _followed(problem, first.velocity, rising, 0.1, 1.6, 100)
        durations = [point.parameter * problem.duration for point in points]
        curve = [(t, point.x[:-1] / t) for t, point in zip(durations, points, strict=True)]
        for duration, velocity in curve[::10]:
            other = replace(problem, duration=duration)
            assert arrival(other, velocity) == pytest.approx(problem.target, abs=1e-5)
        ways = np.sign(np.diff([duration for duration, _ in curve]))
        folds += int(np.sum(ways[1:] != ways[:-1]))
    assert folds >= 1


def _angles(n):
    """Of the unit vectors n (S, 3), theta and phi of each."""
    theta = np.arctan2(np.hypot(n[:, 0], n[:, 1]), n[:, 2])
    return np.concatenate([theta, np.arctan2(n[:, 1], n[:, 0])])


def test_impulses_do_the_work_that_the_energy_shows():
    system = arm()
    start, target = directions(HANGING).ravel(), directions(RAISED).ravel()
    middle = system.moved(start, 0.4 * system.straight(start, target))
    movement = move(system, np.array([start, middle, target]), np.array([0.0, 0.2, 0.4]))
    assert movement.converged
    first, last = movement.phases
    assert movement.work[0].sum() == pytest.approx(first.kinetic[0])
    assert movement.work[1].sum() == pytest.approx(last.kinetic[0] - first.kinetic[1])
    assert movement.work[2].sum() == pytest.approx(-last.kinetic[1])
    in_angles = move(
        ChainInAngles(system.chain),
        np.array([_angles(q.reshape(-1, 3)) for q in movement.postures]),
        movement.time,
        guesses=None,
    )
    assert in_angles.impulse == pytest.approx(movement.impulse, abs=1e-7)
    assert all(effort(movement, name) > 0.0 for name in EFFORTS)
    better = least_effort(system, movement.postures, movement.time, most_evaluations=150)
    assert better.effort < better.first_effort


def test_many_phases_become_inverse_dynamics_at_second_order():
    """A driven motion cut finer and finer: impulse over interval tends to the driving moments."""
    system = ChainInAngles(arm().chain)
    T = 1.0

    def posture(t):
        return HANGING + (RAISED - HANGING) * np.sin(0.5 * np.pi * t / T) ** 2

    def rates(t, h=1e-4):
        velocity = (posture(t + h) - posture(t - h)) / (2 * h)
        acceleration = (posture(t + h) - 2 * posture(t) + posture(t - h)) / h**2
        return velocity, acceleration

    from ambulo.multibody.bvp.phases import joint_components

    error = []
    for n in (8, 16, 32):
        time = np.linspace(0.0, T, n + 1)
        movement = move(system, np.array([posture(t) for t in time]), time, "variational")
        assert movement.converged
        worst = 0.0
        for k in range(1, n):
            q = posture(time[k])
            velocity, acceleration = rates(time[k])
            free = state_rates(in_flight(system.packed), np.concatenate([q, velocity])[None])[0, 4:]
            moment = joint_components(system, q, system.mass_matrix(q) @ (acceleration - free))
            worst = max(worst, np.abs(movement.impulse[k] * n / T - moment).max())
        error.append(worst)
    assert np.log2(error[0] / error[1]) == pytest.approx(2.0, abs=0.3)
    assert np.log2(error[1] / error[2]) == pytest.approx(2.0, abs=0.3)


def flying_body(spread):
    """A body of 57 degrees of freedom without support, and a target at random around its start."""
    parent = [-1, 0, 1, 1, 3, 0, 5, 6, 0, 8, 9, 1, 11, 12, 1, 14, 15, 2]
    rng = np.random.default_rng(5)
    tree = tree_of(parent, [JointType.FREE, *[JointType.BALL] * 17], rng, scale=0.2)
    start = integrate(tree, neutral(tree), 0.2 * rng.normal(size=57))
    return Bodies(tree), start, integrate(tree, start, spread * rng.normal(size=57))


@pytest.mark.exhaustive
@pytest.mark.parametrize("spread", [0.2, 0.8])
def test_a_body_of_57_degrees_of_freedom(spread):
    found = solve(BoundaryProblem(*flying_body(spread), 0.3))
    assert found.problem.system.dim == 57
    assert found.converged
    assert found.residual <= 1e-9
    energy = found.kinetic + found.potential
    assert energy[1] == pytest.approx(energy[0], rel=1e-8)


@pytest.mark.exhaustive
def test_in_free_fall_the_way_does_not_depend_on_the_time():
    way = []
    for duration in (0.3, 0.9):
        problem = BoundaryProblem(*flying_body(0.8), duration)
        found = solve(problem, "homotopy")
        assert found.converged
        way.append(found.velocity * duration)
        way[-1][:3] += 0.5 * problem.system.tree.gravity * duration**2
    assert way[1] == pytest.approx(way[0], abs=1e-7)


@pytest.mark.parametrize("guide", ["plane", "sphere"])
def test_a_guided_hand_stays_on_its_path(guide):
    system = ChainInVectors(Chain.pendulum([0.3, 0.3, 0.2], [2.0, 1.5, 0.5]))

    def posture(a, b):
        c = np.arcsin((0.4 - 0.3 * np.sin(a) - 0.3 * np.sin(b)) / 0.2)
        down = np.array([a, b, c])
        return np.column_stack([np.sin(down), 0.0 * down, -np.cos(down)]).ravel()

    start, target = posture(0.5, 0.8), posture(0.7, 0.5)
    rule = on_plane(2, np.array([1.0, 0.0, 0.0]), 0.4)
    if guide == "sphere":
        ends = np.array([[0.3, 0.3, 0.2] @ q.reshape(3, 3) for q in (start, target)])
        # a circle through both ends about a point on their perpendicular bisector
        centre = ends.mean(axis=0) + np.array([0.5, 0.0, 0.0])
        rule = on_sphere(2, centre, float(np.linalg.norm(ends[0] - centre)))
    found = solve_guided(system, [rule], start, target, 0.3)
    assert found.outcome is outcome.SearchOutcome.CONVERGED
    assert found.residual < 1e-9
    assert found.drift < 1e-9
    assert np.ptp(found.force) > 0.0
    # guides do no work: where gravity drew it down, it is as much faster
    held = GuidedChain(
        system.packed, np.array([[0.3, 0.3, 0.2]]), rule.normal[None], rule.centre[None],
        np.array([rule.bend]), np.array([rule.offset]),
    )  # fmt: skip
    q, v = np.split(system.state(start, found.velocity), 2)
    run = simulate_system(held, found.time, q, v, INTEGRATORS["dop853"], tolerance=1e-12)
    energy = mechanical_energy(held, run)
    assert np.ptp(energy.sum(axis=1)) < 1e-9 * np.ptp(energy[:, 0])


def test_limits_are_looked_at_along_the_way():
    problem = reach(0.7)
    floor = Limit("hand above", "m", lambda q: float(0.3 * q[2] + 0.3 * q[5] + 0.58))
    passed = margins(solve(problem), [floor])
    assert len(passed) == 1
    kept = solve_within(problem, [floor], 40)
    if kept is not None:
        assert all(margin.kept for margin in kept[1])
    nothing = Limit("impossible", "m", lambda q: -1.0)
    assert solve_within(problem, [nothing], 10) is None


@pytest.mark.parametrize("duration", [0.0, -1.0, np.nan])
def test_a_time_must_be_positive(duration):
    with pytest.raises(InputError, match="positive time"):
        reach(duration)
