"""A sphere on the floor z = 0 as functions of numbers: place of the contact, and force.

A force acts at the middle of the contact region, which lies in the floor under the sphere's centre
(Pamies-Vila 2012, eq. 6.7). `math.tangent` makes derivatives from this source text.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import inner
from ambulo.math.dispatch import OnlyCompiled, implements, operation
from ambulo.math.function_pointers import FLOAT
from ambulo.math.lanes import WIDTH
from ambulo.math.vectors import Vector3, add, cross
from ambulo.multibody.contact.law import Slip, friction_step, law_at, normal_force
from ambulo.multibody.contact.pointed import Laws, call_friction_step, call_normal_step

Numbers = tuple[float, float, float, float, float, float, float, float]

GEOMETRY = 4
"""Number of a sphere's values before the parameters of its laws: x, y, z of its centre in its
segment, and its radius [m].
"""

SLOWEST_ONSET = 0.01
"""m/s; least speed at the beginning of a contact that is given to laws that divide by it."""


class Place(NamedTuple):
    """Place of a sphere relative to the floor.

    Args:
        depth: m, in the floor; negative above it.
        vx, vy: m/s of the material point in the floor; speed: m/s into the floor.
        x, y: m, place of the centre.
    """

    depth: float
    vx: float
    vy: float
    speed: float
    x: float
    y: float


class Kept(NamedTuple):
    """The state of a contact that is kept from one frame to the next.

    Args:
        depth, vx, vy: as in `Place`, at the earlier frame.
        onset: m/s, speed at which the contact began; zx, zy: m, own states of friction.
    """

    depth: float
    vx: float
    vy: float
    onset: float
    zx: float
    zy: float


@inner
def carried(p: Vector3, u: Vector3, w: Vector3, arm: Vector3) -> tuple[Vector3, Vector3]:
    """Place and velocity of a point at an arm [m] from p, on a body with the velocities u and w at
    p.
    """
    return add(p, arm), add(u, cross(w, arm))


@inner
def place_on_floor(radius: float, X: Vector3, v: Vector3, w: Vector3) -> Place:
    """The place of a sphere with its centre at X, where its body has the velocity v."""
    # u + w x (-Z e_z)
    return Place(radius - X[2], v[0] - w[1] * X[2], v[1] + w[0] * X[2], -v[2], X[0], X[1])


class Pressing(NamedTuple):
    """Inputs of the laws of a sphere in the floor, from one instant to the next.

    Args:
        depth: m, and speed: m/s, at the end; onset: m/s, speed at which the contact began.
        dx, dy: m, path over the floor; dt: s; zx, zy: m, own states of friction at the beginning.
    """

    depth: float
    speed: float
    onset: float
    dx: float
    dy: float
    dt: float
    zx: float
    zy: float


PRESSING = len(Pressing._fields)


class Slopes(NamedTuple):
    """Derivatives of a sphere's force by the inputs of its laws.

    Args:
        unit_normal, unit_friction: (vectors, inputs, WIDTH) directions; by_normal (vectors, 1,
            WIDTH), by_friction (vectors, 4, WIDTH): changes along them.
        by: (5, PRESSING and the parameters of both laws) derivatives of fx, fy, fz and the own
            states.
    """

    unit_normal: FloatArray
    unit_friction: FloatArray
    by_normal: FloatArray
    by_friction: FloatArray
    by: FloatArray


@inner
def _directions(inputs: int, wanted: int) -> FloatArray:
    """Changes (vectors, inputs, WIDTH) of one input after the other, of so many of them."""
    unit = np.zeros(((wanted + WIDTH - 1) // WIDTH, inputs, WIDTH))
    for i in range(wanted):
        unit[i // WIDTH, i, i % WIDTH] = 1.0
    return unit


@inner
def slopes_of(laws: Laws, by_nn: int, by_nf: int) -> Slopes:
    """Empty derivatives for these numbers of parameters of the normal and friction laws."""
    normal = _directions(3 + laws.normals, 3 + by_nn)
    friction = _directions(6 + laws.frictions, 6 + by_nf)
    return Slopes(
        normal, friction, np.zeros((len(normal), 1, WIDTH)), np.zeros((len(friction), 4, WIDTH)),
        np.zeros((5, PRESSING + by_nn + by_nf)),
    )  # fmt: skip


class TypedLaws(NamedTuple):
    """A normal and a friction law whose code is in the loop. Each kind of law compiles the loop
    anew.
    """

    normal: Any
    friction: Any


class LawsAt(NamedTuple):
    """Laws by address, and the memory addresses of one sphere's parameters."""

    laws: Laws
    place: int


