"""Spheres that are fixed on bodies and touch the ground: a force law for all formulations.

A sphere has three own states: the speed at which its contact began, and the two states of its
friction law, in two directions of the ground. A time step ends where a contact begins or ends.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.compilation import inner
from ambulo.math.dispatch import generic, implements
from ambulo.math.entries import matrix_at, vector, vector_at
from ambulo.math.function_pointers import FLOAT
from ambulo.math.packed import Packed
from ambulo.math.vectors import Matrix3, Vector3, add, cross, dot, rotate, scale, subtract
from ambulo.multibody.contact.ground import ground_under, plane
from ambulo.multibody.contact.pointed import (
    call_friction,
    call_normal,
    friction_pointer,
    normal_pointer,
)
from ambulo.multibody.forces.law import (
    BodyMotion,
    Loads,
    add_wrench_unchecked,
    apply_law,
    law_event_count,
    law_event_values,
    law_switch,
    own_states,
    stored_energy,
)
from ambulo.multibody.integrators.compile_errors import mistakes_in_one_line

_LAWS: dict[int, type] = {}
"""Packed types of laws by their addresses in this process."""


class PerSphere(NamedTuple):
    """A law with different parameters for each sphere.

    Args:
        kind: a normal or friction law; its own parameters do not matter.
        values: (spheres, parameters), in the order of the law's fields.
    """

    kind: Packed
    values: FloatArray


def per_sphere(kind: Packed, values: FloatArray) -> PerSphere:
    """Parameters of a law for each of several spheres.

    Args:
        kind: packed law of the same kind.
        values: (spheres, parameters), in the order of the law's fields.
    Raises:
        ValueError: the law has another number of parameters.
    """
    rows = np.array(values, dtype=np.float64, ndmin=2)
    if rows.shape[1] != len(kind._fields):
        raise ValueError(f"{type(kind).__name__} does not have {rows.shape[1]} parameters")
    return PerSphere(kind, rows)


class SpheresOnGround(NamedTuple):
    """Spheres, the ground, and the two laws between them.

    Args:
        body: (n,) body of each sphere; centre: (n, 3) m, in the body's frame.
        radius: (n,) m.
        ground: packed, of `contact.ground`.
        law: (2,) addresses of a normal and a friction law (`contact.pointed`).
        values: (n, parameters): the `normals` parameters of the normal law, then those of friction.
    """

    body: IntArray
    centre: FloatArray
    radius: FloatArray
    ground: Packed
    law: IntArray
    values: FloatArray
    normals: int

    def __reduce__(self) -> tuple[Any, ...]:
        """Addresses hold in one process only: a copy looks its laws up anew."""
        return _pointed, (*self[:4], *(_LAWS[int(x)] for x in self.law), self.values)


def spheres_on_ground(
    body: IntArray, centre: FloatArray, radius: FloatArray, normal: Packed | PerSphere,
    friction: Packed | PerSphere, ground: Packed | None = None,
) -> SpheresOnGround:  # fmt: skip
    """Spheres on bodies, which touch the ground: a law for `tree_system` or `natural_system`.

    Args:
        body: (n,) number of the body of each sphere.
        centre: (n, 3) m, in the body's frame.
        radius: (n,) m.
        normal, friction: packed laws of `contact.registry`, or your own; the same for all spheres,
            or `per_sphere`.
        ground: a plane or a step of `contact.ground`; level ground by default.
    Raises:
        InputError: a law is not one or does not compile, or there is not one centre and one radius
            for each sphere.
    """
    _require_shapes(body, centre, radius)
    kinds, values = [], []
    for law, pointer in ((normal, normal_pointer), (friction, friction_pointer)):
        one = law.kind if isinstance(law, PerSphere) else law
        pointer(type(one))  # refuses what is no such law
        rows = law.values if isinstance(law, PerSphere) else np.array([[*one]], dtype=float)
        kinds.append(type(one))
        values.append(np.broadcast_to(rows, (len(body), rows.shape[1])))
    return _pointed(
        np.array(body, dtype=np.int64), np.array(centre, dtype=np.float64),
        np.array(radius, dtype=np.float64), plane() if ground is None else ground,
        kinds[0], kinds[1], np.concatenate(values, axis=1),
    )  # fmt: skip


def _require_shapes(body: object, centre: object, radius: object) -> None:
    """Refuse arrays of other shapes: compiled code would read numbers beside them."""
    arrays = {"body": body, "centre": centre, "radius": radius}
    given = {name: np.asarray(array).shape for name, array in arrays.items()}
    n = given["body"][0] if given["body"] else 0
    wanted = {"body": (n,), "centre": (n, 3), "radius": (n,)}
    for name, shape in wanted.items():
        if given[name] != shape:
            count = "n" if not given["body"] else str(n)
            said = f"({count}, 3)" if name == "centre" else f"({count},)"
            raise InputError(
                f"{name} has the shape {given[name]}, not {said}",
                "spheres_on_ground",
                "Give each of the n spheres the number of its body, its centre and its radius",
            )


def _pointed(
    body: IntArray, centre: FloatArray, radius: FloatArray, ground: Packed, normal: Any,
    friction: Any, values: FloatArray,
) -> SpheresOnGround:  # fmt: skip
    with mistakes_in_one_line():
        law = [normal_pointer(normal).address, friction_pointer(friction).address]
    _LAWS.update(zip(law, (normal, friction), strict=True))
    return SpheresOnGround(
        body,
        centre,
        radius,
        ground,
        np.array(law),
        np.ascontiguousarray(values),
        len(normal._fields),
    )


class Meeting(NamedTuple):
    """The place where a sphere touches the ground, or would touch it.

    Args:
        depth: m, of the sphere in the ground; negative above it.
        arm: m, from the body's origin to the middle of the contact; u: m/s, velocity there.
        up, first, second: axes of the ground; `up` is its normal.
    """

    depth: float
    arm: Vector3
    u: Vector3
    up: Vector3
    first: Vector3
    second: Vector3


@inner
def meet(
    ground: Any, radius: float, centre: Vector3, R: Matrix3, p: Vector3, w: Vector3, u: Vector3
) -> Meeting:
    """The contact, at the place of the ground nearest to the sphere's centre.

    Args:
        ground: packed.
        radius: m; centre: of the sphere, from its body's origin [m], the body's axes.
        R, p, w, u: of the body and its origin [m, rad/s, m/s].
    """
    middle = rotate(R, centre)
    height, up, first = ground_under(ground, add(p, middle))
    arm = subtract(middle, scale(height, up))
    return Meeting(radius - height, arm, add(u, cross(w, arm)), up, first, cross(up, first))


@inner
def press(
    normal: int, friction: int, place: int, count: int, at: Meeting, s: FloatArray,
    rates: FloatArray,
) -> tuple[Vector3, float]:  # fmt: skip
    """Force on a sphere, and the energy of friction's own states; rates of the sphere's own states.

    Args:
        normal, friction: addresses of laws (`contact.pointed`).
        place: of their parameters in memory; the first `count` belong to the normal law.
        at: place of the contact.
        s, rates: (3,) own states of the sphere, and their rates, which are filled.
    """
    rates[0] = rates[1] = rates[2] = 0.0
    if at.depth <= 0.0:
        return (0.0, 0.0, 0.0), 0.0
    onset, zx, zy = s[0], s[1], s[2]
    force = call_normal(normal, place, 0, at.depth, -dot(at.u, at.up), onset)
    fx, fy, rates[1], rates[2], energy = call_friction(
        friction, place + FLOAT * count, force, dot(at.u, at.first), dot(at.u, at.second), zx, zy
    )
    return add(scale(force, at.up), add(scale(fx, at.first), scale(fy, at.second))), energy


@inner
def begin_contact(at: Meeting, s: FloatArray) -> None:
    """Fill the own states (3,) of a sphere whose contact begins: it remembers its speed into the
    ground, and its bristles are straight.
    """
    s[0], s[1], s[2] = max(0.0, -dot(at.u, at.up)), 0.0, 0.0


@inner
def _meeting(law: SpheresOnGround, motion: BodyMotion, k: int) -> Meeting:
    """Where sphere k is."""
    b = law.body[k]
    return meet(
        law.ground, law.radius[k], vector(law.centre[k]), matrix_at(motion.R, b),
        vector_at(motion.p, b), vector_at(motion.w, b), vector_at(motion.u, b),
    )  # fmt: skip


@implements(own_states, SpheresOnGround)
def _own_states(law: SpheresOnGround) -> int:
    return 3 * len(law.body)


@inner
def _force(
    law: SpheresOnGround, motion: BodyMotion, k: int, s: FloatArray, sigma: FloatArray
) -> tuple[float, Vector3, Vector3, float]:
    """Depth of sphere k, arm of its force, the force, energy of friction. It fills the rates."""
    at = _meeting(law, motion, k)
    place = law.values.ctypes.data + FLOAT * k * law.values.shape[1]
    f, energy = press(law.law[0], law.law[1], place, law.normals, at, s[3 * k :], sigma[3 * k :])
    return at.depth, at.arm, f, energy


@implements(apply_law, SpheresOnGround)
def _apply(
    law: SpheresOnGround, t: float, motion: BodyMotion, s: FloatArray, loads: Loads,
    sigma: FloatArray,
) -> None:  # fmt: skip
    for k in range(len(law.body)):
        depth, arm, f, _ = _force(law, motion, k, s, sigma)
        if depth > 0.0:
            add_wrench_unchecked(loads, law.body[k], cross(arm, f), f)


@implements(stored_energy, SpheresOnGround)
def _stored(law: SpheresOnGround, t: float, motion: BodyMotion, s: FloatArray) -> float:
    energy, rates = 0.0, np.empty(len(s))
    for k in range(len(law.body)):
        depth, _, _, of_friction = _force(law, motion, k, s, rates)
        if depth > 0.0:
            p = law.values.ctypes.data + FLOAT * k * law.values.shape[1]
            energy += of_friction + call_normal(law.law[0], p, 1, depth, 0.0, 0.0)
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
    begin_contact(_meeting(law, motion, event), s[3 * event :])


class SphereContact(NamedTuple):
    """Depth and force of each sphere.

    Args:
        depth: (frames, n) m, of the sphere in the ground; negative above it.
        force: (frames, n, 3) N, of the ground on the sphere; point: (frames, n, 3) m, its point of
            action on the ground.
    """

    depth: FloatArray
    force: FloatArray
    point: FloatArray


def sphere_contacts(
    law: SpheresOnGround, R: FloatArray, p: FloatArray, w: FloatArray, u: FloatArray, s: FloatArray
) -> SphereContact:
    """Depth and force of each sphere, for a known motion and known states of the contact.

    Args:
        law: the spheres and the ground.
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
    """Wrenches of the ground on the bodies; arguments as in `sphere_contacts`.

    Returns:
        (frames, nb, 6): moment [N*m] about the body's origin, then force [N].
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
    nothing, rates = np.zeros(0), np.empty(s.shape[1])
    for i in range(out.shape[0]):
        motion = BodyMotion(nothing, nothing, R[i], p[i], w[i], u[i])
        for k in range(len(law.body)):
            depth, arm, f, _ = _force(law, motion, k, s[i], rates)
            at = add(vector_at(p[i], law.body[k]), arm)
            out[i, k, 0] = depth
            for c in range(3):
                out[i, k, 1 + c], out[i, k, 4 + c] = f[c], at[c]
