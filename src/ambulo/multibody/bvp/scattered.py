"""Searches from scattered velocities: the way to other solutions, and past a least action that is
too sensitive to be shot.

A path of least action stays long where the potential energy is high, close to the upright balance,
where the smallest disturbance grows. Motions of higher energy between the same postures exist and
are found from random velocities by Levenberg-Marquardt, then Newton.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.multibody.bvp.boundary_problem import BoundaryProblem, Candidate
from ambulo.multibody.bvp.levenberg import approach
from ambulo.multibody.bvp.outcome import SearchOutcome
from ambulo.multibody.bvp.shooting import by_variations

_SEED = 20040531
_TRIALS = 150
_MOST_WORK = 5e7  # evaluations times dim^2: some two seconds, whatever the system
_SPEED = 3.0  # rad over the duration
_NEAR = 1e-3
_TOLERANCE = 1e-6
_ITERATIONS = 80


def propose(problem: BoundaryProblem, guess: FloatArray | None = None) -> Candidate:
    """First velocity that a scattered search converges on.

    Args:
        problem: what is to be solved.
        guess: (dim,) tried before the scattered velocities.

    Returns:
        A velocity and whether one of the trials converged on it.
    """
    iterations = evaluations = 0
    last: Candidate | None = None
    most = _MOST_WORK / problem.system.dim**2
    for candidate in proposals(problem, _TRIALS, _SEED, guess):
        iterations += candidate.iterations
        evaluations += candidate.evaluations
        last = Candidate(candidate.outcome, candidate.velocity, iterations, evaluations)
        if candidate.outcome is SearchOutcome.CONVERGED or evaluations > most:
            break
    assert last is not None  # there is at least one trial
    return last


def proposals(
    problem: BoundaryProblem, trials: int, seed: int, guess: FloatArray | None = None
) -> Iterator[Candidate]:
    """What searches from a number of random velocities find, one by one.

    Args:
        problem: what is to be solved.
        trials: number of searches.
        seed: of the random numbers; the same seed gives the same searches.
        guess: (dim,) minimal velocity of the first search, in place of a random one.

    Yields:
        The result of each search, converged or not.
    """
    rng = np.random.default_rng(seed)
    system = problem.system
    for trial in range(trials):
        c = rng.normal(size=system.dim) * (_SPEED * rng.uniform(0.1, 1.0) / problem.duration)
        if guess is not None and trial == 0:
            c = np.array(guess, dtype=np.float64)
        error, iterations, evaluations = approach(problem.aim, c, _NEAR, _TOLERANCE, _ITERATIONS)
        if error > _NEAR:
            yield Candidate(SearchOutcome.NO_PROGRESS, c, iterations, evaluations)
            continue
        found = by_variations(problem, c)
        yield Candidate(
            found.outcome,
            found.velocity,
            iterations + found.iterations,
            evaluations + found.evaluations,
        )
