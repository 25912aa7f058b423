"""The ground under spheres: a plane of any inclination, or a step (a block with an edge).

A ground implements `ground_under`. Spheres may touch several grounds: a staircase is a plane and
steps.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.dispatch import OnlyCompiled, implements, operation
from ambulo.math.entries import vector_at
from ambulo.math.vectors import Vector3, add, cross, dot, scale, subtract


@operation
def ground_under(ground: Any, x: Vector3) -> tuple[float, Vector3, Vector3]:
    """Distance of a point from the ground [m], its normal there, and a direction in it.

    Args:
        x: the point [m], world axes; it must be nearer to this surface than to others behind it.
    Returns:
        The distance, negative inside the ground, and two unit vectors at right angles.
    """
    raise OnlyCompiled


class Plane(NamedTuple):
    """A plane.

    Args:
        axes: (3, 3) a point of the plane [m], its normal and a direction in it, as unit vectors.
    """

    axes: FloatArray


class Step(NamedTuple):
    """A block that begins at an edge. It fills the space ahead of the edge and below the top.

    Args:
        axes: (3, 3) a point of the edge [m], the top's normal and the direction into the block, as
            unit vectors at right angles.
    """

    axes: FloatArray


def plane(
    point: tuple[float, float, float] = (0.0, 0.0, 0.0),
    up: tuple[float, float, float] = (0.0, 0.0, 1.0),
) -> Plane:
    """Pack a plane for the compiled loops; level ground by default.

    Args:
        point: a point of the plane [m]; up: its normal, of any length.
    """
    n = np.asarray(up, dtype=np.float64) / np.linalg.norm(up)
    along = np.array([1.0, 0.0, 0.0]) if abs(n[0]) < 0.9 else np.array([0.0, 1.0, 0.0])
    return Plane(_axes(point, n, along))


def step(
    edge: tuple[float, float, float],
    ahead: tuple[float, float, float] = (1.0, 0.0, 0.0),
    up: tuple[float, float, float] = (0.0, 0.0, 1.0),
) -> Step:
    """Pack a step for the compiled loops.

    Args:
        edge: a point of the edge [m].
        ahead: horizontal direction into the block; up: normal of its top. They have any length and
            are not parallel.
    """
    n = np.asarray(up, dtype=np.float64) / np.linalg.norm(up)
    return Step(_axes(edge, n, np.asarray(ahead, dtype=np.float64)))


def _axes(point: tuple[float, float, float], n: FloatArray, along: FloatArray) -> FloatArray:
    along = along - n * (along @ n)
    return np.stack([np.asarray(point, dtype=np.float64), n, along / np.linalg.norm(along)])


@implements(ground_under, Plane)
def _under_plane(ground: Plane, x: Vector3) -> tuple[float, Vector3, Vector3]:
    up = vector_at(ground.axes, 1)
    return dot(subtract(x, vector_at(ground.axes, 0)), up), up, vector_at(ground.axes, 2)


@implements(ground_under, Step)
def _under_step(ground: Step, x: Vector3) -> tuple[float, Vector3, Vector3]:
    """The nearest of top, riser and edge, whose normal points from the edge to x."""
    up, ahead = vector_at(ground.axes, 1), vector_at(ground.axes, 2)
    off = subtract(x, vector_at(ground.axes, 0))
    inside, above = dot(off, ahead), dot(off, up)
    if inside >= 0.0 and above >= -inside:
        return above, up, ahead
    if above <= 0.0:
        return -inside, scale(-1.0, ahead), up
    distance = math.sqrt(inside * inside + above * above)
    n = scale(1.0 / distance, add(scale(inside, ahead), scale(above, up)))
    # the edge's own direction and the normal span the rest
    return distance, n, cross(cross(up, ahead), n)
