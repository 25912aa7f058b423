"""Coordinate projection: after every step back onto the constraints, positions and velocities."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.multibody.constrained.initial_conditions import project_position, project_velocity
from ambulo.multibody.constrained.integration.compiled import integrate_compiled
from ambulo.multibody.constrained.integration.steppers import DOP853, RK4, Stepper
from ambulo.multibody.constrained.integration.trajectory import Trajectory, record
from ambulo.multibody.constrained.system import System

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
        n = system.n

        def derivative(t: float, y: FloatArray) -> FloatArray:
            terms = system.terms(y[:n], y[n : 2 * n], t)
            solved = system.solve(terms)
            return np.concatenate([y[n : 2 * n], solved.qdd, system.power(terms, solved)])

        run = self.stepper.begin(
            derivative, start, np.concatenate([q, v, np.zeros(len(system.work_names))]), stop
        )
        time, qs, vs = [start], [np.array(q)], [np.array(v)]
        work = [np.zeros(len(system.work_names))]
        while run.t < stop:
            run.advance()
            position = project_position(system, run.y[:n], run.t, self.tolerance)
            rates = project_velocity(system, position, run.y[n : 2 * n], run.t)
            done = run.y[2 * n :].copy()
            run.correct(np.concatenate([position, rates, done]))
            time.append(run.t)
            qs.append(position)
            vs.append(rates)
            work.append(done)
        return record(system, time, qs, vs, work)
