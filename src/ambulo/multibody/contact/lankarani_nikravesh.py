"""Lankarani & Nikravesh (1990): damping chosen by a coefficient of restitution near 1."""

from __future__ import annotations

import math
from typing import NamedTuple

from ambulo.math.dispatch import implements
from ambulo.multibody.contact.law import contact_energy, normal_force

__all__ = ["LankaraniNikravesh"]


class LankaraniNikravesh(NamedTuple):
    """N = k x^n (1 + 3 (1 - e^2) x' / (4 v)), v the speed at which the contact began.

    Args:
        stiffness: k [N/m^n]; exponent: n; restitution: e.
    """

    stiffness: float
    exponent: float
    restitution: float


@implements(normal_force, LankaraniNikravesh)
def _force(law: LankaraniNikravesh, depth: float, speed: float, onset: float) -> float:
    loss = 0.75 * (1.0 - law.restitution**2)
    damping = loss * speed / onset if onset > 0.0 else 0.0
    return max(0.0, law.stiffness * math.pow(depth, law.exponent) * (1.0 + damping))


@implements(contact_energy, LankaraniNikravesh)
def _energy(law: LankaraniNikravesh, depth: float) -> float:
    return law.stiffness * math.pow(depth, law.exponent + 1.0) / (law.exponent + 1.0)
