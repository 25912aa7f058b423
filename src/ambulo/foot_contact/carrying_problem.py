"""Least squares of what contact leaves at the root, with what is known of motion and contact.

The displacement y(t) of pelvis, trunk and legs (q exp(y), cubic splines in time) and the changes x
of the spheres' values (`FreeValues`) minimise half of

    sum over frames of |r|^2 / accuracy^2        r: force and moment left at the root
    integral of (|s|^2 + T^2 |s'|^2) / (2 T e^2) s: shift and turn of every segment
    and |s|^2 / (2 e^2) at both ends
    x^T P x                                      P: of the values, as identified

With J = dr/dy, K = dr/dx and the prior's matrix L the step of Gauss and Newton is taken in the
space of the residuals, fewer than the unknowns:

    y' = L^-1 J^T (J L^-1 J^T + S)^-1 (J y + K (x - x') - r)       S: accuracies squared

where x', within its bounds, minimises what remains, damped by the priors themselves where the
contact is too far from linear (Levenberg 1944, Marquardt 1963).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.linalg import cho_solve, cholesky, solve_triangular
from scipy.linalg.blas import dsyrk

from ambulo.foot_contact.displacement import Displacement
from ambulo.foot_contact.free_values import FreeValues
from ambulo.foot_contact.recording_prior import CyclicPrior, Prior, RecordingError
from ambulo.foot_contact.root_residual import RootResidual, TriedMotion
from ambulo.math.arrays import FloatArray
from ambulo.multibody.motion import Motion
from ambulo.records import Model

_INSTANT = 0.01
"""s, to which the accuracy of what is left at the root belongs."""


class Unknowns(NamedTuple):
    """Coefficients y of the displacement, changes x of the values."""

    y: FloatArray
    x: FloatArray


class Linear(NamedTuple):
    """Residuals over their accuracy about y and x: J, K, J L^-1 J^T (lower), themselves."""

    J: FloatArray
    K: FloatArray
    gram: FloatArray
    left: FloatArray


class CarryingProblem:
    """What is left at the root, the prior of the recording's error and that of the values.

    Args:
        model: with feet of two segments, a free root first.
        motion: recorded, frames evenly spaced.
        values: of the spheres.
        error: of the recording.
        period: frames after which the motion repeats itself, but for where it is; None for never.
    """

    def __init__(
        self,
        model: Model,
        motion: Motion,
        values: FreeValues,
        error: RecordingError,
        period: int | None = None,
    ) -> None:
        self.moved, self.values = Displacement(model, motion, error.knots, period), values
        self.residual = RootResidual(self.moved, values.design)
        accuracy, time = np.array([error.moment] * 3 + [error.force] * 3), motion.time
        self.prior: Prior | CyclicPrior
        if period is None:
            self.prior = Prior(self.moved, error, np.ones(len(time), dtype=bool))
            counted = time - time[0] >= error.onset
        else:
            counted = np.arange(len(time)) >= len(time) - period
            self.prior = CyclicPrior(self.moved, error, counted)
        self._count = 6 * int(counted.sum())
        each = np.sqrt((time[-1] - time[0]) / (len(time) - 1) / _INSTANT)
        self.weight = np.where(counted[:, None], each / accuracy, 1e-3 * each / accuracy)

    @property
    def beginning(self) -> Unknowns:
        """The motion as recorded, the values as identified."""
        return Unknowns(np.zeros(self.moved.size), np.zeros(self.values.size))

    def at(self, unknowns: Unknowns) -> TriedMotion:
        """The trial of some unknowns."""
        return self.residual.at(unknowns.y, self.values.of(unknowns.x))

    def cost(self, unknowns: Unknowns, left: FloatArray, ease: float) -> float:
        """Half the sum of squares, the residual's accuracy so many times the wanted one."""
        y, x = unknowns
        square = float(((left * self.weight / ease) ** 2).sum())
        return float(0.5 * y @ self.prior.times(y)) + self.values.cost(x) + 0.5 * square

    def met(self, cost: float) -> bool:
        """Whether the sum of squares is no larger than errors of the sizes expected make it."""
        return 2.0 * cost <= self._count

    def linear(self, at: TriedMotion) -> Linear:
        """The problem linearised where it is."""
        weight = self.weight.ravel()[:, None]
        J = self.residual.slope(at).reshape(-1, self.moved.size) * weight
        K = self.residual.slope_by_values(at).reshape(len(J), -1) * weight * self.values.range
        # J L^-1 J^T = U^T U with L = C C^T, U = C^-1 J^T
        gram = dsyrk(1.0, self.prior.half_solved(J), trans=1, lower=1)
        return Linear(J, K, gram, at.left.ravel() * weight[:, 0])

    def step(self, linear: Linear, now: Unknowns, ease: float, damping: float) -> Unknowns:
        """Unknowns to which the linear problem leads, held to these by so much of the priors.

        A prior and its part about y are one of (1 + damping) L about damping / (1 + damping) y.
        """
        J, K, gram, left = linear
        whole = 1.0 + damping
        y_about, x_about = (damping / whole * part for part in now)
        matrix = gram / whole
        matrix[np.diag_indices_from(matrix)] += ease**2
        factor = cholesky(matrix, lower=True, overwrite_a=True, check_finite=False)
        # |C^-1 (r - K x)|^2 + (1 + damping) (x - x_about)^T P (x - x_about), C C^T the matrix
        r = J @ (now.y - y_about) + K @ now.x - left
        x = self.values.least(
            solve_triangular(factor, np.column_stack([K, r]), lower=True, check_finite=False),
            x_about, whole,
        )  # fmt: skip
        m = cho_solve((factor, True), r - K @ x)
        return Unknowns(y_about + self.prior.solved(J.T @ m) / whole, x)
