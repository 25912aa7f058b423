"""Spheres fixed on bodies that touch a plane: a force law of any formulation.

Three own states a sphere: the speed at which its contact began, and two of its friction law in two
directions of the plane. A step ends where a contact begins or ends.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.compilation import inner
from ambulo.math.dispatch import generic, implements
from ambulo.math.entries import matrix_at, vector, vector_at
from ambulo.math.packed import Packed
from ambulo.math.vectors import Vector3, add, cross, dot, rotate, scale, subtract
from ambulo.multibody.contact.law import (
    contact_energy,
    friction_energy,
    friction_force,
    law_of,
    normal_force,
)
from ambulo.multibody.forces.law import (
    BodyMotion,
    Loads,
    apply_law,
    law_event_count,
    law_event_values,
    law_switch,
    own_states,
    stored_energy,
)

__all__ = [
    "SphereContact",
    "SpheresOnPlane",
    "contact_wrenches",
    "sphere_contacts",
    "spheres_on_plane",
]


class SpheresOnPlane(NamedTuple):
    """Spheres, a plane, and the two laws between them.

    Args:
        body: (n,) that each sphere is fixed on; centre: (n, 3) m, in its frame.
        radius: (n,) m.
        plane: (4, 3) a point of the plane [m], its normal towards the spheres, and two directions
            in it, all unit vectors at right angles, world axes.
        normal, friction: packed laws of `contact.registry`, or one's own; the same for all spheres
            or `per_sphere`.
    """

    body: IntArray
    centre: FloatArray
    radius: FloatArray
    plane: FloatArray
    normal: Packed
    friction: Packed


def spheres_on_plane(
    body: IntArray,
    centre: FloatArray,
    radius: FloatArray,
    normal: Packed,
    friction: Packed,
    *,
    point: tuple[float, float, float] = (0.0, 0.0, 0.0),
    up: tuple[float, float, float] = (0.0, 0.0, 1.0),
) -> SpheresOnPlane:
    """Lay spheres and a plane out for the compiled loops.

    Args:
        body, centre, radius, normal, friction: as `SpheresOnPlane` has them.
        point: of the plane [m]; up: its normal, of any length; level ground if left out.
    """
    n = np.asarray(up, dtype=np.float64) / np.linalg.norm(up)
    along = np.array([1.0, 0.0, 0.0]) if abs(n[0]) < 0.9 else np.array([0.0, 1.0, 0.0])
    along -= n * (along @ n)
    along /= np.linalg.norm(along)
    plane = np.stack([np.asarray(point, dtype=np.float64), n, along, np.cross(n, along)])
    return SpheresOnPlane(
        np.array(body, dtype=np.int64), np.array(centre, dtype=np.float64),
        np.array(radius, dtype=np.float64), plane, normal, friction,
    )  # fmt: skip


@inner
def _penetration(law: SpheresOnPlane, motion: BodyMotion, k: int) -> tuple[float, Vector3, Vector3]:
    """Depth of sphere k, arm from its body's origin to the middle of contact, velocity there.

    The contact lies in the plane, under the sphere's centre.
    """
    b, up = law.body[k], vector_at(law.plane, 1)
    middle = rotate(matrix_at(motion.R, b), vector(law.centre[k]))
    at = add(vector_at(motion.p, b), middle)
    depth = law.radius[k] - dot(subtract(at, vector_at(law.plane, 0)), up)
    arm = subtract(middle, scale(law.radius[k] - depth, up))
    return depth, arm, add(vector_at(motion.u, b), cross(vector_at(motion.w, b), arm))


@implements(own_states, SpheresOnPlane)
def _own_states(law: SpheresOnPlane) -> int:
    return 3 * len(law.body)


@inner
def _force(
    law: SpheresOnPlane, motion: BodyMotion, k: int, s: FloatArray
) -> tuple[float, Vector3, Vector3, float, float]:
    """Depth of sphere k, arm of its force, the force, and the rates of its friction's states."""
    up, first, second = vector_at(law.plane, 1), vector_at(law.plane, 2), vector_at(law.plane, 3)
    depth, arm, u = _penetration(law, motion, k)
    if depth <= 0.0:
        return depth, arm, (0.0, 0.0, 0.0), 0.0, 0.0
    force = normal_force(law_of(law.normal, k), depth, -dot(u, up), s[3 * k])
    fx, fy, rate_x, rate_y = friction_force(
        law_of(law.friction, k), force, dot(u, first), dot(u, second), s[3 * k + 1], s[3 * k + 2]
    )
    f = add(scale(force, up), add(scale(fx, first), scale(fy, second)))
    return depth, arm, f, rate_x, rate_y


