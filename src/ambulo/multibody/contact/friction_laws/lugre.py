"""The LuGre model of Canudas de Wit et al. (1995), its deflection scaled by the normal force.

The law is not passive. The force of the bristles is in proportion to the load, so the stored energy
grows with the load, although the load does no work on them. A sphere that is pressed harder before
it slides back gains energy. A body also creeps below the limit of friction. `Bristle` has neither
fault.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from ambulo.math.compilation import inner
from ambulo.math.dispatch import implements
from ambulo.multibody.contact.law import Friction, Slip, friction_force, friction_step, sliding
from ambulo.multibody.contact.named_law import FrictionLaw


class LuGre(NamedTuple):
    """F = -N (s_0 z + s_1 z' + s_2 v),  z' = v - s_0 |v| z / g(v).

    g(v) = mu_c + (mu_s - mu_c) exp(-|v|^2 / v_s^2), so steady sliding has mu_c.

    Args:
        coefficient, static: mu_c, mu_s; speed: Stribeck's v_s [m/s].
        stiffness: s_0 [1/m]; damping: s_1 [s/m]; viscosity: s_2 [s/m], each per normal force.
    """

    coefficient: float
    static: float
    speed: float
    stiffness: float
    damping: float
    viscosity: float


@inner
def _stribeck(law: LuGre, v: float) -> float:
    """g(v) of Stribeck's curve."""
    fall = math.exp(-((v / law.speed) ** 2))
    return law.coefficient + (law.static - law.coefficient) * fall


@inner
def _pull(law: LuGre, normal: float, v: float, z: float, rate: float) -> float:
    return -normal * (law.stiffness * z + law.damping * rate + law.viscosity * v)


@implements(friction_force, LuGre)
def _force(law: LuGre, normal: float, vx: float, vy: float, zx: float, zy: float) -> Friction:
    v = math.sqrt(vx * vx + vy * vy)
    # z' = v - s_0 |v| z / g
    back = law.stiffness * v / _stribeck(law, v)
    rx, ry = vx - back * zx, vy - back * zy
    return _pull(law, normal, vx, zx, rx), _pull(law, normal, vy, zy, ry), rx, ry


@implements(friction_step, LuGre)
def _step(law: LuGre, slip: Slip) -> Friction:
    vx, vy, v = sliding(slip)
    # z' = v - s_0 |v| z / g by the implicit Euler rule
    back = law.stiffness * v * slip.dt / _stribeck(law, v)
    zx, zy = (slip.zx + slip.dx) / (1.0 + back), (slip.zy + slip.dy) / (1.0 + back)
    rx, ry = (zx - slip.zx) / slip.dt, (zy - slip.zy) / slip.dt
    fx, fy = _pull(law, slip.normal, vx, zx, rx), _pull(law, slip.normal, vy, zy, ry)
    return fx, fy, zx, zy


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
"""The law for a choice by name."""
