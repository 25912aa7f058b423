"""Motion of a tree that repeats itself while it travels: periodic quintic splines."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.interpolate import BSpline

from ambulo.demo.periodic_spline import node_rates, periodic_spline
from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.quaternions import angular_acceleration, angular_velocity, from_matrix
from ambulo.multibody.motion import Motion
from ambulo.multibody.tree.tree import JointType, Tree

__all__ = ["PeriodicMotion", "motion_at_nodes", "periodic_motion"]

_DEGREE = 5


@dataclass(frozen=True, eq=False)
class PeriodicMotion:
    """Coordinates of a tree with a free root over an endless row of equal strides.

    Args:
        tree: whose coordinates they are; joint 0 is FREE, the others BALL.
        period: s.
        advance: (3,) m travelled in a period.
        spline: coordinates (nq,) over one period without the advance; quaternions need not have
            unit length. Four derivatives are continuous.
    """

    tree: Tree
    period: float
    advance: FloatArray
    spline: BSpline[np.float64]

    def __call__(self, time: FloatArray) -> Motion:
        """Coordinates, velocities and accelerations at times (n,) [s], exactly consistent."""
        local = np.mod(time, self.period)
        value, rate, rate2 = (
            np.asarray(self.spline(local, nu=order), dtype=np.float64) for order in range(3)
        )
        return _motion(self.tree, time, self.period, self.advance, value, rate, rate2)


def periodic_motion(
    tree: Tree, period: float, advance: FloatArray, root: FloatArray, R: FloatArray
) -> PeriodicMotion:
    """Interpolate postures at equal intervals of one period.

    Args:
        tree: joint 0 FREE, the others BALL.
        period: s.
        advance: (3,) m travelled in a period.
        root: (n, 3) m, origin of the root body, without the advance.
        R: (n, nb, 3, 3) segments to world.
    """
    values = _coordinates(tree, root, R)
    return PeriodicMotion(tree, period, advance, periodic_spline(values, period, _DEGREE))


def motion_at_nodes(
    tree: Tree, period: float, advance: FloatArray, root: FloatArray, R: FloatArray
) -> Motion:
    """`periodic_motion` at the times of the postures only, for a tenth of the effort."""
    values = _coordinates(tree, root, R)
    time = np.linspace(0.0, period, len(root), endpoint=False)
    rate, rate2 = node_rates(values, period, _DEGREE)
    return _motion(tree, time, period, advance, values, rate, rate2)


def _coordinates(tree: Tree, root: FloatArray, R: FloatArray) -> FloatArray:
    """Coordinates (n, nq) of postures, quaternions without jumps of sign."""
    parent = np.asarray(tree.parent)
    frame = R[:, parent] @ tree.R_PJ
    frame[:, parent < 0] = tree.R_PJ[parent < 0]
    quaternion = _continuous(from_matrix(np.swapaxes(frame, -1, -2) @ R))
    q = np.empty((len(root), tree.nq))
    q[:, :3] = root
    q[:, _columns(tree, tree.q_start, 4)] = quaternion
    return q


def _columns(tree: Tree, start: IntArray, width: int) -> IntArray:
    """Columns (nb, width) of the joints' rotations; a free joint's come after its position."""
    shift = np.where(np.asarray(tree.joint) == JointType.FREE, 3, 0)
    return np.asarray((np.asarray(start) + shift)[:, None] + np.arange(width))


def _motion(
    tree: Tree,
    time: FloatArray,
    period: float,
    advance: FloatArray,
    value: FloatArray,
    rate: FloatArray,
    rate2: FloatArray,
) -> Motion:
    """Coordinates (n, nq) and their time derivatives as a motion that travels."""
    q = value.copy()
    v = np.empty((len(time), tree.nv))
    a = np.empty((len(time), tree.nv))
    q[:, :3] += np.multiply.outer(time / period, advance)
    v[:, :3] = rate[:, :3] + advance / period
    a[:, :3] = rate2[:, :3]
    four = _columns(tree, tree.q_start, 4)
    three = _columns(tree, tree.v_start, 3)
    turn, turn_rate, turn_rate2 = value[:, four], rate[:, four], rate2[:, four]
    q[:, four] = turn / np.linalg.norm(turn, axis=-1, keepdims=True)
    v[:, three] = angular_velocity(turn, turn_rate)
    a[:, three] = angular_acceleration(turn, turn_rate, turn_rate2)
    return Motion(time, q, v, a)


def _continuous(quaternion: FloatArray) -> FloatArray:
    """Quaternions (n, nb, 4) without jumps of sign from one to the next."""
    same = np.sum(quaternion[1:] * quaternion[:-1], axis=-1) >= 0
    sign = np.cumprod(np.where(same, 1.0, -1.0), axis=0)
    quaternion[1:] *= sign[..., None]
    return quaternion
