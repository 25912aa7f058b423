"""Joint limits and contact: whether a movement keeps them, and which solution keeps them.

A ballistic solution ignores the knee's stop and the floor. A limit is a function of the posture
that must not become negative. The search goes on until a solution keeps all limits.
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
    """Least value of one limit along a movement, and its time; `kept` if it is not negative."""

    limit: Limit
    least: float
    time: float

    @property
    def kept(self) -> bool:
        """Whether the movement keeps the limit, up to rounding."""
        return self.least >= -_ROUNDING


def margins(solution: Solution, limits: Sequence[Limit]) -> tuple[Margin, ...]:
    """Least value of each limit along a movement.

    Args:
        solution: a converged solution.
        limits: the limits to keep.

    Returns:
        One margin for each limit.
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
    """Of the solutions that keep every limit, the one with the least kinetic energy at the start.

    Args:
        problem: the problem to solve.
        limits: the limits to keep.
        searches: as in `all_solutions`.

    Returns:
        The solution and its margins; None if no solution of the search keeps the limits. The
        movement then needs an intermediate posture.
    """
    for found in all_solutions(problem, searches, follow=False).found:
        passed = margins(found.solution, limits)
        if all(margin.kept for margin in passed):
            return found.solution, passed
    return None
