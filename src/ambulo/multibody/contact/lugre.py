"""The LuGre model of Canudas de Wit et al. (1995), its deflection scaled by the normal force."""

from __future__ import annotations

import math
from typing import NamedTuple

from ambulo.math.dispatch import implements
from ambulo.multibody.contact.law import friction_force

__all__ = ["LuGre"]


class LuGre(NamedTuple):
    """F = -N (s_0 z + s_1 z' + s_2 v),  z' = v - s_0 |v| z / g(v).

    g(v) = mu_c + (mu_s - mu_c) exp(-|v|^2 / v_s^2), so that steady sliding has mu_c.

    Args:
        coefficient, static: mu_c, mu_s; speed: v_s [m/s] of Stribeck.
        stiffness: s_0 [1/m]; damping: s_1 [s/m]; viscosity: s_2 [s/m], each per normal force.
    """

    coefficient: float
    static: float
    speed: float
    stiffness: float
    damping: float
    viscosity: float


@implements(friction_force, LuGre)
def _force(
    law: LuGre, normal: float, vx: float, vy: float, zx: float, zy: float
) -> tuple[float, float, float, float]:
    sliding = math.sqrt(vx * vx + vy * vy)
    g = law.coefficient
    g += (law.static - law.coefficient) * math.exp(-((sliding / law.speed) ** 2))
    back = law.stiffness * sliding / g
    rx, ry = vx - back * zx, vy - back * zy
    fx = -normal * (law.stiffness * zx + law.damping * rx + law.viscosity * vx)
    fy = -normal * (law.stiffness * zy + law.damping * ry + law.viscosity * vy)
    return fx, fy, rx, ry
