"""Bézier curves of the least order that meets a tolerance (Pamies-Vila 2012, appendix C)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.math.arrays import FloatArray

__all__ = ["BezierCurve", "fit_bezier"]

HIGHEST_ORDER = 60
"""Beyond it the Bernstein basis loses more digits than a measurement has."""


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
        ValueError: no order up to 60, or below the number of frames, reaches the tolerance.
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
