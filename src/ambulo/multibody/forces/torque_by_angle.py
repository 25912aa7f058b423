"""Torques that depend on one angle between two bodies and do work on this angle alone.

An orthosis over a joint is an example: it gives back the energy that it stores. Consider the Cardan
angles y, x, z of the distal body relative to the proximal body. A moment that does work on the
first angle alone has the direction d = (y - (y.z) z) / (1 - (y.z)^2), with y of the proximal and z
of the distal body. Then d.y = 1, and d has no component along the floating axis and z, the axes of
the other two angles.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.dispatch import implements
from ambulo.multibody.forces.law import BodyMotion, Loads, apply_law


class TorquesByAngle(NamedTuple):
    """Torques on bodies `distal`, with the opposite torques on bodies `proximal`; there may be
    none.

    Args:
        proximal, distal: (n,) bodies.
        sign: (n,) +1 or -1; angle and torque are positive about sign * y of the proximal body.
        start: (n + 1,) place of the first point of each torque.
        angle: (points,) rad, increasing; torque: (points,) N*m, linear between points, and
            extrapolated beyond them.
    """

    proximal: IntArray
    distal: IntArray
    sign: FloatArray
    start: IntArray
    angle: FloatArray
    torque: FloatArray


def torques_by_angle(
    each: Sequence[tuple[int, int, int, FloatArray]],
) -> TorquesByAngle:
    """Pack torques from proximal body, distal body, sign, and points (2, points) [rad, N*m] of
    each."""
    proximal, distal, sign = (np.array([one[k] for one in each], dtype=np.int64) for k in range(3))
    points = [one[3] for one in each]
    start = np.cumsum([0, *(p.shape[1] for p in points)])
    angle, torque = np.ascontiguousarray(np.concatenate([np.zeros((2, 0)), *points], axis=1))
    return TorquesByAngle(proximal, distal, sign.astype(np.float64), start, angle, torque)


@implements(apply_law, TorquesByAngle)
def _apply(
    law: TorquesByAngle, t: float, motion: BodyMotion, s: FloatArray, loads: Loads,
    sigma: FloatArray,
) -> None:  # fmt: skip
    for n in range(len(law.proximal)):
        up, down = motion.R[law.proximal[n]], motion.R[law.distal[n]]
        xz = up[0] * down[2] + up[3] * down[5] + up[6] * down[8]
        yz = up[1] * down[2] + up[4] * down[5] + up[7] * down[8]
        zz = up[2] * down[2] + up[5] * down[5] + up[8] * down[8]
        angle = law.sign[n] * math.atan2(xz, zz)
        k = law.start[n]
        while k < law.start[n + 1] - 2 and angle > law.angle[k + 1]:
            k += 1
        part = (angle - law.angle[k]) / (law.angle[k + 1] - law.angle[k])
        torque = law.torque[k] + part * (law.torque[k + 1] - law.torque[k])
        for c in range(3):
            along = (up[3 * c + 1] - yz * down[3 * c + 2]) / (1.0 - yz * yz)
            loads.wrench[law.distal[n], c] += law.sign[n] * torque * along
            loads.wrench[law.proximal[n], c] -= law.sign[n] * torque * along
