"""Force of spheres under a foot at a state of it, with derivatives by pose and velocity.

The floor is z = 0; the force acts in it under the sphere's centre. Friction goes over a step by
the law's own implicit rule, from what its bristles were at the beginning. Derivatives are those of
the laws, by displacements and velocities as `foot_dynamics` has them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ambulo.foot_contact.wrenches import GEOMETRY, SLOWEST_ONSET
from ambulo.math.arrays import BoolArray, FloatArray, IntArray
from ambulo.math.axes import unit_vector
from ambulo.math.compilation import inner
from ambulo.math.dispatch import generic
from ambulo.math.entries import matrix_at, vector
from ambulo.math.vectors import Vector3, add, cross, rotate
from ambulo.multibody.contact.law import (
    friction_change,
    law_at,
    normal_change,
)
from ambulo.multibody.contact.slip import Slip


class Touch(NamedTuple):
    """Own states of the spheres' contact.

    Args:
        touching: (spheres,); onset: (spheres,) m/s, speed at which a contact began.
        z: (spheres, 2) m, own states of friction at the beginning of a step; z_end: at its end.
    """

    touching: BoolArray
    onset: FloatArray
    z: FloatArray
    z_end: FloatArray


@inner
def no_touch(spheres: int) -> Touch:
    """Spheres in the air."""
    return Touch(
        np.zeros(spheres, np.bool_),
        np.zeros(spheres),
        np.zeros((spheres, 2)),
        np.zeros((spheres, 2)),
    )


@inner
def _arm(
    segment: IntArray, values: FloatArray, s: int, joint: Vector3, R: FloatArray
) -> tuple[Vector3, Vector3]:
    """Arms from the ankle to the joint of the sphere's segment (0: its own), and on to it."""
    seg, value = segment[s], values[s]
    b = rotate(matrix_at(R, seg), (value[0], value[1], value[2]))
    if seg == 0:
        return (0.0, 0.0, 0.0), b
    return rotate(matrix_at(R, 0), joint), b


@inner
def touch_anew(
    segment: IntArray, values: FloatArray, joint: FloatArray, p: FloatArray, R: FloatArray,
    v: FloatArray, touch: Touch,
) -> None:  # fmt: skip
    """Take the state at the end of a step over: who touches, since what speed, and the bristles."""
    for s in range(len(segment)):
        m, b = _arm(segment, values, s, vector(joint), R)
        depth = values[s, 3] - (p[2] + m[2] + b[2])
        touch.touching[s] = depth > 0.0
        if depth > 0.0:
            touch.z[s, 0], touch.z[s, 1] = touch.z_end[s, 0], touch.z_end[s, 1]
            continue
        touch.z[s, 0], touch.z[s, 1] = 0.0, 0.0
        # a contact that begins in the next step does so at about the speed of now
        w = 3 + 3 * segment[s]
        rise = v[2] + v[w] * b[1] - v[w + 1] * b[0]
        if segment[s] == 1:
            rise += v[3] * m[1] - v[4] * m[0]
        touch.onset[s] = max(-rise, SLOWEST_ONSET)


@inner
def move_bristles(
    segment: IntArray, values: FloatArray, joint: FloatArray, R: FloatArray, shift: FloatArray,
    touch: Touch,
) -> None:  # fmt: skip
    """Stretch the bristles by what a displacement (9,) moves the spheres over the floor."""
    for s in range(len(segment)):
        if not touch.touching[s]:
            continue
        m, b = _arm(segment, values, s, vector(joint), R)
        hind, fore = (shift[3], shift[4], shift[5]), (shift[6], shift[7], shift[8])
        moved = cross(hind, b)
        if segment[s] == 1:
            moved = add(cross(hind, m), cross(fore, b))
        touch.z[s, 0] += shift[0] + moved[0]
        touch.z[s, 1] += shift[1] + moved[1]


