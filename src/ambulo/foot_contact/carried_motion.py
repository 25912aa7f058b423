"""A recorded motion changed within its error so that the contact under the feet carries the body.

`CarryingProblem` states the cost. This module minimises it by Gauss-Newton steps, while the limit
on the root's residual is tightened.

Least squares of the residual at the root, with prior knowledge of motion and contact.

The unknowns are the displacement y(t) of pelvis, trunk and legs (q exp(y), cubic splines in time)
and the changes x of the spheres' values (`FreeValues`). They minimise half of

    sum over frames of |r|^2 / accuracy^2        r: force and moment left at the root
    integral of (|s|^2 + T^2 |s'|^2) / (2 T e^2) s: shift and turn of every segment
    and |s|^2 / (2 e^2) at both ends
    x^T P x                                      P: of the values, as identified

With J = dr/dy, K = dr/dx and the prior's matrix L, the Gauss-Newton step is computed in the space
of the residuals, because there are fewer residuals than unknowns:

    y' = L^-1 J^T (J L^-1 J^T + S)^-1 (J y + K (x - x') - r)       S: accuracies squared

Here x' minimises the rest within its bounds. If the contact is too far from linear, the priors damp
the step (Levenberg 1944, Marquardt 1963).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from typing import NamedTuple

import numpy as np
from scipy.linalg import cho_solve, cholesky, qr, solve_triangular
from scipy.linalg.blas import dsyrk
from scipy.optimize import lsq_linear

from ambulo.foot_contact.design import SoleDesign
from ambulo.foot_contact.displacement import Displacement
from ambulo.foot_contact.recording_prior import CyclicPrior, Prior, RecordingError
from ambulo.foot_contact.root_residual import RootResidual, TriedMotion
from ambulo.math.arrays import FloatArray
from ambulo.math.descent import Damping, descend
from ambulo.multibody.motion import Motion
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.records import Model

_SPREAD = 12.0
"""Reciprocal of the variance of what is spread evenly over a range of one."""


class FreeValues:
    """Changes x (n,) of the design's variables, divided by their ranges.

    Args:
        design: the values that may change, with bounds.
        values: (2, spheres, values) before the change.
        information: (n, n) information on the variables; None keeps all values fixed (n = 0).
    Raises:
        ValueError: the information has another size than the design's variables.
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
        """Number n of changes."""
        return len(self.range)

    def of(self, x: FloatArray) -> FloatArray:
        """Values (2, spheres, values)."""
        return self.design.values(self._first + self.range * x)

    def cost(self, x: FloatArray) -> float:
        """Half the sum of squares of the changes, divided by their errors."""
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


_INSTANT = 0.01
"""s, to which the accuracy of what is left at the root belongs."""


class Unknowns(NamedTuple):
    """Coefficients y of the displacement, changes x of the values."""

    y: FloatArray
    x: FloatArray


class Linear(NamedTuple):
    """Residuals divided by their accuracy, linear about y and x: J, K, J L^-1 J^T (lower),
    residuals.
    """

    J: FloatArray
    K: FloatArray
    gram: FloatArray
    left: FloatArray


class CarryingProblem:
    """The cost: residual at the root, prior of the recording's error, and prior of the values.

    Args:
        model: model whose feet have two segments and whose first body is a free root.
        motion: recorded, frames evenly spaced.
        values: values of the spheres.
        error: error of the recording.
        period: frames after which the motion repeats itself, apart from its place; None if it never
            does.
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
        """The motion as recorded, and the values as identified."""
        return Unknowns(np.zeros(self.moved.size), np.zeros(self.values.size))

    def at(self, unknowns: Unknowns) -> TriedMotion:
        """Evaluate the problem at some unknowns."""
        return self.residual.at(unknowns.y, self.values.of(unknowns.x))

    def cost(self, unknowns: Unknowns, left: FloatArray, ease: float) -> float:
        """Half the sum of squares, with a multiple of the wanted accuracy of the residual."""
        y, x = unknowns
        square = float(((left * self.weight / ease) ** 2).sum())
        return float(0.5 * y @ self.prior.times(y)) + self.values.cost(x) + 0.5 * square

    def met(self, cost: float) -> bool:
        """Whether the sum of squares is no larger than for errors of the expected sizes."""
        return 2.0 * cost <= self._count

    def linear(self, at: TriedMotion) -> Linear:
        """The problem, linearised at its present point."""
        weight = self.weight.ravel()[:, None]
        J = self.residual.slope(at).reshape(-1, self.moved.size) * weight
        K = self.residual.slope_by_values(at).reshape(len(J), -1) * weight * self.values.range
        # J L^-1 J^T = U^T U with L = C C^T, U = C^-1 J^T
        gram = dsyrk(1.0, self.prior.half_solved(J), trans=1, lower=1)
        return Linear(J, K, gram, at.left.ravel() * weight[:, 0])

    def step(self, linear: Linear, now: Unknowns, ease: float, damping: float) -> Unknowns:
        """The solution of the linear problem, damped towards the present unknowns by a multiple of
        the priors.

        The prior together with its multiple about y is a prior (1 + damping) L about
        damping / (1 + damping) y.
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


