"""Levenberg-Marquardt on the error at the target: near it from far more velocities than Newton.

Marquardt (1963), on the sum of squared errors. It can end in a valley that does not reach the
target, which its caller notices; where it arrives, Newton's method finishes.
"""

from __future__ import annotations

import math

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import inner
from ambulo.math.dispatch import generic
from ambulo.math.small_systems import factorise, largest, squared, substitute
from ambulo.multibody.bvp.shot import Aim, shoot


@inner
def _largest_column(J: FloatArray) -> float:
    """Largest sum of squares of a column of J (n, n)."""
    size = 0.0
    for k in range(J.shape[1]):
        total = 0.0
        for i in range(J.shape[0]):
            total += J[i, k] * J[i, k]
        size = max(size, total)
    return size


@generic
def approach(
    aim: Aim, c: FloatArray, near: float, tolerance: float, most_iterations: int
) -> tuple[float, int, int]:
    """Bring the motion near the target by changing its velocity c (dim,), in place.

    Args:
        aim: where from and to.
        c: first velocity, replaced by the best one.
        near: largest error at which to stop [rad, m].
        tolerance: of the integration.
        most_iterations: steps allowed.

    Returns:
        Largest error left (infinite if the first shot failed), iterations and evaluations.
    """
    dim = len(c)
    e, e_trial = np.empty(dim), np.empty(dim)
    J, J_trial, A = np.empty((dim, dim)), np.empty((dim, dim)), np.empty((dim, dim))
    step, trial = np.empty(dim), np.empty(dim)
    squares, damping, strongest = math.inf, 0.0, math.inf
    iteration, total = 0, 0
    trial[:] = c
    while True:
        ok, evaluations = shoot(aim, trial, tolerance, True, e_trial, J_trial)
        total += evaluations
        new = squared(e_trial) if ok else math.inf
        if iteration == 0 and not ok:
            return math.inf, 0, total
        if new < squares:
            # a crawl with strong damping ends in a valley beside the target
            slow = new > 0.98 * squares and damping > 1e-4 * strongest
            c[:] = trial
            e[:] = e_trial
            J[:] = J_trial
            squares = new
            if iteration == 0:
                damping = 1e-2 * _largest_column(J)
                strongest = 1e10 * damping
            else:
                damping = max(0.2 * damping, 1e-14 * strongest)
            if slow:
                break
        else:
            damping *= 4.0
        worst = largest(e)
        if worst < near or iteration >= most_iterations or damping >= strongest:
            break
        iteration += 1
        for a in range(dim):
            step[a] = 0.0
            for i in range(dim):
                step[a] -= J[i, a] * e[i]
            for b in range(a + 1):
                A[a, b] = 0.0
                for i in range(dim):
                    A[a, b] += J[i, a] * J[i, b]
            A[a, a] += damping
        factorise(A)
        substitute(A, step)
        for k in range(dim):
            trial[k] = c[k] + step[k]
    return largest(e), iteration, total
