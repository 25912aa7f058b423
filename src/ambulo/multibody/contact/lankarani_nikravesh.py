"""Lankarani & Nikravesh (1990): damping chosen by a coefficient of restitution near 1."""

from __future__ import annotations

import math
from typing import NamedTuple

from ambulo.math.arrays import FloatArray
from ambulo.math.dispatch import implements
from ambulo.multibody.contact.law import contact_energy, law_at, normal_change, normal_force
from ambulo.multibody.contact.named_law import NormalLaw

__all__ = ["LAW", "LankaraniNikravesh"]


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


@implements(law_at, LankaraniNikravesh)
def _at(law: LankaraniNikravesh, values: FloatArray, k: int) -> LankaraniNikravesh:
    return LankaraniNikravesh(values[k], values[k + 1], values[k + 2])


@implements(normal_change, LankaraniNikravesh)
def _change(
    law: LankaraniNikravesh, change: LankaraniNikravesh, depth: float, speed: float, onset: float,
    d_depth: float, d_speed: float, d_onset: float,
) -> float:  # fmt: skip
    power = math.pow(depth, law.exponent - 1.0)
    elastic = law.stiffness * power * depth
    d_elastic = change.stiffness * power * depth + law.stiffness * law.exponent * power * d_depth
    d_elastic += elastic * math.log(depth) * change.exponent
    loss = 0.75 * (1.0 - law.restitution**2)
    d_loss = -1.5 * law.restitution * change.restitution
    ratio = speed / onset if onset > 0.0 else 0.0
    d_ratio = (d_speed - ratio * d_onset) / onset if onset > 0.0 else 0.0
    if 1.0 + loss * ratio <= 0.0:
        return 0.0
    return d_elastic * (1.0 + loss * ratio) + elastic * (d_loss * ratio + loss * d_ratio)


LAW = NormalLaw(
    LankaraniNikravesh(3e4, 1.5, 0.6),
    "Lankarani & Nikravesh 1990",
    {"stiffness": (1e3, 1.5e5), "restitution": (0.0, 1.0)},
)
"""As it is chosen by name."""
