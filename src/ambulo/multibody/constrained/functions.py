"""Functions of time with their first two derivatives, for drivers and applied forces.

Each function is a table of numbers and a compiled law that reads the table, so a time loop
evaluates it without Python. Any other function that maps t to (value, first, second derivative) is
possible too. The loop calls a function compiled by numba directly, and a Python function through
Python.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import inner, is_our_file
from ambulo.math.function_pointers import TIME_LAW, Law
from ambulo.math.polynomials import polynomial
from ambulo.multibody.constrained.forces.checked_law import arrays_of, require_indices

WIDTH = 9
"""Largest number of values of a function of time: three for a scalar, three rows for a vector."""

Triple = tuple[float, float, float]
"""Value, first and second derivative."""

ScalarFunction = Callable[[float], Triple]

VectorFunction = Callable[[float], FloatArray]
"""t -> (3, 3): rows are the vector, its first and its second derivative."""


class Tabulated(ABC):
    """A function of time that consists of numbers and a compiled law.

    A new function sets `law`, a `Law(function, TIME_LAW)`, and gives its numbers. The law is called
    with (t, p, values, out). p contains `len(needs)` places in `values`, each times nine, then
    `parameters`. The law writes value, rate and second rate to out[0:3], or the rows of a vector to
    out[0:9].
    """

    law: ClassVar[Law]

    @property
    @abstractmethod
    def parameters(self) -> tuple[float, ...]:
        """The numbers that the law reads."""

    @property
    def needs(self) -> tuple[ScalarFunction, ...]:
        """Functions of time that must be evaluated before this one."""
        return ()


class Scalar(Tabulated):
    """A scalar function of time, which Python can also call."""

    def __call__(self, t: float) -> Triple:
        """Value and first two derivatives."""
        out = evaluate(self, t)
        return float(out[0]), float(out[1]), float(out[2])


def evaluate(function: Tabulated, t: float) -> FloatArray:
    """The numbers (9,) that a function's law writes at time t [s]."""
    needed = np.array([(*f(t), *np.zeros(WIDTH - 3)) for f in function.needs]).reshape(-1)
    places = [float(WIDTH * k) for k in range(len(function.needs))]
    p, out = np.array([*places, *function.parameters]), np.zeros(WIDTH)
    if not is_our_file(function.law.function.__code__.co_filename):
        arrays = arrays_of(p, len(needed), out=WIDTH)
        require_indices(function.law, type(function).__name__, arrays)
    function.law.at(t, p, needed, out)
    return out


def _constant(_t: float, p: FloatArray, _values: FloatArray, out: FloatArray) -> None:
    out[0], out[1], out[2] = p[0], 0.0, 0.0


def _polynomial(t: float, p: FloatArray, _values: FloatArray, out: FloatArray) -> None:
    # p: start, count, coefficients from the constant up
    out[0], out[1], out[2] = polynomial(p, 2, int(p[1]), t - p[0])


@inner
def _on_circle(angle: float, rate: float, second: float) -> tuple[Triple, Triple]:
    """Cosine and sine of an angle that changes with time."""
    c, s, square = math.cos(angle), math.sin(angle), rate * rate
    return (c, -rate * s, -second * s - square * c), (s, rate * c, second * c - square * s)


def _harmonic(t: float, p: FloatArray, _values: FloatArray, out: FloatArray) -> None:
    # p: mean, amplitude, frequency [rad/s], phase
    _, s = _on_circle(p[2] * t + p[3], p[2], 0.0)
    out[0], out[1], out[2] = p[0] + p[1] * s[0], p[1] * s[1], p[1] * s[2]


def _chebyshev(t: float, p: FloatArray, _values: FloatArray, out: FloatArray) -> None:
    # p: middle, half-width, terms, then three series of that many; Clenshaw's recurrence
    x, terms = (t - p[0]) / p[1], int(p[2])
    for d in range(3):
        first = 3 + d * terms
        b0 = b1 = 0.0
        for k in range(terms - 1, 0, -1):
            b0, b1 = 2.0 * x * b0 - b1 + p[first + k], b0
        out[d] = x * b0 - b1 + p[first]


def _spline(t: float, p: FloatArray, _values: FloatArray, out: FloatArray) -> None:
    # p: intervals, breaks, then four coefficients an interval, from the constant up
    n = int(p[0])
    low, high = 0, n - 1
    while low < high:  # the interval that holds t; beyond the ends the nearest one goes on
        middle = (low + high + 1) // 2
        if p[1 + middle] <= t:
            low = middle
        else:
            high = middle - 1
    out[0], out[1], out[2] = polynomial(p, 2 + n + 4 * low, 4, t - p[1 + low])


def _turning(_t: float, p: FloatArray, values: FloatArray, out: FloatArray) -> None:
    # p: place of the angle in `values`, part along the axis, radial part, axis x vector
    a = int(p[0])
    c, s = _on_circle(values[a], values[a + 1], values[a + 2])
    for k in range(3):
        out[k] = p[1 + k] + c[0] * p[4 + k] + s[0] * p[7 + k]
        out[3 + k] = c[1] * p[4 + k] + s[1] * p[7 + k]
        out[6 + k] = c[2] * p[4 + k] + s[2] * p[7 + k]


@dataclass(frozen=True)
class Constant(Scalar):
    """f(t) = value."""

    value: float

    law: ClassVar[Law] = Law(_constant, TIME_LAW)

    @property
    def parameters(self) -> tuple[float, ...]:
        """The value."""
        return (self.value,)


