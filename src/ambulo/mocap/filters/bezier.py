"""Bézier curves (Pamies-Vila 2012, appendix C): as a fit of least order, and as a filter.

A curve of order n, fitted by least squares over a span L, follows movement slower than n / (pi L)
in its middle. A polynomial's waves are n / sqrt(1 - x^2) rad long there, where x = -1 ... 1 is the
span.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np
from pydantic import Field

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.mocap.filters.smoothing import (
    Filter,
    FilterSettings,
    Measure,
    Smoothing,
    complete_series,
    cutoff_of,
    either,
    unchanged,
)
from ambulo.records import Markers

PIECE_ORDER = 40
"""Greatest order of one curve of the filter. The condition number of its Bernstein basis, 2^n /
sqrt(n), is 1e11.
"""

LEAST_ORDER = 3
"""A curve of lower order has no changing acceleration."""

HIGHEST_ORDER = 60
"""At a higher order, the Bernstein basis loses more digits than a measurement has."""


@dataclass(frozen=True, eq=False)
class BezierCurve:
    """One series as a Bézier curve over its time span.

    Args:
        start, stop: s.
        coefficients: (order + 1,) ordinates of the control points (C.1).
        rms: root mean square distance from the data (C.2).
    """

    start: float
    stop: float
    coefficients: FloatArray
    rms: float

    @property
    def order(self) -> int:
        """Degree of the Bernstein polynomial."""
        return len(self.coefficients) - 1

    def __call__(self, time: FloatArray, derivative: int = 0) -> FloatArray:
        """Values (times,) of a derivative, by differences of the coefficients (C.6)."""
        span = self.stop - self.start
        b, scale = self.coefficients, 1.0
        for _ in range(derivative):
            scale *= (len(b) - 1) / span
            b = np.diff(b)
        if not len(b):
            return np.zeros(len(time))
        return scale * (_bernstein((time - self.start) / span, len(b) - 1) @ b)


def fit_bezier(time: FloatArray, values: FloatArray, tolerance: float) -> BezierCurve:
    """The Bézier curve of least order whose rms distance from the data is below a tolerance.

    Args:
        time: (frames,) s.
        values: (frames,), for example rad or m.
        tolerance: in the unit of the values; Pamies-Vila (2012) uses 1e-4 rad and 1e-4 m.
    Raises:
        ValueError: no order up to 60 and below the number of frames reaches the tolerance.
    """
    highest = min(HIGHEST_ORDER, len(time) - 1)
    # the rms falls with the order, so the least one is found by halving
    low, high = 0, highest
    best = _least_squares(time, values, highest)
    if best.rms > tolerance:
        raise ValueError(
            f"a Bézier curve of order {highest} is still {best.rms:.3g} rms from the data; "
            "cut the series into parts or raise the tolerance"
        )
    while low < high:
        middle = (low + high) // 2
        curve = _least_squares(time, values, middle)
        if curve.rms <= tolerance:
            best, high = curve, middle
        else:
            low = middle + 1
    return best


def _least_squares(time: FloatArray, values: FloatArray, order: int) -> BezierCurve:
    u = (time - time[0]) / (time[-1] - time[0])
    basis = _bernstein(u, order)
    coefficients = np.asarray(np.linalg.lstsq(basis, values, rcond=1e-14)[0], dtype=np.float64)
    rms = float(np.sqrt(np.mean((values - basis @ coefficients) ** 2)))
    return BezierCurve(float(time[0]), float(time[-1]), coefficients, rms)


def _bernstein(u: FloatArray, order: int) -> FloatArray:
    """Bernstein polynomials (times, order + 1) of a degree, by de Casteljau's recursion (C.5)."""
    basis = np.zeros((len(u), order + 1))
    basis[:, 0] = 1.0
    for degree in range(1, order + 1):
        lower = basis[:, :degree].copy()
        basis[:, :degree] = (1.0 - u)[:, None] * lower
        basis[:, degree] = 0.0
        basis[:, 1 : degree + 1] += u[:, None] * lower
    return basis


