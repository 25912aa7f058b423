"""Joint torques of many planar bodies that make one motion, by recursive Newton-Euler.

Bodies differ in lengths, masses, centres of mass and moments of inertia; angles over time and the
path of the base point are one and the same. `planar_dynamics.driving_forces` gives the same by
matrix R, for one body.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np

from ambulo.gait.planar.planar_body import PlanarBody
from ambulo.gait.planar.planar_dynamics import PlanarMotion
from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.compilation import compiled
from ambulo.multibody.gravity import STANDARD_GRAVITY


@dataclass(frozen=True, eq=False)
class SegmentValues:
    """Segment parameters of many bodies, in the order of `PlanarBody.segments`.

    Args:
        length: (bodies, segments) m.
        mass: (bodies, segments) kg.
        com: (bodies, segments, 2) m, from the start: along the line, and across it.
        inertia: (bodies, segments) kg*m^2, about the centre of mass.
    """

    length: FloatArray
    mass: FloatArray
    com: FloatArray
    inertia: FloatArray

    @classmethod
    def of(cls, body: PlanarBody, bodies: int = 1) -> Self:
        """So many times the parameters of one body."""
        one = (
            np.array([s.length for s in body.segments]),
            np.array([s.mass for s in body.segments]),
            np.array([s.com for s in body.segments]),
            np.array([s.inertia for s in body.segments]),
        )
        return cls(*(np.repeat(values[None], bodies, axis=0) for values in one))


def planar_torques(body: PlanarBody, motion: PlanarMotion, values: SegmentValues) -> FloatArray:
    """Torques that drive a motion while the base carries the ground reaction.

    Args:
        body: which segment hangs on which, and where.
        motion: of the independent coordinates, all bodies'.
        values: segment parameters of every body.
    Returns:
        (bodies, frames, segments) N*m about Y: on the base, and at every other segment by the one
        it is seen from, as `driving_forces` has them from its third column on.
    """
    start, end = (np.array(part, dtype=np.int64) for part in body.ends())
    placed = {int(start[0])}
    forward = np.empty(len(body.segments), dtype=np.bool_)
    for k in range(len(body.segments)):
        # a segment hangs by its start, unless only its end is known yet
        forward[k] = int(start[k]) in placed
        placed |= {int(start[k]), int(end[k])}
    origin = np.array(body.origin, dtype=np.int64)
    z, velocity, acceleration = motion.z, motion.velocity, motion.acceleration
    turns = np.empty((3, len(z), len(origin)))
    for k, seen_from in enumerate(origin):
        for row, series in zip(turns, (z, velocity, acceleration), strict=True):
            row[:, k] = series[:, 2 + k] + (row[:, seen_from] if seen_from >= 0 else 0.0)
    base = np.ascontiguousarray(acceleration[:, :2])
    hung = np.where(forward, start, end)
    tree = np.stack([origin, start, end, hung], axis=1)
    parameters = np.concatenate(
        [np.stack([values.length, values.mass, values.inertia], axis=2), values.com], axis=2
    )
    return _all_torques(tree, base, turns, np.ascontiguousarray(parameters))


@compiled
def _all_torques(
    tree: IntArray, base: FloatArray, turns: FloatArray, parameters: FloatArray
) -> FloatArray:
    """Torques (bodies, frames, segments).

    Args:
        tree: (segments, 4) segment it is seen from, start, end, and the point by which it hangs.
        base: (frames, 2) acceleration of the base point.
        turns: (3, frames, segments) angle about Y, its rate and acceleration, against the world.
        parameters: (bodies, segments, 5) length, mass, inertia, centre of mass along and across.
    """
    bodies, count, frames = len(parameters), len(tree), base.shape[0]
    points = tree[:, 1:3].max() + 1
    torque = np.empty((bodies, frames, count))
    place, acc = np.empty((points, 2)), np.empty((points, 2))
    force, moment = np.empty((count, 2)), np.empty(count)
    for f in range(frames):
        s, c = np.sin(turns[0, f]), np.cos(turns[0, f])
        for m in range(bodies):
            p = parameters[m]
            place[tree[0, 1]] = 0.0
            acc[tree[0, 1], 0], acc[tree[0, 1], 1] = base[f, 0], base[f, 1]
            for k in range(count):
                w2, alpha = turns[1, f, k] ** 2, turns[2, f, k]
                # along u = (sin, cos), across n = (-cos, sin); u'' = -alpha n - w^2 u
                ux, uz, nx, nz = s[k], c[k], -c[k], s[k]
                ax, az = -alpha * nx - w2 * ux, -alpha * nz - w2 * uz
                # n'' = alpha u - w^2 n
                bx, bz = alpha * ux - w2 * nx, alpha * uz - w2 * nz
                i, j, hung = tree[k, 1], tree[k, 2], tree[k, 3]
                length = p[k, 0]
                if hung == i:
                    place[j, 0] = place[i, 0] + length * ux
                    place[j, 1] = place[i, 1] + length * uz
                    acc[j, 0], acc[j, 1] = acc[i, 0] + length * ax, acc[i, 1] + length * az
                else:
                    place[i, 0] = place[j, 0] - length * ux
                    place[i, 1] = place[j, 1] - length * uz
                    acc[i, 0], acc[i, 1] = acc[j, 0] - length * ax, acc[j, 1] - length * az
                along, across = p[k, 3], p[k, 4]
                # Newton: F = m (a_c - g);  Euler about the point by which it hangs
                F_x = p[k, 1] * (acc[i, 0] + along * ax + across * bx)
                F_z = p[k, 1] * (acc[i, 1] + along * az + across * bz + STANDARD_GRAVITY)
                r_x = place[i, 0] + along * ux + across * nx - place[hung, 0]
                r_z = place[i, 1] + along * uz + across * nz - place[hung, 1]
                force[k, 0], force[k, 1] = F_x, F_z
                moment[k] = p[k, 2] * alpha + r_z * F_x - r_x * F_z
            for k in range(count - 1, 0, -1):
                o = tree[k, 0]
                torque[m, f, k] = moment[k]
                r_x = place[tree[k, 3], 0] - place[tree[o, 3], 0]
                r_z = place[tree[k, 3], 1] - place[tree[o, 3], 1]
                moment[o] += moment[k] + r_z * force[k, 0] - r_x * force[k, 1]
                force[o, 0] += force[k, 0]
                force[o, 1] += force[k, 1]
            torque[m, f, 0] = moment[0]
    return torque
