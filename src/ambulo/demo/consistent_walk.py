"""A walk whose ground reaction is one that two feet on the floor can give.

Feet roll without sliding or sinking, the body follows published patterns as closely as mechanics
lets it, and the whole body's ground reaction acts where the feet are.

A walk as like the published ones as one body can be that obeys mechanics.

Published angles, moments and forces are means over other people and do not belong together. The
series of the walk are bent until the squares of all deviations, each in units of what is
tolerated, are least (Gauss-Newton); the bends cost too, high harmonics the more. `FreeSeries` says
which harmonics are free, and how far from the published ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from ambulo.demo.foot_rockers import FootShape
from ambulo.demo.foot_sharing import FootPlan, foot_plan
from ambulo.demo.gait_state import gait_state
from ambulo.demo.likeness import likeness
from ambulo.demo.normal_walk import NormalWalk, PeriodicSeries
from ambulo.demo.periodic_motion import PeriodicMotion, periodic_motion
from ambulo.demo.posture import PostureBuilder
from ambulo.math.arrays import FloatArray
from ambulo.math.descent import HALVED, Differenced, descend
from ambulo.records import Model


@dataclass(frozen=True)
class FreeSeries:
    """Harmonics of a series that may differ from the published ones.

    Args:
        name: of the series.
        harmonics: of the stride; a symmetric walk has even ones where both sides do the same at
            once, odd ones where they do the opposite.
        spread: m or rad, usual difference of a first or second harmonic; it falls with the cube
            of the harmonic, so that the difference is smooth.
        mean: whether the mean is free too.
    """

    name: str
    harmonics: tuple[int, ...]
    spread: float
    mean: bool = False

    @property
    def size(self) -> int:
        """Number of parameters."""
        return 2 * len(self.harmonics) + self.mean


_DEGREE = float(np.pi / 180)

FREE: tuple[FreeSeries, ...] = (
    FreeSeries("pelvis_forward", (2, 4, 6, 8, 10, 12), 0.02, mean=True),
    FreeSeries("pelvis_left", (1, 3, 5, 7), 0.02),
    FreeSeries("pelvis_up", (2, 4, 6, 8, 10), 0.02, mean=True),
    FreeSeries("pelvis_tilt", (2, 4), 0.7 * _DEGREE),
    FreeSeries("pelvis_obliquity", (1, 3), 0.4 * _DEGREE),
    FreeSeries("pelvis_rotation", (1, 3), 0.7 * _DEGREE),
    FreeSeries("torso_tilt", (2, 4, 6, 8, 10, 12), 0.5 * _DEGREE),
    FreeSeries("torso_obliquity", (1, 3, 5, 7), 0.35 * _DEGREE),
    FreeSeries("torso_rotation", (1, 3, 5), 2.0 * _DEGREE),
    FreeSeries("shoulder_flexion", (1,), 1.0 * _DEGREE),
    FreeSeries("thigh_inclination", (1, 2, 3, 4, 5), 2.0 * _DEGREE, mean=True),
    FreeSeries("knee_flexion", (1, 2, 3, 4, 5, 6), 3.0 * _DEGREE, mean=True),
    FreeSeries("ankle_dorsiflexion", (1, 2, 3, 4, 5, 6), 5.0 * _DEGREE, mean=True),
)
"""The path of the pelvis and what the published means, each from other people, may not share."""


def spreads() -> FloatArray:
    """Usual size (parameters,) of each parameter."""
    return np.concatenate([_spread(free) for free in FREE])


def _spread(free: FreeSeries) -> FloatArray:
    falling = np.array([(2.0 / max(k, 2)) ** 2 for k in free.harmonics])
    mean = [1.0] if free.mean else []
    return np.asarray(free.spread * np.concatenate([mean, falling, falling]))


def adjusted(
    series: Mapping[str, PeriodicSeries], parameters: FloatArray
) -> dict[str, PeriodicSeries]:
    """Series with the parameters added, in the order of `FREE`: mean, cosines, sines."""
    result = dict(series)
    start = 0
    for free in FREE:
        part = parameters[start : start + free.size]
        start += free.size
        old = result[free.name]
        mean = part[0] if free.mean else 0.0
        cosine, sine = np.split(part[int(free.mean) :], 2)
        result[free.name] = old.plus(mean, free.harmonics, cosine, sine)
    return result


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


_SAMPLES = 512


@dataclass(frozen=True, eq=False)
class ConsistentWalk:
    """A walk of equal strides on a level floor, left foot strike at time 0.

    Args:
        model: who walks.
        walk: patterns it follows, bent from the published ones.
        shape: sole.
        motion: coordinates over time.
    """

    model: Model
    walk: NormalWalk
    shape: FootShape
    motion: PeriodicMotion

    def foot_plan(self, time: FloatArray) -> FootPlan:
        """Where and in which proportion the feet carry at times (n,) [s]."""
        return foot_plan(self.walk, self.shape, time)


def consistent_walk(model: Model, walk: NormalWalk, shape: FootShape) -> ConsistentWalk:
    """Find the walk.

    Args:
        model: an 18-segment body, left and right alike, its thighs and shanks along z.
        walk: published patterns.
        shape: sole of its feet.
    Raises:
        ValueError: the published walk is out of the body's reach.
    """
    fitted = fit_walk(model, walk, shape)
    cycle = walk.cycle
    posture = PostureBuilder(model, shape, np.arange(_SAMPLES) / _SAMPLES)(fitted)
    advance = np.array([cycle.stride_length, 0.0, 0.0])
    motion = periodic_motion(model.tree, cycle.stride_time, advance, posture.root, posture.R)
    return ConsistentWalk(model, fitted, shape, motion)
