"""The elastic force k x^n of a contact, and laws with damping in proportion to this force.

A law is a NamedTuple with `stiffness` k [N/m^n] and `exponent` n (3/2 for Hertz's sphere).
"""

from __future__ import annotations

import math
from typing import Any, TypeVar

from ambulo.math.compilation import inner
from ambulo.math.dispatch import OnlyCompiled, implements, operation
from ambulo.multibody.contact.law import contact_energy, normal_force

Law = TypeVar("Law", bound=type)


@inner
def elastic_force(law: Any, depth: float) -> float:
    """k x^n [N]."""
    force: float = law.stiffness * math.pow(depth, law.exponent)
    return force


@inner
def elastic_energy(law: Any, depth: float) -> float:
    """k x^(n + 1) / (n + 1) [J]."""
    energy: float = law.stiffness * math.pow(depth, law.exponent + 1.0) / (law.exponent + 1.0)
    return energy


@operation
def damping(law: Any, speed: float, onset: float) -> float:
    """d of N = k x^n (1 + d); `speed` and `onset` as in `normal_force`."""
    raise OnlyCompiled


@inner
def restitution_damping(loss: float, speed: float, onset: float) -> float:
    """c x' / v of a law with a given restitution; 0 if the contact began at rest (v = 0)."""
    return loss * speed / onset if onset > 0.0 else 0.0


def _force(law: Any, depth: float, speed: float, onset: float) -> float:
    return max(0.0, elastic_force(law, depth) * (1.0 + damping(law, speed, onset)))


def _energy(law: Any, depth: float) -> float:
    return elastic_energy(law, depth)


def damped_in_proportion(kind: Law) -> Law:
    """Give a law that implements `damping` the force N = max(0, k x^n (1 + d))."""
    implements(normal_force, kind)(_force)
    implements(contact_energy, kind)(_energy)
    return kind


def sphere_stiffness(
    radius: float,
    sphere: tuple[float, float],
    plane: tuple[float, float] = (math.inf, 0.0),
) -> float:
    """K of K x^(3/2) for an elastic sphere on a plane [N/m^1.5] (Hertz 1881).

    K = 4/3 E sqrt(R), 1/E = (1 - nu_s^2) / E_s + (1 - nu_p^2) / E_p: Pamies-Vila (2012, eqs. 6.3
    and 6.4).

    Args:
        radius: m.
        sphere, plane: Young's modulus [Pa] and Poisson's ratio; the plane is rigid by default.

    Raises:
        ValueError: a radius or modulus is not positive, or a Poisson's ratio is impossible.
    """
    for young, poisson in (sphere, plane):
        if not (radius > 0.0 and young > 0.0 and -1.0 <= poisson <= 0.5):
            raise ValueError(
                f"R = {radius} m, E = {young} Pa, nu = {poisson} are impossible for an elastic "
                "sphere"
            )
    compliance = sum((1.0 - poisson**2) / young for young, poisson in (sphere, plane))
    return 4.0 / 3.0 * math.sqrt(radius) / compliance
