"""Torques that each work on one angle between two bodies alone, by that angle.

An orthosis over a joint is one: what it stores it gives back. With the Cardan angles y, x, z of
the distal against the proximal body, the moment that works on the first alone lies along
d = (y - (y.z) z) / (1 - (y.z)^2), y of the proximal and z of the distal body: d.y = 1, and it has
no part along the floating axis and z, about which the other two turn.
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
    """Torques on bodies `distal` that `proximal` ones bear; there may be none.

    Args:
        proximal, distal: (n,) bodies.
        sign: (n,) +1 or -1, angle and torque are positive about sign * y of the proximal body.
        start: (n + 1,) where the points of each begin.
        angle: (points,) rad, increasing; torque: (points,) N*m, between points in proportion, and
            beyond them as between the last two.
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
    """Of proximal and distal body, sign, and (2, points) rad and N*m of each."""
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
