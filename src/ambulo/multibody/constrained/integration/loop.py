"""The compiled loop: steps of an explicit Runge-Kutta method, every one kept as a row."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import compiled, inner
from ambulo.multibody.constrained.equations import accelerate, project
from ambulo.multibody.constrained.kinematics import coordinate_accelerations
from ambulo.multibody.constrained.packing import PackedConstrained, Workspace, workspace
from ambulo.multibody.integrators.runge_kutta_kernel import Tableau

__all__ = ["Outcome", "integrate", "rows_of"]


class Outcome(IntEnum):
    """How an integration ended."""

    REACHED = 0
    STEP_TOO_SMALL = 1
    UNDETERMINED = 2


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
    tableau: Tableau,
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
    K = np.empty((stages, size))
    y, z, new = y0.copy(), np.empty(size), np.empty(size)
    kept = np.empty((64, 1 + size))
    kept[0, 0], kept[0, 1:] = start, y0
    rows, t = 1, start
    adaptive = len(tableau.errors) > 0
    _rate(system, t, y, room, K[0])
    h = step
    exponent = -1.0 / tableau.order
    if adaptive:
        h = _first_step(system, t, stop, y, K[0], room, rtol, atol, longest, tableau.order, z, new)
    count = 0
    total = max(1, int(np.ceil((stop - start) / step - 1e-9))) if not adaptive else 0
    rejected = False
    while t < stop:
        if adaptive:
            if not h >= 1e-15 * max(1.0, abs(t)):  # NaN too
                return 1, rows, kept
            h = min(h, longest, stop - t)
        else:
            h = (stop - start) / total
        for k in range(1, stages):
            for i in range(size):
                z[i] = 0.0
            for j in range(k):
                w = h * tableau.A[k, j]
                if w != 0.0:
                    for i in range(size):
                        z[i] += w * K[j, i]
            for i in range(size):
                z[i] += y[i]
            _rate(system, t + tableau.c[k] * h, z, room, K[k])
        new[:] = y
        for k in range(stages):
            w = h * tableau.b[k]
            if w != 0.0:
                for i in range(size):
                    new[i] += w * K[k, i]
        if adaptive:
            first = second = 0.0
            for i in range(size):
                e0 = e1 = 0.0
                for k in range(stages):
                    e0 += tableau.errors[0, k] * K[k, i]
                    e1 += tableau.errors[1, k] * K[k, i]
                scale = atol + rtol * max(abs(y[i]), abs(new[i]))
                e0 /= scale
                e1 /= scale
                first += e0 * e0
                second += e1 * e1
            error = 0.0
            if first != 0.0:  # NaN too
                error = h * first / np.sqrt((first + 0.01 * second) * size)
            if not error < 1.0:
                h *= max(0.2, 0.9 * error**exponent) if error < np.inf else 0.2
                rejected = True
                continue
            factor = 10.0 if error == 0.0 else min(10.0, 0.9 * error**exponent)
            if rejected:
                factor = min(1.0, factor)
            rejected = False
            t = stop if h == stop - t else t + h
            h *= factor
        else:
            count += 1
            t = stop if count == total else start + count * (stop - start) / total
        y[:] = new
        project(system, t, y[:n], y[n : n + nu], room)
        if rows == len(kept):
            kept = _grown(kept)
        kept[rows, 0] = t
        kept[rows, 1:] = y
        rows += 1
        if not np.all(np.isfinite(y)):
            return 2, rows, kept
        if t < stop:
            _rate(system, t, y, room, K[0])
    return 0, rows, kept


@inner
def _first_step(
    system: PackedConstrained,
    t: float,
    stop: float,
    y: FloatArray,
    f: FloatArray,
    room: Workspace,
    rtol: float,
    atol: float,
    longest: float,
    order: int,
    z: FloatArray,
    g: FloatArray,
) -> float:
    """Hairer, Norsett and Wanner (1993), section II.4."""
    d0 = d1 = d2 = 0.0
    for i in range(len(y)):
        scale = atol + rtol * abs(y[i])
        d0 += (y[i] / scale) ** 2
        d1 += (f[i] / scale) ** 2
    d0, d1 = np.sqrt(d0 / len(y)), np.sqrt(d1 / len(y))
    h0 = 1e-6 if d0 < 1e-5 or d1 < 1e-5 else 0.01 * d0 / d1
    h0 = min(h0, stop - t)
    for i in range(len(y)):
        z[i] = y[i] + h0 * f[i]
    _rate(system, t + h0, z, room, g)
    for i in range(len(y)):
        scale = atol + rtol * abs(y[i])
        d2 += ((g[i] - f[i]) / scale) ** 2
    d2 = np.sqrt(d2 / len(y)) / h0
    if d2 != d2:
        return h0
    if d1 <= 1e-15 and d2 <= 1e-15:
        h1 = max(1e-6, h0 * 1e-3)
    else:
        h1 = (0.01 / max(d1, d2)) ** (1.0 / order)
    return min(100.0 * h0, h1, longest)


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
