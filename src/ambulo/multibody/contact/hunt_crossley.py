"""Hunt & Crossley (1975): an elastic force with damping in proportion to it."""

from __future__ import annotations

import math
from typing import NamedTuple

from ambulo.math.arrays import FloatArray
from ambulo.math.dispatch import implements
from ambulo.multibody.contact.law import contact_energy, law_at, normal_change, normal_force
from ambulo.multibody.contact.named_law import NormalLaw

__all__ = ["LAW", "HuntCrossley"]


class HuntCrossley(NamedTuple):
    """N = k x^n (1 + 3/2 alpha x'), so that the restitution is 1 - alpha v for slow impacts.

    Args:
        stiffness: k [N/m^n]; exponent: n, 3/2 for a sphere of Hertz.
        dissipation: alpha [s/m].
    """

    stiffness: float
    exponent: float
    dissipation: float


@implements(normal_force, HuntCrossley)
def _force(law: HuntCrossley, depth: float, speed: float, onset: float) -> float:
    elastic = law.stiffness * math.pow(depth, law.exponent)
    return max(0.0, elastic * (1.0 + 1.5 * law.dissipation * speed))


@implements(contact_energy, HuntCrossley)
def _energy(law: HuntCrossley, depth: float) -> float:
    return law.stiffness * math.pow(depth, law.exponent + 1.0) / (law.exponent + 1.0)


@implements(law_at, HuntCrossley)
def _at(law: HuntCrossley, values: FloatArray, k: int) -> HuntCrossley:
    return HuntCrossley(values[k], values[k + 1], values[k + 2])


@implements(normal_change, HuntCrossley)
def _change(
    law: HuntCrossley, change: HuntCrossley, depth: float, speed: float, onset: float,
    d_depth: float, d_speed: float, d_onset: float,
) -> float:  # fmt: skip
    power = math.pow(depth, law.exponent - 1.0)
    elastic = law.stiffness * power * depth
    d_elastic = change.stiffness * power * depth + law.stiffness * law.exponent * power * d_depth
    d_elastic += elastic * math.log(depth) * change.exponent
    damping = 1.0 + 1.5 * law.dissipation * speed
    if damping <= 0.0:
        return 0.0
    d_damping = 1.5 * (change.dissipation * speed + law.dissipation * d_speed)
    return d_elastic * damping + elastic * d_damping


LAW = NormalLaw(
    HuntCrossley(3e4, 1.5, 0.5),
    "Hunt & Crossley 1975",
    {"stiffness": (1e3, 1.5e5), "dissipation": (0.0, 3.0)},
)
"""As it is chosen by name."""
