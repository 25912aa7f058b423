"""How a constrained system is stepped: a method of the registry, and the length of its steps."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.multibody.integrators.classical import RK4 as _RK4
from ambulo.multibody.integrators.dop853 import DOP853 as _DOP853
from ambulo.multibody.integrators.method import Method
from ambulo.multibody.integrators.sdirk4 import SDIRK4


@dataclass(frozen=True)
class Stepper:
    """A method with its accuracy.

    Args:
        method: any of `METHODS` that suits the system.
        longest: step [s]; of a method of equal steps the step itself, shortened a little so that
            it divides the interval.
        rtol, atol: of a method with an error estimate.
    """

    method: Method
    longest: float = np.inf
    rtol: float = 1e-10
    atol: float = 1e-12

    @property
    def nominal_step(self) -> float | None:
        """Step [s] if it is fixed."""
        return None if self.method.adaptive else self.longest


def RK4(step: float) -> Stepper:
    """Classical Runge-Kutta method of order 4 with a fixed step [s]."""
    return Stepper(_RK4, step)


def DOP853(rtol: float = 1e-10, atol: float = 1e-12, longest: float = np.inf) -> Stepper:
    """Dormand and Prince's method of order 8 with controlled steps, coordinates as numbers."""
    return Stepper(_DOP853.in_coordinates, longest, rtol, atol)


def Implicit(rtol: float = 1e-8, atol: float = 1e-10, longest: float = np.inf) -> Stepper:
    """The implicit method of order 4 with controlled steps, for stiff systems."""
    return Stepper(SDIRK4, longest, rtol, atol)
