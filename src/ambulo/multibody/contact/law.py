"""The laws of a contact: a normal force, and a tangential force with two own states.

A law is a NamedTuple of its parameters. A normal law implements `normal_force`, a friction law
`friction_force`; the other functions have defaults. Derivatives are generated from the source code
of the laws.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import inner
from ambulo.math.dispatch import OnlyCompiled, operation, rebuilding
from ambulo.math.tangent import tangent

Friction = tuple[float, float, float, float]
"""Force in two directions of the plane [N], and two own states or their rates."""


class Slip(NamedTuple):
    """The motion of a contact point from one instant to the next, or a small change of this motion.

    Args:
        normal: force at the end [N].
        dx, dy: displacement over the plane [m]; dt: time that it takes [s].
        zx, zy: own states at the beginning [m].
    """

    normal: float
    dx: float
    dy: float
    dt: float
    zx: float
    zy: float


@inner
def sliding(slip: Slip) -> tuple[float, float, float]:
    """A steady velocity over the plane and its size [m/s]."""
    vx, vy = slip.dx / slip.dt, slip.dy / slip.dt
    return vx, vy, math.sqrt(vx * vx + vy * vy)


@operation(numbers=1)
def normal_force(law: Any, depth: float, speed: float, onset: float) -> float:
    """Force [N] that presses the bodies apart, not negative.

    Args:
        depth: of the penetration [m], > 0.
        speed: rate of the depth [m/s].
        onset: speed when the contact began [m/s].
    """
    raise OnlyCompiled


@operation(optional=True, numbers=1)
def contact_energy(law: Any, depth: float) -> float:
    """Energy [J] that the contact gives back from a depth. Default: 0."""
    return 0.0


@operation(numbers=4)
def friction_force(law: Any, normal: float, vx: float, vy: float, zx: float, zy: float) -> Friction:
    """Force on the body in two directions of the plane [N], and the rates of two own states.

    Args:
        normal: normal force [N].
        vx, vy: velocity of the body's contact point over the plane [m/s].
        zx, zy: own states, e.g. the deformation of bristles [m]; 0 when the contact begins.
    """
    raise OnlyCompiled


@operation(optional=True, numbers=1)
def friction_energy(law: Any, zx: float, zy: float) -> float:
    """Energy [J] that the own states give back. Default: 0."""
    return 0.0


def law_at(law: Any, values: FloatArray, k: int) -> Any:
    """A law of the same kind with parameters values[k], values[k + 1], ..., in the order of its
    fields."""
    raise OnlyCompiled


@operation(optional=True, numbers=4)
def friction_step(law: Any, slip: Slip) -> Friction:
    """Friction and own states at the end of a step with constant velocity.

    Default: `friction_force` at that velocity, and own states from their rates at the beginning. A
    law with own states has its own implicit rule, so steps may be long compared with the response
    of its bristles.

    Returns:
        Force in two directions of the plane [N] and the own states.
    """
    vx, vy, _ = sliding(slip)
    fx, fy, rx, ry = friction_force(law, slip.normal, vx, vy, slip.zx, slip.zy)
    return fx, fy, slip.zx + slip.dt * rx, slip.zy + slip.dt * ry


rebuilding(law_at)
normal_change = tangent(normal_force)
"""(law, depth, speed, onset, and a change of each): the force and its change to first order [N].
The change of the parameters is a law of the same type."""
friction_change = tangent(friction_step)
"""(law, slip, and a change of each): the result of `friction_step` and its change to first
order."""
