"""Torques that depend on one angle between two bodies and do work on this angle alone.

An orthosis over a joint is an example: it gives back the energy that it stores. Consider the Cardan
angles y, x, z of the distal body relative to the proximal body. A moment that does work on the
first angle alone has a direction d with d.y = 1, y of the proximal and z of the distal body. It has
no component along the floating axis and z, the axes of the other two angles.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.dispatch import implements
from ambulo.math.entries import matrix_at
from ambulo.math.lanes import formula
from ambulo.math.vectors import Vector3, columns, dot, scale, subtract
from ambulo.multibody.forces.law import BodyMotion, Loads, apply_law


@formula
def dual_axis(y: Vector3, z: Vector3) -> Vector3:
    """Direction of a unit moment that does work only on the angle about y, of the unit vectors y
    and z: (y - (y.z) z) / (1 - (y.z)^2).
    """
    yz = dot(y, z)
    return scale(1.0 / (1.0 - yz * yz), subtract(y, scale(yz, z)))


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
        x, y, up = columns(matrix_at(motion.R, law.proximal[n]))
        _, _, z = columns(matrix_at(motion.R, law.distal[n]))
        angle = law.sign[n] * math.atan2(dot(x, z), dot(up, z))
        k = law.start[n]
        while k < law.start[n + 1] - 2 and angle > law.angle[k + 1]:
            k += 1
        part = (angle - law.angle[k]) / (law.angle[k + 1] - law.angle[k])
        torque = law.torque[k] + part * (law.torque[k + 1] - law.torque[k])
        moment = scale(law.sign[n] * torque, dual_axis(y, z))
        for c in range(3):
            loads.wrench[law.distal[n], c] += moment[c]
            loads.wrench[law.proximal[n], c] -= moment[c]
