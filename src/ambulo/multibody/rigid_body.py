"""Mass, centre of mass and inertia of rigid bodies, and operations to join, divide and mirror them.

The second moment S = integral of r r^T dm about the centre of mass contains the same information as
the inertia I = tr(S) E - S. A body with a given S exists if and only if S has no negative
eigenvalue. Parts A and B add up to S = S_A + S_B + (m_A m_B / m) d d^T, with d from the centre of
mass of A to that of B.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ambulo.math.arrays import FloatArray

_MIRROR = np.array([1.0, -1.0, 1.0])


_ONE = np.eye(3)


@dataclass(frozen=True, eq=False)
class RigidBody:
    """Mass properties in one frame.

    Args:
        mass: kg.
        com: (3,) m, centre of mass.
        inertia: (3, 3) kg*m^2, about the centre of mass.
    """

    mass: float
    com: FloatArray
    inertia: FloatArray


def second_moment(inertia: FloatArray) -> FloatArray:
    """Second moment (..., 3, 3) [kg*m^2] of masses with this inertia (..., 3, 3) [kg*m^2]."""
    size = np.trace(inertia, axis1=-2, axis2=-1)[..., np.newaxis, np.newaxis]
    return np.asarray(0.5 * size * _ONE - inertia)


def inertia_of(moment: FloatArray) -> FloatArray:
    """Inertia (3, 3) [kg*m^2] of a mass with this second moment (3, 3) [kg*m^2]."""
    return np.asarray(np.trace(moment) * _ONE - moment)


def join(bodies: Sequence[RigidBody]) -> RigidBody:
    """Join several bodies to one rigid body, by the parallel axis theorem.

    Args:
        bodies: at least one body, all in one frame, with a positive total mass.
    Returns:
        The joined body in this frame.
    """
    mass = sum(body.mass for body in bodies)
    com = np.sum([body.mass * body.com for body in bodies], axis=0) / mass
    moment = np.zeros((3, 3))
    for body in bodies:
        d = body.com - com
        moment += second_moment(body.inertia) + body.mass * np.outer(d, d)
    return RigidBody(mass, com, inertia_of(moment))


def divide(
    body: RigidBody, share: float, towards: FloatArray
) -> tuple[RigidBody, RigidBody, float]:
    """Divide a body into two parts, which together have exactly its properties.

    The distal part's centre of mass is at `towards`, or as far in this direction as the body's
    second moment allows. The proximal part's centre of mass follows. The rest of the second moment
    is divided as in a uniform rod that is cut across: along the line between the centres of mass,
    in proportion to the cubes of the parts' lengths; across this line, in proportion to their
    masses.

    Args:
        body: the body to divide.
        share: part of the mass in the distal part, between 0 and 1.
        towards: (3,) m, desired centre of mass of the distal part, in the body's frame.
    Returns:
        Proximal part, distal part, and the fraction of the displacement that was possible (1: all
            of it).
    """
    spread = second_moment(body.inertia)
    reduced = share * (1.0 - share) * body.mass
    size, axes = np.linalg.eigh(spread)
    thick = size > 1e-9 * size.max()
    # a thin body can only be divided along itself
    d = axes @ (thick * (axes.T @ (towards - body.com))) / (1.0 - share)
    # reduced * d d^T must leave a second moment without negative eigenvalue
    used = reduced * float(np.sum((axes.T @ d)[thick] ** 2 / size[thick]))
    reach = min(1.0, _FULLEST / np.sqrt(used)) if used > 0.0 else 1.0
    d = reach * d
    rest = spread - reduced * np.outer(d, d)

    size, axes = np.linalg.eigh(rest)
    size = np.maximum(size, 0.0)
    along = (axes.T @ d / max(float(np.linalg.norm(d)), 1e-12)) ** 2
    rod = share**3 / (share**3 + (1.0 - share) ** 3)
    part = share + (rod - share) * along
    distal = RigidBody(
        share * body.mass,
        body.com + (1.0 - share) * d,
        inertia_of((axes * (part * size)) @ axes.T),
    )
    proximal = RigidBody(
        (1.0 - share) * body.mass,
        body.com - share * d,
        inertia_of((axes * ((1.0 - part) * size)) @ axes.T),
    )
    return proximal, distal, float(reach)


_FULLEST = float(np.sqrt(0.75))
"""Share of the reach that a division uses at most: a rod cut in the middle uses so much."""


def mirror(body: RigidBody) -> RigidBody:
    """The same body on the other side of the sagittal plane y = 0."""
    return RigidBody(
        body.mass, _MIRROR * body.com, body.inertia * np.multiply.outer(_MIRROR, _MIRROR)
    )


def realisable(inertia: FloatArray) -> tuple[FloatArray, float]:
    """The nearest possible inertia tensor, with the same moments and smaller products of inertia.

    Published tensors are rounded means over subjects, and a few violate the triangle inequality.

    Args:
        inertia: (3, 3), in any unit; its moments of inertia must satisfy the inequality.
    Returns:
        The tensor, and the factor of its products of inertia: 1 if the tensor was possible.
    """
    moments = np.diag(np.diag(inertia))
    spread, products = second_moment(moments), -(inertia - moments)
    scale = 1.0 / np.sqrt(np.diag(spread))
    lowest = np.linalg.eigvalsh(products * np.multiply.outer(scale, scale)).min()
    factor = min(1.0, (1.0 - _THICKNESS) / -lowest) if lowest < 0.0 else 1.0
    return moments + factor * (inertia - moments), float(factor)


_THICKNESS = 1e-6
"""Relative margin that keeps a corrected tensor off the bound itself."""


def turn_between(a: FloatArray, b: FloatArray) -> FloatArray:
    """Smallest rotation (3, 3) that turns the direction a (3,) into the direction b (3,).

    Rodrigues (1840); the directions must not be opposite.
    """
    a, b = a / np.linalg.norm(a), b / np.linalg.norm(b)
    (ax, ay, az), (bx, by, bz) = a.tolist(), b.tolist()
    x, y, z = ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx
    K = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    return np.asarray(_ONE + K + K @ K / (1.0 + a @ b))
