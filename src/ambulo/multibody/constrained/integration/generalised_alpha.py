"""Generalised-alpha for index 3: constraints hold in position at every step, order two."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.multibody.constrained.integration.trajectory import Trajectory, record
from ambulo.multibody.constrained.system import System
from ambulo.multibody.integrators.generalised_alpha import Alpha, Equations, Rows, march_in_python

__all__ = ["GeneralisedAlpha"]


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
        count = max(1, int(np.ceil((stop - start) / self.step - 1e-9)))
        h = (stop - start) / count
        solved = system.dynamics(q, v, start)
        shape = (count + 1, system.n)
        rows = Rows(
            np.linspace(start, stop, count + 1), np.empty(shape), np.empty(shape), np.empty(shape),
            np.empty((count + 1, system.m)), np.empty(count + 1),
        )  # fmt: skip
        rows.q[0], rows.v[0], rows.a[0] = q, v, solved.qdd
        rows.multipliers[0] = solved.multipliers
        alpha = Alpha(self.spectral_radius, self.tolerance, self.tolerance * h)
        failed = march_in_python(_Terms(system), alpha, rows)
        if failed:
            raise InputError(
                what="Newton's method does not converge",
                where=f"t = {rows.time[failed]:g} s, step {h:g} s",
                remedy="Take a smaller step",
            )
        work = [np.zeros(len(system.work_names))]
        power = [_power(system, rows, k) for k in range(count + 1)]
        for before, after in itertools.pairwise(power):
            work.append(work[-1] + 0.5 * h * (before + after))
        return record(system, list(rows.time), list(rows.q), list(rows.v), work)


@dataclass(frozen=True, eq=False)
class _Terms:
    """A system of this package as the method asks for it."""

    system: System

    def fill_terms(self, t: float, q: FloatArray, v: FloatArray, out: Equations) -> None:
        terms = self.system.terms(q, v, t)
        out.M[:], out.Q[:], out.C[:] = terms.M, terms.Qe + terms.Qv, terms.C
        out.Cq[:], out.gamma[:] = terms.Cq, terms.Qd


def _power(system: System, rows: Rows, k: int) -> FloatArray:
    """Power [W] of every force, and of the drivers, in a row."""
    terms = system.terms(rows.q[k], rows.v[k], float(rows.time[k]))
    return np.append(terms.power, -float(rows.multipliers[k] @ terms.nu))
