"""The LuGre model of Canudas de Wit et al. (1995), its deflection scaled by the normal force.

Not passive: the bristles' force is in proportion to the load, so that what they store grows with a
load that did no work on them, and a sphere that is pressed harder before it slides back is given
energy. It creeps below its limit. `Bristle` does neither.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from ambulo.math.dispatch import implements
from ambulo.multibody.contact.law import friction_force, friction_step
from ambulo.multibody.contact.named_law import FrictionLaw
from ambulo.multibody.contact.slip import Friction, Slip, sliding


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
def _force(law: LuGre, normal: float, vx: float, vy: float, zx: float, zy: float) -> Friction:
    v = math.sqrt(vx * vx + vy * vy)
    # Stribeck's curve g(v), then z' = v - s_0 |v| z / g
    g = law.coefficient
    g += (law.static - law.coefficient) * math.exp(-((v / law.speed) ** 2))
    back = law.stiffness * v / g
    rx, ry = vx - back * zx, vy - back * zy
    fx = -normal * (law.stiffness * zx + law.damping * rx + law.viscosity * vx)
    fy = -normal * (law.stiffness * zy + law.damping * ry + law.viscosity * vy)
    return fx, fy, rx, ry


@implements(friction_step, LuGre)
def _step(law: LuGre, change: LuGre, slip: Slip, d: Slip) -> tuple[Friction, Friction]:
    (vx, vy, v), (d_vx, d_vy, d_v) = sliding(slip, d)
    fall = math.exp(-((v / law.speed) ** 2))
    over = law.static - law.coefficient
    g = law.coefficient + over * fall
    d_fall = -2.0 * fall * v * (d_v - v * change.speed / law.speed) / law.speed**2
    d_g = change.coefficient + (change.static - change.coefficient) * fall + over * d_fall
    # z' = v - s_0 |v| z / g by the implicit Euler rule
    way, d_way = v * slip.dt, d_v * slip.dt + v * d.dt
    back = law.stiffness * way / g
    d_back = (change.stiffness * way + law.stiffness * d_way - back * d_g) / g
    zx, zy = (slip.zx + slip.dx) / (1.0 + back), (slip.zy + slip.dy) / (1.0 + back)
    d_zx = (d.zx + d.dx - zx * d_back) / (1.0 + back)
    d_zy = (d.zy + d.dy - zy * d_back) / (1.0 + back)
    # z' over the step, F = -N (s_0 z + s_1 z' + s_2 v)
    rx, ry = (zx - slip.zx) / slip.dt, (zy - slip.zy) / slip.dt
    d_rx, d_ry = (d_zx - d.zx - rx * d.dt) / slip.dt, (d_zy - d.zy - ry * d.dt) / slip.dt
    bx = law.stiffness * zx + law.damping * rx + law.viscosity * vx
    by = law.stiffness * zy + law.damping * ry + law.viscosity * vy
    d_bx = change.stiffness * zx + change.damping * rx + change.viscosity * vx
    d_by = change.stiffness * zy + change.damping * ry + change.viscosity * vy
    d_bx += law.stiffness * d_zx + law.damping * d_rx + law.viscosity * d_vx
    d_by += law.stiffness * d_zy + law.damping * d_ry + law.viscosity * d_vy
    n = slip.normal
    force = (-n * bx, -n * by, zx, zy)
    return force, (-d.normal * bx - n * d_bx, -d.normal * by - n * d_by, d_zx, d_zy)


LAW = FrictionLaw(
    LuGre(0.7, 0.8, 0.05, 400.0, 0.5, 0.0),
    "Canudas de Wit et al. 1995",
    {
        "coefficient": (0.2, 1.5),
        "static": (0.2, 1.5),
        "speed": (0.01, 0.3),
        "stiffness": (50.0, 5e3),
        "damping": (0.0, 5.0),
    },
    {"coefficient": 1e-6, "static": 1e-6, "speed": 1e-6},
)
"""As it is chosen by name."""
