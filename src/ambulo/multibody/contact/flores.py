"""Flores et al. (2011): damping chosen by any coefficient of restitution."""

from __future__ import annotations

import math
from typing import NamedTuple

from ambulo.math.dispatch import implements
from ambulo.multibody.contact.law import contact_energy, normal_force

__all__ = ["Flores"]


class Flores(NamedTuple):
    """N = k x^n (1 + 8 (1 - e) x' / (5 e v)), v the speed at which the contact began.

    Args:
        stiffness: k [N/m^n]; exponent: n; restitution: e > 0.
    """

    stiffness: float
    exponent: float
    restitution: float


@implements(normal_force, Flores)
def _force(law: Flores, depth: float, speed: float, onset: float) -> float:
    loss = 1.6 * (1.0 - law.restitution) / law.restitution
    damping = loss * speed / onset if onset > 0.0 else 0.0
    return max(0.0, law.stiffness * math.pow(depth, law.exponent) * (1.0 + damping))


@implements(contact_energy, Flores)
def _energy(law: Flores, depth: float) -> float:
    return law.stiffness * math.pow(depth, law.exponent + 1.0) / (law.exponent + 1.0)
