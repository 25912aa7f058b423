"""Coulomb's friction with a smooth passage through rest: it creeps where it should stick."""

from __future__ import annotations

import math
from typing import NamedTuple

from ambulo.math.dispatch import implements
from ambulo.multibody.contact.law import friction_force, friction_step
from ambulo.multibody.contact.named_law import FrictionLaw
from ambulo.multibody.contact.slip import Friction, Slip, sliding


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


@implements(friction_step, RegularisedCoulomb)
def _step(
    law: RegularisedCoulomb, change: RegularisedCoulomb, slip: Slip, d: Slip
) -> tuple[Friction, Friction]:
    (vx, vy, v), (d_vx, d_vy, d_v) = sliding(slip, d)
    limit = law.coefficient * slip.normal
    d_limit = change.coefficient * slip.normal + law.coefficient * d.normal
    ratio = v / law.speed
    d_ratio = (d_v - ratio * change.speed) / law.speed
    if ratio > 1e-6:
        tanh = math.tanh(ratio)
        c = limit * tanh / v
        d_c = (d_limit * tanh + limit * (1.0 - tanh * tanh) * d_ratio - c * d_v) / v
    else:
        c = limit / law.speed
        d_c = (d_limit - c * change.speed) / law.speed
    force = (-c * vx, -c * vy, 0.0, 0.0)
    return force, (-d_c * vx - c * d_vx, -d_c * vy - c * d_vy, 0.0, 0.0)


LAW = FrictionLaw(
    RegularisedCoulomb(0.8, 0.05),
    "Coulomb, regularised",
    {"coefficient": (0.2, 1.5), "speed": (0.01, 0.3)},
    {"speed": 1e-6},
)
"""As it is chosen by name."""