_EASES = 30.0, 100.0, 10.0
"""Times the accuracy that the residual is first held to: contact is far from linear. The next is
tried where the sum of squares stays above its expectation, for there are many minima."""
_EASED = 0.1
"""Relative decrease of the sum of squares below which the residual is held twice as closely."""
_SETTLED = 0.01
"""Relative decrease of the sum of squares below which nothing is gained any more."""
_ITERATIONS = 40
_DAMPING = Damping(first=0.0, raised=10.0, eased=0.1, most=1e7, firm=1.0)
"""Parts of the prior that hold a step back where the whole one gains nothing."""


@dataclass(frozen=True, eq=False)
class CarriedMotion:
    """A motion in which the contact carries the body.

    Args:
        motion: the changed motion.
        values: (2, spheres, values) of the spheres that carry it.
        changed: (variables,) changes of the design's variables, divided by their ranges.
        wrench: (frames, nb, 6) N*m, N, from the ground on the segments about their origins.
        left: (frames, 6) residual at the root, world axes: moment about the root's origin [N*m],
            force [N].
        moved: (frames, nb) m, shift of the segments' origins; turned: (frames, nb) rad, turn of the
            segments.
        iterations: total number of iterations.
        settled: whether a further step gains nothing.
    """

    motion: Motion
    values: FloatArray
    changed: FloatArray
    wrench: FloatArray
    left: FloatArray
    moved: FloatArray
    turned: FloatArray
    iterations: int
    settled: bool

    @property
    def change(self) -> float:
        """Root mean square change of the values, divided by their ranges; zero for fixed values."""
        return float(np.sqrt((self.changed**2).mean())) if len(self.changed) else 0.0


def carry(
    model: Model,
    motion: Motion,
    design: SoleDesign,
    values: FloatArray,
    *,
    information: FloatArray | None = None,
    error: RecordingError | None = None,
    period: int | None = None,
    progress: Callable[[float], None] | None = None,
) -> CarriedMotion:
    """Change a motion so that spheres under the feet carry the body.

    A periodic motion is changed equally in each period. Only its last period counts. The earlier
    periods give the contact its history.

    Args:
        model: model whose feet have two segments and whose first body is a free root.
        motion: recorded, frames evenly spaced.
        design: kinds of laws, and the segment of each sphere.
        values: (2, spheres, values) of the spheres, order SIDES.
        information: (variables, variables) information on the identified variables. They then also
            change, within their error and bounds. None keeps the values fixed.
        error: error of the recording.
        period: frames after which the motion repeats itself, apart from its place; None if it never
            does.
        progress: function called with the finished share of the work.
    """
    free = FreeValues(design, values, information)
    problem = CarryingProblem(model, motion, free, error or RecordingError(), period)
    ways: list[_Way] = []
    for ease in _EASES:
        ways.append(_eased(problem, ease, _told(progress, len(ways))))
        if problem.met(ways[-1].cost):
            break
    best = min(ways, key=lambda way: way.cost)
    return _carried(problem, best, sum(way.iterations for way in ways))


def _told(progress: Callable[[float], None] | None, tried: int) -> Callable[[float], None]:
    """Tells the part that is done of all that may be tried."""
    if progress is None:
        return lambda _: None
    tell = progress
    return lambda part: tell((tried + part) / len(_EASES))


@dataclass(eq=False)
class _Way:
    """Where an easing is: the trial, its unknowns, half the sum of squares, that linearised."""

    at: TriedMotion
    now: Unknowns
    cost: float
    linear: Linear | None = None
    iterations: int = 0
    settled: bool = False


def _eased(problem: CarryingProblem, ease: float, progress: Callable[[float], None]) -> _Way:
    """Minimise, with the residual held to so many times its accuracy at first."""

    def way(now: Unknowns, at: TriedMotion) -> _Way:
        return _Way(at, now, problem.cost(now, at.left, ease))

    def propose(here: _Way, strength: float) -> _Way:
        here.linear = here.linear or problem.linear(here.at)
        there = problem.step(here.linear, here.now, ease, strength)
        return way(there, problem.at(there))

    here, damping = way(problem.beginning, problem.at(problem.beginning)), _DAMPING
    begun, iterations = count(1), 0
    while True:
        here, strength, done, settled = descend(
            here, propose, damping, _SETTLED if ease == 1.0 else _EASED,
            _ITERATIONS - iterations, lambda _: progress(next(begun) / _ITERATIONS),
        )  # fmt: skip
        iterations += done
        if ease == 1.0 or iterations == _ITERATIONS:
            cost = problem.cost(here.now, here.at.left, 1.0)
            return _Way(here.at, here.now, cost, None, iterations, settled and ease == 1.0)
        ease, damping = max(1.0, 0.5 * ease), damping._replace(first=strength)
        here = way(here.now, here.at)


def _carried(problem: CarryingProblem, best: _Way, iterations: int) -> CarriedMotion:
    """The best way as it is handed back."""
    moved, at = problem.moved, best.at
    R, p = forward_kinematics(moved.model.tree, at.motion.q)
    R_rec, p_rec = forward_kinematics(moved.model.tree, moved.recorded.q)
    half = np.linalg.norm(R - R_rec, axis=(2, 3)) / np.sqrt(8.0)
    turned = 2.0 * np.arcsin(np.minimum(half, 1.0))
    return CarriedMotion(
        at.motion, at.values, best.now.x, problem.residual.loads(at), at.left,
        np.linalg.norm(p - p_rec, axis=2), turned, iterations, best.settled,
    )  # fmt: skip
