"""Quintic smoothing splines: positions with consistent velocities and accelerations."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.banded_cholesky import solve_banded
from ambulo.math.bsplines import SplineSum, b_splines

DEGREE = 5
_PENALISED_DERIVATIVE = 3
LEAST_WEIGHT = 1e-8
"""Least weight. Smoothing with a smaller weight is interpolation to nine digits."""
_WEIGHT_GRID = np.logspace(-8, 10, 73)


@dataclass(frozen=True, eq=False)
class SmoothingSpline:
    """Smoothing splines of several series on one knot sequence.

    Args:
        spline: vector-valued quintic spline in time.
        weight: (series,) penalty of the third derivative, in units of the sample interval.
        time, values: (samples,) and (samples, series), the data.
    """

    spline: SplineSum
    weight: FloatArray
    time: FloatArray
    values: FloatArray

    @property
    def residual_rms(self) -> FloatArray:
        """Root mean square distance (series,) of the data from the spline."""
        return np.asarray(np.sqrt(np.mean((self.values - self(self.time)) ** 2, axis=0)))

    def __call__(self, time: FloatArray, derivative: int = 0) -> FloatArray:
        """Values (times, series) of the derivative of given order."""
        return self.spline(time, derivative)

    def moved(self, by: FloatArray) -> SmoothingSpline:
        """The splines plus a further spline through (samples, series)."""
        further = smoothing_spline(self.time, by, np.zeros(by.shape[1])).spline
        return replace(self, spline=replace(self.spline, c=self.spline.c + further.c))


class SplineSystem:
    """The normal equations of smoothing splines through several series, for any weights.

    Every sample is a knot.

    Args:
        time: (frames,) s, rising; evenly spaced except for gaps.
        values: (frames, series), no NaN.
        profile: (frames - 1,) factor on the penalty between the frames; one if None.
    Raises:
        ValueError: fewer than 6 frames, or NaN in the values.
    """

    def __init__(
        self, time: FloatArray, values: FloatArray, profile: FloatArray | None = None
    ) -> None:
        frames = len(time)
        if frames < DEGREE + 1:
            raise ValueError(f"a quintic spline needs at least {DEGREE + 1} frames, not {frames}")
        if not np.isfinite(values).all():
            raise ValueError("values hold NaN; fill or cut gaps first")
        self.time, self.values = time, values
        start, interval = float(time[0]), float(time[-1] - time[0]) / (frames - 1)
        # unit knot spacing keeps the two terms of the normal matrix comparable
        u = (time - start) / interval
        knots, self._design, self._gram, self._penalty, powers, spanned = _basis(
            u.tobytes(), None if profile is None else profile.tobytes()
        )
        self._knots = start + interval * knots
        # parabolas cost no penalty: taking them out first keeps heavy smoothing well conditioned
        parabola = powers.T @ values
        self._parabola = spanned @ parabola
        self._about = powers @ parabola
        np.subtract(values, self._about, out=self._about)
        # the transpose of the design times the values
        self._right = np.zeros_like(self._parabola)
        for k in range(DEGREE + 1):
            self._right[k : k + frames - 1] += self._design[:, k, None] * self._about[:-1]
        self._right[-1] += self._about[-1]

    def spline(
        self, weight: float | FloatArray, series: IntArray | slice = slice(None)
    ) -> SmoothingSpline:
        """The splines through some of the series, with one weight for all or one weight for each
        (series,).
        """
        right, parabola = self._right[:, series], self._parabola[:, series]
        used = np.maximum(np.broadcast_to(weight, right.shape[1:]), LEAST_WEIGHT)
        if (used == used[:1]).all():
            coefficients = self._solve(float(used[0]) if len(used) else 1.0, right)
        else:
            coefficients = np.empty_like(right)
            for value in np.unique(used):
                together = np.flatnonzero(used == value)
                coefficients[:, together] = self._solve(float(value), right[:, together])
        coefficients += parabola
        spline = SplineSum(self._knots, coefficients, DEGREE)
        return SmoothingSpline(spline, used, self.time, self.values[:, series])

    def left(self, weight: float) -> FloatArray:
        """Residuals (frames, series) of splines with one weight."""
        c = self._solve(weight, self._right)
        left = self._about.copy()
        for k in range(DEGREE + 1):
            left[:-1] -= self._design[:, k, None] * c[k : k + len(left) - 1]
        left[-1] -= c[-1]
        return left

    def _solve(self, weight: float, right: FloatArray) -> FloatArray:
        return solve_banded(self._gram + max(weight, LEAST_WEIGHT) * self._penalty, right)


@lru_cache(maxsize=32)
def _basis(
    samples: bytes, profile: bytes | None
) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray, FloatArray, FloatArray]:
    """Knots, design, Gram matrix, penalty and parabolas, of samples.

    Row i of the design (frames - 1, DEGREE + 1) is what coefficients i, i + 1, ... make of sample
    i; the last sample is the last coefficient.

    Without a profile they follow from the samples' instants alone, and every recording of a camera
    system shares them.
    """
    u = np.frombuffer(samples)
    knots = np.concatenate([np.full(DEGREE, u[0]), u, np.full(DEGREE, u[-1])])
    design = b_splines(u[:-1], knots, DEGREE)[1]
    gram = _lower_band(design[:, None])
    gram[-1, 0] += 1.0
    return (
        knots,
        design,
        gram,
        _penalty_band(knots, None if profile is None else np.frombuffer(profile)),
        *_parabolas(knots, u),
    )


def smoothing_spline(
    time: FloatArray, values: FloatArray, weight: FloatArray, profile: FloatArray | None = None
) -> SmoothingSpline:
    """Splines f with knots at the samples that minimise sum (y - f)^2 + weight * integral
    (d3f/dt3)^2.

    This is the natural quintic spline of Reinsch (1967) and Woltring (1986). Woltring recommends it
    for accelerations.

    Args:
        time: (frames,) s, rising; evenly spaced except for gaps.
        values: (frames, series), no NaN.
        weight: (series,) with the mean sample interval as unit of time; zero interpolates.
        profile: (frames - 1,) factor on the penalty between the frames; one if None.
    Raises:
        ValueError: fewer than 6 frames, or NaN in the values.
    """
    return SplineSystem(time, values, profile).spline(weight)


def weight_for_noise(time: FloatArray, values: FloatArray, noise: FloatArray) -> FloatArray:
    """The weight (series,) at which the residual of each series equals the standard deviation of
    its noise.

    This is the choice of Reinsch (1967). It is right for white noise of known level.

    Args:
        time, values: as in `smoothing_spline`.
        noise: (series,) in the unit of the values.
    """
    system = SplineSystem(time, values)
    left = [system.left(w) for w in _WEIGHT_GRID]
    tiny = np.finfo(float).tiny
    # the residual grows with the weight; round-off can break that where it is tiny
    mean_square = np.maximum(np.mean(np.square(left), axis=1), tiny)
    log_residual = np.maximum.accumulate(np.log(mean_square), axis=0)
    log_variance = np.log(np.maximum(np.asarray(noise, dtype=float) ** 2, tiny))
    log_grid = np.log(_WEIGHT_GRID)
    return np.array(
        [np.exp(np.interp(v, log_residual[:, k], log_grid)) for k, v in enumerate(log_variance)]
    )


def weight_at_cutoff(cutoff_hz: float, interval: float) -> float:
    """The weight that halves the amplitude at a frequency.

    A spline that penalises the third derivative passes 1 / (1 + weight * omega^6) of an amplitude,
    with omega in rad per sample.

    Args:
        cutoff_hz: Hz.
        interval: between samples, s.
    """
    return float((2.0 * np.pi * cutoff_hz * interval) ** -6)


def cutoff_at_weight(weight: float, interval: float) -> float:
    """The frequency [Hz] at which a weight halves the amplitude; see `weight_at_cutoff`."""
    return float(weight ** (-1.0 / 6.0) / (2.0 * np.pi * interval))


def _parabolas(knots: FloatArray, u: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Three orthonormal columns Q (frames, 3) that span the parabolas, and their splines (n, 3).

    The least-squares parabola through values y is Q Q^T y. The spline coefficients of 1, u and u^2
    are the symmetric means of DEGREE successive knots (Marsden).
    """
    windows = np.lib.stride_tricks.sliding_window_view(knots[1:-1], DEGREE)
    total = windows.sum(axis=1)
    pairs = (total**2 - (windows**2).sum(axis=1)) / (DEGREE * (DEGREE - 1))
    powers = np.stack([np.ones_like(total), total / DEGREE, pairs], axis=1)
    # not lstsq: its threads wait for each other a hundred times as long as three columns take
    orthonormal, triangle = np.linalg.qr(np.vander(u, 3, increasing=True))
    return orthonormal, np.linalg.solve(triangle.T, powers.T).T


