"""One shot: the motion from a posture with a velocity, and its error at the target."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.dispatch import generic
from ambulo.math.entries import copy_to
from ambulo.multibody.bvp.equations import PackedSystem, fly
from ambulo.multibody.further_operations import posture_error, posture_error_variation

_MOST_STEPS = 600


class Aim(NamedTuple):
    """The data that all shots at one target have in common.

    Args:
        system: packed system.
        q: (nq,) start.
        velocity_map: (nv, dim) from the minimal velocity to the velocity in the state.
        duration: s.
        target, basis: as in `posture_error`.
    """

    system: PackedSystem
    q: FloatArray
    velocity_map: FloatArray
    duration: float
    target: FloatArray
    basis: FloatArray


@generic
def shoot(
    aim: Aim, c: FloatArray, tolerance: float, variational: bool, e: FloatArray, J: FloatArray
) -> tuple[bool, int]:
    """Shoot with velocity c: fill e (dim,) and, if `variational`, J (dim, dim).

    Args:
        aim: start and target.
        c: (dim,) initial velocity [rad/s, m/s].
        tolerance: of the integration.
        variational: whether to compute J = de/dc.
        e, J: arrays that receive the results.

    Returns:
        Whether the end was reached, and the number of evaluations of the equations.
    """
    nq, nv, dim = len(aim.q), aim.velocity_map.shape[0], len(c)
    # a variation has as many entries as the velocity, twice: postures are varied in tangent form
    block = 2 * nv
    y = np.zeros(nq + nv + (dim * block if variational else 0))
    copy_to(aim.q, y[:nq])
    for i in range(nv):
        for k in range(dim):
            y[nq + i] += aim.velocity_map[i, k] * c[k]
    if variational:
        for k in range(dim):
            for i in range(nv):
                y[nq + nv + k * block + nv + i] = aim.velocity_map[i, k]
    ok, evaluations = fly(aim.system, y, aim.duration, tolerance, _MOST_STEPS)
    if not ok:
        return False, evaluations
    posture_error(aim.system, y[:nq], aim.target, aim.basis, e)
    if variational:
        de = np.empty(dim)
        for k in range(dim):
            at = nq + nv + k * block
            posture_error_variation(aim.system, y[:nq], aim.target, aim.basis, y[at : at + nv], de)
            for i in range(dim):
                J[i, k] = de[i]
    for i in range(dim):
        if not math.isfinite(e[i]):
            return False, evaluations
    return True, evaluations
