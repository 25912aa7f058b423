"""Motion of a tree that repeats itself while it travels: periodic quintic splines."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.interpolate import BSpline, make_interp_spline

from ambulo.kernels.quaternions import angular_acceleration, angular_velocity, from_matrix
from ambulo.records import FloatArray, JointType, Motion, Tree

__all__ = ["PeriodicMotion", "periodic_motion"]


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
        value = np.asarray(self.spline(local))
        rate = np.asarray(self.spline(local, nu=1))
        rate2 = np.asarray(self.spline(local, nu=2))
        tree = self.tree
        q = np.empty((len(time), tree.nq))
        v = np.empty((len(time), tree.nv))
        a = np.empty((len(time), tree.nv))
        q[:, :3] = value[:, :3] + np.multiply.outer(time / self.period, self.advance)
        v[:, :3] = rate[:, :3] + self.advance / self.period
        a[:, :3] = rate2[:, :3]
        for joint, iq, iv in zip(tree.joint, tree.q_start, tree.v_start, strict=True):
            shift = 3 if joint == JointType.FREE else 0
            cq = slice(iq + shift, iq + shift + 4)
            cv = slice(iv + shift, iv + shift + 3)
            q[:, cq] = value[:, cq] / np.linalg.norm(value[:, cq], axis=1)[:, None]
            v[:, cv] = angular_velocity(value[:, cq], rate[:, cq])
            a[:, cv] = angular_acceleration(value[:, cq], rate[:, cq], rate2[:, cq])
        return Motion(time, q, v, a)


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
    q = np.empty((len(root) + 1, tree.nq))
    q[:-1, :3] = root
    for i, (parent, iq) in enumerate(zip(tree.parent, tree.q_start, strict=True)):
        frame = tree.R_PJ[i] if parent < 0 else R[:, parent] @ tree.R_PJ[i]
        relative = np.swapaxes(frame, -1, -2) @ R[:, i]
        start = iq + 3 if tree.joint[i] == JointType.FREE else iq
        q[:-1, start : start + 4] = _continuous(from_matrix(relative))
    q[-1] = q[0]
    time = np.linspace(0.0, period, len(q))
    return PeriodicMotion(
        tree, period, advance, make_interp_spline(time, q, k=5, bc_type="periodic")
    )


def _continuous(quaternion: FloatArray) -> FloatArray:
    """Quaternions (n, 4) without jumps of sign from one to the next."""
    same = np.sum(quaternion[1:] * quaternion[:-1], axis=1) >= 0
    sign = np.concatenate([[1.0], np.cumprod(np.where(same, 1.0, -1.0))])
    return np.asarray(quaternion * sign[:, None])
