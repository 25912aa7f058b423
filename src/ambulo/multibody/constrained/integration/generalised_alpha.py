"""Generalised-alpha for index 3: constraints hold in position at every step, order two."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.multibody.constrained.integration.steppers import Stepper
from ambulo.multibody.constrained.integration.stepwise import integrate_stepwise
from ambulo.multibody.constrained.integration.trajectory import Trajectory
from ambulo.multibody.constrained.system import System
from ambulo.multibody.integrators.generalised_alpha import generalised_alpha


@dataclass(frozen=True)
class GeneralisedAlpha:
    """Chung and Hulbert's method for constrained systems (Arnold and Bruls 2007).

    Args:
        step: s.
        spectral_radius: 1 keeps high frequencies, 0 removes them at once.
        tolerance: of the equations, relative to the largest force, and, times the step, of the
            constraints (m).
    """

    step: float
    spectral_radius: float = 0.8
    tolerance: float = 1e-10

    def __call__(
        self, system: System, q: FloatArray, v: FloatArray, start: float, stop: float
    ) -> Trajectory:
        """Integrate from start to stop [s].

        Raises:
            InputError: if Newton's method does not converge in a step.
        """
        h = (stop - start) / max(1, int(np.ceil((stop - start) / self.step - 1e-9)))
        method = generalised_alpha(self.spectral_radius, self.tolerance, self.tolerance * h)
        return integrate_stepwise(system, Stepper(method, self.step), q, v, start, stop)