@dataclass(frozen=True)
class Polynomial(Scalar):
    """f(t) = sum of coefficients[k] (t - start)^k."""

    coefficients: tuple[float, ...]
    start: float = 0.0

    law: ClassVar[Law] = Law(_polynomial, TIME_LAW)

    @property
    def parameters(self) -> tuple[float, ...]:
        """Start, count, coefficients."""
        return (self.start, float(len(self.coefficients)), *self.coefficients)


@dataclass(frozen=True)
class Harmonic(Scalar):
    """f(t) = mean + amplitude sin(frequency t + phase), frequency in rad/s."""

    mean: float
    amplitude: float
    frequency: float
    phase: float = 0.0

    law: ClassVar[Law] = Law(_harmonic, TIME_LAW)

    @property
    def parameters(self) -> tuple[float, ...]:
        """The parameters, as given."""
        return (self.mean, self.amplitude, self.frequency, self.phase)


@dataclass(frozen=True, eq=False)
class Chebyshev(Scalar):
    """A Chebyshev series on [start, stop], with the series of its two derivatives (3, terms)."""

    start: float
    stop: float
    series: FloatArray

    law: ClassVar[Law] = Law(_chebyshev, TIME_LAW)

    @property
    def parameters(self) -> tuple[float, ...]:
        """Middle, half-width, terms, series."""
        middle, half = 0.5 * (self.start + self.stop), 0.5 * (self.stop - self.start)
        return (middle, half, float(self.series.shape[1]), *self.series.ravel().tolist())


@dataclass(frozen=True, eq=False)
class Spline(Scalar):
    """The cubic spline through samples, twice differentiable (not-a-knot ends).

    Args:
        time: (samples,) s, increasing; values: (samples,). Four samples or more.

    Raises:
        InputError: there are fewer samples, times do not increase, or a value is missing.
    """

    time: FloatArray
    values: FloatArray
    _coefficients: FloatArray = field(init=False, repr=False)

    law: ClassVar[Law] = Law(_spline, TIME_LAW)

    def __post_init__(self) -> None:
        from scipy.interpolate import CubicSpline

        time, values = np.asarray(self.time, float), np.asarray(self.values, float)
        good = time.shape == values.shape and time.ndim == 1 and len(time) >= 4
        if not (good and np.all(np.diff(time) > 0.0) and np.all(np.isfinite(values))):
            raise InputError(
                what="a spline needs at least four samples, at increasing times and without gaps",
                where="spline of time",
                remedy="Leave out samples without a value. For fewer than four, use a Polynomial",
            )
        object.__setattr__(self, "_coefficients", CubicSpline(time, values).c[::-1].T)

    @property
    def parameters(self) -> tuple[float, ...]:
        """Intervals, breaks, coefficients."""
        breaks = np.asarray(self.time, float).tolist()
        return (float(len(breaks) - 1), *breaks, *self._coefficients.ravel().tolist())


@dataclass(frozen=True, eq=False)
class Turning(Tabulated):
    """A vector that turns about a unit axis by angle(t); at angle 0 it equals `vector`.

    Args:
        axis, vector: (3,), in the axes of the body to which they belong.
        angle: rad; any number of turns.
    """

    axis: FloatArray
    vector: FloatArray
    angle: ScalarFunction

    law: ClassVar[Law] = Law(_turning, TIME_LAW)

    @property
    def needs(self) -> tuple[ScalarFunction, ...]:
        """The angle."""
        return (self.angle,)

    @property
    def parameters(self) -> tuple[float, ...]:
        """Part along the axis, radial part, axis x vector (Rodrigues)."""
        (x, y, z), (u, v, w) = self.axis.tolist(), self.vector.tolist()
        part = x * u + y * v + z * w
        along = (part * x, part * y, part * z)
        across = (y * w - z * v, z * u - x * w, x * v - y * u)
        return (*along, u - along[0], v - along[1], w - along[2], *across)

    def __call__(self, t: float) -> FloatArray:
        """The vector and its two derivatives (3, 3)."""
        return evaluate(self, t).reshape(3, 3)


def smooth(f: Callable[[float], float], start: float, stop: float) -> Chebyshev:
    """Any smooth f on [start, stop], as a polynomial with exact derivatives.

    Args:
        f: value at a time [s].
        start, stop: the interval on which f is used [s].

    Returns:
        Its Chebyshev interpolant, resolved to rounding (Trefethen 2013, chapter 3).

    Raises:
        InputError: degree 512 does not resolve f, so f is not smooth on the interval.
    """
    from numpy.polynomial import Chebyshev as Series

    values = np.vectorize(f, otypes=[np.float64])
    degree = 16
    while True:
        series = Series.interpolate(values, degree, domain=[start, stop])
        size = np.abs(series.coef)
        if size[-3:].max() <= 1e-14 * max(float(size.max()), 1e-300):
            break
        degree *= 2
        if degree > 512:
            raise InputError(
                what="the function of time is not smooth: no polynomial of degree 512 fits it",
                where=f"t = {start:g} to {stop:g} s",
                remedy="Split it where it has corners, or smooth it first",
            )
    keep = int(np.max(np.nonzero(size > 1e-16 * size.max())[0], initial=0)) + 1
    series = Series(series.coef[:keep], domain=[start, stop])
    # the derivatives' coefficients, as long as the series' so that one recurrence serves the three
    table = np.zeros((3, keep))
    for k in range(3):
        coefficients = series.deriv(k).coef if k else series.coef
        table[k, : len(coefficients)] = coefficients
    return Chebyshev(start, stop, table)