@operation
def laws_at(laws: Any, values: FloatArray) -> Any:
    """The laws of a sphere (`Laws` or `TypedLaws`), with the parameters from its values."""
    raise OnlyCompiled


@operation
def pressed(own: Any, at: Pressing) -> tuple[Vector3, float, float]:
    """Force of the floor at the end of a step, and the own states of friction. The argument `own`
    comes from `laws_at`.
    """
    raise OnlyCompiled


@implements(laws_at, TypedLaws)
def _typed_at(laws: TypedLaws, values: FloatArray) -> TypedLaws:
    law = law_at(laws.normal, values, GEOMETRY)
    return TypedLaws(law, law_at(laws.friction, values, GEOMETRY + len(law)))


@implements(pressed, TypedLaws)
def _typed(own: TypedLaws, at: Pressing) -> tuple[Vector3, float, float]:
    force = normal_force(own.normal, at.depth, at.speed, at.onset)
    slip = Slip(force, at.dx, at.dy, at.dt, at.zx, at.zy)
    fx, fy, ex, ey = friction_step(own.friction, slip)
    return (fx, fy, force), ex, ey


@implements(laws_at, Laws)
def _addressed_at(laws: Laws, values: FloatArray) -> LawsAt:
    return LawsAt(laws, values.ctypes.data + FLOAT * GEOMETRY)


@implements(pressed, LawsAt)
def _addressed(own: LawsAt, at: Pressing) -> tuple[Vector3, float, float]:
    laws, place = own.laws, own.place
    force = call_normal_step(laws.normal, place, 0, 0, 0, at.depth, at.speed, at.onset)
    fx, fy, ex, ey = call_friction_step(
        laws.friction, place + FLOAT * laws.normals, 0, 0, 0, force, at.dx, at.dy, at.dt, at.zx,
        at.zy,
    )  # fmt: skip
    return (fx, fy, force), ex, ey


@inner
def pressed_by(own: LawsAt, at: Pressing, slopes: Slopes) -> tuple[Vector3, float, float]:
    """As `pressed`. It also fills the derivatives."""
    laws, place, nn, by = own.laws, own.place, own.laws.normals, slopes.by
    of_normal, of_friction = slopes.by_normal, slopes.by_friction
    force, (fx, fy, ex, ey) = 0.0, (0.0, 0.0, 0.0, 0.0)
    for n in range(len(of_normal)):
        force = call_normal_step(
            laws.normal, place, 1, slopes.unit_normal[n].ctypes.data, of_normal[n].ctypes.data,
            at.depth, at.speed, at.onset,
        )  # fmt: skip
    for n in range(len(of_friction)):
        fx, fy, ex, ey = call_friction_step(
            laws.friction, place + FLOAT * nn, 1, slopes.unit_friction[n].ctypes.data,
            of_friction[n].ctypes.data, force, at.dx, at.dy, at.dt, at.zx, at.zy,
        )  # fmt: skip
    params = nn if by.shape[1] > PRESSING else 0
    for i in range(3 + params):
        # through the normal force
        column = i if i < 3 else PRESSING + i - 3
        change = of_normal[i // WIDTH, 0, i % WIDTH]
        by[2, column] = change
        for j in range(4):
            by[j if j < 2 else j + 1, column] = of_friction[0, j, 0] * change
    for i in range(1, 6 + by.shape[1] - PRESSING - params):
        column = i + 2 if i < 6 else PRESSING + params + i - 6
        for j in range(4):
            by[j if j < 2 else j + 1, column] = of_friction[i // WIDTH, j, i % WIDTH]
    return (fx, fy, force), ex, ey


@inner
def pressing(at: Place, kept: Kept, touched: bool, dt: float) -> Numbers:
    """Inputs of the laws at a frame, in the order of `Pressing`.

    Between frames, a contact begins where the depth passes zero. The trapezoidal rule gives the
    sliding distance. In the first interval of a contact, the velocity is constant.

    Args:
        at: place in the floor; kept: state from the frame before, with the depth 0 at the first
            frame.
        touched: whether the sphere touched the floor in the frame before.
        dt: s, interval between frames.
    """
    onset, zx, zy, step = kept.onset, kept.zx, kept.zy, dt
    dx, dy = 0.5 * dt * (at.vx + kept.vx), 0.5 * dt * (at.vy + kept.vy)
    if not touched:
        onset, zx, zy = at.speed, 0.0, 0.0
        if kept.depth < 0.0:
            rise = at.depth - kept.depth
            onset = rise / dt
            step = dt * at.depth / rise
        onset = max(onset, SLOWEST_ONSET)
        dx, dy = step * at.vx, step * at.vy
    return at.depth, at.speed, onset, dx, dy, step, zx, zy
