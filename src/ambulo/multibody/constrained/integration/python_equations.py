"""Equations of motion that are Python, as the compiled time loop calls them.

A packed system of addresses: Python is called back at every evaluation. What it raises is kept and
raised again where the integration was started.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.dispatch import implements
from ambulo.math.entries import copy_to
from ambulo.math.function_pointers import TIME_LAW, call_time, from_python
from ambulo.multibody.constrained.initial_conditions import project_position, project_velocity
from ambulo.multibody.constrained.system import System, Undetermined
from ambulo.multibody.multiplier_equations import Equations, equations_at, row_count, sums_at
from ambulo.multibody.system import (
    accelerate,
    settle,
    sizes,
    vary,
    vary_by_differences,
    workspace,
)

Filling = Callable[[float, FloatArray, FloatArray], FloatArray]
"""(t, q, v) -> numbers, one after the other."""


class PythonEquations(NamedTuple):
    """A system in coordinates q (n,) and their rates; own states are works.

    Args:
        rates: address of what fills accelerations (n,) and powers (works,).
        corrected: address of what fills q and v after a step; 0 leaves them.
        terms: address of what fills M, Q, C, C_q, gamma, the forces' powers and C_t.
        n, m, works: sizes.
        of_velocity: (m,) 1 where a row is at velocity level.
    """

    rates: int
    corrected: int
    terms: int
    n: int
    m: int
    works: int
    of_velocity: FloatArray


class PythonCalls:
    """A `System` whose terms are Python, packed; parameters as in `PackedConstrained`.

    Keep it for as long as the packed form is in use.
    """

    def __init__(self, system: System, alpha: float, beta: float, tolerance: float) -> None:
        self.system, self.stabilised, self.tolerance = system, (alpha, beta), tolerance
        self.error: BaseException | None = None
        n, works = system.n, len(system.work_names)
        self._kept: list[Any] = []
        self.packed = PythonEquations(
            self._address(self._rates, n + works),
            self._address(self._corrected, 2 * n) if tolerance > 0.0 else 0,
            self._address(self._terms, _terms_size(n, system.m, works)),
            n, system.m, works, system.of_velocity.astype(np.float64),
        )  # fmt: skip

    def _address(self, fill: Filling, size: int) -> int:
        n = self.system.n

        def called(t: float, q: Any, v: Any, out: Any) -> None:
            numbers = np.ctypeslib.as_array(out, (size,))
            state = (np.ctypeslib.as_array(x, (n,)) for x in (q, v))
            try:
                numbers[:] = fill(t, *state)
            except Undetermined:  # a trial that left what the equations determine is refused
                numbers[:] = np.nan
            except BaseException as error:  # it cannot pass through compiled code
                self.error = self.error or error
                numbers[:] = np.nan

        made, address = from_python(called, TIME_LAW)
        self._kept.append(made)
        return address

    def _rates(self, t: float, q: FloatArray, v: FloatArray) -> FloatArray:
        terms, (alpha, beta) = self.system.terms(q, v, t), self.stabilised
        slip = terms.Cq @ v - terms.nu
        solved = self.system.solve(terms, terms.Qd - 2.0 * alpha * slip - beta**2 * terms.C)
        return np.concatenate([solved.qdd, self.system.power(terms, solved)])

    def _corrected(self, t: float, q: FloatArray, v: FloatArray) -> FloatArray:
        position = project_position(self.system, q, t, self.tolerance)
        return np.concatenate([position, project_velocity(self.system, position, v, t)])

    def _terms(self, t: float, q: FloatArray, v: FloatArray) -> FloatArray:
        terms = self.system.terms(q, v, t)
        C = np.where(self.system.of_velocity, terms.Cq @ v - terms.nu, terms.C)
        parts = (terms.M, terms.Qe + terms.Qv, C, terms.Cq, terms.Qd, terms.power, terms.nu)
        return np.concatenate([part.ravel() for part in parts])

    def raise_error(self) -> None:
        """Raise what Python raised, once."""
        error, self.error = self.error, None
        if error is not None:
            raise error


def _terms_size(n: int, m: int, works: int) -> int:
    """Numbers that `terms` fills."""
    return n * (n + m + 1) + 3 * m + works - 1


@implements(sizes, PythonEquations, borrows=True)
def _sizes(system: PythonEquations) -> tuple[int, int, int]:
    return system.n, system.n, system.works


@implements(workspace, PythonEquations)
def _workspace(system: PythonEquations) -> FloatArray:
    n, m = system.n, system.m
    return np.empty(n * (n + m + 1) + 3 * m + n + system.works)


@implements(accelerate, PythonEquations, borrows=True)
def _accelerate(
    system: PythonEquations, t: float, q: FloatArray, v: FloatArray, s: FloatArray,
    work: FloatArray, a: FloatArray, sigma: FloatArray,
) -> float:  # fmt: skip
    call_time(system.rates, t, q.ctypes.data, v.ctypes.data, work.ctypes.data)
    copy_to(work[: system.n], a)
    copy_to(work[system.n :], sigma)
    total = 0.0
    for k in range(len(sigma)):
        total += sigma[k]
    return total


implements(vary, PythonEquations)(vary_by_differences)


@implements(settle, PythonEquations, borrows=True)
def _settle(
    system: PythonEquations, t: float, q: FloatArray, v: FloatArray, work: FloatArray
) -> None:
    if system.corrected != 0:
        call_time(system.corrected, t, q.ctypes.data, v.ctypes.data, work.ctypes.data)
        copy_to(work[: system.n], q)
        copy_to(work[system.n :], v)


@implements(row_count, PythonEquations, borrows=True)
def _row_count(system: PythonEquations) -> int:
    return system.m


@implements(equations_at, PythonEquations, borrows=True)
def _equations_at(
    system: PythonEquations, t: float, q: FloatArray, v: FloatArray, work: FloatArray,
    equations: Equations,
) -> None:  # fmt: skip
    call_time(system.terms, t, q.ctypes.data, v.ctypes.data, work.ctypes.data)
    n, m, at = system.n, system.m, 0
    for i in range(n):
        copy_to(work[at:], equations.M[i])
        at += n
    copy_to(work[at:], equations.Q)
    copy_to(work[at + n :], equations.C)
    at += n + m
    for i in range(m):
        copy_to(work[at:], equations.Cq[i])
        at += n
    copy_to(work[at:], equations.gamma)
    copy_to(system.of_velocity, equations.of_velocity)


@implements(sums_at, PythonEquations, borrows=True)
def _sums_at(
    system: PythonEquations, t: float, q: FloatArray, v: FloatArray, work: FloatArray,
    multipliers: FloatArray, sigma: FloatArray,
) -> float:  # fmt: skip
    """The forces' powers, and -lambda . nu of the drivers, as `equations_at` has left them."""
    n, m, forces = system.n, system.m, system.works - 1
    powers = work[n * (n + m + 1) + 2 * m :]
    total = 0.0
    sigma[forces] = 0.0
    for j in range(m):
        sigma[forces] -= multipliers[j] * powers[forces + j]
    for k in range(forces):
        sigma[k] = powers[k]
    for k in range(len(sigma)):
        total += sigma[k]
    return total
