"""The intermediate postures and times of a movement that need the least effort."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.multibody.bvp.effort import effort
from ambulo.multibody.bvp.phases import Movement, move
from ambulo.multibody.bvp.systems import System


@dataclass(frozen=True, eq=False)
class LeastEffort:
    """A movement of least effort.

    Args:
        movement: the best movement found.
        first: the movement from which the search started.
        effort, first_effort: in the unit of the definition.
        converged: whether the search ended by its own criterion.
        evaluations: number of movements solved.
    """

    movement: Movement
    first: Movement
    effort: float
    first_effort: float
    converged: bool
    evaluations: int


def least_effort(
    system: System,
    postures: FloatArray,
    time: FloatArray,
    definition: str = "squared impulse",
    most_evaluations: int = 2000,
) -> LeastEffort:
    """Find the intermediate postures and their times for which the effort is least.

    Powell's method (SciPy) works without derivatives, because the sizes of impulses have kinks.
    Each movement starts from the velocities of the best movement before it.

    Args:
        system: the system that moves.
        postures: (n + 1, nq), n >= 2; the first and last do not change.
        time: (n + 1,) s; the first and last do not change.
        definition: of the effort.
        most_evaluations: number of movements that may be solved.

    Returns:
        The best movement; its effort is never larger than that of the first.

    Raises:
        InputError: there is no intermediate posture, or the first movement has no solution.
    """
    from scipy.optimize import minimize

    n = len(postures) - 1
    if n < 2:
        raise InputError(
            "there is no intermediate posture to choose",
            "least effort",
            "Give at least three postures.",
        )
    first = move(system, postures, time)
    if not first.converged:
        raise InputError(
            first.message, "least effort", "Begin the search with postures that the body can reach."
        )
    best = [first]
    smallest = [effort(first, definition)]
    span = float(time[-1] - time[0])
    evaluations = 0

    def candidate(x: FloatArray) -> tuple[FloatArray, FloatArray]:
        q = postures.copy()
        for k in range(1, n):
            q[k] = system.moved(postures[k], x[(k - 1) * system.dim : k * system.dim])
        share = np.exp(np.append(x[(n - 1) * system.dim :], 0.0)) * np.diff(time)
        return q, time[0] + span * np.concatenate([[0.0], np.cumsum(share) / np.sum(share)])

    def cost(x: FloatArray) -> float:
        nonlocal evaluations
        evaluations += 1
        q, t = candidate(x)
        guesses = [phase.velocity for phase in best[0].phases]
        movement = move(system, q, t, "variational", guesses)
        value = effort(movement, definition)
        if value < smallest[0]:
            best[0], smallest[0] = movement, value
        # a movement that cannot be solved is worse than any that can
        return value if np.isfinite(value) else 10.0 * smallest[0] + 1.0

    unknowns = (n - 1) * (system.dim + 1)
    result = minimize(
        cost,
        np.zeros(unknowns),
        method="Powell",
        options={"maxfev": most_evaluations, "xtol": 1e-5, "ftol": 1e-8},
    )
    return LeastEffort(
        movement=best[0],
        first=first,
        effort=effort(best[0], definition),
        first_effort=effort(first, definition),
        converged=bool(result.success),
        evaluations=evaluations,
    )
