"""Flores et al. (2011): damping from any coefficient of restitution."""

from __future__ import annotations

from typing import NamedTuple

from ambulo.math.dispatch import implements
from ambulo.multibody.contact.elastic import (
    damped_in_proportion,
    damping,
    restitution_damping,
)
from ambulo.multibody.contact.named_law import NormalLaw


@damped_in_proportion
class Flores(NamedTuple):
    """N = k x^n (1 + 8 (1 - e) x' / (5 e v)), with the speed v at which the contact began.

    Args:
        stiffness: k [N/m^n]; exponent: n; restitution: e > 0.
    """

    stiffness: float
    exponent: float
    restitution: float


@implements(damping, Flores)
def _damping(law: Flores, speed: float, onset: float) -> float:
    return restitution_damping(1.6 * (1.0 - law.restitution) / law.restitution, speed, onset)


LAW = NormalLaw(
    Flores(3e4, 1.5, 0.6),
    "Flores et al. 2011",
    {"stiffness": (1e3, 1.5e5), "restitution": (0.1, 1.0)},
    {"exponent": 1.0, "restitution": 1e-6},
)
"""The law for a choice by name."""
