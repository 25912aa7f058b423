"""Motion of a tree that repeats itself while it travels: periodic quintic splines.

The equations of a spline through one period of equally spaced values are circulant, hence solved by
transforms.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from scipy.interpolate import BSpline

from ambulo.math.arrays import FloatArray
from ambulo.mocap.filters.differentiation import motion_of
from ambulo.multibody.motion import Motion
from ambulo.multibody.tree.placed_bodies import coordinates_of
from ambulo.multibody.tree.tree import Tree


def periodic_spline(values: FloatArray, period: float, degree: int) -> BSpline[np.float64]:
    """Periodic interpolating spline, its knots at the values; degree - 1 derivatives continue.

    Args:
        values: (n,) or (n, k) at 0, period / n, ... without the end of the period.
        period: of the argument.
        degree: odd.
    Returns:
        Spline to be evaluated from 0 to `period`.
    """
    n = len(values)
    knots = period / n * np.arange(-degree, n + degree + 1)
    order = (np.arange(n + degree) - degree // 2) % n
    return BSpline(knots, _coefficients(values, degree)[order], degree)


def node_rates(values: FloatArray, period: float, degree: int) -> tuple[FloatArray, FloatArray]:
    """First and second derivative, both (n, k), of `periodic_spline` at its nodes."""
    coefficients = np.fft.rfft(_coefficients(values, degree), axis=0)
    step = period / len(values)
    first, second = (
        np.fft.irfft(
            _response(len(values), degree, nu)[:, None] * coefficients / step**nu,
            len(values),
            axis=0,
        )
        for nu in (1, 2)
    )
    return first, second


def _coefficients(values: FloatArray, degree: int) -> FloatArray:
    """Coefficient of the B-spline centred on each node."""
    n = len(values)
    response = _response(n, degree, 0).reshape(-1, *[1] * (values.ndim - 1))
    return np.asarray(np.fft.irfft(np.fft.rfft(values, axis=0) / response, n, axis=0))


@cache
def _response(n: int, degree: int, nu: int) -> FloatArray:
    """Transform (n // 2 + 1,) of a B-spline's derivative of order nu, sampled at n nodes."""
    reach = degree // 2
    offset = np.arange(-reach, reach + 1)
    basis = BSpline.basis_element(np.arange(degree + 2.0) - 0.5 * (degree + 1))
    sampled = np.zeros(n)
    sampled[offset] = basis(offset.astype(float), nu=nu)
    return np.asarray(np.fft.rfft(sampled))


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
