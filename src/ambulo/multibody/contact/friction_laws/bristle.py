"""The bristles of Dopico et al. (2011) as in Pamies-Vila (2012), eqs. 6.6 to 6.12."""

from __future__ import annotations

import math
from typing import NamedTuple

from ambulo.math.compilation import inner
from ambulo.math.dispatch import implements
from ambulo.multibody.contact.law import (
    Friction,
    Slip,
    friction_energy,
    friction_force,
    friction_step,
    sliding,
)
from ambulo.multibody.contact.named_law import FrictionLaw

_SHORTEST = 1e-3
"""tau [s], in which bristles come to what they can bear; the least c / k of a simulation."""


class Bristle(NamedTuple):
    """F = kappa F_stick + (1 - kappa) F_slide - c_v v,  kappa = exp(-|v|^2 / v_stick^2).

    F_stick = -(k s + c s') with the deformation s of the bristles, no larger than mu N; F_slide =
    -mu N v / |v|. s' = v while they stick; from |k s + tau k v| = mu N on, their end slides. In the
    direction n of k s + tau k v, s' is at most

        (mu N - k s.n) / (tau k)    where k s.n <= mu N
        (mu N - k s.n) / c          beyond, where a lighter load lets them slip back

    with tau = 1 ms and, in a simulation, a c of at least tau k. So s' is continuous. If s' were v
    up to the limit, and the limit rose more slowly than the bristles stretch, each step would cross
    the limit repeatedly, and an implicit step would have no solution. Friction is also passive,
    -F.v >= k s.s'. Both properties need damping. Without damping, bristles that are bent back by mu
    N / k give off mu N v, so s' is at least v. Bristles without a load have s' = 0. Where a contact
    begins, at N = 0, these two states are one. With damping, the former bristles give off (mu N - c
    s') v, and s' >= mu N v / (mu N + c v) goes to 0 with N, by no more than k / c.

    Args:
        coefficient: mu; transition: v_stick [m/s].
        stiffness: k [N/m]; damping: c [N*s/m], of the bristles, which may be 0; viscosity: c_v
            [N*s/m].
    """

    coefficient: float
    transition: float
    stiffness: float
    damping: float
    viscosity: float


@inner
def _limited(
    law: Bristle, limit: float, c: float, zx: float, zy: float, rx: float, ry: float, vx: float,
    vy: float,
) -> tuple[float, float]:  # fmt: skip
    """F = kappa F_stick - ((1 - kappa) mu N / |v| + c_v) v. F_stick = -(k s + c s') is no larger
    than mu N.

    Args:
        limit: mu N [N]; c: of the bristles [N*s/m].
        zx, zy, rx, ry: deformation s [m] and its rate s' [m/s]; vx, vy: v [m/s].
    """
    sx, sy = -law.stiffness * zx - c * rx, -law.stiffness * zy - c * ry
    size = math.sqrt(sx * sx + sy * sy)
    if size > limit and size > 0.0:
        sx, sy = limit / size * sx, limit / size * sy
    v = math.sqrt(vx * vx + vy * vy)
    kappa = math.exp(-((v / law.transition) ** 2))
    slide = limit / v if v > 0.0 else 0.0
    drag = (1.0 - kappa) * slide + law.viscosity
    return kappa * sx - drag * vx, kappa * sy - drag * vy


@implements(friction_force, Bristle)
def _force(law: Bristle, normal: float, vx: float, vy: float, zx: float, zy: float) -> Friction:
    limit = law.coefficient * normal
    k, firm = law.stiffness, _SHORTEST * law.stiffness
    c = max(law.damping, firm)
    yx, yy = k * zx + firm * vx, k * zy + firm * vy
    pressed = math.sqrt(yx * yx + yy * yy)
    rx, ry = vx, vy
    if pressed > limit:
        nx, ny = yx / pressed, yy / pressed
        slip, borne = vx * nx + vy * ny, k * (zx * nx + zy * ny)
        slip -= (limit - borne) / (c if borne > limit else firm)
        if slip > 0.0:
            rx -= slip * nx
            ry -= slip * ny
    fx, fy = _limited(law, limit, c, zx, zy, rx, ry, vx, vy)
    return fx, fy, rx, ry


@implements(friction_energy, Bristle)
def _energy(law: Bristle, zx: float, zy: float) -> float:
    return 0.5 * law.stiffness * (zx * zx + zy * zy)


@implements(friction_step, Bristle)
def _step(law: Bristle, slip: Slip) -> Friction:
    vx, vy, _ = sliding(slip)
    limit = law.coefficient * slip.normal
    zx, zy = slip.zx + slip.dx, slip.zy + slip.dy
    stretch = math.sqrt(zx * zx + zy * zy)
    longest = limit / law.stiffness
    if stretch > longest and stretch > 0.0:
        # bristles that can bear no more slide along at the length that they can bear
        zx, zy = longest / stretch * zx, longest / stretch * zy
    rx, ry = (zx - slip.zx) / slip.dt, (zy - slip.zy) / slip.dt
    fx, fy = _limited(law, limit, law.damping, zx, zy, rx, ry, vx, vy)
    return fx, fy, zx, zy


LAW = FrictionLaw(
    Bristle(0.8, 0.05, 2e4, 50.0, 0.0),
    "Dopico et al. 2011",
    {
        "coefficient": (0.2, 1.5),
        "transition": (0.01, 0.3),
        "stiffness": (1e3, 1e5),
        "damping": (0.0, 500.0),
    },
    {"transition": 1e-6, "stiffness": 1e-6},
)
"""The law for a choice by name."""
