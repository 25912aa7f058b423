"""Coordinate projection: after every step back onto the constraints, positions and velocities."""

from __future__ import annotations

from dataclasses import dataclass

from ambulo.math.arrays import FloatArray
from ambulo.multibody.constrained.initial_conditions import project_position, project_velocity
from ambulo.multibody.constrained.integration.compiled import integrate_compiled
from ambulo.multibody.constrained.integration.steppers import DOP853, RK4, Stepper
from ambulo.multibody.constrained.integration.stepwise import integrate_stepwise
from ambulo.multibody.constrained.integration.trajectory import Trajectory
from ambulo.multibody.constrained.system import Solution, System, Terms

__all__ = ["Projection"]


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
        if system.compiled and isinstance(self.stepper, RK4 | DOP853):
            return integrate_compiled(
                system, self.stepper, q, v, start, stop, tolerance=self.tolerance
            )

        def solve(terms: Terms, v: FloatArray) -> Solution:
            return system.solve(terms)

        def correct(t: float, q: FloatArray, v: FloatArray) -> tuple[FloatArray, FloatArray]:
            position = project_position(system, q, t, self.tolerance)
            return position, project_velocity(system, position, v, t)

        return integrate_stepwise(system, self.stepper, q, v, start, stop, solve, correct)
