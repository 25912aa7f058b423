"""Coordinate projection: after every step back onto the constraints, positions and velocities."""

from __future__ import annotations

from dataclasses import dataclass

from ambulo.math.arrays import FloatArray
from ambulo.multibody.constrained.integration.steppers import Stepper
from ambulo.multibody.constrained.integration.stepwise import integrate_stepwise
from ambulo.multibody.constrained.integration.trajectory import Trajectory
from ambulo.multibody.constrained.system import System


@dataclass(frozen=True)
class Projection:
    """Integrate C_ddot = 0 and project after every step (Eich 1993).

    Args:
        stepper: how the differential equation is stepped.
        tolerance: largest violation left, m and rad.
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
