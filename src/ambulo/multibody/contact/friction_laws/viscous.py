"""A resistance in proportion to the velocity; without viscosity, a frictionless contact."""

from __future__ import annotations

from typing import NamedTuple

from ambulo.math.dispatch import implements
from ambulo.multibody.contact.law import Friction, friction_force
from ambulo.multibody.contact.named_law import FrictionLaw


class Viscous(NamedTuple):
    """F = -c v, for any normal force. Args: viscosity: c [N*s/m]; 0 for no friction."""

    viscosity: float


@implements(friction_force, Viscous)
def _force(law: Viscous, normal: float, vx: float, vy: float, zx: float, zy: float) -> Friction:
    return -law.viscosity * vx, -law.viscosity * vy, 0.0, 0.0


LAW = FrictionLaw(
    Viscous(100.0),
    "Newton's film",
    {"viscosity": (0.0, 2e3)},
)
"""The law for a choice by name."""
