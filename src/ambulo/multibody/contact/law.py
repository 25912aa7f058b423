"""What the laws of a contact are: a normal force, a tangential force with two own states.

A law is packed as a NamedTuple of its parameters. A normal law implements `normal_force`, a
friction law `friction_force`; the rest has defaults.
"""

from __future__ import annotations

from typing import Any

from ambulo.math.dispatch import operation

__all__ = ["contact_energy", "friction_energy", "friction_force", "normal_force"]


def _normal_force(law: Any, depth: float, speed: float, onset: float) -> float:
    """Force [N] that presses the bodies apart, not negative.

    Args:
        depth: of the penetration, > 0 [m].
        speed: at which it grows [m/s].
        onset: speed when the contact began [m/s].
    """
    raise TypeError("chosen in compiled code")


def _contact_energy(law: Any, depth: float) -> float:
    """Energy [J] that the contact gives back from a depth. Default: 0."""
    return 0.0


def _friction_force(
    law: Any, normal: float, vx: float, vy: float, zx: float, zy: float
) -> tuple[float, float, float, float]:
    """Force on the body in two directions of the plane [N], and the rates of two own states.

    Args:
        normal: normal force [N].
        vx, vy: velocity of the body's contact point over the plane [m/s].
        zx, zy: own states, e.g. the deformation of bristles [m]; 0 when the contact begins.
    """
    raise TypeError("chosen in compiled code")


def _friction_energy(law: Any, zx: float, zy: float) -> float:
    """Energy [J] that the own states give back. Default: 0."""
    return 0.0


normal_force = operation(_normal_force)
contact_energy = operation(_contact_energy, _contact_energy)
friction_force = operation(_friction_force)
friction_energy = operation(_friction_energy, _friction_energy)
