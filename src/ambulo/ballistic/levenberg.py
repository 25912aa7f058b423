"""Levenberg-Marquardt on the error at the target: near it from far more velocities than Newton.

Marquardt (1963), on the sum of squared errors. It can end in a valley that does not reach the
target, which its caller notices; where it arrives, Newton's method finishes.
"""

from __future__ import annotations

import math

import numpy as np

from ambulo.ballistic.compilation import compiled
from ambulo.ballistic.equations import PackedSystem
from ambulo.ballistic.newton import shoot
from ambulo.ballistic.small_systems import factorise, substitute
from ambulo.records import FloatArray

__all__ = ["approach"]


@compiled
def approach(
    system: PackedSystem,
    q: FloatArray,
    velocity_map: FloatArray,
    c: FloatArray,
    duration: float,
    target: FloatArray,
    basis: FloatArray,
    near: float,
    tolerance: float,
    most_iterations: int,
) -> tuple[float, int, int]:
    """Bring the motion from posture q near the target by changing its velocity c (dim,), in place.

    Args:
        system, q, velocity_map, duration, target, basis: as `newton.shoot` takes them.
        c: first velocity, replaced by the best one.
        near: largest error at which to stop [rad, m].
        tolerance: of the integration.
        most_iterations: steps allowed.

    Returns:
        Largest error left (infinite if the first shot failed), iterations and evaluations.
    """
    dim = len(c)
    e, e_trial = np.empty(dim), np.empty(dim)
    J, A = np.empty((dim, dim)), np.empty((dim, dim))
    step, trial = np.empty(dim), np.empty(dim)
    ok, total = shoot(system, q, velocity_map, c, duration, target, basis, tolerance, True, e, J)
    if not ok:
        return math.inf, 0, total
    squares = float(np.sum(e * e))
    damping = 0.0
    for k in range(dim):
        for i in range(dim):
            damping = max(damping, 1e-2 * J[i, k] * J[i, k])
    strongest = 1e10 * damping
    iteration = 0
    while iteration < most_iterations and damping < strongest:
        if np.max(np.abs(e)) < near:
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
        ok, more = shoot(
            system, q, velocity_map, trial, duration, target, basis, tolerance, False, e_trial, J
        )
        total += more
        new = float(np.sum(e_trial * e_trial)) if ok else math.inf
        if new < squares:
            slow = new > 0.98 * squares and damping > 1e-4 * strongest
            c[:] = trial
            squares = new
            damping = max(0.2 * damping, 1e-14 * strongest)
            _, more = shoot(
                system, q, velocity_map, c, duration, target, basis, tolerance, True, e, J
            )
            total += more
            if slow:
                break
        else:
            damping *= 4.0
    return float(np.max(np.abs(e))), iteration, total
