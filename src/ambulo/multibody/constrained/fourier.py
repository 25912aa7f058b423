"""Fourier series, fitted to a measured period, with Pearson's r."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.math.function_pointers import TIME_LAW, Law
from ambulo.multibody.constrained.functions import Scalar


def _fourier(t: float, p: FloatArray, _values: FloatArray, out: FloatArray) -> None:
    # p: mean, frequency [rad/s], start, harmonics m, m sine and m cosine coefficients
    m = int(p[3])
    angle = p[1] * (t - p[2])
    value, rate, second = p[0], 0.0, 0.0
    for k in range(1, m + 1):
        s, c = math.sin(k * angle), math.cos(k * angle)
        a, b, w = p[3 + k], p[3 + m + k], k * p[1]
        value += a * s + b * c
        rate += w * (a * c - b * s)
        second -= w * w * (a * s + b * c)
    out[0], out[1], out[2] = value, rate, second


@dataclass(frozen=True, eq=False)
class FourierSeries(Scalar):
    """y(t) = a0 + sum a_k sin(k w t) + b_k cos(k w t), w = 2 pi / period (Bruzzo 2012, eq. 102).

    Args:
        a0: mean; a, b: (m,) sine and cosine coefficients.
        period: s; start: time of angle zero, s.
        r: Pearson's correlation of the fit with the data; NaN without data.
    """

    a0: float
    a: FloatArray
    b: FloatArray
    period: float
    start: float = 0.0
    r: float = math.nan

    law: ClassVar[Law] = Law(_fourier, TIME_LAW)

    @property
    def parameters(self) -> tuple[float, ...]:
        """Mean, frequency [rad/s], start [s], number of harmonics, coefficients.

        The curve is smooth across periods.
        """
        w = 2.0 * math.pi / self.period
        return (self.a0, w, self.start, float(len(self.a)), *self.a.tolist(), *self.b.tolist())

    def values(self, time: FloatArray) -> FloatArray:
        """Values (samples,) at many times."""
        coefficients = np.concatenate([[self.a0], self.a, self.b])
        return np.asarray(_design(time, self.period, self.start, len(self.a)) @ coefficients)


def pearson(x: FloatArray, y: FloatArray) -> float:
    """Pearson's correlation of two series (Bruzzo 2012, eq. 103)."""
    dx, dy = x - x.mean(), y - y.mean()
    return float(dx @ dy / math.sqrt((dx @ dx) * (dy @ dy)))


def fit(time: FloatArray, y: FloatArray, period: float, terms: int) -> FourierSeries:
    """Least squares, for samples at any times.

    Args:
        time: (samples,) s; y: (samples,).
        period: s.
        terms: number of harmonics.

    Raises:
        InputError: there are too few samples for the harmonics, or values are missing.
    """
    _check(time, y, period, terms)
    design = _design(time, period, float(time[0]), terms)
    x = np.asarray(np.linalg.lstsq(design, y, rcond=None)[0], dtype=np.float64)
    series = FourierSeries(float(x[0]), x[1 : terms + 1], x[terms + 1 :], period, float(time[0]))
    return _with_correlation(series, time, y)


def fit_automatically(time: FloatArray, y: FloatArray, period: float) -> FourierSeries:
    """Least squares with the number of harmonics that Akaike's corrected criterion prefers.

    It tries up to 40 harmonics, or as many as the samples allow.
    """
    most = min(40, (len(y) - 4) // 2)
    _check(time, y, period, most)
    n, best, chosen = len(y), math.inf, 1
    # orthogonal columns, harmonic by harmonic: each takes its part out of what is left
    design = _design(time, period, float(time[0]), most)
    order = [0] + [k + side for k in range(1, most + 1) for side in (0, most)]
    columns = np.linalg.qr(design[:, order])[0].T
    left = y - (columns[0] @ y) * columns[0]
    for terms in range(1, most + 1):
        for column in columns[2 * terms - 1 : 2 * terms + 1]:
            left = left - (column @ left) * column
        residual = float(left @ left) / n
        k = 2 * terms + 2
        floor = 1e-28 * float(np.mean(y**2)) + 1e-300
        criterion = n * math.log(max(residual, floor)) + 2.0 * k + 2.0 * k * (k + 1) / (n - k - 1)
        if criterion < best - 1e-9:
            best, chosen = criterion, terms
    return fit(time, y, period, chosen)


def _design(time: FloatArray, period: float, start: float, terms: int) -> FloatArray:
    angle = 2.0 * math.pi / period * np.outer(time - start, np.arange(1, terms + 1))
    return np.hstack([np.ones((len(time), 1)), np.sin(angle), np.cos(angle)])


def _with_correlation(series: FourierSeries, time: FloatArray, y: FloatArray) -> FourierSeries:
    constant = np.ptp(y) == 0.0
    r = math.nan if constant else pearson(series.values(time), y)
    return FourierSeries(series.a0, series.a, series.b, series.period, series.start, r)


def _check(time: FloatArray, y: FloatArray, period: float, terms: int) -> None:
    if not (np.all(np.isfinite(y)) and np.all(np.isfinite(time))):
        raise InputError(
            what="values are missing in the data to be fitted",
            where="Fourier fit",
            remedy="Leave out the samples without a value. The others may lie at any times",
        )
    if terms < 1 or period <= 0.0 or len(y) < 2 * terms + 1:
        raise InputError(
            what=f"{len(y)} samples cannot determine {terms} harmonics",
            where="Fourier fit",
            remedy="Take fewer harmonics, or more samples of the period",
        )
