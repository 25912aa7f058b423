"""A linear spring and damper in parallel that cannot pull (Goldsmith 1960)."""

from __future__ import annotations

from typing import NamedTuple

from ambulo.math.dispatch import implements
from ambulo.multibody.contact.law import contact_energy, normal_force
from ambulo.multibody.contact.named_law import NormalLaw


class KelvinVoigt(NamedTuple):
    """N = max(0, k x + c x'). Args: stiffness: k [N/m]; damping: c [N*s/m]."""

    stiffness: float
    damping: float


@implements(normal_force, KelvinVoigt)
def _force(law: KelvinVoigt, depth: float, speed: float, onset: float) -> float:
    return max(0.0, law.stiffness * depth + law.damping * speed)


@implements(contact_energy, KelvinVoigt)
def _energy(law: KelvinVoigt, depth: float) -> float:
    return 0.5 * law.stiffness * depth * depth


LAW = NormalLaw(
    KelvinVoigt(1e4, 100.0),
    "Goldsmith 1960",
    {"stiffness": (500.0, 1e5), "damping": (0.0, 2e3)},
)
"""The law for a choice by name."""
