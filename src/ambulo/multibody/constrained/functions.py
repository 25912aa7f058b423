"""Smooth functions of time with their first two derivatives, for drivers and applied forces."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ambulo.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import compiled

__all__ = [
    "Constant",
    "Harmonic",
    "Polynomial",
    "ScalarFunction",
    "Triple",
    "VectorFunction",
    "smooth",
    "turning",
]

Triple = tuple[float, float, float]
"""Value, first and second derivative."""

ScalarFunction = Callable[[float], Triple]

VectorFunction = Callable[[float], FloatArray]
"""t -> (3, 3): rows are the vector, its first and its second derivative."""


@dataclass(frozen=True)
class Constant:
    """f(t) = value."""

    value: float

    def __call__(self, _t: float) -> Triple:
        """Value and derivatives."""
        return self.value, 0.0, 0.0


@dataclass(frozen=True)
class Polynomial:
    """f(t) = sum of coefficients[k] (t - start)^k."""

    coefficients: tuple[float, ...]
    start: float = 0.0

    def __call__(self, t: float) -> Triple:
        """Value and derivatives (Horner)."""
        x = t - self.start
        value = rate = half_acceleration = 0.0
        for c in reversed(self.coefficients):
            half_acceleration = half_acceleration * x + rate
            rate = rate * x + value
            value = value * x + c
        return value, rate, 2.0 * half_acceleration


@dataclass(frozen=True)
class Harmonic:
    """f(t) = mean + amplitude sin(frequency t + phase), frequency in rad/s."""

    mean: float
    amplitude: float
    frequency: float
    phase: float = 0.0

    def __call__(self, t: float) -> Triple:
        """Value and derivatives."""
        angle = self.frequency * t + self.phase
        s, c = self.amplitude * math.sin(angle), self.amplitude * math.cos(angle)
        return self.mean + s, self.frequency * c, -self.frequency * self.frequency * s


def smooth(f: Callable[[float], float], start: float, stop: float) -> ScalarFunction:
    """Any smooth f on [start, stop], with derivatives that belong to it exactly.

    Args:
        f: value at a time [s].
        start, stop: the interval on which it is used [s].

    Returns:
        Its Chebyshev interpolant, resolved to rounding (Trefethen 2013, chapter 3).

    Raises:
        InputError: if degree 512 does not resolve it: it is not smooth on the interval.
    """
    from numpy.polynomial import Chebyshev

    values = np.vectorize(f, otypes=[np.float64])
    degree = 16
    while True:
        series = Chebyshev.interpolate(values, degree, domain=[start, stop])
        size = np.abs(series.coef)
        if size[-3:].max() <= 1e-14 * max(float(size.max()), 1e-300):
            break
        degree *= 2
        if degree > 512:
            raise InputError(
                what="the function of time is not smooth: degree 512 does not resolve it",
                where=f"t = {start:g} to {stop:g} s",
                remedy="Split it where it has corners, or smooth it first",
            )
    keep = int(np.max(np.nonzero(size > 1e-16 * size.max())[0], initial=0)) + 1
    series = Chebyshev(series.coef[:keep], domain=[start, stop])
    # the derivatives' coefficients, as long as the series' so that one recurrence serves the three
    table = np.zeros((3, keep))
    for k in range(3):
        coefficients = series.deriv(k).coef if k else series.coef
        table[k, : len(coefficients)] = coefficients
    middle, half = 0.5 * (start + stop), 0.5 * (stop - start)
    return lambda t: _clenshaw(table, (t - middle) / half)


@compiled
def _clenshaw(c: FloatArray, x: float) -> Triple:
    """Values of three Chebyshev series c (3, terms) at x."""
    a0 = a1 = b0 = b1 = d0 = d1 = 0.0
    for k in range(c.shape[1] - 1, 0, -1):
        a0, a1 = 2.0 * x * a0 - a1 + c[0, k], a0
        b0, b1 = 2.0 * x * b0 - b1 + c[1, k], b0
        d0, d1 = 2.0 * x * d0 - d1 + c[2, k], d0
    return x * a0 - a1 + c[0, 0], x * b0 - b1 + c[1, 0], x * d0 - d1 + c[2, 0]


def turning(axis: FloatArray, vector: FloatArray, angle: ScalarFunction) -> VectorFunction:
    """A vector that turns about a unit axis by angle(t); it is at `vector` where the angle is 0."""
    along = axis * float(axis @ vector)
    radial = vector - along
    across = np.cross(axis, vector)

    def motion(t: float) -> FloatArray:
        a, rate, acceleration = angle(t)
        c, s = math.cos(a), math.sin(a)
        outward, forward = c * radial + s * across, c * across - s * radial
        return np.array(
            [along + outward, rate * forward, acceleration * forward - rate * rate * outward]
        )

    return motion
