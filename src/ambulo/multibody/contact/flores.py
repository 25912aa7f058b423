"""Flores et al. (2011): damping chosen by any coefficient of restitution."""

from __future__ import annotations

import math
from typing import NamedTuple

from ambulo.math.arrays import FloatArray
from ambulo.math.dispatch import implements
from ambulo.multibody.contact.law import contact_energy, law_at, normal_change, normal_force
from ambulo.multibody.contact.named_law import NormalLaw

__all__ = ["LAW", "Flores"]


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


@implements(law_at, Flores)
def _at(law: Flores, values: FloatArray, k: int) -> Flores:
    return Flores(values[k], values[k + 1], values[k + 2])


@implements(normal_change, Flores)
def _change(
    law: Flores, change: Flores, depth: float, speed: float, onset: float,
    d_depth: float, d_speed: float, d_onset: float,
) -> float:  # fmt: skip
    power = math.pow(depth, law.exponent - 1.0)
    elastic = law.stiffness * power * depth
    d_elastic = change.stiffness * power * depth + law.stiffness * law.exponent * power * d_depth
    d_elastic += elastic * math.log(depth) * change.exponent
    loss = 1.6 * (1.0 - law.restitution) / law.restitution
    d_loss = -1.6 * change.restitution / law.restitution**2
    ratio = speed / onset if onset > 0.0 else 0.0
    d_ratio = (d_speed - ratio * d_onset) / onset if onset > 0.0 else 0.0
    if 1.0 + loss * ratio <= 0.0:
        return 0.0
    return d_elastic * (1.0 + loss * ratio) + elastic * (d_loss * ratio + loss * d_ratio)


LAW = NormalLaw(
    Flores(3e4, 1.5, 0.6),
    "Flores et al. 2011",
    {"stiffness": (1e3, 1.5e5), "restitution": (0.1, 1.0)},
)
"""As it is chosen by name."""
