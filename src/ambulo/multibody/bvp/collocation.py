"""Collocation by SciPy's `solve_bvp`, finished by shooting."""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.multibody.bvp.boundary_problem import BoundaryProblem, Candidate
from ambulo.multibody.bvp.equations import arrival_error, state_rates
from ambulo.multibody.bvp.outcome import SearchOutcome
from ambulo.multibody.bvp.path import first_path
from ambulo.multibody.bvp.shooting import by_variations
from ambulo.multibody.integrators.by_address import in_flight


def propose(problem: BoundaryProblem, guess: FloatArray | None = None) -> Candidate:
    """Collocation with a fourth-order method (Kierzenka & Shampine 2001), then Newton.

    Args:
        problem: the problem to solve.
        guess: (dim,) minimal velocity from which Newton's iteration starts, instead of the result
            of collocation. Collocation always starts from `first_path`.

    Returns:
        A velocity and whether the search converged on it.
    """
    from scipy.integrate import solve_bvp

    system = problem.system
    path = first_path(problem)
    states = [system.state(q, c) for q, c in zip(path.q[:-1], path.c, strict=True)]
    states.append(system.state(path.q[-1], path.c[-1]))
    constraints = system.state_constraints
    flight, target = in_flight(system.packed), np.ascontiguousarray(problem.target)
    basis = system.target_basis(problem.target)
    nq = system.nq

    def boundary(first: FloatArray, last: FloatArray) -> FloatArray:
        last = np.ascontiguousarray(last)
        error = arrival_error(flight, last, target, basis, system.dim)
        # unit vectors and quaternions carry invariants, which need no condition at the far end
        return np.concatenate([first[:nq] - problem.start, constraints(first), error])

    result = solve_bvp(
        lambda _, y: state_rates(flight, np.ascontiguousarray(y.T)).T,
        boundary,
        np.linspace(0.0, problem.duration, len(states)),
        np.transpose(states),
        tol=1e-6,  # Newton's iteration then reduces the error further
        max_nodes=2000,
    )
    if not result.success and guess is None:
        return Candidate(
            SearchOutcome.NO_PROGRESS,
            system.minimal_velocity(np.ascontiguousarray(result.y[:, 0])),
            int(result.niter),
            0,
        )
    velocity = system.minimal_velocity(np.ascontiguousarray(result.y[:, 0]))
    finished = by_variations(problem, velocity if guess is None else guess)
    return Candidate(
        finished.outcome,
        finished.velocity,
        finished.iterations + int(result.niter),
        finished.evaluations,
    )
