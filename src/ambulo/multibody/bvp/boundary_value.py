"""The initial velocity that leads from one posture to another in a given time, without muscles.

Patel (2004), section 4.3. After any method has proposed a velocity, another integrator computes the
movement again. The result is called converged only if this run arrives at the target. If a motion
is too sensitive for one run, each of its pieces is integrated again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Literal, get_args

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.multibody.bvp import (
    collocation,
    continuation,
    homotopy,
    multiple_shooting,
    scattered,
    shooting,
)
from ambulo.multibody.bvp.boundary_problem import BoundaryProblem, Candidate, Path, Solution
from ambulo.multibody.bvp.equations import arrival_error, independent_flight
from ambulo.multibody.bvp.initial_value import state_energies
from ambulo.multibody.bvp.outcome import SearchOutcome
from ambulo.multibody.bvp.systems import ChainInVectors
from ambulo.multibody.integrators.by_address import in_flight

Method = Literal[
    "auto",
    "newton",
    "variational",
    "multiple-shooting",
    "homotopy",
    "continuation",
    "collocation",
]
METHODS: tuple[Method, ...] = get_args(Method)

ARRIVED = 1e-9
"""rad, m: largest distance from the target of a converged solution, in the independent
integration."""

_BELIEVED = (SearchOutcome.CONVERGED, SearchOutcome.CONVERGED_IN_PIECES)
_CHECK_TOLERANCE = 1e-13  # of the independent integration
_CHECK_STEPS = 3000

_Proposal = Callable[[BoundaryProblem, FloatArray | None], Candidate]

_PROPOSALS: dict[Method, _Proposal] = {
    "newton": shooting.by_differences,
    "variational": shooting.by_variations,
    "multiple-shooting": multiple_shooting.propose,
    "homotopy": homotopy.propose,
    "continuation": continuation.propose,
    "collocation": collocation.propose,
}

# cheapest first; each next one starts from a better path or needs less of the velocity
_OF_CHAINS: tuple[tuple[str, _Proposal], ...] = (
    ("variational", shooting.by_variations),
    ("variational, fine path", shooting.from_fine_path),
    ("multiple-shooting", multiple_shooting.propose),
    ("scattered", scattered.propose),
    ("homotopy", homotopy.propose),
    ("continuation", continuation.propose),
)
# without a path of least action to start from
_OF_OTHERS: tuple[tuple[str, _Proposal], ...] = (
    ("variational", shooting.by_variations),
    ("homotopy", homotopy.propose),
    ("multiple-shooting", multiple_shooting.propose),
    ("scattered", scattered.propose),
    ("continuation", continuation.propose),
)


def solve(
    problem: BoundaryProblem, method: Method = "auto", guess: FloatArray | None = None
) -> Solution:
    """Find an initial velocity that leads from the start to the target in the given time.

    Args:
        problem: the problem to solve.
        method: "newton" (2s + 1 shots a step, as Patel 2004), "variational" (Newton with the exact
            Jacobian), "multiple-shooting", "homotopy" (the target moves away from a kept posture),
            "continuation" (in gravity and resistance), "collocation" (SciPy), or "auto". "auto"
            tries all of these except the first and the last, then random initial velocities, until
            a result is confirmed.
        guess: (dim,) minimal velocity to start from. By default it comes from a path of least
            action, or from the straight path if the system has no such path.

    Returns:
        The movement, or an outcome that says why none was found and what to do.

    Raises:
        InputError: there is no such method.
    """
    if method not in METHODS:
        raise InputError(
            f"there is no method {method!r}",
            "ballistic problem",
            f"Choose from {', '.join(METHODS)}.",
        )
    if method != "auto":
        return confirm(problem, _PROPOSALS[method](problem, guess), method)
    iterations = evaluations = 0
    failed: Solution | None = None
    in_pieces: Solution | None = None
    chain = isinstance(problem.system, ChainInVectors)
    for name, propose in _OF_CHAINS if chain else _OF_OTHERS:
        candidate = propose(problem, guess)
        iterations += candidate.iterations
        evaluations += candidate.evaluations
        if candidate.outcome in _BELIEVED or failed is None:
            total = replace(candidate, iterations=iterations, evaluations=evaluations)
            result = confirm(problem, total, name)
            if result.outcome is SearchOutcome.CONVERGED:
                return result
            if result.converged:
                in_pieces = in_pieces or result
            failed = failed or result
        if in_pieces is not None and name == "scattered":
            break  # no movement of higher energy was found that could be performed
    if in_pieces is not None:
        return replace(in_pieces, iterations=iterations, evaluations=evaluations)
    assert failed is not None  # the first proposal is always looked at
    return failed


def confirm(problem: BoundaryProblem, candidate: Candidate, method: str) -> Solution:
    """Check a proposed movement with another integrator.

    Args:
        problem: the problem to solve.
        candidate: the proposal.
        method: name of the method, stored in the solution.

    Returns:
        The solution. It is CONVERGED only if the independent run ends within 1e-9 rad of the
        target. It is CONVERGED_IN_PIECES if every piece of the path ends so close to the next, and
        the path is so close to the movement that closes the gaps.
    """
    system, path = problem.system, candidate.path
    flight = in_flight(system.packed)

    def advance(y: FloatArray, duration: float) -> bool:
        return bool(independent_flight(flight, y, duration, _CHECK_TOLERANCE, _CHECK_STEPS))

    start = system.state(problem.start, candidate.velocity)
    sensitivity_of = shooting.sensitivity
    outcome, residual, y = candidate.outcome, np.inf, start.copy()
    if advance(y, problem.duration):
        basis = system.target_basis(problem.target)
        error = arrival_error(flight, y, np.ascontiguousarray(problem.target), basis, system.dim)
        residual = float(np.max(np.abs(error)))
    arrived = residual <= ARRIVED
    if outcome in _BELIEVED and not arrived and path is not None:
        residual, y = multiple_shooting.distance(problem, path, advance)
        sensitivity_of = multiple_shooting.sensitivity
        arrived, outcome = residual <= ARRIVED, SearchOutcome.CONVERGED_IN_PIECES
    else:
        path = Path(np.array([problem.start, problem.target]), candidate.velocity[np.newaxis])
        outcome = SearchOutcome.CONVERGED if outcome in _BELIEVED else outcome
    if outcome in _BELIEVED and not arrived:
        outcome = SearchOutcome.NOT_CONFIRMED
    energy = np.array([state_energies(system, start), state_energies(system, y)])
    return Solution(
        problem=problem,
        outcome=outcome,
        method=method,
        path=path,
        arrival=system.minimal_velocity(y),
        residual=residual,
        sensitivity_of=sensitivity_of,
        iterations=candidate.iterations,
        evaluations=candidate.evaluations,
        kinetic=energy[:, 0],
        potential=energy[:, 1],
    )
