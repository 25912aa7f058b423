"""Hunt & Crossley (1975): an elastic force with damping in proportion to it."""

from __future__ import annotations

from typing import NamedTuple

from ambulo.math.dispatch import implements
from ambulo.multibody.contact.elastic import damped_in_proportion, damping
from ambulo.multibody.contact.named_law import NormalLaw


@damped_in_proportion
class HuntCrossley(NamedTuple):
    """N = k x^n (1 + 3/2 alpha x'); for slow impacts the restitution is 1 - alpha v.

    Args:
        stiffness: k [N/m^n]; exponent: n, 3/2 for Hertz's sphere.
        dissipation: alpha [s/m].
    """

    stiffness: float
    exponent: float
    dissipation: float


@implements(damping, HuntCrossley)
def _damping(law: HuntCrossley, speed: float, onset: float) -> float:
    return 1.5 * law.dissipation * speed


LAW = NormalLaw(
    HuntCrossley(3e4, 1.5, 0.5),
    "Hunt & Crossley 1975",
    {"stiffness": (1e3, 1.5e5), "dissipation": (0.0, 3.0)},
    {"exponent": 1.0},
)
"""The law for a choice by name."""