@implements(apply_law, SpheresOnPlane)
def _apply(
    law: SpheresOnPlane, t: float, motion: BodyMotion, s: FloatArray, loads: Loads,
    sigma: FloatArray,
) -> None:  # fmt: skip
    for k in range(len(law.body)):
        depth, arm, f, sigma[3 * k + 1], sigma[3 * k + 2] = _force(law, motion, k, s)
        sigma[3 * k] = 0.0
        if depth <= 0.0:
            continue
        n, b = cross(arm, f), law.body[k]
        for c in range(3):
            loads.wrench[b, c] += n[c]
            loads.wrench[b, 3 + c] += f[c]


@implements(stored_energy, SpheresOnPlane)
def _stored(law: SpheresOnPlane, t: float, motion: BodyMotion, s: FloatArray) -> float:
    energy = 0.0
    for k in range(len(law.body)):
        depth, _, _ = _penetration(law, motion, k)
        if depth > 0.0:
            energy += contact_energy(law_of(law.normal, k), depth)
            energy += friction_energy(law_of(law.friction, k), s[3 * k + 1], s[3 * k + 2])
    return energy


@implements(law_event_count, SpheresOnPlane)
def _event_count(law: SpheresOnPlane) -> int:
    return len(law.body)


@implements(law_event_values, SpheresOnPlane)
def _event_values(
    law: SpheresOnPlane, t: float, motion: BodyMotion, s: FloatArray, g: FloatArray
) -> None:
    for k in range(len(law.body)):
        g[k], _, _ = _penetration(law, motion, k)


@implements(law_switch, SpheresOnPlane)
def _switch(law: SpheresOnPlane, event: int, t: float, motion: BodyMotion, s: FloatArray) -> None:
    """A contact that begins remembers its speed, and its bristles are straight."""
    _, _, u = _penetration(law, motion, event)
    s[3 * event] = max(0.0, -dot(u, vector_at(law.plane, 1)))
    s[3 * event + 1] = 0.0
    s[3 * event + 2] = 0.0


class SphereContact(NamedTuple):
    """What each sphere feels.

    Args:
        depth: (frames, n) m, how far it reaches into the plane; negative above it.
        force: (frames, n, 3) N, of the plane on it, at `point`: (frames, n, 3) m, in the plane.
    """

    depth: FloatArray
    force: FloatArray
    point: FloatArray


def sphere_contacts(
    law: SpheresOnPlane, R: FloatArray, p: FloatArray, w: FloatArray, u: FloatArray, s: FloatArray
) -> SphereContact:
    """What each sphere feels in a known motion with known states of the contact.

    Args:
        law: spheres and plane.
        R: (frames, nb, 3, 3); p, w, u: (frames, nb, 3) m, rad/s, m/s, world axes.
        s: (frames, 3 * spheres) own states.
    """
    n = len(law.body)
    out = np.zeros((len(p), n, 7))
    turned = np.ascontiguousarray(R).reshape(*p.shape[:2], 9)
    _contacts(law, turned, p, w, u, s, out)
    return SphereContact(out[..., 0], out[..., 1:4], out[..., 4:])


def contact_wrenches(
    law: SpheresOnPlane, R: FloatArray, p: FloatArray, w: FloatArray, u: FloatArray, s: FloatArray
) -> FloatArray:
    """Wrenches of the plane on the bodies, arguments as `sphere_contacts`.

    Returns:
        (frames, nb, 6) N*m about the bodies' origins and N.
    """
    felt, out = sphere_contacts(law, R, p, w, u, s), np.zeros((*p.shape[:2], 6))
    for k, b in enumerate(law.body):
        force = felt.force[:, k]
        out[:, b, :3] += np.cross(felt.point[:, k] - p[:, b], force)
        out[:, b, 3:] += force
    return out


@generic
def _contacts(
    law: SpheresOnPlane, R: FloatArray, p: FloatArray, w: FloatArray, u: FloatArray,
    s: FloatArray, out: FloatArray,
) -> None:  # fmt: skip
    nothing = np.zeros(0)
    for i in range(out.shape[0]):
        motion = BodyMotion(nothing, nothing, R[i], p[i], w[i], u[i])
        for k in range(len(law.body)):
            depth, arm, f, _, _ = _force(law, motion, k, s[i])
            at = add(vector_at(p[i], law.body[k]), arm)
            out[i, k, 0] = depth
            for c in range(3):
                out[i, k, 1 + c], out[i, k, 4 + c] = f[c], at[c]
