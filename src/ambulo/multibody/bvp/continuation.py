"""Continuation, step by step from the motion without gravity and resistance to the full motion.

Without gravity, a movement is the same at any speed. Only gravity times the duration squared
matters, so an increase of gravity gives the same motions as an increase of the duration.
"""

from __future__ import annotations

from dataclasses import replace

from ambulo.math.arrays import FloatArray
from ambulo.multibody.bvp.boundary_problem import BoundaryProblem, Candidate
from ambulo.multibody.bvp.outcome import SearchOutcome
from ambulo.multibody.bvp.shooting import by_variations

_FIRST_STEP = 0.25
_LEAST_STEP = 1e-3


def propose(problem: BoundaryProblem, guess: FloatArray | None = None) -> Candidate:
    """Follow a solution from no gravity and no joint resistance to the full problem.

    Args:
        problem: the problem to solve.
        guess: (dim,) minimal velocity of the motion without gravity; that of the straight path by
            default.

    Returns:
        The velocity for the full problem; CONTINUATION_STALLED if the solutions could not be
        followed, for instance because their curve turns back (a fold).
    """
    free = replace(problem, system=problem.system.scaled(0.0))
    if guess is None:
        guess = problem.system.straight(problem.start, problem.target) / problem.duration
    found = by_variations(free, guess)
    iterations, evaluations = found.iterations, found.evaluations
    if found.outcome is not SearchOutcome.CONVERGED:
        return found
    reached, step = 0.0, _FIRST_STEP
    last = before = found.velocity
    reached_before = 0.0
    while reached < 1.0:
        ahead = min(1.0, reached + step)
        slope = (last - before) / (reached - reached_before) if reached > reached_before else 0.0
        system = problem.system.scaled(ahead)
        found = by_variations(replace(problem, system=system), last + slope * (ahead - reached))
        iterations += found.iterations
        evaluations += found.evaluations
        if found.outcome is SearchOutcome.CONVERGED:
            before, reached_before = last, reached
            last, reached = found.velocity, ahead
            step *= 2.0
        else:
            step *= 0.25
            if step < _LEAST_STEP:
                return Candidate(SearchOutcome.CONTINUATION_STALLED, last, iterations, evaluations)
    return Candidate(SearchOutcome.CONVERGED, last, iterations, evaluations)
