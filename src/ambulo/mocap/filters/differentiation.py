"""From coordinates at the frames to coordinates, velocities and accelerations."""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.quaternions import angular_acceleration, angular_velocity
from ambulo.math.splines import smoothing_spline
from ambulo.multibody.motion import Motion
from ambulo.multibody.tree.tree import JointType, Tree


def differentiate(
    tree: Tree,
    time: FloatArray,
    q: FloatArray,
    weight: FloatArray,
    at: FloatArray | None = None,
    profile: FloatArray | None = None,
    off: FloatArray | None = None,
) -> Motion:
    """Smooth the coordinates by quintic splines, and differentiate these splines.

    Quaternions are smoothed by component and normalised. Position, velocity and acceleration belong
    to one curve.

    Args:
        time: (frames,) s.
        q: (frames, nq) coordinates with continuous quaternion signs.
        weight: (nq,) weights of the smoothing splines; zero interpolates.
        at: times [s] of the result; None for the frames themselves.
        profile: (frames - 1,) factor on the weights between frames; one if None.
        off: (frames, nq), added to the smoothed coordinates; None adds nothing.
    """
    spline = smoothing_spline(time, q, weight, profile)
    if off is not None:
        spline = spline.moved(off)
    grid = time if at is None else at
    return motion_of(tree, grid, spline(grid), spline(grid, 1), spline(grid, 2))


def motion_of(
    tree: Tree, time: FloatArray, q: FloatArray, qd: FloatArray, qdd: FloatArray
) -> Motion:
    """A motion from coordinates (frames, nq) and their derivatives; quaternions of any length."""
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
        turn, rate, rate2 = q[:, of_q], qd[:, of_q], qdd[:, of_q]
        position[:, of_q] = turn / np.linalg.norm(turn, axis=-1, keepdims=True)
        # exact for quaternions that are not of unit length
        v[:, of_v] = angular_velocity(turn, rate)
        a[:, of_v] = angular_acceleration(turn, rate, rate2)
    return Motion(time, position, v, a)


def _run(start: IntArray, length: int) -> IntArray:
    """Indices (n, length) that follow each of (n,) starts."""
    return np.asarray(start[:, None] + np.arange(length))
