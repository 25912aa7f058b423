"""Quintic smoothing splines whose smoothing follows from the noise of the data."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse
from scipy.interpolate import BSpline
from scipy.linalg import cho_solve_banded, cholesky_banded

from ambulo.records import FloatArray

__all__ = ["SmoothingSpline", "fit_smoothing_splines"]

DEGREE = 5
_PENALISED_DERIVATIVE = 3
_LAMBDA_GRID = np.logspace(-8, 10, 37)


@dataclass(frozen=True, eq=False)
class SmoothingSpline:
    """Smoothing splines of several series on one knot sequence.

    Args:
        spline: vector-valued quintic spline; call it with times and a derivative order.
        weight: (series,) penalty of the third derivative, in units of the sample interval.
        residual_rms: (series,) root mean square distance of the data from the spline.
    """

    spline: BSpline[np.float64]
    weight: FloatArray
    residual_rms: FloatArray

    def __call__(self, time: FloatArray, derivative: int = 0) -> FloatArray:
        """Values (times, series) of the derivative of given order."""
        return np.asarray(self.spline(time, nu=derivative))


def fit_smoothing_splines(
    time: FloatArray, values: FloatArray, noise: FloatArray
) -> SmoothingSpline:
    """Smooth each series just so much that it leaves the data by its own noise.

    Minimises sum (y - f)^2 + lambda * integral f'''^2 with the largest lambda for which the mean
    squared residual does not exceed the noise variance: Reinsch (1967) for third derivatives, the
    quintic spline that Woltring (1986) recommends for accelerations.

    Args:
        time: (frames,) s, increasing.
        values: (frames, series), no NaN.
        noise: (series,) standard deviation of the noise of each series; zero interpolates.
    Raises:
        ValueError: fewer than 6 frames, or NaN in the values.
    """
    frames = len(time)
    if frames < DEGREE + 1:
        raise ValueError(f"a quintic spline needs at least {DEGREE + 1} frames, there are {frames}")
    if not np.isfinite(values).all():
        raise ValueError("values hold NaN; fill or cut gaps first")
    interval = (time[-1] - time[0]) / (frames - 1)
    # unit knot spacing keeps the two terms of the normal matrix comparable
    u = (time - time[0]) / interval
    knots = np.concatenate([np.full(DEGREE, u[0]), u, np.full(DEGREE, u[-1])])
    design = BSpline.design_matrix(u, knots, DEGREE).tocsr()
    gram = _upper_bands(sparse.csr_array(design.T @ design))
    penalty = _penalty_bands(knots)
    # parabolas cost no penalty: taking them out first keeps heavy smoothing well conditioned
    parabola = _parabolas(knots, u, values)
    values = values - design @ parabola
    right = np.asarray(design.T @ values)

    def solve(weight: float, rhs: FloatArray) -> FloatArray:
        factor = cholesky_banded(gram + weight * penalty, check_finite=False)
        return np.asarray(cho_solve_banded((factor, False), rhs, check_finite=False))

    variance = np.asarray(noise, dtype=float) ** 2
    residual = np.stack(
        [np.mean((values - design @ solve(w, right)) ** 2, axis=0) for w in _LAMBDA_GRID]
    )
    weight = _largest_weight_within(residual, variance)
    coefficients = np.stack([solve(w, right[:, k]) for k, w in enumerate(weight)], axis=1)
    rms = np.sqrt(np.mean((values - design @ coefficients) ** 2, axis=0))
    spline = BSpline(time[0] + interval * knots, parabola + coefficients, DEGREE)
    return SmoothingSpline(spline, weight, rms)


def _parabolas(knots: FloatArray, u: FloatArray, values: FloatArray) -> FloatArray:
    """Spline coefficients (n, series) of the least-squares parabola through each series.

    The coefficients of 1, u and u^2 are the symmetric means of DEGREE successive knots (Marsden).
    """
    windows = np.lib.stride_tricks.sliding_window_view(knots[1:-1], DEGREE)
    total = windows.sum(axis=1)
    pairs = (total**2 - (windows**2).sum(axis=1)) / (DEGREE * (DEGREE - 1))
    powers = np.stack([np.ones_like(total), total / DEGREE, pairs], axis=1)
    return np.asarray(powers @ np.linalg.lstsq(np.vander(u, 3, increasing=True), values)[0])


def _largest_weight_within(residual: FloatArray, variance: FloatArray) -> FloatArray:
    """Weight (series,) at which the residual, monotonic in the weight, meets the variance."""
    log_grid = np.log(_LAMBDA_GRID)
    tiny = np.finfo(float).tiny
    weight = np.empty(residual.shape[1])
    for k in range(residual.shape[1]):
        # the residual grows with the weight; round-off can break that where it is tiny
        log_residual = np.maximum.accumulate(np.log(np.maximum(residual[:, k], tiny)))
        weight[k] = np.exp(np.interp(np.log(max(variance[k], tiny)), log_residual, log_grid))
    return weight


def _upper_bands(matrix: sparse.csr_array) -> FloatArray:
    """Upper banded storage (DEGREE + 1, n) of a symmetric banded matrix."""
    n = matrix.shape[0]
    bands = np.zeros((DEGREE + 1, n))
    for k in range(DEGREE + 1):
        bands[DEGREE - k, k:] = matrix.diagonal(k)
    return bands


def _penalty_bands(knots: FloatArray) -> FloatArray:
    """Integrals of the products of the basis functions' third derivatives, upper banded storage.

    The third derivative of a spline is a spline of degree 2 whose coefficients are scaled
    differences (de Boor 1978, X.15); its square is integrated exactly by three Gauss points.
    """
    derivative = sparse.eye_array(len(knots) - DEGREE - 1, format="csr")
    inner = knots
    for degree in range(DEGREE, DEGREE - _PENALISED_DERIVATIVE, -1):
        n = derivative.shape[0]
        scale = degree / (inner[degree + 1 : degree + n] - inner[1:n])
        difference = sparse.diags_array([-scale, scale], offsets=[0, 1], shape=(n - 1, n))
        derivative = (difference @ derivative).tocsr()
        inner = inner[1:-1]
    breaks = knots[DEGREE:-DEGREE]
    node, gauss_weight = np.polynomial.legendre.leggauss(3)
    half = np.diff(breaks)[:, None] / 2
    points = (breaks[:-1, None] + half + half * node).ravel()
    weights = (half * gauss_weight).ravel()
    basis = BSpline.design_matrix(points, inner, DEGREE - _PENALISED_DERIVATIVE).tocsr()
    third = sparse.csr_array(basis @ derivative)
    return _upper_bands(sparse.csr_array(third.T @ sparse.diags_array(weights) @ third))
