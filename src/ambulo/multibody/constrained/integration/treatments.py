"""Integration of constrained systems, by several treatments of the constraints."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.multibody.constrained.integration.stepwise import Stepper, integrate_stepwise
from ambulo.multibody.constrained.integration.trajectory import Trajectory
from ambulo.multibody.constrained.system import System
from ambulo.multibody.integrators.generalised_alpha import generalised_alpha

DEFAULT_STEP = 1e-2
"""s; used as the step if the stepper chooses its own steps."""

CANDIDATES = (0.05, 0.1, 0.25, 0.5, 1.0)
"""Values of alpha * h that the automatic choice tries; above 1 the stabilisation is too fast for
RK4."""


@dataclass(frozen=True)
class Baumgarte:
    """Integrate with stabilized constraints (Bruzzo 2012, eq. 99-101; Flores et al. 2009).

    Args:
        stepper: the integration method.
        alpha: 1/s; None means 1/h, with the stepper's step h.
        beta: 1/s; None means sqrt(2)/h.
    """

    stepper: Stepper
    alpha: float | None = None
    beta: float | None = None

    @property
    def parameters(self) -> tuple[float, float]:
        """alpha and beta in use, 1/s."""
        h = self.stepper.nominal_step or DEFAULT_STEP
        alpha = 1.0 / h if self.alpha is None else self.alpha
        return alpha, math.sqrt(2.0) / h if self.beta is None else self.beta

    def __call__(
        self, system: System, q: FloatArray, v: FloatArray, start: float, stop: float
    ) -> Trajectory:
        """Integrate from start to stop [s].

        Returns:
            The motion at every step; `drift` says how far each constraint was left.
        """
        alpha, beta = self.parameters
        return integrate_stepwise(system, self.stepper, q, v, start, stop, alpha=alpha, beta=beta)

    def tuned(
        self, system: System, q: FloatArray, v: FloatArray, start: float, stop: float
    ) -> Baumgarte:
        """The same treatment with the alpha (beta = sqrt(2) alpha) that drifts least in a short
        trial.

        Args:
            start, stop: s, of the trial, such as a tenth of the motion.
        """
        h = self.stepper.nominal_step or DEFAULT_STEP
        best, least = self, math.inf
        for candidate in CANDIDATES:
            trial = Baumgarte(self.stepper, candidate / h, math.sqrt(2.0) * candidate / h)
            drift = float(np.abs(trial(system, q, v, start, stop).violation).max(initial=0.0))
            if drift < least:
                best, least = trial, drift
        return best


@dataclass(frozen=True)
class GeneralisedAlpha:
    """Chung and Hulbert's method for constrained systems (Arnold and Bruls 2007).

    Args:
        step: s.
        spectral_radius: 1 keeps high frequencies, 0 removes them in one step.
        tolerance: of the equations, relative to the largest force. The tolerance of the constraints
            (m) is this tolerance times the step.
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


@dataclass(frozen=True)
class Projection:
    """Integrate C_ddot = 0 and project after every step (Eich 1993).

    Args:
        stepper: the integration method.
        tolerance: largest violation allowed, m and rad.
    """

    stepper: Stepper
    tolerance: float = 1e-13

    def __call__(
        self, system: System, q: FloatArray, v: FloatArray, start: float, stop: float
    ) -> Trajectory:
        """Integrate from start to stop [s].

        Returns:
            The motion at every step, on the constraints.
        """
        return integrate_stepwise(system, self.stepper, q, v, start, stop, tolerance=self.tolerance)
