"""Iterated least squares: steps that lower the cost, damped or shortened until they do.

The caller defines a step: Gauss-Newton, damped as by Levenberg and Marquardt, or shortened. The
strength of the damping increases until the cost falls, and decreases with every accepted step.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple, Protocol, TypeVar

import numpy as np

from ambulo.math.arrays import FloatArray


class HasCost(Protocol):
    """The present point of a descent."""

    @property
    def cost(self) -> float:
        """Half the sum of squares, or anything that is to be least."""


Where = TypeVar("Where", bound=HasCost)


class Damping(NamedTuple):
    """The strength of damping.

    Args:
        first: strength of the first step.
        raised: factor on the strength if a step gains nothing; the result is at least `firm`.
        eased: factor on the strength after an accepted step; the result is at least `least`. most:
        strength from which on a step without gain is the last.
    """

    first: float
    raised: float
    eased: float
    most: float
    least: float = 0.0
    firm: float = 0.0


HALVED = Damping(first=1.0, raised=2.0, eased=0.0, most=2.0**7, least=1.0)
"""Steps are so many times shorter, and begin with the whole one each."""


def descend(
    at: Where,
    propose: Callable[[Where, float], Where | None],
    damping: Damping,
    settled: float,
    iterations: int,
    progress: Callable[[int], None] = lambda _: None,
) -> tuple[Where, float, int, bool]:
    """Continue while the cost falls.

    Args:
        at: point to begin at.
        propose: function that gives the point after a step with this damping; None if there is no
            step.
        damping: of the steps.
        settled: relative decrease of the cost below which a step is the last.
        iterations: at most.
        progress: called with the number of accepted steps.

    Returns:
        The point reached, the strength for a next step, steps tried, and whether nothing more is
        gained.
    """
    strength, done, gains = damping.first, 0, True
    while gains and done < iterations:
        progress(done)
        done += 1
        while (there := propose(at, strength)) is None or not there.cost < at.cost:
            if strength >= damping.most:
                return at, strength, done, True
            strength = max(damping.raised * strength, damping.firm)
        gains = not at.cost - there.cost < settled * at.cost
        at, strength = there, max(damping.eased * strength, damping.least)
    return at, strength, done, not gains


class Differenced:
    """A point x (k,) with its residual (m,), the sum of whose squares is the cost.

    The Jacobian (m, k) is of forward differences of so large steps, made when it is asked for.
    """

    def __init__(
        self, residual: Callable[[FloatArray], FloatArray], x: FloatArray, step: float
    ) -> None:
        self.function, self.x, self.difference, self.residual = residual, x, step, residual(x)
        self.cost = float(self.residual @ self.residual)

    @cached_property
    def jacobian(self) -> FloatArray:
        """(m, k)."""
        columns = [self.function(self.x + self.difference * e) for e in np.eye(len(self.x))]
        return np.stack([(x - self.residual) / self.difference for x in columns], axis=1)
