"""Follow a curve of solutions through its folds, by its arc length.

Equations H(x) = 0, one fewer than the unknowns, define a curve. A step goes along its tangent.
Newton's method then leads back to the curve, in the plane normal to the tangent (Keller 1977;
Allgower & Georg 2003, chapter 6). So the method also passes folds, where the last unknown, the
parameter, turns back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from ambulo.math.arrays import FloatArray

_NEAR = 1e-6  # of H: on the curve
_CORRECTIONS = 6
_CONTRACTION = 0.7  # of one correction to the next, or the step was too long
_STRAIGHT = 0.7  # cosine between two tangents, below which a step is halved
_LEAST_STEP = 1e-5

Equations = Callable[[FloatArray], tuple[FloatArray, FloatArray] | None]


@dataclass(frozen=True, eq=False)
class CurvePoint:
    """A point of the curve.

    Args:
        x: (n + 1,) unknowns, the parameter last.
        tangent: (n + 1,) unit vector along the curve.
    """

    x: FloatArray
    tangent: FloatArray

    @property
    def parameter(self) -> float:
        """The last unknown."""
        return float(self.x[-1])


def follow(
    equations: Equations, x: FloatArray, rising: bool, first_step: float, longest_step: float
) -> Iterator[CurvePoint]:
    """Points along the curve, until the curve cannot be followed further.

    Args:
        equations: H (n,) and its Jacobian (n, n + 1) at x (n + 1,), or None where x has none.
        x: a point on the curve, or near it.
        rising: whether the parameter rises at the start.
        first_step, longest_step: arc length, in the units of x.

    Yields:
        The start, and the points that follow.
    """
    found = equations(x)
    if found is None:
        return
    tangent = _tangent(found[1])
    if (tangent[-1] > 0.0) != rising:
        tangent = -tangent
    step = first_step
    while step >= _LEAST_STEP:
        corrected = _corrected(equations, x + step * tangent, tangent, 0.5 * step + 0.05)
        if corrected is None:
            step *= 0.4
            continue
        ahead, J, corrections = corrected
        turned = _tangent(J)
        if turned @ tangent < 0.0:
            turned = -turned
        if turned @ tangent < _STRAIGHT:
            step *= 0.5
            continue
        yield CurvePoint(x, tangent)
        x, tangent = ahead, turned
        step = min(
            longest_step, step * (2.0 if corrections < 3 else 1.2 if corrections < 4 else 0.7)
        )
    yield CurvePoint(x, tangent)


def land(equations: Equations, point: CurvePoint, parameter: float) -> FloatArray | None:
    """The point of the curve with a given parameter, from a point shortly before it.

    Args:
        equations: as in `follow`.
        point: the point from which to start.
        parameter: the parameter of the point to find.

    Returns:
        x (n + 1,), or None if Newton's method does not find the point.
    """
    if point.tangent[-1] == 0.0:
        return None
    x = point.x + (parameter - point.parameter) / point.tangent[-1] * point.tangent
    x[-1] = parameter
    normal = np.zeros_like(x)
    normal[-1] = 1.0
    corrected = _corrected(equations, x, normal, np.inf)
    return None if corrected is None else corrected[0]


def _tangent(J: FloatArray) -> FloatArray:
    """Unit vector (n + 1,) that J (n, n + 1) takes to zero."""
    return np.asarray(np.linalg.qr(J.T, mode="complete")[0][:, -1])


def _corrected(
    equations: Equations, x: FloatArray, normal: FloatArray, farthest: float
) -> tuple[FloatArray, FloatArray, int] | None:
    """Newton's method in the plane through x: the point, its Jacobian and the corrections made."""
    last = np.inf
    for correction in range(_CORRECTIONS):
        found = equations(x)
        if found is None:
            return None
        H, J = found
        if np.max(np.abs(H)) < _NEAR:
            return x, J, correction
        try:
            change = -np.linalg.solve(np.vstack([J, normal]), np.append(H, 0.0))
        except np.linalg.LinAlgError:
            return None
        length = float(np.linalg.norm(change))
        if not length <= min(farthest, _CONTRACTION * last):
            return None
        x, last = x + change, length
    return None
