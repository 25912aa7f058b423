"""Newton's iteration for the initial velocity, compiled together with its shots.

The unknown c (dim,) is the velocity in minimal coordinates; `velocity_map` G turns it into the
velocity of the state. The error e(c) at the target is that of Patel (2004) 4.19. Its Jacobian comes
from 2s + 1 shots (section 4.3.1), or from the variational equations, which the same shot
integrates. The natural monotonicity test of Deuflhard (2004), section 3.3, damps the steps. The
test does not depend on the weights of angles and metres.
"""

from __future__ import annotations

import math
from enum import IntEnum

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import inner
from ambulo.math.dispatch import generic
from ambulo.math.entries import copy_rows, copy_to
from ambulo.math.small_systems import eliminate, eliminate_solve, largest, squared
from ambulo.multibody.bvp.shot import Aim, shoot


class Ending(IntEnum):
    """How the iteration ended."""

    CONVERGED = 0
    NO_PROGRESS = 1
    SINGULAR = 2
    SHOT_FAILED = 3
    TOO_MANY_ITERATIONS = 4


# plain integers, which numba freezes
_CONVERGED, _NO_PROGRESS, _SINGULAR, _SHOT_FAILED, _TOO_MANY_ITERATIONS = map(int, Ending)

_MOST_EVALUATIONS = 100_000  # far beyond any problem that Newton still solves
_LEAST_DAMPING = 1.0 / 128.0
_LONGEST_STEP = 2.0  # rad over the duration: a longer change of velocity leads anywhere
_LOOSEST = 1e-6
_LOOSEST_FOR_DIFFERENCES = 1e-10  # or the differences would show the integration's error
_FINEST = 3e-15  # integration tolerance that double precision still follows
_ROUNDING = 50.0
_DIFFERENCE = 1e-7  # of the velocity's size: truncation and rounding are about equal there


@inner
def _jacobian_shot(
    aim: Aim, c: FloatArray, tolerance: float, variational: bool, e: FloatArray, J: FloatArray
) -> tuple[bool, int]:
    """`shoot`, with the Jacobian of Patel (2004) 4.30 unless `variational`: dim shots more."""
    dim = len(c)
    moved, trial = np.empty(dim), np.empty(dim)
    delta = _DIFFERENCE * max(largest(c), 1.0 / aim.duration)
    total = 0
    shots = 1 if variational else dim + 1
    for shot in range(shots):
        copy_to(c, trial)
        if shot > 0:
            trial[shot - 1] += delta
        ok, evaluations = shoot(aim, trial, tolerance, variational, moved, J)
        total += evaluations
        if not ok:
            return False, total
        if shot == 0:
            copy_to(moved, e)
        else:
            for i in range(dim):
                J[i, shot - 1] = (moved[i] - e[i]) / delta
    return True, total


@inner
def _growth(J: FloatArray, duration: float) -> float:
    """How much a disturbance grows along the motion, against free motion; at least 1."""
    size = 1.0
    for i in range(J.shape[0]):
        for j in range(J.shape[1]):
            size = max(size, abs(J[i, j]) / duration)
    return size


@generic
def newton(
    aim: Aim, c: FloatArray, residual: float, most_iterations: int, variational: bool,
    e: FloatArray, J: FloatArray,
) -> tuple[int, int, int]:  # fmt: skip
    """Find the velocity c (dim,) that leads to the target in the given time, by a damped Newton
    method.

    A shot is only as accurate as the step needs: the local error, times the growth of a disturbance
    along the motion, is a fraction of the error at the target.

    Args:
        aim: start and target.
        c: first guess, replaced by the result.
        residual: largest error at the target that counts as arrived [rad, m].
        most_iterations: Newton steps allowed.
        variational: whether the Jacobian comes from the variational equations, not from
            differences.
        e, J: arrays that receive error and Jacobian at the result.

    Returns:
        `Ending`, and the numbers of iterations and of evaluations of the equations.
    """
    dim = len(c)
    loosest = _LOOSEST if variational else _LOOSEST_FOR_DIFFERENCES
    LU = np.empty((dim, dim))
    order = np.empty(dim, np.int64)
    step, trial, e_trial, simplified = np.empty(dim), np.empty(dim), np.empty(dim), np.empty(dim)
    J_trial = np.empty((dim, dim))
    used, damping, length, size = loosest, 1.0, 0.0, math.inf
    iteration, total = 0, 0
    stepping = False  # whether `trial` is a step from c, or c itself looked at more closely
    copy_to(c, trial)
    while True:
        ok, evaluations = _jacobian_shot(aim, trial, used, variational, e_trial, J_trial)
        total += evaluations
        if stepping:
            accepted = False
            if ok:
                for i in range(dim):
                    simplified[i] = -e_trial[i]
                eliminate_solve(LU, order, simplified)
                ahead = math.sqrt(squared(simplified))
                accepted = ahead <= (1.0 - 0.25 * damping) * length
                accepted = accepted or largest(e_trial) <= residual
            if not accepted:
                damping *= 0.5
                if damping < _LEAST_DAMPING:
                    # rounding ends the iteration of a sensitive motion before `residual` does
                    arrived = size <= _ROUNDING * residual
                    return (_CONVERGED if arrived else _NO_PROGRESS), iteration, total
                for i in range(dim):
                    trial[i] = c[i] + damping * step[i]
                continue
            iteration += 1
        elif not ok:
            return _SHOT_FAILED, iteration, total
        copy_to(trial, c)
        copy_to(e_trial, e)
        copy_rows(J_trial, J)
        size = largest(e)
        growth = _growth(J, aim.duration)
        if used > _FINEST and used * growth > 0.3 * max(size, residual):
            # the error at the target is the integration's, not the velocity's
            used = max(_FINEST, 0.01 * max(size, residual) / growth)
            stepping = False
            continue
        if size <= residual:
            return _CONVERGED, iteration, total
        if iteration >= most_iterations or total > _MOST_EVALUATIONS:
            return _TOO_MANY_ITERATIONS, iteration, total
        copy_rows(J, LU)
        if not eliminate(LU, order):
            return _SINGULAR, iteration, total
        for i in range(dim):
            step[i] = -e[i]
        eliminate_solve(LU, order, step)
        length = math.sqrt(squared(step))
        if not math.isfinite(length):
            return _SINGULAR, iteration, total
        damping = min(1.0, 4.0 * damping)
        for i in range(dim):
            damping = min(damping, _LONGEST_STEP / max(aim.duration * abs(step[i]), 1e-300))
        # quadratic convergence: the next error is about the square of this one
        wanted = max(residual, size * size) if size < 1e-2 else size
        used = max(_FINEST, min(loosest, 0.1 * wanted / growth))
        for i in range(dim):
            trial[i] = c[i] + damping * step[i]
        stepping = True
