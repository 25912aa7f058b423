"""Joint limits and contact: does a movement stay where the body can go, and which one does?

A ballistic solution knows nothing of the knee's stop or the floor. A limit is a function of the
posture that must not become negative; solutions are searched until one keeps all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.multibody.bvp.boundary_problem import BoundaryProblem, Solution
from ambulo.multibody.bvp.course import course
from ambulo.multibody.bvp.solutions import all_solutions

_ROUNDING = 1e-9


@dataclass(frozen=True)
class Limit:
    """A function of the posture that must stay at or above zero.

    Args:
        name: such as "foot above the floor".
        unit: of the function.
        value: of a posture (nq,).
    """

    name: str
    unit: str
    value: Callable[[FloatArray], float]


@dataclass(frozen=True)
class Margin:
    """Least value of one limit along a movement, and when; `kept` if it is not negative."""

    limit: Limit
    least: float
    time: float

    @property
    def kept(self) -> bool:
        """Whether the limit is kept, up to rounding."""
        return self.least >= -_ROUNDING


def margins(solution: Solution, limits: Sequence[Limit]) -> tuple[Margin, ...]:
    """How closely a movement passes each limit.

    Args:
        solution: converged.
        limits: to be kept.

    Returns:
        One margin a limit.
    """
    if not limits:
        return ()
    run = course(solution, 201)
    found = []
    for limit in limits:
        values = np.array([limit.value(q) for q in run.q])
        k = int(np.argmin(values))
        found.append(Margin(limit, float(values[k]), float(run.time[k])))
    return tuple(found)


def solve_within(
    problem: BoundaryProblem, limits: Sequence[Limit], searches: int = 100
) -> tuple[Solution, tuple[Margin, ...]] | None:
    """The solution with the least kinetic energy at the start that keeps every limit.

    Args:
        problem: what is to be solved.
        limits: to be kept.
        searches: as in `all_solutions`.

    Returns:
        The solution and its margins; None if no solution that was found keeps the limits. Then an
        intermediate posture is needed.
    """
    for found in all_solutions(problem, searches, follow=False).found:
        passed = margins(found.solution, limits)
        if all(margin.kept for margin in passed):
            return found.solution, passed
    return None
