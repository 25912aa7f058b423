"""Motion of a tree that repeats itself while it travels: periodic quintic splines."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.interpolate import BSpline

from ambulo.demo.periodic_spline import node_rates, periodic_spline
from ambulo.math.arrays import FloatArray
from ambulo.mocap.filters.differentiation import motion_of
from ambulo.multibody.motion import Motion
from ambulo.multibody.tree.placed_bodies import coordinates_of
from ambulo.multibody.tree.tree import Tree

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
    values = coordinates_of(tree, R, root[:, None])
    return PeriodicMotion(tree, period, advance, periodic_spline(values, period, _DEGREE))


def motion_at_nodes(
    tree: Tree, period: float, advance: FloatArray, root: FloatArray, R: FloatArray
) -> Motion:
    """`periodic_motion` at the times of the postures only, for a tenth of the effort."""
    values = coordinates_of(tree, R, root[:, None])
    time = np.linspace(0.0, period, len(root), endpoint=False)
    rate, rate2 = node_rates(values, period, _DEGREE)
    return _motion(tree, time, period, advance, values, rate, rate2)


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
    q, qd = value.copy(), rate.copy()
    q[:, :3] += np.multiply.outer(time / period, advance)
    qd[:, :3] += advance / period
    return motion_of(tree, time, q, qd, rate2)
