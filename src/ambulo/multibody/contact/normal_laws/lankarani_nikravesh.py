"""Lankarani & Nikravesh (1990): damping from a coefficient of restitution near 1."""

from __future__ import annotations

import math
from typing import NamedTuple

from ambulo.math.dispatch import implements
from ambulo.multibody.contact.elastic import (
    damped_in_proportion,
    damping,
    restitution_damping,
    sphere_stiffness,
)
from ambulo.multibody.contact.named_law import NormalLaw


@damped_in_proportion
class LankaraniNikravesh(NamedTuple):
    """N = k x^n (1 + 3 (1 - e^2) x' / (4 v)), with the speed v at which the contact began.

    Args:
        stiffness: k [N/m^n]; exponent: n; restitution: e.
    """

    stiffness: float
    exponent: float
    restitution: float

    @classmethod
    def of_materials(
        cls, radius: float, restitution: float, sphere: tuple[float, float],
        plane: tuple[float, float] = (math.inf, 0.0),
    ) -> LankaraniNikravesh:  # fmt: skip
        """The law of an elastic sphere on a plane.

        Args:
            radius: m; restitution: e.
            sphere, plane: Young's modulus [Pa] and Poisson's ratio; the plane is rigid by default.
        """
        return cls(sphere_stiffness(radius, sphere, plane), 1.5, restitution)


@implements(damping, LankaraniNikravesh)
def _damping(law: LankaraniNikravesh, speed: float, onset: float) -> float:
    return restitution_damping(0.75 * (1.0 - law.restitution**2), speed, onset)


LAW = NormalLaw(
    LankaraniNikravesh(3e4, 1.5, 0.6),
    "Lankarani & Nikravesh 1990",
    {"stiffness": (1e3, 1.5e5), "restitution": (0.0, 1.0)},
    {"exponent": 1.0},
)
"""The law for a choice by name."""
