"""Families of solutions over the time: from one solution to the others that it is connected with.

With the two postures kept, the solutions for all times lie on curves. A curve that turns back in
time at a fold, where the target stops to respond to some change of the velocity (a conjugate
point), passes the time wanted again, at another solution.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.multibody.bvp.boundary_problem import BoundaryProblem, Candidate
from ambulo.multibody.bvp.curve import CurvePoint, Equations, follow, land
from ambulo.multibody.bvp.shooting import by_variations
from ambulo.multibody.bvp.shot import shoot

_TOLERANCE = 1e-9
_DIFFERENCE = 1e-5  # of the time
_FIRST_STEP = 0.05  # rad over the duration, and in shares of the time wanted
_LONGEST_STEP = 1.0


def family(
    problem: BoundaryProblem,
    velocity: FloatArray,
    rising: bool,
    shortest: float,
    longest: float,
    most: int = 100,
) -> list[tuple[float, FloatArray]]:
    """Solutions between the same postures for other times, along one curve.

    Args:
        problem: postures, and the time of the first solution.
        velocity: (dim,) minimal velocity of the first solution.
        rising: whether the time rises at the start of the curve, or falls.
        shortest, longest: s, the times at which to stop.
        most: points.

    Returns:
        Time [s] and minimal velocity of each point, in the order of the curve; the time may turn
        back at folds.
    """
    found = []
    for point in _followed(problem, velocity, rising, shortest, longest, most):
        duration = point.parameter * problem.duration
        found.append((duration, point.x[:-1] / duration))
    return found


def connected(
    problem: BoundaryProblem, velocity: FloatArray, most: int = 40, spread: float = 1.5
) -> list[Candidate]:
    """Other solutions of the same problem on the curve of one of them, past its folds.

    Args:
        problem: what the velocity solves.
        velocity: (dim,) minimal velocity at the start.
        most: points along the curve, each way.
        spread: the curve is left where the time is this many times as long or as short.

    Returns:
        Proposals, to be confirmed.
    """
    found = []
    for rising in (True, False):
        T = problem.duration
        points = _followed(problem, velocity, rising, T / spread, T * spread, most)
        for before, after in pairwise(points[1:]):
            if (before.parameter - 1.0) * (after.parameter - 1.0) > 0.0:
                continue
            x = land(_equations(problem), before, 1.0)
            if x is not None:
                found.append(by_variations(problem, x[:-1] / T))
    return found


def _followed(
    problem: BoundaryProblem,
    velocity: FloatArray,
    rising: bool,
    shortest: float,
    longest: float,
    most: int,
) -> list[CurvePoint]:
    points: list[CurvePoint] = []
    x = np.append(velocity * problem.duration, 1.0)
    for point in follow(_equations(problem), x, rising, _FIRST_STEP, _LONGEST_STEP):
        if len(points) == most or not shortest <= point.parameter * problem.duration <= longest:
            break
        points.append(point)
    return points


def _equations(problem: BoundaryProblem) -> Equations:
    """Error at the target for x = (velocity times time, share of the time wanted)."""
    dim = problem.system.dim

    def shot(way: FloatArray, duration: float, J: FloatArray, variational: bool) -> FloatArray:
        e = np.empty(dim)
        ok, _ = shoot(
            problem.aim._replace(duration=duration), way / duration, _TOLERANCE, variational, e, J
        )
        return e if ok else np.full(dim, np.nan)

    def equations(x: FloatArray) -> tuple[FloatArray, FloatArray] | None:
        duration = float(x[-1]) * problem.duration
        if not duration > 0.0:
            return None
        J = np.empty((dim, dim))
        e = shot(x[:-1], duration, J, True)
        step = _DIFFERENCE * duration
        slope = (shot(x[:-1], duration + step, J.copy(), False) - e) / step * problem.duration
        whole = np.column_stack([J / duration, slope])
        return (e, whole) if np.all(np.isfinite(whole)) and np.all(np.isfinite(e)) else None

    return equations
