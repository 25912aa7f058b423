"""Spheres fixed on bodies that touch the ground: a force law of any formulation.

Three own states a sphere: the speed at which its contact began, and two of its friction law in two
directions of the ground. A step ends where a contact begins or ends.
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
from ambulo.multibody.contact.ground import ground_under, plane
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


class SpheresOnGround(NamedTuple):
    """Spheres, what they stand on, and the two laws between them.

    Args:
        body: (n,) that each sphere is fixed on; centre: (n, 3) m, in its frame.
        radius: (n,) m.
        ground: packed, of `contact.ground`.
        normal, friction: packed laws of `contact.registry`, or one's own; the same for all spheres
            or `per_sphere`.
    """

    body: IntArray
    centre: FloatArray
    radius: FloatArray
    ground: Packed
    normal: Packed
    friction: Packed


def spheres_on_ground(
    body: IntArray, centre: FloatArray, radius: FloatArray, normal: Packed, friction: Packed,
    ground: Packed | None = None,
) -> SpheresOnGround:  # fmt: skip
    """Lay spheres out for the compiled loops.

    Args:
        body, centre, radius, normal, friction: as `SpheresOnGround` has them.
        ground: a plane or a step of `contact.ground`; level ground if left out.
    """
    return SpheresOnGround(
        np.array(body, dtype=np.int64), np.array(centre, dtype=np.float64),
        np.array(radius, dtype=np.float64), plane() if ground is None else ground,
        normal, friction,
    )  # fmt: skip


class _Meeting(NamedTuple):
    """Where a sphere meets the ground, or would.

    Args:
        depth: m, of the sphere in the ground; negative above it.
        arm: m, from its body's origin to the middle of contact; u: m/s, velocity there.
        up, first, second: axes of the ground, its normal first.
    """

    depth: float
    arm: Vector3
    u: Vector3
    up: Vector3
    first: Vector3
    second: Vector3


@inner
def _meeting(law: SpheresOnGround, motion: BodyMotion, k: int) -> _Meeting:
    """The contact of sphere k, which lies in the ground, nearest to the sphere's centre."""
    b = law.body[k]
    middle = rotate(matrix_at(motion.R, b), vector(law.centre[k]))
    height, up, first = ground_under(law.ground, add(vector_at(motion.p, b), middle))
    arm = subtract(middle, scale(height, up))
    u = add(vector_at(motion.u, b), cross(vector_at(motion.w, b), arm))
    return _Meeting(law.radius[k] - height, arm, u, up, first, cross(up, first))


@implements(own_states, SpheresOnGround)
def _own_states(law: SpheresOnGround) -> int:
    return 3 * len(law.body)


@inner
def _force(
    law: SpheresOnGround, motion: BodyMotion, k: int, s: FloatArray
) -> tuple[float, Vector3, Vector3, float, float]:
    """Depth of sphere k, arm of its force, the force, and the rates of its friction's states."""
    depth, arm, u, up, first, second = _meeting(law, motion, k)
    if depth <= 0.0:
        return depth, arm, (0.0, 0.0, 0.0), 0.0, 0.0
    force = normal_force(law_of(law.normal, k), depth, -dot(u, up), s[3 * k])
    fx, fy, rate_x, rate_y = friction_force(
        law_of(law.friction, k), force, dot(u, first), dot(u, second), s[3 * k + 1], s[3 * k + 2]
    )
    f = add(scale(force, up), add(scale(fx, first), scale(fy, second)))
    return depth, arm, f, rate_x, rate_y


@implements(apply_law, SpheresOnGround)
def _apply(
    law: SpheresOnGround, t: float, motion: BodyMotion, s: FloatArray, loads: Loads,
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


@implements(stored_energy, SpheresOnGround)
def _stored(law: SpheresOnGround, t: float, motion: BodyMotion, s: FloatArray) -> float:
    energy = 0.0
    for k in range(len(law.body)):
        depth = _meeting(law, motion, k).depth
        if depth > 0.0:
            energy += contact_energy(law_of(law.normal, k), depth)
            energy += friction_energy(law_of(law.friction, k), s[3 * k + 1], s[3 * k + 2])
    return energy


@implements(law_event_count, SpheresOnGround)
def _event_count(law: SpheresOnGround) -> int:
    return len(law.body)


@implements(law_event_values, SpheresOnGround)
def _event_values(
    law: SpheresOnGround, t: float, motion: BodyMotion, s: FloatArray, g: FloatArray
) -> None:
    for k in range(len(law.body)):
        g[k] = _meeting(law, motion, k).depth


@implements(law_switch, SpheresOnGround)
def _switch(law: SpheresOnGround, event: int, t: float, motion: BodyMotion, s: FloatArray) -> None:
    """A contact that begins remembers its speed, and its bristles are straight."""
    meeting = _meeting(law, motion, event)
    s[3 * event] = max(0.0, -dot(meeting.u, meeting.up))
    s[3 * event + 1] = 0.0
    s[3 * event + 2] = 0.0


class SphereContact(NamedTuple):
    """What each sphere feels.

    Args:
        depth: (frames, n) m, how far it reaches into the ground; negative above it.
        force: (frames, n, 3) N, of the ground on it, at `point`: (frames, n, 3) m, in the ground.
    """

    depth: FloatArray
    force: FloatArray
    point: FloatArray


def sphere_contacts(
    law: SpheresOnGround, R: FloatArray, p: FloatArray, w: FloatArray, u: FloatArray, s: FloatArray
) -> SphereContact:
    """What each sphere feels in a known motion with known states of the contact.

    Args:
        law: spheres and ground.
        R: (frames, nb, 3, 3); p, w, u: (frames, nb, 3) m, rad/s, m/s, world axes.
        s: (frames, 3 * spheres) own states.
    """
    n = len(law.body)
    out = np.zeros((len(p), n, 7))
    turned = np.ascontiguousarray(R).reshape(*p.shape[:2], 9)
    _contacts(law, turned, p, w, u, s, out)
    return SphereContact(out[..., 0], out[..., 1:4], out[..., 4:])


def contact_wrenches(
    law: SpheresOnGround, R: FloatArray, p: FloatArray, w: FloatArray, u: FloatArray, s: FloatArray
) -> FloatArray:
    """Wrenches of the ground on the bodies, arguments as `sphere_contacts`.

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
    law: SpheresOnGround, R: FloatArray, p: FloatArray, w: FloatArray, u: FloatArray,
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
