"""Splines through one period of equally spaced values: circulant, hence solved by transforms."""

from __future__ import annotations

import numpy as np
from scipy.interpolate import BSpline

from ambulo.math.arrays import FloatArray


def periodic_spline(values: FloatArray, period: float, degree: int) -> BSpline[np.float64]:
    """Periodic interpolating spline, its knots at the values; degree - 1 derivatives continue.

    Args:
        values: (n,) or (n, k) at 0, period / n, ... without the end of the period.
        period: of the argument.
        degree: odd.
    Returns:
        Spline to be evaluated from 0 to `period`.
    """
    n = len(values)
    knots = period / n * np.arange(-degree, n + degree + 1)
    order = (np.arange(n + degree) - degree // 2) % n
    return BSpline(knots, _coefficients(values, degree)[order], degree)


def node_rates(values: FloatArray, period: float, degree: int) -> tuple[FloatArray, FloatArray]:
    """First and second derivative, both (n, k), of `periodic_spline` at its nodes."""
    coefficients = np.fft.rfft(_coefficients(values, degree), axis=0)
    step = period / len(values)
    first, second = (
        np.fft.irfft(
            _response(len(values), degree, nu)[:, None] * coefficients / step**nu,
            len(values),
            axis=0,
        )
        for nu in (1, 2)
    )
    return first, second


def _coefficients(values: FloatArray, degree: int) -> FloatArray:
    """Coefficient of the B-spline centred on each node."""
    n = len(values)
    response = _response(n, degree, 0).reshape(-1, *[1] * (values.ndim - 1))
    return np.asarray(np.fft.irfft(np.fft.rfft(values, axis=0) / response, n, axis=0))


def _response(n: int, degree: int, nu: int) -> FloatArray:
    """Transform (n // 2 + 1,) of a B-spline's derivative of order nu, sampled at n nodes."""
    reach = degree // 2
    offset = np.arange(-reach, reach + 1)
    basis = BSpline.basis_element(np.arange(degree + 2.0) - 0.5 * (degree + 1))
    sampled = np.zeros(n)
    sampled[offset] = basis(offset.astype(float), nu=nu)
    return np.asarray(np.fft.rfft(sampled))
