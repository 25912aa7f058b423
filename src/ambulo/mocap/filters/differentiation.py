"""From coordinates at the frames to coordinates, velocities and accelerations."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.quaternions import angular_acceleration, angular_velocity
from ambulo.mocap.filters.splines import SmoothingSpline, smoothing_spline
from ambulo.multibody.motion import Motion
from ambulo.multibody.tree.tree import JointType, Tree

__all__ = ["Differentiated", "differentiate"]


@dataclass(frozen=True, eq=False)
class Differentiated:
    """A motion and the splines that it comes from.

    Args:
        motion: smoothed coordinates with their derivatives.
        spline: the coordinates' splines, for other time grids.
    """

    motion: Motion
    spline: SmoothingSpline


def differentiate(
    tree: Tree,
    time: FloatArray,
    q: FloatArray,
    weight: FloatArray,
    at: FloatArray | None = None,
) -> Differentiated:
    """Smooth the coordinates by quintic splines and take the derivatives of these.

    Quaternions are smoothed by component and normalised; velocity and acceleration follow from
    the derivatives of the normalised curve, so position, velocity and acceleration are consistent.

    Args:
        time: (frames,) s.
        q: (frames, nq) coordinates with continuous quaternion signs.
        weight: (nq,) of the smoothing splines; zero interpolates.
        at: times [s] of the result; None for the frames themselves.
    """
    spline = smoothing_spline(time, q, weight)
    grid = time if at is None else at
    motion = _motion(tree, grid, spline(grid), spline(grid, 1), spline(grid, 2))
    return Differentiated(motion, spline)


def _motion(tree: Tree, time: FloatArray, q: FloatArray, qd: FloatArray, qdd: FloatArray) -> Motion:
    position = q.copy()
    v = np.zeros((len(time), tree.nv))
    a = np.zeros_like(v)
    for body in range(tree.nb):
        i, k = int(tree.q_start[body]), int(tree.v_start[body])
        joint = JointType(int(tree.joint[body]))
        if joint in (JointType.HINGE, JointType.SLIDE):
            v[:, k], a[:, k] = qd[:, i], qdd[:, i]
            continue
        if joint is JointType.FREE:
            v[:, k : k + 3], a[:, k : k + 3] = qd[:, i : i + 3], qdd[:, i : i + 3]
            i, k = i + 3, k + 3
        if joint in (JointType.FREE, JointType.BALL):
            unit, rate, rate2 = _normalised(q[:, i : i + 4], qd[:, i : i + 4], qdd[:, i : i + 4])
            position[:, i : i + 4] = unit
            v[:, k : k + 3] = angular_velocity(unit, rate)
            a[:, k : k + 3] = angular_acceleration(unit, rate, rate2)
    return Motion(time, position, v, a)


def _normalised(
    s: FloatArray, s1: FloatArray, s2: FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """The unit vector s / |s| with its first two time derivatives, (frames, 4) each."""
    n = np.linalg.norm(s, axis=1, keepdims=True)
    u = s / n
    n1 = np.sum(u * s1, axis=1, keepdims=True)
    u1 = (s1 - n1 * u) / n
    n2 = np.sum(u1 * s1 + u * s2, axis=1, keepdims=True)
    u2 = (s2 - n2 * u - 2.0 * n1 * u1) / n
    return u, u1, u2
