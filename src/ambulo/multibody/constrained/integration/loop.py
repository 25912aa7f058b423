"""The compiled loop: steps of an explicit Runge-Kutta method, every one kept as a row."""

from __future__ import annotations

import math
from enum import IntEnum

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import compiled, inner
from ambulo.multibody.constrained.equations import accelerate, project
from ambulo.multibody.constrained.kinematics import coordinate_accelerations
from ambulo.multibody.constrained.packing import PackedConstrained, Workspace, workspace
from ambulo.multibody.integrators.explicit_runge_kutta import ExplicitRungeKutta

__all__ = ["Outcome", "integrate", "rows_of"]


class Outcome(IntEnum):
    """How an integration ended."""

    REACHED = 0
    STEP_TOO_SMALL = 1
    UNDETERMINED = 2


_REACHED, _STEP_TOO_SMALL, _UNDETERMINED = 0, 1, 2  # plain integers, which numba freezes

LEAST_STEP = 1e-15
"""Of the time, or of a second: a shorter step does not move on."""


@inner
def _rate(
    system: PackedConstrained, t: float, y: FloatArray, room: Workspace, out: FloatArray
) -> None:
    n, k = len(room.q_dot), len(room.d)
    accelerate(system, t, y[:n], y[n : n + k], room, out[n : n + k], out[n + k :])
    out[:n] = room.q_dot


@inner
def _grown(x: FloatArray) -> FloatArray:
    more = np.empty((2 * x.shape[0], x.shape[1]))
    more[: x.shape[0]] = x
    return more


@compiled
def integrate(
    system: PackedConstrained,
    tableau: ExplicitRungeKutta,
    start: float,
    stop: float,
    y0: FloatArray,
    step: float,
    longest: float,
    rtol: float,
    atol: float,
) -> tuple[int, int, FloatArray]:
    """Integrate (q, u, works) from start to stop.

    Returns:
        `Outcome`, rows, and (rows, 1 + size) time and state at every step.
    """
    room = workspace(system)
    size, n, nu = len(y0), len(room.q_dot), len(room.d)
    stages = len(tableau.b)
    adaptive = len(tableau.errors) > 0
    K = np.empty((stages, size))
    y, z, new = y0.copy(), np.empty(size), np.empty(size)
    kept = np.empty((64, 1 + size))
    kept[0, 0], kept[0, 1:] = start, y0
    rows, t = 1, start
    count, total = 0, max(1, int(np.ceil((stop - start) / step - 1e-9)))
    # 0: to be guessed from the first rate
    h = 0.0 if adaptive else (stop - start) / total
    begun, rejected = False, False  # whether stage 0 belongs to y; whether the last trial failed
    while t < stop:
        if adaptive and h > 0.0:
            h = min(h, longest, stop - t)
        for k in range(stages):
            if k == 0 and begun:
                continue
            # z_k = y + h sum_j A_kj K_j
            z[:] = y
            for j in range(k):
                weight = h * tableau.A[k, j]
                if weight != 0.0:
                    for i in range(size):
                        z[i] += weight * K[j, i]
            _rate(system, t + tableau.c[k] * h, z, room, K[k])
            if h == 0.0:
                h = min(_guess(y, K[0], n + nu), longest, stop - t)
        begun = True
        new[:] = y
        for k in range(stages):
            weight = h * tableau.b[k]
            if weight != 0.0:
                for i in range(size):
                    new[i] += weight * K[k, i]
        if adaptive:
            error = _error(tableau, h, y, new, K, rtol, atol)
            # 0.9 error^(-1 / order) within bounds, as SciPy; NaN is refused too
            factor = 10.0 if error == 0.0 else 0.9 * error ** (-1.0 / tableau.control)
            if not error < 1.0:
                h *= max(0.2, factor) if error < np.inf else 0.2
                rejected = True
                if not h >= LEAST_STEP * max(1.0, abs(t)):
                    return _STEP_TOO_SMALL, rows, kept
                continue
            factor = min(1.0 if rejected else 10.0, factor)
            rejected = False
            t = stop if h >= stop - t else t + h
            h *= factor
        else:
            count += 1
            t = stop if count == total else start + count * (stop - start) / total
        y[:] = new
        begun = False
        project(system, t, y[:n], y[n : n + nu], room)
        if rows == len(kept):
            kept = _grown(kept)
        kept[rows, 0], kept[rows, 1:] = t, y
        rows += 1
        if not _finite(y):
            return _UNDETERMINED, rows, kept
    return _REACHED, rows, kept


@inner
def _finite(y: FloatArray) -> bool:
    """Whether all entries are numbers."""
    total = 0.0
    for i in range(len(y)):
        total += 0.0 * y[i]
    return total == 0.0


@inner
def _guess(y: FloatArray, rate: FloatArray, size: int) -> float:
    """A first step in which the state (its first `size` entries) changes by a hundredth."""
    square = speed = 0.0
    for i in range(size):
        square += y[i] * y[i]
        speed += rate[i] * rate[i]
    return max(1e-6, 0.01 * math.sqrt(square / speed)) if speed > 0.0 else np.inf


@inner
def _error(
    tableau: ExplicitRungeKutta,
    h: float,
    y: FloatArray,
    new: FloatArray,
    K: FloatArray,
    rtol: float,
    atol: float,
) -> float:
    """h |e0|^2 / sqrt((|e0|^2 + |e1|^2 / 100) size), Hairer, Norsett and Wanner (1993), II.10."""
    first = second = 0.0
    for i in range(len(y)):
        e0 = e1 = 0.0
        for k in range(len(tableau.b)):
            e0 += tableau.errors[0, k] * K[k, i]
            e1 += tableau.errors[1, k] * K[k, i]
        scale = atol + rtol * max(abs(y[i]), abs(new[i]))
        first += (e0 / scale) ** 2
        second += (e1 / scale) ** 2
    if first == 0.0:
        return 0.0
    return h * first / math.sqrt((first + 0.01 * second) * len(y))


@compiled
def rows_of(
    system: PackedConstrained,
    time: FloatArray,
    q: FloatArray,
    u: FloatArray,
    v: FloatArray,
    a: FloatArray,
    multipliers: FloatArray,
    C: FloatArray,
    rate: FloatArray,
) -> int:
    """Fill what belongs to states (rows, ...): q_dot, q_ddot, multipliers, violations.

    Returns:
        Most multipliers that were undetermined and left at zero.
    """
    room = workspace(system)
    power, u_dot = np.empty(len(room.power) + 1), np.empty(len(room.d))
    undetermined = 0
    for k in range(len(time)):
        accelerate(system, time[k], q[k], u[k], room, u_dot, power)
        redundant = 0
        for j in range(len(system.order.row)):
            redundant += room.factors.skipped[system.order.row[j]]
        undetermined = max(undetermined, redundant)
        v[k] = room.q_dot
        multipliers[k] = room.multipliers
        C[k] = room.rows.C
        rate[k] = room.rows.rate
        coordinate_accelerations(system.bodies, q[k], v[k], u_dot, room.scratch, a[k])
    return undetermined
