"""Splines as sums of B-splines, after de Boor (1978, chapters IX and X).

They replace `scipy.interpolate.BSpline`, whose import takes longer than an analysis of a walk.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ambulo.math.arrays import FloatArray, IntArray


def b_splines(at: FloatArray, t: FloatArray, k: int) -> tuple[IntArray, FloatArray]:
    """The B-splines that are not zero, by their recurrence (de Boor 1978, X, BSPLVB).

    Args:
        at: (n,) from t[k] to t[-k - 1]. Beyond them, the outermost polynomials continue.
        t: (m,) rising knots, of which at most k + 1 are equal.
        k: degree.
    Returns:
        (n,) index of the first B-spline that is not zero, and values (n, k + 1).
    """
    last = np.clip(np.searchsorted(t, at, side="right") - 1, k, len(t) - k - 2)
    values = np.ones((len(at), 1))
    for degree in range(1, k + 1):
        above = t[last[:, None] + np.arange(1, degree + 1)] - at[:, None]
        below = at[:, None] - t[last[:, None] + np.arange(1 - degree, 1)]
        share = values / (above + below)
        values = np.zeros((len(at), degree + 1))
        values[:, :-1] = above * share
        values[:, 1:] += below * share
    return last - k, values


@dataclass(frozen=True, eq=False)
class SplineSum:
    """The sum of c_i B_i(x), with one or several values.

    Args:
        t: (n + k + 1,) knots, rising.
        c: (n, ...) coefficients.
        k: degree.
    """

    t: FloatArray
    c: FloatArray
    k: int

    def __call__(self, at: FloatArray | float, nu: int = 0) -> FloatArray:
        """Values (*at, ...) of the derivative of order nu."""
        if nu > 0:
            return self.derivative()(at, nu - 1)
        x = np.asarray(at, dtype=np.float64)
        first, values = _basis(x.tobytes(), self.t.tobytes(), self.k)
        c = self.c.reshape(len(self.c), -1)
        found = values[:, :1] * c[first]
        for k in range(1, self.k + 1):
            part = c[first + k]
            part *= values[:, k, None]
            found += part
        return found.reshape(*x.shape, *self.c.shape[1:])

    def derivative(self) -> SplineSum:
        """The derivative (de Boor 1978, X, equation 15)."""
        rise = np.diff(self.c, axis=0)
        rise *= self.k
        rise.T[...] /= self.t[self.k + 1 : -1] - self.t[1 : -self.k - 1]
        return SplineSum(self.t[1:-1], rise, self.k - 1)

    def integral(self) -> SplineSum:
        """The integral from the first knot on (de Boor 1978, X, equation 22)."""
        parts = self.c.T * (self.t[self.k + 1 :] - self.t[: -self.k - 1]) / (self.k + 1)
        c = np.concatenate([np.zeros((1, *self.c.shape[1:])), np.cumsum(parts, axis=-1).T])
        return SplineSum(np.r_[self.t[0], self.t, self.t[-1]], c, self.k + 1)


@lru_cache(maxsize=32)
def _basis(at: bytes, t: bytes, k: int) -> tuple[IntArray, FloatArray]:
    """`b_splines`; many series of a recording are looked at on the same knots and instants."""
    return b_splines(np.frombuffer(at), np.frombuffer(t), k)


def cubic_through(at: FloatArray, values: FloatArray) -> SplineSum:
    """The cubic spline through few points, with one cubic over the first two and the last two
    intervals.

    Like `scipy.interpolate.CubicSpline`, but by dense elimination (de Boor 1978, XIII, not-a-knot).

    Args:
        at: (n,) rising, four or more.
        values: (n, ...).
    """
    t = np.r_[[at[0]] * 4, at[2:-2], [at[-1]] * 4]
    first, basis = b_splines(at, t, 3)
    design = np.zeros((len(at), len(at)))
    np.put_along_axis(design, first[:, None] + np.arange(4), basis, axis=1)
    return SplineSum(t, np.asarray(np.linalg.solve(design, values), dtype=np.float64), 3)
