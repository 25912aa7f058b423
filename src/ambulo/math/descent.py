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
        """Half the sum of squares, or another quantity that is minimised."""


Where = TypeVar("Where", bound=HasCost)


class Damping(NamedTuple):
    """The strength of damping.

    Args:
        first: strength of the first step.
        raised: factor on the strength if a step gains nothing; the new strength is at least `firm`.
        eased: factor on the strength after an accepted step; the new strength is at least `least`.
        most: strength at which a step without gain is the last.
    """

    first: float
    raised: float
    eased: float
    most: float
    least: float = 0.0
    firm: float = 0.0


HALVED = Damping(first=1.0, raised=2.0, eased=0.0, most=2.0**7, least=1.0)
"""Damping that shortens steps. Each step is first tried in full length."""


def descend(
    at: Where,
    propose: Callable[[Where, float], Where | None],
    damping: Damping,
    settled: float,
    iterations: int,
    progress: Callable[[int], None] = lambda _: None,
) -> tuple[Where, float, int, bool]:
    """Take steps while the cost falls.

    Args:
        at: first point.
        propose: function that gives the point after a step with this damping; None if there is no
            step.
        damping: damping of the steps.
        settled: relative decrease of the cost below which a step is the last.
        iterations: largest number of steps.
        progress: function called with the number of accepted steps.

    Returns:
        The last point, the damping strength for a next step, the number of steps tried, and whether
        further steps gain nothing.
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
    """A point x (k,) with its residual (m,).

    The cost is the residual's sum of squares. The Jacobian (m, k) comes from forward differences
    with the given steps. It is computed when needed.
    """

    def __init__(
        self, residual: Callable[[FloatArray], FloatArray], x: FloatArray, step: float
    ) -> None:
        self.function, self.x, self.difference, self.residual = residual, x, step, residual(x)
        self.cost = float(self.residual @ self.residual)

    @cached_property
    def jacobian(self) -> FloatArray:
        """Jacobian (m, k) of the residual."""
        columns = [self.function(self.x + self.difference * e) for e in np.eye(len(self.x))]
        return np.stack([(x - self.residual) / self.difference for x in columns], axis=1)
