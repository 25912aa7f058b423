"""Explicit Runge-Kutta steps of whole shots, compiled: Euler, RK4 and DOP853 with step control."""

from __future__ import annotations

import math

import numpy as np
from scipy.integrate import DOP853

from ambulo.bvp.equations import PackedSystem, scratch, stabilise, state_rate
from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import compiled

__all__ = ["dop853", "euler", "rk4"]

# Hairer, Norsett & Wanner (1993), section II.10; as SciPy publishes the coefficients
_A = np.ascontiguousarray(DOP853.A)
_B = np.ascontiguousarray(DOP853.B)
_E3 = np.ascontiguousarray(DOP853.E3)
_E5 = np.ascontiguousarray(DOP853.E5)


@compiled
def euler(system: PackedSystem, y: FloatArray, duration: float, steps: int) -> None:
    """Advance y by Euler's method in equal steps (Patel 2004, 4.3 and 4.4)."""
    work = scratch(system)
    dy = np.empty_like(y)
    h = duration / steps
    for _ in range(steps):
        state_rate(system, y, dy, work)
        for i in range(len(y)):
            y[i] += h * dy[i]
        stabilise(system, y)


@compiled
def rk4(system: PackedSystem, y: FloatArray, duration: float, steps: int) -> None:
    """Advance y by the classical fourth-order Runge-Kutta method in equal steps."""
    work = scratch(system)
    n = len(y)
    k1, k2, k3, k4 = np.empty(n), np.empty(n), np.empty(n), np.empty(n)
    trial = np.empty(n)
    h = duration / steps
    for _ in range(steps):
        state_rate(system, y, k1, work)
        for i in range(n):
            trial[i] = y[i] + 0.5 * h * k1[i]
        state_rate(system, trial, k2, work)
        for i in range(n):
            trial[i] = y[i] + 0.5 * h * k2[i]
        state_rate(system, trial, k3, work)
        for i in range(n):
            trial[i] = y[i] + h * k3[i]
        state_rate(system, trial, k4, work)
        for i in range(n):
            y[i] += h / 6.0 * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i])
        stabilise(system, y)


@compiled
def dop853(
    system: PackedSystem,
    y: FloatArray,
    duration: float,
    tolerance: float,
    controlled: int,
    first_step: float,
    most_steps: int,
) -> tuple[bool, int, float]:
    """Advance y by the Dormand-Prince method of order 8 (Hairer, Norsett & Wanner 1993, II.10).

    Args:
        system: packed system.
        y: state, and variations of it, advanced in place.
        duration: s, of either sign.
        tolerance: of the local error, relative and absolute.
        controlled: number of leading entries of y whose error steers the step.
        first_step: s; 0 for a guess from the rates.
        most_steps: after which the shot is given up.

    Returns:
        Whether the end was reached, evaluations used, and the last full step [s].
    """
    n = len(y)
    work = scratch(system)
    K = np.empty((13, n))
    trial = np.empty(n)
    state_rate(system, y, K[0], work)
    evaluations = 1
    span, sign = abs(duration), math.copysign(1.0, duration)
    h = first_step
    if h <= 0.0:
        d0, d1 = 0.0, 0.0
        for i in range(controlled):
            d0 += y[i] * y[i]
            d1 += K[0, i] * K[0, i]
        h = 0.05 * math.sqrt(d0 / d1) if d1 > 0.0 else span
    h = min(h, span)
    t, last = 0.0, h
    for _ in range(most_steps):
        if t >= span:
            return True, evaluations, last
        final = t + h >= span * (1.0 - 1e-12)
        if final:
            h = span - t
        step = sign * h
        for s in range(1, 12):
            for i in range(n):
                trial[i] = 0.0
            for j in range(s):
                a = step * _A[s, j]
                if a != 0.0:
                    for i in range(n):
                        trial[i] += a * K[j, i]
            for i in range(n):
                trial[i] += y[i]
            state_rate(system, trial, K[s], work)
        for i in range(n):
            trial[i] = 0.0
        for j in range(12):
            b = step * _B[j]
            if b != 0.0:
                for i in range(n):
                    trial[i] += b * K[j, i]
        error3, error5 = 0.0, 0.0
        for i in range(controlled):
            e3, e5 = 0.0, 0.0
            for j in range(12):
                e3 += _E3[j] * K[j, i]
                e5 += _E5[j] * K[j, i]
            scale = tolerance * (1.0 + max(abs(y[i]), abs(y[i] + trial[i])))
            e3 /= scale
            e5 /= scale
            error3 += e3 * e3
            error5 += e5 * e5
        error = 0.0
        if error5 > 0.0 or error3 > 0.0:
            error = h * error5 / math.sqrt((error5 + 0.01 * error3) * controlled)
        evaluations += 11
        if not math.isfinite(error):
            h *= 0.1
        elif error <= 1.0:
            for i in range(n):
                y[i] += trial[i]
            stabilise(system, y)
            t = span if final else t + h
            if t < span:
                state_rate(system, y, K[0], work)
                evaluations += 1
            if not final:
                last = h
            h *= min(6.0, 0.9 * max(error, 1e-10) ** -0.125)
        else:
            h *= max(0.2, 0.9 * error**-0.125)
        if h < 1e-12 * span:
            return False, evaluations, last
    return t >= span, evaluations, last
