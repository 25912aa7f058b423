"""What spheres under feet in a given motion feel from the ground: one compiled pass over time.

Friction goes from frame to frame by the law's own implicit rule.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ambulo.foot_contact.feet_motion import FeetMotion
from ambulo.foot_contact.sphere import (
    Kept,
    Pressing,
    carried,
    laws_at,
    place_on_floor,
    pressed,
    pressing,
)
from ambulo.math.arrays import BoolArray, FloatArray, IntArray
from ambulo.math.compilation import inner
from ambulo.math.dispatch import generic
from ambulo.math.entries import matrix_at, vector, vector_at
from ambulo.math.packed import Packed
from ambulo.math.vectors import Vector3, cross, rotate, subtract
from ambulo.multibody.contact.pointed import laws_of


class Paths(NamedTuple):
    """`FeetMotion` laid out for the compiled loops.

    Args:
        R: (feet, frames, 2, 9) row by row; p, w, u: (feet, frames, 2, 3); stance: (feet, frames).
        dt: s between frames.
    """

    R: FloatArray
    p: FloatArray
    w: FloatArray
    u: FloatArray
    stance: BoolArray
    dt: float


def paths_of(feet: FeetMotion) -> Paths:
    """Lay a motion out for the compiled loops."""
    dt = float((feet.time[-1] - feet.time[0]) / (len(feet.time) - 1))
    R = feet.R.reshape(*feet.p.shape[:3], 9)
    p, w, u = (np.ascontiguousarray(x) for x in (feet.p, feet.w, feet.u))
    return Paths(np.ascontiguousarray(R), p, w, u, np.ascontiguousarray(feet.stance), dt)


@inner
def add_force(wrench: FloatArray, arm: Vector3, force: Vector3) -> None:
    """Add a force [N], an arm [m] from the point of reference, to a wrench (6,) N*m, N."""
    moment = cross(arm, force)
    for c in range(3):
        wrench[c] += moment[c]
        wrench[3 + c] += force[c]


@generic
def add_foot_wrench(
    laws: Any, paths: Paths, f: int, segment: IntArray, values: FloatArray, about: FloatArray,
    out: FloatArray,
) -> None:  # fmt: skip
    """Add the wrench of foot f's spheres at every frame.

    Args:
        laws: `Laws` or `TypedLaws`; their parameters come from `values`.
        paths: of the feet.
        segment: (spheres,) 0 for the hindfoot, 1 for the forefoot.
        values: (spheres, GEOMETRY + parameters of the normal law + of the friction law).
        about: (frames, 3) m, point of reference.
        out: (frames, 6) N*m, N, added to.
    """
    for s in range(len(segment)):
        seg, value, own = segment[s], values[s], laws_at(laws, values[s])
        touching, kept = False, Kept(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
        for k in range(out.shape[0]):
            offset = rotate(matrix_at(paths.R[f, k], seg), vector(value))
            p, w = vector_at(paths.p[f, k], seg), vector_at(paths.w[f, k], seg)
            X, v = carried(p, vector_at(paths.u[f, k], seg), w, offset)
            at = place_on_floor(value[3], X, v, w)
            if at.depth <= 0.0 or not paths.stance[f, k]:
                touching, kept = False, Kept(at.depth, 0.0, 0.0, 0.0, 0.0, 0.0)
                continue
            felt = Pressing(*pressing(at, kept, touching, paths.dt))
            force, zx, zy = pressed(own, felt)
            touching, kept = True, Kept(at.depth, at.vx, at.vy, felt.onset, zx, zy)
            add_force(out[k], subtract((at.x, at.y, 0.0), vector(about[k])), force)


def foot_wrenches(
    normal: Packed,
    friction: Packed,
    feet: FeetMotion,
    segment: IntArray,
    values: FloatArray,
    about: FloatArray,
) -> FloatArray:
    """Wrench of the ground on each foot.

    Args:
        normal, friction: laws of the kinds to use.
        feet: the motion.
        segment: (spheres,) 0 for the hindfoot, 1 for the forefoot.
        values: (2, spheres, values of a sphere).
        about: (2, frames, 3) m, a point of reference for each foot.
    Returns:
        (2, frames, 6) N*m, N, world axes.
    """
    paths = paths_of(feet)
    out, laws = np.zeros((len(values), len(feet.time), 6)), laws_of(normal, friction)
    for f in range(len(values)):
        add_foot_wrench(laws, paths, f, segment, values[f], about[f], out[f])
    return out
