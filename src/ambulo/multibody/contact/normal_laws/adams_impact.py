"""The IMPACT function of Adams: an elastic force with damping that grows with depth."""

from __future__ import annotations

from typing import NamedTuple

from ambulo.math.dispatch import implements
from ambulo.multibody.contact.elastic import elastic_energy, elastic_force
from ambulo.multibody.contact.law import contact_energy, normal_force
from ambulo.multibody.contact.named_law import NormalLaw


class AdamsImpact(NamedTuple):
    """N = k x^e + c s(x / d) x' with a cubic step s from 0 at x = 0 to 1 at x = d.

    Args:
        stiffness: k [N/m^e]; exponent: e.
        damping: c [N*s/m]; depth: d [m].
    """

    stiffness: float
    exponent: float
    damping: float
    depth: float


@implements(normal_force, AdamsImpact)
def _force(law: AdamsImpact, depth: float, speed: float, onset: float) -> float:
    part = min(depth / law.depth, 1.0)
    damping = law.damping * part * part * (3.0 - 2.0 * part)
    return max(0.0, elastic_force(law, depth) + damping * speed)


@implements(contact_energy, AdamsImpact)
def _energy(law: AdamsImpact, depth: float) -> float:
    return elastic_energy(law, depth)


LAW = NormalLaw(
    AdamsImpact(3e4, 1.5, 200.0, 0.01),
    "Adams, function IMPACT",
    {"stiffness": (1e3, 1.5e5), "damping": (0.0, 2e3)},
    {"exponent": 1.0, "depth": 1e-6},
)
"""The law for a choice by name."""
