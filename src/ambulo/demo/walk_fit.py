"""A walk as like the published ones as one body can be that obeys mechanics.

Published angles, moments and forces are means over other people and do not belong together. The
series of the walk are bent until the squares of all deviations, each in units of what is
tolerated, are least (Gauss-Newton); the bends cost too, high harmonics the more.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from ambulo.demo.foot_rockers import FootShape
from ambulo.demo.foot_sharing import foot_plan
from ambulo.demo.free_series import adjusted, spreads
from ambulo.demo.gait_state import gait_state
from ambulo.demo.likeness import likeness
from ambulo.demo.normal_walk import NormalWalk
from ambulo.demo.posture import PostureBuilder
from ambulo.math.arrays import FloatArray
from ambulo.math.descent import HALVED, Differenced, descend
from ambulo.records import Model

_PHASES = 96

_BEND_COST = 0.2
"""Deviation, in units of what is tolerated, that a bend of usual size is worth."""

_DIFFERENCE = 1e-3
"""Step of the Jacobian's differences, in usual sizes."""

_MAX_STEPS, _SETTLED, _SAME_JACOBIAN = 12, 0.003, 0.15
"""Share of the cost by which a step must lower it to go on, and to need a new Jacobian."""


def fit_walk(model: Model, walk: NormalWalk, shape: FootShape) -> NormalWalk:
    """Bend the series of a walk.

    Args:
        model, walk, shape: as `consistent_walk.consistent_walk` takes them.
    Raises:
        ValueError: the published walk is out of the body's reach.
    """
    phase = np.arange(_PHASES) / _PHASES
    builder = PostureBuilder(model, shape, phase)
    plan = foot_plan(walk, shape, phase * walk.cycle.stride_time)
    like = likeness(model, walk, plan, phase)
    usual = spreads()

    def bent(bends: FloatArray) -> NormalWalk:
        return replace(walk, angles=adjusted(walk.angles, bends * usual))

    def residual(bends: FloatArray) -> FloatArray:
        now = bent(bends)
        found = like.deviations(now, gait_state(builder, plan, now))
        each = np.concatenate([x.ravel() for x in found.values()]) / np.sqrt(_PHASES)
        return np.concatenate([each, _BEND_COST * bends])

    return bent(gauss_newton(residual, np.zeros_like(usual)))


def gauss_newton(residual: Callable[[FloatArray], FloatArray], start: FloatArray) -> FloatArray:
    """Least squares of a residual that differs little from a linear one.

    A step that does not lower the cost, or leads where the residual raises ValueError, is halved;
    while a step lowers it only a little, the Jacobian is used again.

    Args:
        residual: (m,) of the parameters.
        start: (k,) parameters.
    Returns:
        (k,) parameters.
    """

    def shorter(at: Differenced, times: float) -> Differenced | None:
        J = at.jacobian
        x = at.x - np.linalg.solve(J.T @ J, J.T @ at.residual) / times
        try:
            there = Differenced(residual, x, _DIFFERENCE)
        except ValueError:
            return None
        if 1.0 - there.cost / at.cost <= _SAME_JACOBIAN:
            there.jacobian = J
        return there

    begin = Differenced(residual, start, _DIFFERENCE)
    return descend(begin, shorter, HALVED, _SETTLED, _MAX_STEPS)[0].x
