"""The bristles of Dopico et al. (2011) as in Pamies-Vila (2012), eqs. 6.6 to 6.12."""

from __future__ import annotations

import math
from typing import NamedTuple

from ambulo.math.dispatch import implements
from ambulo.multibody.contact.law import friction_energy, friction_force

__all__ = ["Bristle"]


class Bristle(NamedTuple):
    """F = kappa F_stick + (1 - kappa) F_slide - c_v v,  kappa = exp(-|v|^2 / v_stick^2).

    F_stick = -(k s + c s') with the deformation s of the bristles, at most mu N long;
    F_slide = -mu N v / |v|. Where the bristles can bear no more, their end slides along:
    s' = v while they hold, and the part of v that would stretch them further is left out.

    Args:
        coefficient: mu; transition: v_stick [m/s].
        stiffness: k [N/m]; damping: c [N*s/m], of the bristles; viscosity: c_v [N*s/m].
    """

    coefficient: float
    transition: float
    stiffness: float
    damping: float
    viscosity: float


@implements(friction_force, Bristle)
def _force(
    law: Bristle, normal: float, vx: float, vy: float, zx: float, zy: float
) -> tuple[float, float, float, float]:
    limit = law.coefficient * normal
    stretch = math.sqrt(zx * zx + zy * zy)
    rx, ry = vx, vy
    if law.stiffness * stretch >= limit and stretch > 0.0:
        outwards = (vx * zx + vy * zy) / stretch
        # a lighter load lets the bristles slip back to what it can hold
        excess = (law.stiffness * stretch - limit) / max(law.damping, 1e-3 * law.stiffness)
        back = max(outwards, 0.0) + excess
        rx -= back * zx / stretch
        ry -= back * zy / stretch
    sx, sy = -law.stiffness * zx - law.damping * rx, -law.stiffness * zy - law.damping * ry
    size = math.sqrt(sx * sx + sy * sy)
    if size > limit and size > 0.0:
        sx, sy = sx * limit / size, sy * limit / size
    sliding = math.sqrt(vx * vx + vy * vy)
    kappa = math.exp(-((sliding / law.transition) ** 2))
    slide = limit / sliding if sliding > 0.0 else 0.0
    fx = kappa * sx - ((1.0 - kappa) * slide + law.viscosity) * vx
    fy = kappa * sy - ((1.0 - kappa) * slide + law.viscosity) * vy
    return fx, fy, rx, ry


@implements(friction_energy, Bristle)
def _energy(law: Bristle, zx: float, zy: float) -> float:
    return 0.5 * law.stiffness * (zx * zx + zy * zy)
