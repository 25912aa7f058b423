"""Coulomb's friction with a smooth passage through rest: it creeps where it should stick."""

from __future__ import annotations

import math
from typing import NamedTuple

from ambulo.math.dispatch import implements
from ambulo.multibody.contact.law import friction_force

__all__ = ["RegularisedCoulomb"]


class RegularisedCoulomb(NamedTuple):
    """F = -mu N tanh(|v| / v_s) v / |v|. Args: coefficient: mu; speed: v_s [m/s]."""

    coefficient: float
    speed: float


@implements(friction_force, RegularisedCoulomb)
def _force(
    law: RegularisedCoulomb, normal: float, vx: float, vy: float, zx: float, zy: float
) -> tuple[float, float, float, float]:
    sliding = math.sqrt(vx * vx + vy * vy)
    per_speed = law.coefficient * normal / law.speed
    if sliding > 1e-9 * law.speed:
        per_speed = law.coefficient * normal * math.tanh(sliding / law.speed) / sliding
    return -per_speed * vx, -per_speed * vy, 0.0, 0.0
