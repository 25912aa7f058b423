"""From one posture to another in a given time, with no muscle in between: the initial velocity.

Patel (2004), section 4.3. Whatever method proposes a velocity, the movement is integrated once more
by another integrator, and only if that run arrives at the target is the result called converged.
Where a motion is too sensitive for one run, every piece of it is integrated again by itself.
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
"""rad, m: largest distance from the target of an independently integrated, converged solution."""

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
        problem: what is to be solved.
        method: "newton" (2s + 1 shots a step, as Patel 2004), "variational" (Newton with the
            exact Jacobian), "multiple-shooting", "homotopy" (the target moves away from a kept
            posture), "continuation" (in gravity and resistance), "collocation" (SciPy), or "auto":
            all of these but the first and the last in turn, and scattered searches, until one of
            them is confirmed.
        guess: (dim,) minimal velocity to start from; taken from a path of least action, or the
            straight way where there is none, if left out.

    Returns:
        The movement found, or the outcome that says why there is none and what to do.

    Raises:
        InputError: no such method.
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
    """Integrate a proposed movement by another integrator and say whether it arrives.

    Args:
        problem: what was to be solved.
        candidate: the proposal.
        method: for the record.

    Returns:
        The solution; CONVERGED only if the independent run ends within 1e-9 rad of the target, or
        CONVERGED_IN_PIECES if every piece of the path does and the path is that close to the
        movement which closes the gaps.
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