def _lower_band(rows: FloatArray) -> FloatArray:
    """Lower band (n, DEGREE + 1) of A^T A, of a matrix A in rows, as `solve_banded` has it.

    Args:
        rows: (m, r, DEGREE + 1): each of the r rows i of A begins at column i.
    """
    count = len(rows)
    band = np.zeros((count + DEGREE, DEGREE + 1))
    for k in range(DEGREE + 1):
        for apart in range(DEGREE + 1 - k):
            product = np.einsum("ir,ir->i", rows[:, :, k], rows[:, :, k + apart])
            band[k : k + count, apart] += product
    return band


def _penalty_band(knots: FloatArray, profile: FloatArray | None = None) -> FloatArray:
    """Integrals of the products of the basis functions' third derivatives, as a lower band.

    With a profile each interval between knots counts by its factor.

    The third derivative of a spline is a spline of degree 2 whose coefficients are scaled
    differences (de Boor 1978, X.15); its square is integrated exactly by three Gauss points.
    """
    # row i, of coefficients i, i + 1, ...
    difference = np.ones((len(knots) - DEGREE - 1, 1))
    inner = knots
    for degree in range(DEGREE, DEGREE - _PENALISED_DERIVATIVE, -1):
        n, width = difference.shape
        scale = degree / (inner[degree + 1 : degree + n] - inner[1:n])
        step = np.zeros((n - 1, width + 1))
        step[:, :-1] -= difference[:-1]
        step[:, 1:] += difference[1:]
        difference = scale[:, None] * step
        inner = inner[1:-1]
    breaks = knots[DEGREE:-DEGREE]
    node, gauss_weight = np.polynomial.legendre.leggauss(3)
    half = np.diff(breaks)[:, None] / 2
    share = gauss_weight if profile is None else profile[:, None] * gauss_weight
    points = breaks[:-1, None] + half + half * node
    left = DEGREE - _PENALISED_DERIVATIVE
    basis = b_splines(points.ravel(), inner, left)[1].reshape(*points.shape, -1)
    third = np.zeros((*points.shape, DEGREE + 1))
    for k in range(left + 1):
        part = difference[k : k + len(points), None]
        third[:, :, k : k + part.shape[-1]] += basis[:, :, k, None] * part
    return _lower_band(np.sqrt(half * share)[:, :, None] * third)
