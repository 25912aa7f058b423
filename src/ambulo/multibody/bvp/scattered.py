"""Searches from random velocities, for other solutions or if a path of least action is too
sensitive to be shot.

A path of least action stays for a long time where the potential energy is high, near the upright
position. There the smallest disturbance grows. Motions of higher energy exist between the same
postures. The Levenberg-Marquardt method, then Newton's method, find them from random velocities.

The Levenberg-Marquardt method (1963) minimises the sum of squared errors at the target. It comes
near the target from far more velocities than Newton's method. It can end in a minimum that is not
the target, which its caller notices. If it arrives, Newton's method completes the search.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import inner
from ambulo.math.dispatch import generic
from ambulo.math.entries import copy_rows, copy_to
from ambulo.math.small_systems import factorise, largest, squared, substitute
from ambulo.multibody.bvp.boundary_problem import BoundaryProblem, Candidate
from ambulo.multibody.bvp.outcome import SearchOutcome
from ambulo.multibody.bvp.shooting import by_variations
from ambulo.multibody.bvp.shot import Aim, shoot


@inner
def _largest_column(J: FloatArray) -> float:
    """Largest sum of squares of a column of J (n, n)."""
    size = 0.0
    for k in range(J.shape[1]):
        total = 0.0
        for i in range(J.shape[0]):
            total += J[i, k] * J[i, k]
        size = max(size, total)
    return size


@generic
def approach(
    aim: Aim, c: FloatArray, near: float, tolerance: float, most_iterations: int
) -> tuple[float, int, int]:
    """Change the velocity c (dim,) in place so that the motion ends near the target.

    Args:
        aim: start and target.
        c: first velocity, replaced by the best velocity.
        near: largest error at which to stop [rad, m].
        tolerance: of the integration.
        most_iterations: largest number of steps.

    Returns:
        Largest remaining error (infinite if the first shot failed), and the numbers of iterations
        and evaluations.
    """
    dim = len(c)
    e, e_trial = np.empty(dim), np.empty(dim)
    J, J_trial, A = np.empty((dim, dim)), np.empty((dim, dim)), np.empty((dim, dim))
    step, trial = np.empty(dim), np.empty(dim)
    squares, damping, strongest = math.inf, 0.0, math.inf
    iteration, total = 0, 0
    copy_to(c, trial)
    while True:
        ok, evaluations = shoot(aim, trial, tolerance, True, e_trial, J_trial)
        total += evaluations
        new = squared(e_trial) if ok else math.inf
        if iteration == 0 and not ok:
            return math.inf, 0, total
        if new < squares:
            # a crawl with strong damping ends in a valley beside the target
            slow = new > 0.98 * squares and damping > 1e-4 * strongest
            copy_to(trial, c)
            copy_to(e_trial, e)
            copy_rows(J_trial, J)
            squares = new
            if iteration == 0:
                damping = 1e-2 * _largest_column(J)
                strongest = 1e10 * damping
            else:
                damping = max(0.2 * damping, 1e-14 * strongest)
            if slow:
                break
        else:
            damping *= 4.0
        worst = largest(e)
        if worst < near or iteration >= most_iterations or damping >= strongest:
            break
        iteration += 1
        for a in range(dim):
            step[a] = 0.0
            for i in range(dim):
                step[a] -= J[i, a] * e[i]
            for b in range(a + 1):
                A[a, b] = 0.0
                for i in range(dim):
                    A[a, b] += J[i, a] * J[i, b]
            A[a, a] += damping
        factorise(A)
        substitute(A, step)
        for k in range(dim):
            trial[k] = c[k] + step[k]
    return largest(e), iteration, total


_SEED = 20040531
_TRIALS = 150
_MOST_WORK = 5e7  # evaluations times dim^2: some two seconds, whatever the system
_SPEED = 3.0  # rad over the duration
_NEAR = 1e-3
_TOLERANCE = 1e-6
_ITERATIONS = 80


def propose(problem: BoundaryProblem, guess: FloatArray | None = None) -> Candidate:
    """First velocity to which a search from random velocities converges.

    Args:
        problem: the problem to solve.
        guess: (dim,) minimal velocity to try before the random velocities.

    Returns:
        A velocity and whether one of the trials converged to it.
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
    """Results of searches from random velocities, one by one.

    Args:
        problem: the problem to solve.
        trials: number of searches.
        seed: of the random numbers; the same seed gives the same searches.
        guess: (dim,) minimal velocity of the first search, instead of a random velocity.

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
