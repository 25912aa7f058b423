"""Coordinate projection: after every step back onto the constraints, in place and in velocity."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.constrained.initial_conditions import project_position, project_velocity
from ambulo.constrained.integration.steppers import Stepper
from ambulo.constrained.integration.trajectory import Trajectory, record
from ambulo.constrained.system import System
from ambulo.records import FloatArray

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
        n = system.n

        def derivative(t: float, y: FloatArray) -> FloatArray:
            terms = system.terms(y[:n], y[n:], t)
            return np.concatenate([y[n:], system.solve(terms).qdd])

        run = self.stepper.begin(derivative, start, np.concatenate([q, v]), stop)
        time, qs, vs = [start], [np.array(q)], [np.array(v)]
        while run.t < stop:
            run.advance()
            position = project_position(system, run.y[:n], run.t, self.tolerance)
            rates = project_velocity(system, position, run.y[n:], run.t)
            run.correct(np.concatenate([position, rates]))
            time.append(run.t)
            qs.append(position)
            vs.append(rates)
        return record(system, time, qs, vs)
