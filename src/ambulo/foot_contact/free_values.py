"""The spheres' values as unknowns of a problem that already knows them within an error.

An identification leaves values v0 and its information I. What it leaves open may be anywhere
within the bounds: half of x^T (S I S + 12 E) x, with x = (v - v0) / (upper - lower), S the ranges,
and 1/12 the variance of what is spread evenly over a range.
"""

from __future__ import annotations

import numpy as np
from scipy.linalg import cholesky, qr
from scipy.optimize import lsq_linear

from ambulo.foot_contact.design import SoleDesign
from ambulo.math.arrays import FloatArray

_SPREAD = 12.0
"""Reciprocal of the variance of what is spread evenly over a range of one."""


class FreeValues:
    """Changes x (n,) of the design's variables over their ranges.

    Args:
        design: which values may change, within which bounds.
        values: (2, spheres, values) from which they do.
        information: (n, n) of the variables; None holds all values, n = 0.
    Raises:
        ValueError: the information is not of the design's variables.
    """

    def __init__(
        self, design: SoleDesign, values: FloatArray, information: FloatArray | None
    ) -> None:
        if information is None:
            design, information = design.holding(values), np.zeros((0, 0))
        count = len(design.free)
        if information.shape != (count, count):
            raise ValueError(
                f"the information has the shape {information.shape}, but there are {count} "
                "variables"
            )
        self.design, self._first = design, design.variables(values)
        self.range = design.upper - design.lower
        self.prior = information * np.outer(self.range, self.range) + _SPREAD * np.eye(count)
        # where they begin is within, whatever rounding says
        self.lower = np.minimum((design.lower - self._first) / self.range, 0.0)
        self.upper = np.maximum((design.upper - self._first) / self.range, 0.0)

    @property
    def size(self) -> int:
        """Number n."""
        return len(self.range)

    def of(self, x: FloatArray) -> FloatArray:
        """Values (2, spheres, values)."""
        return self.design.values(self._first + self.range * x)

    def cost(self, x: FloatArray) -> float:
        """Half the square of the changes over their errors."""
        return float(0.5 * x @ self.prior @ x)

    def least(self, columns: FloatArray, about: FloatArray, weight: float) -> FloatArray:
        """Changes x (n,) within the bounds that minimise |A x - b|^2 + weight |x - about|_P^2.

        Args:
            columns: (rows, n + 1), A and b.
            about: (n,); weight: of the prior's square.
        """
        if not self.size:
            return np.zeros(0)
        half = np.sqrt(weight) * cholesky(self.prior)
        rows = np.vstack([columns, np.column_stack([half, half @ about])])
        # as many rows as columns: the rest is no matter of x
        rows = qr(rows, mode="r", check_finite=False)[0][: self.size + 1]
        found = lsq_linear(rows[:, :-1], rows[:, -1], (self.lower, self.upper), method="bvls")
        return np.asarray(found.x)
