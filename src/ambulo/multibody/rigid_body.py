"""Mass, centre of mass and inertia of rigid bodies: joined, divided, mirrored, turned.

The second moment S = integral of r r^T dm about the centre of mass carries the same facts as the
inertia I = tr(S) E - S, but a body with it exists exactly when S has no negative eigenvalue, and
parts add up by S = S_A + S_B + (m_A m_B / m) d d^T with d from one centre of mass to the other.
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
    """Second moment (..., 3, 3) [kg*m^2] of masses that have this inertia (..., 3, 3) [kg*m^2]."""
    size = np.trace(inertia, axis1=-2, axis2=-1)[..., np.newaxis, np.newaxis]
    return np.asarray(0.5 * size * _ONE - inertia)


def inertia_of(moment: FloatArray) -> FloatArray:
    """Inertia (3, 3) [kg*m^2] of the mass that has this second moment (3, 3) [kg*m^2]."""
    return np.asarray(np.trace(moment) * _ONE - moment)


def join(bodies: Sequence[RigidBody]) -> RigidBody:
    """One rigid body in place of several, by the parallel axis theorem.

    Args:
        bodies: at least one, with a positive mass together, all in one frame.
    Returns:
        Their sum in that frame.
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
    """Divides a body in two whose sum it is exactly.

    The distal part's centre of mass goes to `towards`, or as far that way as the body's second
    moment allows; the proximal part's follows from the sum. What the distance between the two
    leaves of the second moment is shared as a uniform rod cut across would share it: by the cube
    of the parts' lengths along the line between them, by their masses across it.

    Args:
        body: to be divided.
        share: of the mass for the distal part, between 0 and 1.
        towards: (3,) m, wanted centre of mass of the distal part, in the body's frame.
    Returns:
        Proximal part, distal part, and the fraction of the way that was possible (1: all of it).
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
    """The nearest tensor that a body can have, with the same moments and smaller products.

    Published tensors are means over subjects, rounded, and a few break the triangle inequality.

    Args:
        inertia: (3, 3), any unit; its moments alone must obey the inequality.
    Returns:
        The tensor, and the factor on its products of inertia: 1 where nothing was wrong.
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
