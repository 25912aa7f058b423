"""A recorded motion moved within its error so that the contact under the feet carries it.

The displacement y(t) of pelvis, trunk and legs (q exp(y), cubic splines in time) minimises half of

    sum over frames of |r|^2 / accuracy^2        r: force and moment left at the root
    integral of (|x|^2 + T^2 |x'|^2) / (2 T s^2) x: shift and turn of every segment
    and |x|^2 / (2 s^2) at both ends

that is least squares with a prior of the recording's error (`recording_prior`). With J = dr/dy and
the prior's matrix L the step of Gauss and Newton is taken in the space of the residuals, fewer than
the unknowns: y = L^-1 J^T (J L^-1 J^T + S)^-1 (J y - r), damped by the prior itself where the
contact is too far from linear (Levenberg 1944, Marquardt 1963).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy.linalg import cho_factor, cho_solve
from scipy.linalg.blas import dsyrk

from ambulo.foot_contact.design import SoleDesign
from ambulo.foot_contact.displacement import Displacement
from ambulo.foot_contact.recording_prior import CyclicPrior, Prior, RecordingError
from ambulo.foot_contact.root_residual import RootResidual, Trial
from ambulo.math.arrays import FloatArray
from ambulo.multibody.motion import Motion
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.records import Model

__all__ = ["CarriedMotion", "RecordingError", "carry"]

_EASE = 30.0
"""Times the accuracy that the residual is first held to: contact is far from linear."""
_EASED = 0.1
"""Relative decrease of the sum of squares below which the residual is held twice as closely."""
_SETTLED = 0.01
"""Relative decrease of the sum of squares below which nothing is gained any more."""
_ITERATIONS = 40
_LEAST_DAMPED, _MOST_DAMPED = 1.0, 1e6
"""Parts of the prior that hold a step back where the whole one gains nothing; nothing is gained any
more beyond the last."""
_INSTANT = 0.01
"""s, to which the accuracy of what is left at the root belongs."""


@dataclass(frozen=True, eq=False)
class CarriedMotion:
    """A motion that the contact carries.

    Args:
        motion: moved.
        wrench: (frames, nb, 6) N*m, N, of the ground on the segments about their origins.
        left: (frames, 6) N*m about the root's origin and N, world axes: what is left at the root.
        moved: (frames, nb) m, of the segments' origins; turned: (frames, nb) rad.
        iterations: of the method.
        settled: whether nothing was gained any more.
    """

    motion: Motion
    wrench: FloatArray
    left: FloatArray
    moved: FloatArray
    turned: FloatArray
    iterations: int
    settled: bool


def carry(
    model: Model,
    motion: Motion,
    design: SoleDesign,
    values: FloatArray,
    *,
    error: RecordingError | None = None,
    period: int | None = None,
    progress: Callable[[float], None] | None = None,
) -> CarriedMotion:
    """Move a motion so that spheres under the feet carry it.

    A motion of a period is moved alike in each: its last period counts, those before it are there
    for contact to remember.

    Args:
        model: with feet of two segments, a free root first.
        motion: recorded, frames evenly spaced.
        design: kinds of laws, and the segment of each sphere.
        values: (2, spheres, values) of the spheres, order SIDES.
        error: of the recording.
        period: frames after which the motion repeats itself, but for where it is; None for never.
        progress: called with the part that is done.
    """
    problem = _Problem(model, motion, design, values, error or RecordingError(), period)
    y, ease, damping = np.zeros(problem.moved.size), _EASE, 0.0
    at, settled, iteration = problem.residual.at(y), False, 0
    while iteration < _ITERATIONS and not settled:
        iteration += 1
        cost, linear = problem.cost(y, at.left, ease), problem.linear(y, at)
        while True:
            # a shorter step where the contact is too far from linear
            there = problem.step(linear, y, ease, damping)
            trial = problem.residual.at(there)
            reached = problem.cost(there, trial.left, ease)
            if reached < cost or damping > _MOST_DAMPED:
                break
            damping = max(_LEAST_DAMPED, 10.0 * damping)
        gained = cost - reached
        if gained > 0.0:
            y, at, damping = there, trial, 0.1 * damping
        if ease == 1.0:
            settled = gained < _SETTLED * cost
        elif gained < _EASED * cost:
            ease = max(1.0, 0.5 * ease)
        if progress is not None:
            progress(iteration / _ITERATIONS)
    return problem.result(at, iteration, settled)


class _Linear(NamedTuple):
    """Residuals over their accuracy to first order about y: J, J L^-1 J^T, J y and themselves."""

    J: FloatArray
    gram: FloatArray
    moved: FloatArray
    left: FloatArray


class _Problem:
    """Least squares of what is left at the root, with the prior."""

    def __init__(
        self,
        model: Model,
        motion: Motion,
        design: SoleDesign,
        values: FloatArray,
        error: RecordingError,
        period: int | None = None,
    ) -> None:
        self.moved, time = Displacement(model, motion, error.knots, period), motion.time
        self.residual = RootResidual(self.moved, design, values)
        accuracy = np.array([error.moment] * 3 + [error.force] * 3)
        self.prior: Prior | CyclicPrior
        if period is None:
            self.prior = Prior(self.moved, error, np.ones(len(time), dtype=bool))
            counted = time - time[0] >= error.onset
        else:
            counted = np.arange(len(time)) >= len(time) - period
            self.prior = CyclicPrior(self.moved, error, counted)
        each = np.sqrt((time[-1] - time[0]) / (len(time) - 1) / _INSTANT)
        self.weight = np.where(counted[:, None], each / accuracy, 1e-3 * each / accuracy)

    def cost(self, y: FloatArray, left: FloatArray, ease: float) -> float:
        """Half the sum of squares, the residual's accuracy so many times the wanted one."""
        square = ((left * self.weight / ease) ** 2).sum()
        return float(0.5 * y @ self.prior.times(y) + 0.5 * square)

    def linear(self, y: FloatArray, at: Trial) -> _Linear:
        """The problem linearised where it is."""
        weight = self.weight.ravel()
        J = self.residual.slope(at).reshape(-1, self.moved.size) * weight[:, None]
        # J L^-1 J^T = U^T U with L = C C^T, U = C^-1 J^T
        gram = dsyrk(1.0, self.prior.half_solved(J), trans=1, lower=1)
        return _Linear(J, gram, J @ y, at.left.ravel() * weight)

    def step(self, linear: _Linear, y: FloatArray, ease: float, damping: float) -> FloatArray:
        """Displacement to which the linear problem leads, held to y by so much of the prior.

        The prior and its part about y are one of (1 + damping) L about damping / (1 + damping) y.
        """
        prior = 1.0 + damping
        whole = linear.gram / prior
        whole[np.diag_indices_from(whole)] += ease**2
        wanted = linear.moved / prior - linear.left
        pull = linear.J.T @ cho_solve(cho_factor(whole, lower=True, overwrite_a=True), wanted)
        return np.asarray((damping * y + self.prior.solved(pull)) / prior)

    def result(self, at: Trial, iterations: int, settled: bool) -> CarriedMotion:
        """A trial as it is handed back."""
        tree = self.moved.model.tree
        R, p = forward_kinematics(tree, at.motion.q)
        R_rec, p_rec = forward_kinematics(tree, self.moved.recorded.q)
        half = np.linalg.norm(R - R_rec, axis=(2, 3)) / np.sqrt(8.0)
        turned = 2.0 * np.arcsin(np.minimum(half, 1.0))
        moved = np.linalg.norm(p - p_rec, axis=2)
        return CarriedMotion(
            at.motion, self.residual.loads(at), at.left, moved, turned, iterations, settled
        )
