"""Swing of the foot: published motion, bent so that it leaves and meets the ground smoothly."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.interpolate import BSpline, make_interp_spline

from ambulo.records import FloatArray

__all__ = ["bridge_swing", "periodic_spline"]

_ORDERS = 3
"""Value and two derivatives agree at foot off and at foot strike."""

_NEAR: FloatArray = 5e-4 * np.arange(-6.0, 7.0)
"""Phases around foot off and foot strike from which these derivatives are taken."""

_KNOT_INTERVALS = 24
_DECAY_AFTER_OFF, _DECAY_BEFORE_STRIKE = 0.080, 0.035
"""Shares of the stride over which the correction fades: a leg that lands nearly straight allows
only a short one."""


def bridge_swing(
    phase: FloatArray,
    swing: FloatArray,
    stance: Callable[[FloatArray], FloatArray],
    foot_off: float,
) -> FloatArray:
    """Series that is `stance` in stance and close to `swing` in swing.

    In swing a correction c is added that matches the difference of the two and its first two
    derivatives at foot off and foot strike, and minimises the integral of c^2 + (decay^3 c''')^2.

    Args:
        phase: (n,) 0 to 1 in equal steps, without 1.
        swing: (n, k) periodic.
        stance: values (m, k) at phases (m,), defined a little beyond stance too.
        foot_off: phase.
    Returns:
        (n, k).
    """
    cyclic = periodic_spline(phase, swing)

    def mismatch(at: float) -> FloatArray:
        local = make_interp_spline(_NEAR, stance(at + _NEAR), k=9)
        apart = [local(0.0, nu=order) - cyclic(at, nu=order) for order in range(_ORDERS)]
        return np.asarray(apart, dtype=np.float64)

    correction = _fading(foot_off, 1.0, np.concatenate([mismatch(foot_off), mismatch(0.0)]))
    swinging = phase > foot_off
    result = np.empty_like(swing)
    result[~swinging] = stance(phase[~swinging])
    result[swinging] = swing[swinging] + correction(phase[swinging])
    return result


def periodic_spline(phase: FloatArray, values: FloatArray) -> BSpline[np.float64]:
    """Spline of degree seven through values (n, k) at phases (n,), 0 to 1 without 1."""
    return make_interp_spline(
        np.append(phase, 1.0), np.concatenate([values, values[:1]]), k=7, bc_type="periodic"
    )


def _fading(start: float, stop: float, ends: FloatArray) -> BSpline[np.float64]:
    """Spline of least c^2 + (decay^3 c''')^2 with given derivatives at both ends.

    Args:
        ends: (2 * _ORDERS, k) value and derivatives at the start, then at the stop.
    """
    degree = 7
    knots = np.linspace(start, stop, _KNOT_INTERVALS + 1)
    knots = np.concatenate([np.full(degree, start), knots, np.full(degree, stop)])
    count = len(knots) - degree - 1
    basis = BSpline(knots, np.eye(count), degree)
    at = np.linspace(start, stop, 8 * _KNOT_INTERVALS)
    decay = np.linspace(_DECAY_AFTER_OFF, _DECAY_BEFORE_STRIKE, len(at))
    rows = np.concatenate([basis(at), decay[:, None] ** 3 * basis(at, nu=3)])
    # each derivative in units of the decay keeps the system well conditioned
    scale = np.tile(_DECAY_BEFORE_STRIKE ** np.arange(_ORDERS), 2)[:, None]
    fixed = np.stack([basis(x, nu=order) for x in (start, stop) for order in range(_ORDERS)])
    fixed = scale * fixed
    system = np.block([[rows.T @ rows, fixed.T], [fixed, np.zeros((2 * _ORDERS, 2 * _ORDERS))]])
    right = np.concatenate([np.zeros((count, ends.shape[1])), scale * ends])
    return BSpline(knots, np.linalg.solve(system, right)[:count], degree)
