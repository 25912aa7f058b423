"""From coordinates at the frames to coordinates, velocities and accelerations."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.quaternions import angular_acceleration, angular_velocity
from ambulo.math.splines import SmoothingSpline, smoothing_spline
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
    profile: FloatArray | None = None,
    off: FloatArray | None = None,
) -> Differentiated:
    """Smooth the coordinates by quintic splines and take the derivatives of these.

    Quaternions are smoothed by component and normalised; velocity and acceleration follow from
    the derivatives of the normalised curve, so position, velocity and acceleration are consistent.

    Args:
        time: (frames,) s.
        q: (frames, nq) coordinates with continuous quaternion signs.
        weight: (nq,) of the smoothing splines; zero interpolates.
        at: times [s] of the result; None for the frames themselves.
        profile: (frames - 1,) factor on the weights between frames; one if None.
        off: (frames, nq) added to the smoothed coordinates; nothing if None.
    """
    spline = smoothing_spline(time, q, weight, profile)
    if off is not None:
        spline = spline.moved(off)
    grid = time if at is None else at
    motion = _motion(tree, grid, spline(grid), spline(grid, 1), spline(grid, 2))
    return Differentiated(motion, spline)


def _motion(tree: Tree, time: FloatArray, q: FloatArray, qd: FloatArray, qdd: FloatArray) -> Motion:
    position = q.copy()
    v = np.zeros((len(time), tree.nv))
    a = np.zeros_like(v)
    free = tree.joint == JointType.FREE
    turning = free | (tree.joint == JointType.BALL)
    # a free joint's coordinates begin with its position, three of q and of v
    straight = np.concatenate(
        [_run(start[free], 3) for start in (tree.q_start, tree.v_start)], axis=0
    ).reshape(2, -1)
    single = np.stack([start[~turning] for start in (tree.q_start, tree.v_start)])
    from_q, to_v = np.concatenate([straight, single], axis=1)
    v[:, to_v], a[:, to_v] = qd[:, from_q], qdd[:, from_q]
    if turning.any():
        of_q = _run((tree.q_start + 3 * free)[turning], 4)
        of_v = _run((tree.v_start + 3 * free)[turning], 3)
        unit, rate, rate2 = _normalised(q[:, of_q], qd[:, of_q], qdd[:, of_q])
        position[:, of_q] = unit
        v[:, of_v] = angular_velocity(unit, rate)
        a[:, of_v] = angular_acceleration(unit, rate, rate2)
    return Motion(time, position, v, a)


def _run(start: IntArray, length: int) -> IntArray:
    """Indices (n, length) that follow each of (n,) starts."""
    return np.asarray(start[:, None] + np.arange(length))


def _normalised(
    s: FloatArray, s1: FloatArray, s2: FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """The unit vector s / |s| with its first two time derivatives, (..., 4) each."""
    n = np.linalg.norm(s, axis=-1, keepdims=True)
    u = s / n
    n1 = np.sum(u * s1, axis=-1, keepdims=True)
    u1 = (s1 - n1 * u) / n
    n2 = np.sum(u1 * s1 + u * s2, axis=-1, keepdims=True)
    u2 = (s2 - n2 * u - 2.0 * n1 * u1) / n
    return u, u1, u2