def bezier_filter(values: FloatArray, interval: float, cutoff: float) -> FloatArray:
    """Replace series by Bézier curves that follow movement slower than a frequency.

    One curve is used if an order up to 40 suffices. Longer records use several curves of equal
    span. Each overlaps half of the next. They are blended by a polynomial with three zero
    derivatives at each end, so that accelerations stay continuous.

    Args:
        values: (frames, series), no NaN.
        interval: between samples, s.
        cutoff: Hz.
    """
    frames = len(values)
    whole = np.pi * cutoff * interval * (frames - 1)
    # m curves over half of each other span 2 / (m + 1) of the record each
    pieces = max(1, int(np.ceil(2.0 * whole / PIECE_ORDER - 1.0)))
    half = (frames - 1) / (pieces + 1)
    order = max(LEAST_ORDER, round(2.0 * whole / (pieces + 1)))
    result = np.zeros_like(values)
    for k in range(pieces):
        first, last = int(np.ceil(k * half)), int(np.floor((k + 2) * half + 1e-9))
        # 0 ... 1 over the part shared with the curve before, 1 ... 2 with the one after
        s = np.arange(first, last + 1) / half - k
        basis = _bernstein(np.clip(0.5 * s, 0.0, 1.0), min(order, last - first))
        part = basis @ np.linalg.lstsq(basis, values[first : last + 1], rcond=1e-14)[0]
        share = np.ones(len(s))
        if k > 0:
            share[s < 1.0] = _rise(s[s < 1.0])
        if k < pieces - 1:
            share[s >= 1.0] = 1.0 - _rise(s[s >= 1.0] - 1.0)
        result[first : last + 1] += share[:, None] * part
    return result


def _rise(s: FloatArray) -> FloatArray:
    """From 0 to 1 for s from 0 to 1, with three derivatives of zero at either end."""
    return np.asarray(s**4 * (35.0 - s * (84.0 - s * (70.0 - 20.0 * s))))


class BezierSettings(FilterSettings):
    """Settings: how closely the curves follow the markers."""

    order: int | None = Field(
        default=None, ge=LEAST_ORDER, le=10_000, description="of the curve over the whole record"
    )
    tolerance: float | None = Field(
        default=None,
        gt=0,
        description="rms distance from any marker's coordinate, m: the least order that keeps it",
    )

    def choose(self, markers: Markers, given: float | None, measure: Measure) -> Smoothing:
        """The given order, or the order from the tolerance or the cut-off."""
        either(cutoff=given, order=self.order, tolerance=self.tolerance)
        interval = 1.0 / markers.rate
        span = interval * (len(markers.time) - 1)
        if self.tolerance is not None:
            order = _least_order(complete_series(markers), interval, self.tolerance)
            hz, how = order / (np.pi * span), "Tolerance as given."
        elif self.order is not None:
            hz, how = self.order / (np.pi * span), "Order as given."
        else:
            cutoff = cutoff_of(given, measure)
            hz, how = cutoff.hz, cutoff.note
        note = (
            f"{how} Bézier curves of order {round(np.pi * hz * span)} over the record smooth the "
            f"markers. They follow movement slower than {hz:.1f} Hz."
        )
        return Smoothing(partial(bezier_filter, interval=interval, cutoff=hz), unchanged, 0.0, note)


def _least_order(values: FloatArray, interval: float, tolerance: float) -> int:
    """The least order over the record at which no series is further off than the tolerance."""

    def distance(order: int) -> float:
        cutoff = order / (np.pi * interval * (len(values) - 1))
        left = values - bezier_filter(values, interval, cutoff)
        return float(np.sqrt(np.mean(left**2, axis=0)).max())

    low, high = LEAST_ORDER, max(LEAST_ORDER, len(values) // 2)
    if distance(high) > tolerance:
        raise InputError(
            what=f"Bézier curves of order {high} (half the number of frames) are still "
            f"{distance(high):.2g} m from the markers",
            where="filter_settings",
            remedy="Give a greater tolerance",
        )
    while low < high:
        middle = (low + high) // 2
        if distance(middle) <= tolerance:
            high = middle
        else:
            low = middle + 1
    return low


FILTER = Filter(
    "Bézier curves", "Pamies-Vila 2012, appendix C", BezierSettings().choose, BezierSettings
)
