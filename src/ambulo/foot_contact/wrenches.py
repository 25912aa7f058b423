"""What spheres under feet in a given motion feel from the ground: one compiled pass over time.

The floor is z = 0. A force acts at the middle of the contact region, which lies in the floor under
the sphere's centre (Pamies-Vila 2012, eq. 6.7). Of a sphere of radius r with its centre at height
Z the depth is r - Z. Friction goes from frame to frame by the law's own implicit rule.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ambulo.foot_contact.feet_motion import FeetMotion
from ambulo.math.arrays import BoolArray, FloatArray, IntArray
from ambulo.math.compilation import inner
from ambulo.math.dispatch import generic
from ambulo.math.entries import matrix_at, vector_at
from ambulo.math.vectors import Vector3, add, cross, rotate
from ambulo.multibody.contact.law import friction_step, law_at, normal_force
from ambulo.multibody.contact.slip import Slip

GEOMETRY = 4
"""Values of a sphere before those of its laws: x, y, z of its centre in its segment, radius [m]."""

SLOWEST_ONSET = 0.01
"""m/s; laws that divide by the speed at which a contact began are not asked below it."""


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
    normal: Any, friction: Any, paths: Paths, f: int, segment: IntArray, values: FloatArray,
    about: FloatArray, out: FloatArray,
) -> None:  # fmt: skip
    """Add the wrench of foot f's spheres at every frame.

    Args:
        normal, friction: laws of the kinds to use; their parameters come from `values`.
        paths: of the feet.
        segment: (spheres,) 0 for the hindfoot, 1 for the forefoot.
        values: (spheres, GEOMETRY + parameters of the normal law + of the friction law).
        about: (frames, 3) m, point of reference.
        out: (frames, 6) N*m, N, added to.
    """
    dt = paths.dt
    own = GEOMETRY + len(normal)
    for s in range(len(segment)):
        seg, value = segment[s], values[s]
        law, rub = law_at(normal, value, GEOMETRY), law_at(friction, value, own)
        centre = (value[0], value[1], value[2])
        touching, onset, zx, zy = False, 0.0, 0.0, 0.0
        last_depth, last_vx, last_vy = -1.0, 0.0, 0.0
        for k in range(out.shape[0]):
            # only its height tells whether the sphere touches
            R = matrix_at(paths.R[f, k], seg)
            offset = rotate(R, centre)
            depth = value[3] - (paths.p[f, k, seg, 2] + offset[2])
            if depth <= 0.0 or not paths.stance[f, k]:
                touching, last_depth = False, depth
                continue
            X = add(vector_at(paths.p[f, k], seg), offset)
            w = vector_at(paths.w[f, k], seg)
            v = add(vector_at(paths.u[f, k], seg), cross(w, offset))
            # of the material point that is in the floor
            vx, vy, speed = v[0] - w[1] * X[2], v[1] + w[0] * X[2], -v[2]
            step, dx, dy = dt, 0.5 * dt * (vx + last_vx), 0.5 * dt * (vy + last_vy)
            if not touching:
                touching, zx, zy, onset = True, 0.0, 0.0, speed
                if k > 0 and last_depth < 0.0:
                    onset = (depth - last_depth) / dt
                    step = dt * depth / (depth - last_depth)
                onset = max(onset, SLOWEST_ONSET)
                dx, dy = step * vx, step * vy
            force = normal_force(law, depth, speed, onset)
            now = friction_step(rub, Slip(force, dx, dy, step, zx, zy))
            zx, zy = now[2], now[3]
            last_depth, last_vx, last_vy = depth, vx, vy
            arm = (X[0] - about[k, 0], X[1] - about[k, 1], -about[k, 2])
            add_force(out[k], arm, (now[0], now[1], force))


def foot_wrenches(
    normal: Any,
    friction: Any,
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
    out = np.zeros((len(values), len(feet.time), 6))
    for f in range(len(values)):
        add_foot_wrench(normal, friction, paths, f, segment, values[f], about[f], out[f])
    return out
