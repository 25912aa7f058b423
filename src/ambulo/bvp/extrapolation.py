"""Gragg's midpoint rule with extrapolation: the second integrator, which checks the first.

Hairer, Norsett & Wanner (1993), section II.9 (the method of ODEX), with a fixed number of columns.
It shares no coefficient with the Runge-Kutta methods that find solutions.
"""

from __future__ import annotations

import math

import numpy as np

from ambulo.bvp.equations import PackedSystem, scratch, stabilise, state_rate
from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import compiled

__all__ = ["extrapolated_midpoint"]

_COLUMNS = 8


@compiled
def extrapolated_midpoint(
    system: PackedSystem, y: FloatArray, duration: float, tolerance: float, most_steps: int
) -> tuple[bool, int]:
    """Advance the state y by extrapolation of order 16 in h with step control.

    Args:
        system: packed system.
        y: state, advanced in place.
        duration: s, of either sign.
        tolerance: of the local error, relative and absolute.
        most_steps: after which the run is given up.

    Returns:
        Whether the end was reached, and evaluations used.
    """
    n = len(y)
    work = scratch(system)
    table = np.empty((_COLUMNS, n))
    first = np.empty(n)
    dy = np.empty(n)
    before, now, after = np.empty(n), np.empty(n), np.empty(n)
    span, sign = abs(duration), math.copysign(1.0, duration)
    t, evaluations = 0.0, 0
    state_rate(system, y, first, work)
    d0, d1 = 0.0, 0.0
    for i in range(n):
        d0 += y[i] * y[i]
        d1 += first[i] * first[i]
    h = min(span, 0.2 * math.sqrt(d0 / d1)) if d1 > 0.0 else span
    for _ in range(most_steps):
        if t >= span:
            return True, evaluations
        final = t + h >= span * (1.0 - 1e-12)
        if final:
            h = span - t
        state_rate(system, y, first, work)
        evaluations += 1
        for column in range(_COLUMNS):
            substeps = 2 * (column + 1)
            small = sign * h / substeps
            for i in range(n):
                before[i] = y[i]
                now[i] = y[i] + small * first[i]
            for _substep in range(substeps - 1):
                state_rate(system, now, dy, work)
                for i in range(n):
                    after[i] = before[i] + 2.0 * small * dy[i]
                before, now, after = now, after, before
            evaluations += substeps - 1
            # Aitken-Neville in h^2: table[k] holds T_(column, k+1) over T_(column - 1, k+1)
            for i in range(n):
                above = table[0, i]
                table[0, i] = now[i]
                for k in range(1, column + 1):
                    ratio = (column + 1.0) / (column + 1.0 - k)
                    kept = table[k, i]
                    step = (table[k - 1, i] - above) / (ratio * ratio - 1.0)
                    table[k, i] = table[k - 1, i] + step
                    above = kept
        error = 0.0
        for i in range(n):
            difference = table[_COLUMNS - 1, i] - table[_COLUMNS - 2, i]
            difference /= tolerance * (1.0 + max(abs(y[i]), abs(table[_COLUMNS - 1, i])))
            error += difference * difference / n
        error = math.sqrt(error)
        if not math.isfinite(error):
            h *= 0.1
        elif error <= 1.0:
            for i in range(n):
                y[i] = table[_COLUMNS - 1, i]
            stabilise(system, y)
            t = span if final else t + h
            h *= min(4.0, 0.8 * max(error, 1e-14) ** (-1.0 / (2 * _COLUMNS - 1)))
        else:
            h *= max(0.2, 0.8 * error ** (-1.0 / (2 * _COLUMNS - 1)))
        if h < 1e-12 * span:
            return False, evaluations
    return t >= span, evaluations