@generic
def add_sphere_forces(
    normal: Any, friction: Any, segment: IntArray, values: FloatArray, joint: FloatArray,
    h: float, p: FloatArray, R: FloatArray, v: FloatArray, touch: Touch, load: FloatArray,
    by_pose: FloatArray, by_speed: FloatArray, by_stretch: FloatArray,
) -> None:  # fmt: skip
    """Add the spheres' forces at the end of a step, and their derivatives.

    Args:
        normal, friction: laws of the kinds used; parameters come from `values`.
        segment: (spheres,) 0 hindfoot, 1 forefoot; values: (spheres, values) as `add_foot_wrench`.
        joint: (3,) m, metatarsal joint in the hindfoot.
        h: s, the step.
        p, R, v: (3,), (2, 9), (9,) state at its end.
        touch: own states; `z_end` is filled.
        load: (9,) N, N*m.
        by_pose, by_speed: (9, 9) row of the displacement or velocity, column of the load.
        by_stretch: as by_pose, by the bristles' stretch that a displacement at the beginning
            brings with it while their ends stay where they stick.
    """
    own, centre = GEOMETRY + len(normal), vector(joint)
    no_normal = law_at(normal, np.zeros(len(normal)), 0)
    no_friction = law_at(friction, np.zeros(len(friction)), 0)
    w1, w2 = (v[3], v[4], v[5]), (v[6], v[7], v[8])
    for s in range(len(segment)):
        m, b = _arm(segment, values, s, centre, R)
        depth = values[s, 3] - (p[2] + m[2] + b[2])
        if depth <= 0.0:
            continue
        fore = segment[s] == 1
        law, rub = law_at(normal, values[s], GEOMETRY), law_at(friction, values[s], own)
        # the material point that is in the floor
        e = (b[0], b[1], -(p[2] + m[2]))
        w = w2 if fore else w1
        turn = cross(w, e)
        V = (v[0] + turn[0], v[1] + turn[1], v[2] + turn[2])
        if fore:
            V = add(V, cross(w1, m))
        onset = touch.onset[s]
        N, by_depth = normal_change(law, depth, -V[2], onset, no_normal, 1.0, 0.0, 0.0)
        _, by_rate = normal_change(law, depth, -V[2], onset, no_normal, 0.0, 1.0, 0.0)
        slip = Slip(N, h * V[0], h * V[1], h, touch.z[s, 0], touch.z[s, 1])
        found, by_n = friction_change(rub, slip, no_friction, Slip(1.0, 0.0, 0.0, 0.0, 0.0, 0.0))
        _, by_x = friction_change(rub, slip, no_friction, Slip(0.0, 1.0, 0.0, 0.0, 0.0, 0.0))
        _, by_y = friction_change(rub, slip, no_friction, Slip(0.0, 0.0, 1.0, 0.0, 0.0, 0.0))
        _, by_zx = friction_change(rub, slip, no_friction, Slip(0.0, 0.0, 0.0, 0.0, 1.0, 0.0))
        _, by_zy = friction_change(rub, slip, no_friction, Slip(0.0, 0.0, 0.0, 0.0, 0.0, 1.0))
        touch.z_end[s, 0], touch.z_end[s, 1] = found[2], found[3]
        f = (found[0], found[1], N)
        n = cross(e, f)
        for c in range(3):
            load[c] += f[c]
        row = 6 if fore else 3
        for c in range(3):
            load[row + c] += n[c]
        if fore:
            n = cross(m, f)
            for c in range(3):
                load[3 + c] += n[c]
        # directions: the ankle's three, hindfoot's three and forefoot's three
        for d in range(9 if fore else 6):
            k = d % 3
            axis = unit_vector(k)
            zero = (0.0, 0.0, 0.0)
            d_m, d_e, d_V, moved, lift = zero, zero, zero, zero, 0.0
            by_v = axis
            if d < 3:
                moved = axis
                lift = axis[2]
            elif d < 6 and fore:
                d_m = cross(axis, m)
                moved = d_m
                lift = d_m[2]
                d_V = cross(w1, d_m)
                by_v = d_m
            else:
                moved = cross(axis, b)
                d_e = (moved[0], moved[1], 0.0)
                lift = moved[2]
                by_v = cross(axis, e)
            if d < 6 and (fore or d < 3):
                d_e = (0.0, 0.0, -lift)
            d_V = add(d_V, cross(w, d_e))
            dN = -by_depth * lift - by_rate * d_V[2]
            d_f = (
                by_n[0] * dN + h * (by_x[0] * d_V[0] + by_y[0] * d_V[1]),
                by_n[1] * dN + h * (by_x[1] * d_V[0] + by_y[1] * d_V[1]),
                dN,
            )
            _add_row(by_pose[d], row, fore, d_f, add(cross(d_e, f), cross(e, d_f)),
                     add(cross(d_m, f), cross(m, d_f)))  # fmt: skip
            d_f = (
                by_zx[0] * moved[0] + by_zy[0] * moved[1],
                by_zx[1] * moved[0] + by_zy[1] * moved[1],
                0.0,
            )
            _add_row(by_stretch[d], row, fore, d_f, cross(e, d_f), cross(m, d_f))
            dN = -by_rate * by_v[2]
            d_f = (
                by_n[0] * dN + h * (by_x[0] * by_v[0] + by_y[0] * by_v[1]),
                by_n[1] * dN + h * (by_x[1] * by_v[0] + by_y[1] * by_v[1]),
                dN,
            )
            _add_row(by_speed[d], row, fore, d_f, cross(e, d_f), cross(m, d_f))


@inner
def _add_row(
    out: FloatArray, row: int, fore: bool, f: Vector3, n: Vector3, n_joint: Vector3
) -> None:
    """Add a force, its moment on the sphere's segment, and of the forefoot's on the hindfoot."""
    for c in range(3):
        out[c] += f[c]
        out[row + c] += n[c]
        if fore:
            out[3 + c] += n_joint[c]
