"""What a contact point goes through from one instant to the next, and what friction answers."""

from __future__ import annotations

import math
from typing import NamedTuple

from ambulo.math.compilation import inner

Friction = tuple[float, float, float, float]
"""Force in two directions of the plane [N], and two own states or their rates."""


class Slip(NamedTuple):
    """What a contact point goes through from one instant to the next, or a small change of it.

    Args:
        normal: force at the end [N].
        dx, dy: displacement over the plane [m]; dt: time that it takes [s].
        zx, zy: own states at the beginning [m].
    """

    normal: float
    dx: float
    dy: float
    dt: float
    zx: float
    zy: float


@inner
def sliding(slip: Slip) -> tuple[float, float, float]:
    """A steady velocity over the plane and its size [m/s]."""
    vx, vy = slip.dx / slip.dt, slip.dy / slip.dt
    return vx, vy, math.sqrt(vx * vx + vy * vy)
