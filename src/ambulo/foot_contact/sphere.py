"""A sphere on the floor z = 0 as functions of numbers: where it meets it, what it feels.

A force acts at the middle of the contact region, which lies in the floor under the sphere's centre
(Pamies-Vila 2012, eq. 6.7). Derivatives are made from this text (`math.tangent`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ambulo.math.compilation import inner
from ambulo.math.vectors import Vector3, add, cross
from ambulo.multibody.contact.law import friction_step, normal_force
from ambulo.multibody.contact.slip import Slip

GEOMETRY = 4
"""Values of a sphere before those of its laws: x, y, z of its centre in its segment, radius [m]."""

SLOWEST_ONSET = 0.01
"""m/s; laws that divide by the speed at which a contact began are not asked below it."""


class Place(NamedTuple):
    """Where a sphere is to the floor.

    Args:
        depth: m, in the floor; negative above it.
        vx, vy: m/s of the material point that is in the floor; speed: m/s into it.
        x, y: m, of the centre.
    """

    depth: float
    vx: float
    vy: float
    speed: float
    x: float
    y: float


class Kept(NamedTuple):
    """What a contact keeps from one frame to the next.

    Args:
        depth, vx, vy: of the place then.
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
    """Place and velocity of a point at an arm [m] from p, on a body with u and w there."""
    return add(p, arm), add(u, cross(w, arm))


@inner
def place_on_floor(radius: float, X: Vector3, v: Vector3, w: Vector3) -> Place:
    """The place of a sphere whose centre is at X, its body's velocity v there."""
    # u + w x (-Z e_z)
    return Place(radius - X[2], v[0] - w[1] * X[2], v[1] + w[0] * X[2], -v[2], X[0], X[1])


@inner
def pressed(
    law: Any, rub: Any, at: Place, onset: float, dx: float, dy: float, dt: float, zx: float,
    zy: float,
) -> tuple[Vector3, float, float]:  # fmt: skip
    """Force of the floor at the end of a step, and friction's own states there.

    Args:
        law, rub: normal and friction law.
        at: a place in the floor.
        onset: m/s; dx, dy: m over the floor in the step; dt: s; zx, zy: at its beginning.
    """
    force = normal_force(law, at.depth, at.speed, onset)
    fx, fy, ex, ey = friction_step(rub, Slip(force, dx, dy, dt, zx, zy))
    return (fx, fy, force), ex, ey


@inner
def framed(
    law: Any, rub: Any, at: Place, kept: Kept, touched: bool, dt: float
) -> tuple[float, float, float, float, float, float]:
    """Force of the floor at a frame; onset, zx and zy to be kept.

    A contact that begins between frames does so where the depth passes zero. How far it slid is
    trapezoidal, and from there on at a steady velocity where it begins.

    Args:
        law, rub: normal and friction law.
        at: a place in the floor; kept: from the frame before, its depth 0 at the first frame.
        touched: whether the sphere touched the floor then.
        dt: s between frames.
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
    f, ex, ey = pressed(law, rub, at, onset, dx, dy, step, zx, zy)
    return f[0], f[1], f[2], onset, ex, ey
