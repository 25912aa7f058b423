"""Searches from scattered motions, for problems whose least action leads over an unstable posture.

A path of least action likes to linger where the potential energy is high, close to the upright
balance, and is then too sensitive to be shot. Motions that start with any velocity are livelier:
each is bent so that it ends at the target, and multiple shooting makes it a true motion again.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ambulo.ballistic.boundary_problem import BoundaryProblem, Candidate
from ambulo.ballistic.discrete_action import stationary_path
from ambulo.ballistic.equations import PackedSystem
from ambulo.ballistic.multiple_shooting import multiple_shooting
from ambulo.ballistic.outcome import Outcome
from ambulo.ballistic.path import Path, discrete_velocities
from ambulo.ballistic.runge_kutta import dop853
from ambulo.ballistic.shooting import by_variations
from ambulo.ballistic.systems import ChainInVectors
from ambulo.kernels.compilation import compiled
from ambulo.records import FloatArray

__all__ = ["proposals", "propose"]

_SEED = 20040531
_TRIALS = 30
_RUNS_PER_TRIAL = 12  # free motions, of which the one that ends nearest is bent
_PIECES = 8
_GRID = 4  # points to a piece, for the velocities of the bent path
_ITERATIONS = 60
_SLOPE = 1e-9
_SPEED = 3.0  # rad over the duration


def propose(problem: BoundaryProblem, guess: FloatArray | None = None) -> Candidate:
    """First velocity that a scattered search converges on.

    Args:
        problem: what is to be solved.
        guess: (dim,) not used.

    Returns:
        A velocity and whether one of the trials converged on it.
    """
    iterations = evaluations = 0
    last: Candidate | None = None
    for candidate in proposals(problem, _TRIALS, _SEED):
        iterations += candidate.iterations
        evaluations += candidate.evaluations
        last = Candidate(candidate.outcome, candidate.velocity, iterations, evaluations)
        if candidate.outcome is Outcome.CONVERGED:
            break
    assert last is not None  # there is at least one trial
    return last


def proposals(problem: BoundaryProblem, trials: int, seed: int) -> Iterator[Candidate]:
    """What a number of searches from bent free motions find, one by one.

    Args:
        problem: what is to be solved.
        trials: number of searches.
        seed: of the random numbers; the same seed gives the same searches.

    Yields:
        The result of each search, converged or not.
    """
    rng = np.random.default_rng(seed)
    for _ in range(trials):
        path = _bent_motion(problem, rng)
        if path is None:
            yield Candidate(Outcome.NO_PROGRESS, np.zeros(problem.system.dim), 0, 0)
            continue
        cuts = slice(None, None, _GRID)
        nodes = multiple_shooting(problem.system, path.q[cuts], path.c[cuts], problem.duration)
        if not nodes.converged:
            yield Candidate(Outcome.NO_PROGRESS, nodes.c[0], nodes.iterations, nodes.evaluations)
            continue
        found = by_variations(problem, nodes.c[0])
        yield Candidate(
            found.outcome,
            found.velocity,
            nodes.iterations + found.iterations,
            nodes.evaluations + found.evaluations,
        )


@compiled
def _sampled_run(
    system: PackedSystem, y: FloatArray, duration: float, out: FloatArray
) -> bool:
    """Fill out (points, nq) with postures at equal times of the motion from the state y."""
    points, nq = out.shape
    step = 0.0
    out[0] = y[:nq]
    for k in range(1, points):
        ok, _, step = dop853(system, y, duration / (points - 1), 1e-6, len(y), step, 200)
        if not ok:
            return False
        out[k] = y[:nq]
    return True


def _bent_motion(problem: BoundaryProblem, rng: np.random.Generator) -> Path | None:
    """The nearest of some free motions, bent to end at the target; None if nothing came of it."""
    system, duration = problem.system, problem.duration
    points = _PIECES * _GRID + 1
    way = system.straight(problem.start, problem.target)
    best: FloatArray | None = None
    nearest = np.inf
    for _ in range(_RUNS_PER_TRIAL):
        scatter = rng.normal(size=system.dim) * (_SPEED * rng.uniform(0.1, 1.0))
        velocity = (rng.uniform(-0.5, 1.0) * way + scatter) / duration
        run = np.empty((points, system.nq))
        state = np.array(system.state(problem.start, velocity))
        if _sampled_run(system.packed, state, duration, run):
            miss = float(np.linalg.norm(system.straight(run[-1], problem.target)))
            if miss < nearest:
                best, nearest = run, miss
    if best is None:
        return None
    q = system.carried(best, problem.target)
    h = duration / (points - 1)
    if isinstance(system, ChainInVectors):
        n = q.reshape(points, -1, 3)
        if not stationary_path(system.packed, n, duration, _ITERATIONS, _SLOPE)[0]:
            return None
        return Path(q, discrete_velocities(system, n, h))
    c = np.array([system.straight(q[k], q[k + 1]) for k in range(points - 1)]) / h
    c[1:] += np.array([-system.straight(q[k], q[k - 1]) for k in range(1, points - 1)]) / h
    c[1:] *= 0.5
    return Path(q, c)
