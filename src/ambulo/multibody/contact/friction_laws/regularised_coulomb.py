"""Coulomb's friction with a smooth transition at rest; it creeps instead of sticking."""

from __future__ import annotations

import math
from typing import NamedTuple

from ambulo.math.dispatch import implements
from ambulo.multibody.contact.law import Friction, friction_force
from ambulo.multibody.contact.named_law import FrictionLaw


class RegularisedCoulomb(NamedTuple):
    """F = -mu N tanh(|v| / v_s) v / |v|. Args: coefficient: mu; speed: v_s [m/s]."""

    coefficient: float
    speed: float


@implements(friction_force, RegularisedCoulomb)
def _force(
    law: RegularisedCoulomb, normal: float, vx: float, vy: float, zx: float, zy: float
) -> Friction:
    v = math.sqrt(vx * vx + vy * vy)
    per_speed = law.coefficient * normal / law.speed
    if v > 1e-9 * law.speed:
        per_speed = law.coefficient * normal * math.tanh(v / law.speed) / v
    return -per_speed * vx, -per_speed * vy, 0.0, 0.0


LAW = FrictionLaw(
    RegularisedCoulomb(0.8, 0.05),
    "Coulomb, regularised",
    {"coefficient": (0.2, 1.5), "speed": (0.01, 0.3)},
    {"speed": 1e-6},
)
"""The law for a choice by name."""
