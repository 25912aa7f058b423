"""Swing of the leg: published motion, bent so that it leaves and meets the ground smoothly."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np
from scipy.interpolate import BSpline, make_interp_spline

from ambulo.demo.periodic_spline import periodic_spline
from ambulo.math.arrays import FloatArray

_ORDERS = 3
"""Value and two derivatives agree at foot off and at foot strike."""

_NEAR: FloatArray = 5e-4 * np.arange(-6.0, 7.0)
"""Phases around foot off and foot strike from which these derivatives are taken."""

_DEGREE, _INTERVALS = 7, 24


@dataclass(frozen=True)
class Fading:
    """Shares of the stride over which a correction of the swing fades away.

    Args:
        after_off: from foot off on; before_strike: back from foot strike.
    """

    after_off: float
    before_strike: float


def bridge_swing(
    phase: FloatArray,
    swing: FloatArray,
    stance: Callable[[FloatArray], FloatArray],
    foot_off: float,
    fading: tuple[Fading, ...],
) -> FloatArray:
    """Series that is `stance` in stance and close to `swing` in swing.

    In swing a correction c is added that matches the difference of the two and its first two
    derivatives at foot off and foot strike, and minimises the integral of
    c^2 + (fading^3 c''')^2.

    Args:
        phase: (n,) 0 to 1 in equal steps, without 1.
        swing: (n, k) periodic.
        stance: values (m, k) at phases (m,), defined a little beyond stance too.
        foot_off: phase.
        fading: of each of the k corrections.
    Returns:
        (n, k).
    """
    cyclic = periodic_spline(swing, 1.0, _DEGREE)
    swinging = phase > foot_off
    near = np.concatenate([foot_off + _NEAR, _NEAR])
    found = stance(np.concatenate([near, phase[~swinging]]))
    ends = []
    for at, local in zip((foot_off, 0.0), np.split(found[: len(near)], 2), strict=True):
        wanted = np.einsum("om,mk->ok", _derivatives_of_near(), local)
        ends.append(wanted - np.stack([cyclic(at, nu=order) for order in range(_ORDERS)]))
    difference = np.concatenate(ends)
    result = np.empty_like(swing)
    result[~swinging] = found[len(near) :]
    for column, fade in enumerate(fading):
        coefficients = _fading_spline(foot_off, 1.0, fade) @ difference[:, column]
        correction = BSpline(_knots(foot_off, 1.0), coefficients, _DEGREE)
        result[swinging, column] = swing[swinging, column] + correction(phase[swinging])
    return result


@cache
def _derivatives_of_near() -> FloatArray:
    """Value and derivatives (_ORDERS, 13) at the middle of values at `_NEAR`."""
    spline = make_interp_spline(_NEAR, np.eye(len(_NEAR)), k=9)
    return np.stack([spline(0.0, nu=order) for order in range(_ORDERS)])


def _knots(start: float, stop: float) -> FloatArray:
    inner = np.linspace(start, stop, _INTERVALS + 1)
    return np.concatenate([np.full(_DEGREE, start), inner, np.full(_DEGREE, stop)])


@cache
def _fading_spline(start: float, stop: float, fading: Fading) -> FloatArray:
    """Coefficients (m, 2 * _ORDERS) of the spline of least c^2 + (fading^3 c''')^2 for each end.

    The ends are value and derivatives at the start, then at the stop.
    """
    knots = _knots(start, stop)
    count = len(knots) - _DEGREE - 1
    basis = BSpline(knots, np.eye(count), _DEGREE)
    at = np.linspace(start, stop, 8 * _INTERVALS)
    decay = np.linspace(fading.after_off, fading.before_strike, len(at))
    rows = np.concatenate([basis(at), decay[:, None] ** 3 * basis(at, nu=3)])
    # each derivative in units of the fading keeps the system well conditioned
    scale = np.tile(fading.before_strike ** np.arange(_ORDERS), 2)[:, None]
    fixed = np.stack([basis(x, nu=order) for x in (start, stop) for order in range(_ORDERS)])
    fixed = scale * fixed
    system = np.block([[rows.T @ rows, fixed.T], [fixed, np.zeros((2 * _ORDERS, 2 * _ORDERS))]])
    right = np.concatenate([np.zeros((count, 2 * _ORDERS)), np.diag(scale[:, 0])])
    return np.asarray(np.linalg.solve(system, right)[:count])
