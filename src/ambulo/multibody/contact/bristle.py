"""The bristles of Dopico et al. (2011) as in Pamies-Vila (2012), eqs. 6.6 to 6.12."""

from __future__ import annotations

import math
from typing import NamedTuple

from ambulo.math.dispatch import implements
from ambulo.multibody.contact.law import friction_energy, friction_force, friction_step
from ambulo.multibody.contact.named_law import FrictionLaw
from ambulo.multibody.contact.slip import Friction, Slip, sliding

_SHORTEST = 1e-3
"""tau [s], in which bristles come to what they can bear; the least c / k of a simulation."""


class Bristle(NamedTuple):
    """F = kappa F_stick + (1 - kappa) F_slide - c_v v,  kappa = exp(-|v|^2 / v_stick^2).

    F_stick = -(k s + c s') with the deformation s of the bristles, no larger than mu N;
    F_slide = -mu N v / |v|. s' = v while they hold; from |k s + tau k v| = mu N on their end slides
    along. In the direction n of k s + tau k v, s' is at most

        (mu N - k s.n) / (tau k)    where k s.n <= mu N
        (mu N - k s.n) / c          beyond: a lighter load lets them slip back

    with tau = 1 ms and, in a simulation, a c of at least tau k. So s' is continuous: were s' = v up
    to the very limit, one that rises more slowly than the bristles stretch would be passed to and
    fro in every step, and no implicit step would be solved. And friction is passive,
    -F.v >= k s.s'. Both ask for a damper. Bristles bent back by mu N / k that push with k s alone
    give off mu N v, so that s' is at least v; those that nothing presses any more have s' = 0; and
    where a contact begins, at N = 0, the two are one state. With a damper the first give off
    (mu N - c s') v, and s' >= mu N v / (mu N + c v) goes to 0 with N, by no more than k / c.

    Args:
        coefficient: mu; transition: v_stick [m/s].
        stiffness: k [N/m]; damping: c [N*s/m], of the bristles, 0 too; viscosity: c_v [N*s/m].
    """

    coefficient: float
    transition: float
    stiffness: float
    damping: float
    viscosity: float


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
    sx, sy = -k * zx - c * rx, -k * zy - c * ry
    size = math.sqrt(sx * sx + sy * sy)
    if size > limit and size > 0.0:
        sx, sy = sx * limit / size, sy * limit / size
    v = math.sqrt(vx * vx + vy * vy)
    # F = kappa F_stick - ((1 - kappa) mu N / |v| + c_v) v
    kappa = math.exp(-((v / law.transition) ** 2))
    slide = limit / v if v > 0.0 else 0.0
    fx = kappa * sx - ((1.0 - kappa) * slide + law.viscosity) * vx
    fy = kappa * sy - ((1.0 - kappa) * slide + law.viscosity) * vy
    return fx, fy, rx, ry


@implements(friction_energy, Bristle)
def _energy(law: Bristle, zx: float, zy: float) -> float:
    return 0.5 * law.stiffness * (zx * zx + zy * zy)


@implements(friction_step, Bristle)
def _step(law: Bristle, change: Bristle, slip: Slip, d: Slip) -> tuple[Friction, Friction]:
    (vx, vy, v), (d_vx, d_vy, d_v) = sliding(slip, d)
    limit = law.coefficient * slip.normal
    d_limit = change.coefficient * slip.normal + law.coefficient * d.normal
    zx, zy, d_zx, d_zy = slip.zx + slip.dx, slip.zy + slip.dy, d.zx + d.dx, d.zy + d.dy
    stretch = math.sqrt(zx * zx + zy * zy)
    longest = limit / law.stiffness
    if stretch > longest and stretch > 0.0:
        # bristles that can bear no more slide along at the length that they can bear
        d_longest = (d_limit - longest * change.stiffness) / law.stiffness
        part = longest / stretch
        d_part = (d_longest - part * (zx * d_zx + zy * d_zy) / stretch) / stretch
        zx, zy, d_zx, d_zy = (
            part * zx, part * zy, part * d_zx + d_part * zx, part * d_zy + d_part * zy,
        )  # fmt: skip
    # F_stick = -(k s + c s'), no larger than mu N
    rx, ry = (zx - slip.zx) / slip.dt, (zy - slip.zy) / slip.dt
    d_rx, d_ry = (d_zx - d.zx - rx * d.dt) / slip.dt, (d_zy - d.zy - ry * d.dt) / slip.dt
    sx, sy = -law.stiffness * zx - law.damping * rx, -law.stiffness * zy - law.damping * ry
    d_sx = -change.stiffness * zx - law.stiffness * d_zx - change.damping * rx - law.damping * d_rx
    d_sy = -change.stiffness * zy - law.stiffness * d_zy - change.damping * ry - law.damping * d_ry
    size = math.sqrt(sx * sx + sy * sy)
    if size > limit and size > 0.0:
        part = limit / size
        d_part = (d_limit - part * (sx * d_sx + sy * d_sy) / size) / size
        sx, sy, d_sx, d_sy = (
            part * sx, part * sy, part * d_sx + d_part * sx, part * d_sy + d_part * sy,
        )  # fmt: skip
    ratio = v / law.transition
    kappa = math.exp(-ratio * ratio)
    d_kappa = -2.0 * kappa * ratio * (d_v - ratio * change.transition) / law.transition
    slide = limit / v if v > 0.0 else 0.0
    d_slide = (d_limit - slide * d_v) / v if v > 0.0 else 0.0
    c = (1.0 - kappa) * slide + law.viscosity
    d_c = (1.0 - kappa) * d_slide - d_kappa * slide + change.viscosity
    fx, fy = kappa * sx - c * vx, kappa * sy - c * vy
    d_fx = d_kappa * sx + kappa * d_sx - d_c * vx - c * d_vx
    d_fy = d_kappa * sy + kappa * d_sy - d_c * vy - c * d_vy
    return (fx, fy, zx, zy), (d_fx, d_fy, d_zx, d_zy)


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
"""As it is chosen by name."""
