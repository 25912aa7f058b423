"""Gragg's midpoint rule with extrapolation, in coordinates as plain numbers.

Hairer, Norsett & Wanner (1993), section II.9 (the method of ODEX), with a fixed number of columns.
It has no common coefficients with the Runge-Kutta methods, so it can check them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.compilation import inner
from ambulo.math.dispatch import implements
from ambulo.math.entries import copy_to
from ambulo.multibody.integrators.method import Method
from ambulo.multibody.integrators.scheme import State, Tolerance, accept, begin, memory, step
from ambulo.multibody.system import accelerate, coordinate_rate, sizes


class ExtrapolatedMidpoint(NamedTuple):
    """The method with a number of columns, of order 2 columns in h. Args: control: 2 columns - 1;
    columns."""

    control: float
    columns: int

    def mistake(self) -> str:
        """The fault of the numbers; "" if there is none."""
        if self.columns < 2:
            return f"{self.columns} columns leave nothing to extrapolate"
        return ""

    def orders(self) -> tuple[float, float]:
        """Orders of the error in the step, and of the step in the error estimate."""
        return 2.0 * self.columns, 2.0 * self.columns - 1.0


class ExtrapolationWork(NamedTuple):
    """Scratch arrays of a step: z = (q, v, s, work) in one row.

    Args:
        table: (columns, n); start, first, rate, before, now, after: (n,).
        kept: (1,) 1 while `first` belongs to the state at the start of the step.
    """

    table: FloatArray
    start: FloatArray
    first: FloatArray
    rate: FloatArray
    before: FloatArray
    now: FloatArray
    after: FloatArray
    kept: IntArray


@implements(memory, ExtrapolatedMidpoint)
def _memory(scheme: ExtrapolatedMidpoint, system: Any) -> ExtrapolationWork:
    nq, nv, ns = sizes(system)
    n = nq + nv + ns + 1
    return ExtrapolationWork(
        np.empty((scheme.columns, n)), np.empty(n), np.empty(n), np.empty(n), np.empty(n),
        np.empty(n), np.empty(n), np.zeros(1, np.int64),
    )  # fmt: skip


@implements(begin, ExtrapolatedMidpoint)
def _begin(
    scheme: ExtrapolatedMidpoint,
    system: Any,
    t: float,
    now: State,
    work: Any,
    memory: ExtrapolationWork,
) -> float:
    """In the step suggested the state changes by a fifth of its size."""
    _start(system, t, now, work, memory)
    size, speed = 0.0, 0.0
    for i in range(len(memory.start) - 1 - len(now.s)):
        size += memory.start[i] * memory.start[i]
        speed += memory.first[i] * memory.first[i]
    return 0.2 * np.sqrt(size / speed) if speed > 0.0 else np.inf


@implements(accept, ExtrapolatedMidpoint)
def _accept(scheme: ExtrapolatedMidpoint, system: Any, memory: ExtrapolationWork) -> None:
    memory.kept[0] = 0


@inner
def _start(system: Any, t: float, now: State, work: Any, memory: ExtrapolationWork) -> None:
    """Fill the row of a state and its rate."""
    nq, nv, ns = len(now.q), len(now.v), len(now.s)
    copy_to(now.q, memory.start[:nq])
    copy_to(now.v, memory.start[nq : nq + nv])
    copy_to(now.s, memory.start[nq + nv : nq + nv + ns])
    memory.start[nq + nv + ns] = now.work[0]
    _rate(system, t, memory.start, nq, nv, work, memory.first)
    memory.kept[0] = 1


@inner
def _rate(
    system: Any, t: float, z: FloatArray, nq: int, nv: int, work: Any, rate: FloatArray
) -> None:
    last = len(z) - 1
    q, v, s = z[:nq], z[nq : nq + nv], z[nq + nv : last]
    coordinate_rate(system, q, v, work, rate[:nq])
    rate[last] = accelerate(system, t, q, v, s, work, rate[nq : nq + nv], rate[nq + nv : last])


@implements(step, ExtrapolatedMidpoint)
def _step(
    scheme: ExtrapolatedMidpoint, system: Any, t: float, h: float, now: State, new: State,
    work: Any, memory: ExtrapolationWork, tolerance: Tolerance,
) -> tuple[float, int]:  # fmt: skip
    """Columns of 2, 4, 6, ... substeps of the midpoint rule, extrapolated to none in h^2."""
    nq, nv, ns = len(now.q), len(now.v), len(now.s)
    n, columns, table = len(memory.start), scheme.columns, memory.table
    before, at, after, rate = memory.before, memory.now, memory.after, memory.rate
    if memory.kept[0] == 0:
        _start(system, t, now, work, memory)
    for column in range(columns):
        substeps = 2 * (column + 1)
        small = h / substeps
        for i in range(n):
            # z_1 = z_0 + h f(z_0),  z_(k+1) = z_(k-1) + 2 h f(z_k): even powers of h
            before[i] = memory.start[i]
            at[i] = before[i] + small * memory.first[i]
        for k in range(1, substeps):
            _rate(system, t + k * small, at, nq, nv, work, rate)
            for i in range(n):
                after[i] = before[i] + 2.0 * small * rate[i]
            before, at, after = at, after, before
        # Aitken-Neville: table[k] holds T_(column, k+1) over T_(column - 1, k+1)
        for i in range(n):
            above = table[0, i]
            table[0, i] = at[i]
            for k in range(1, column + 1):
                ratio = (column + 1.0) / (column + 1.0 - k)
                kept = table[k, i]
                table[k, i] = table[k - 1, i] + (table[k - 1, i] - above) / (ratio * ratio - 1.0)
                above = kept
    best = table[columns - 1]
    copy_to(best[:nq], new.q)
    copy_to(best[nq : nq + nv], new.v)
    copy_to(best[nq + nv : nq + nv + ns], new.s)
    new.work[0] = best[n - 1]
    # the last two columns differ by the error of the one before
    controlled = nq + nv + min(ns, tolerance.states)
    error = 0.0
    for i in range(controlled):
        difference = best[i] - table[columns - 2, i]
        difference /= tolerance.floor + max(abs(memory.start[i]), abs(best[i]))
        error += difference * difference / controlled
    error = np.sqrt(error) / tolerance.error
    return error if error < np.inf else np.inf, 1 if error <= 1.0 else 0


EXTRAPOLATED_MIDPOINT = Method(
    "extrapolation", 16, True, "steps", "Gragg (1965); Hairer et al. (1993), section II.9",
    ExtrapolatedMidpoint(control=15.0, columns=8),
)  # fmt: skip
