"""Homotopy: the target moves from the end of a first movement to the target posture.

The error of a first throw is reduced in proportion (Newton's homotopy, e(c) = (1 - s) e(c0) with s
from 0 to 1). `curve` follows the solutions through folds.

A body that is thrown straight up keeps its posture, because all its parts fall in the same way.
From this throw, the target moves from the start posture to the target posture. In the falling
frame, a motion between two postures is a geodesic of the kinetic energy, for any duration. A
shortest geodesic always exists (Hopf & Rinow 1931), although the search may not find it. A system
with a fixed joint is thrown along its first path if the throw straight up does not arrive.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.multibody.bvp.boundary_problem import BoundaryProblem, Candidate
from ambulo.multibody.bvp.curve import CurvePoint, follow, land
from ambulo.multibody.bvp.equations import state_rates
from ambulo.multibody.bvp.outcome import SearchOutcome
from ambulo.multibody.bvp.path import first_path
from ambulo.multibody.bvp.shooting import by_variations
from ambulo.multibody.bvp.shot import shoot
from ambulo.multibody.integrators.by_address import in_flight

_TOLERANCE = 1e-8
_MOST_SHOTS = 150
_FIRST_STEP = 0.1  # rad over the duration
_LONGEST_STEP = 1.0
_FARTHEST_BACK = -0.5  # a curve that leaves the other way does not return within the shots


def propose(problem: BoundaryProblem, guess: FloatArray | None = None) -> Candidate:
    """Follow the solution to the target, from a throw that keeps the posture or from a first path.

    Args:
        problem: the problem to solve.
        guess: (dim,) minimal velocity of another throw to start from.

    Returns:
        A velocity and whether the target was reached; CONTINUATION_STALLED if the curves could not
        be followed or did not lead to the target.
    """
    if guess is not None:
        return _from_throw(problem, guess)
    kept = _from_throw(problem, _keeping(problem))
    if kept.outcome is SearchOutcome.CONVERGED:
        return kept
    found = _from_throw(problem, first_path(problem).c[0])
    return replace(
        found,
        iterations=kept.iterations + found.iterations,
        evaluations=kept.evaluations + found.evaluations,
    )


def _from_throw(problem: BoundaryProblem, c: FloatArray) -> Candidate:
    aim, duration, dim = problem.aim, problem.duration, problem.system.dim
    shots = evaluations = 0

    def shot(c: FloatArray) -> tuple[FloatArray, FloatArray] | None:
        nonlocal shots, evaluations
        e, J = np.empty(dim), np.empty((dim, dim))
        ok, used = shoot(aim, c, _TOLERANCE, True, e, J)
        shots += 1
        evaluations += used
        return (e, J) if ok and np.all(np.isfinite(J)) else None

    thrown = shot(c)
    if thrown is None:
        return Candidate(SearchOutcome.CONTINUATION_STALLED, c, shots, evaluations)
    missed = thrown[0]

    def equations(x: FloatArray) -> tuple[FloatArray, FloatArray] | None:
        found = shot(x[:-1] / duration)
        if found is None:
            return None
        e, J = found
        return e - (1.0 - x[-1]) * missed, np.column_stack([J / duration, missed])

    before: CurvePoint | None = None
    for point in follow(equations, np.append(c * duration, 0.0), True, _FIRST_STEP, _LONGEST_STEP):
        if point.parameter >= 1.0 and before is not None:
            landed = land(equations, before, 1.0)
            if landed is None:
                break
            finished = by_variations(problem, landed[:-1] / duration)
            return Candidate(
                finished.outcome,
                finished.velocity,
                shots + finished.iterations,
                evaluations + finished.evaluations,
            )
        if point.parameter < _FARTHEST_BACK or shots > _MOST_SHOTS:
            break
        before = point
    return Candidate(SearchOutcome.CONTINUATION_STALLED, c, shots, evaluations)


def _keeping(problem: BoundaryProblem) -> FloatArray:
    """Minimal velocity (dim,) that, under the acceleration at the start, leads back to it."""
    system = problem.system
    at_rest = system.state(problem.start, np.zeros(system.dim))
    rate = state_rates(in_flight(system.packed), at_rest[np.newaxis])[0]
    acceleration = np.concatenate([problem.start, rate[system.nq :]])
    return -0.5 * problem.duration * system.minimal_velocity(acceleration)
