"""Force of spheres under a foot in a state of the foot, with derivatives by pose and velocity.

The floor is z = 0. The force acts at the floor under the sphere's centre. Friction follows the
law's implicit rule over a step, from the state of its bristles at the beginning. The derivatives of
the laws are taken by the displacements and velocities of `foot_dynamics`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ambulo.foot_contact.sphere import (
    PRESSING,
    SLOWEST_ONSET,
    Place,
    Pressing,
    Slopes,
    laws_at,
    place_on_floor,
    pressed_by,
)
from ambulo.math.arrays import BoolArray, FloatArray, IntArray
from ambulo.math.axes import unit_vector
from ambulo.math.compilation import inner
from ambulo.math.dispatch import generic
from ambulo.math.entries import matrix_at, vector
from ambulo.math.tangent import tangent
from ambulo.math.vectors import Vector3, add, cross, rotate
from ambulo.multibody.contact.pointed import Laws


class Touch(NamedTuple):
    """Own states of the spheres' contact.

    Args:
        touching: (spheres,); onset: (spheres,) m/s, speed at which a contact began.
        z: (spheres, 2) m, own states of friction at the beginning of a step; z_end: the same at its
            end.
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
    """Take the state from the end of a step: contacts, their onset speed, and bristles."""
    u, hind = (v[0], v[1], v[2]), (v[3], v[4], v[5])
    for s in range(len(segment)):
        m, b = _arm(segment, values, s, vector(joint), R)
        w = (v[6], v[7], v[8]) if segment[s] == 1 else hind
        at = _place(values[s, 3], vector(p), m, b, u, hind, w)
        touch.touching[s] = at.depth > 0.0
        if at.depth > 0.0:
            touch.z[s, 0], touch.z[s, 1] = touch.z_end[s, 0], touch.z_end[s, 1]
            continue
        touch.z[s, 0], touch.z[s, 1] = 0.0, 0.0
        # a contact that begins in the next step does so at about the speed of now
        touch.onset[s] = max(at.speed, SLOWEST_ONSET)


@inner
def move_bristles(
    segment: IntArray, values: FloatArray, joint: FloatArray, R: FloatArray, shift: FloatArray,
    touch: Touch,
) -> None:  # fmt: skip
    """Stretch the bristles by the path of the spheres over the floor in a displacement (9,)."""
    for s in range(len(segment)):
        if not touch.touching[s]:
            continue
        m, b = _arm(segment, values, s, vector(joint), R)
        turn = (shift[3], shift[4], shift[5])
        w = (shift[6], shift[7], shift[8]) if segment[s] == 1 else turn
        moved = _swept(m, b, vector(shift), turn, w)
        touch.z[s, 0] += moved[0]
        touch.z[s, 1] += moved[1]


@inner
def _swept(m: Vector3, b: Vector3, u: Vector3, w1: Vector3, w: Vector3) -> Vector3:
    """Velocity or small displacement of a sphere's centre, from those of the ankle and the turns of
    its two arms.
    """
    return add(add(u, cross(w1, m)), cross(w, b))


@inner
def _place(
    radius: float, p: Vector3, m: Vector3, b: Vector3, u: Vector3, w1: Vector3, w: Vector3
) -> Place:
    """Where a sphere is to the floor.

    Args:
        p, u: of the ankle; m, w1: from there to the segment's joint, and the velocity it turns at.
        b, w: from there to the sphere's centre, likewise.
    """
    return place_on_floor(radius, add(add(p, m), b), _swept(m, b, u, w1, w), w)


@inner
def _moments(f: Vector3, p: Vector3, m: Vector3, b: Vector3) -> tuple[Vector3, Vector3, Vector3]:
    """A force in the floor, its moments about the segment's joint, and there about the ankle."""
    return f, cross((b[0], b[1], -p[2] - m[2]), f), cross(m, f)


_place_by = tangent(_place, (False,) + (True,) * 6)
_moments_by = tangent(_moments)


@generic
def add_sphere_forces(
    laws: Laws, slopes: Slopes, segment: IntArray, values: FloatArray, joint: FloatArray, h: float,
    p: FloatArray, R: FloatArray, v: FloatArray, touch: Touch, load: FloatArray,
    by_pose: FloatArray, by_speed: FloatArray, by_stretch: FloatArray,
) -> None:  # fmt: skip
    """Add the spheres' forces at the end of a step, and their derivatives.

    Args:
        laws: a normal and a friction law, whose parameters are in `values`; slopes: scratch.
        segment: (spheres,) 0 hindfoot, 1 forefoot; values: (spheres, values) as `add_foot_wrench`.
        joint: (3,) m, metatarsal joint in the hindfoot.
        h: s, the step.
        p, R, v: (3,), (2, 9), (9,) state at the end of the step.
        touch: own states; `z_end` is filled.
        load: (9,) N, N*m.
        by_pose, by_speed: (9, 9) derivatives: rows for displacements or velocities, columns for the
            load.
        by_stretch: as by_pose, for a displacement at the beginning that only stretches the
            bristles, because their ends stick to the floor.
    """
    zero, by = (0.0, 0.0, 0.0), slopes.by
    ankle, u, hind = vector(p), (v[0], v[1], v[2]), (v[3], v[4], v[5])
    for s in range(len(segment)):
        m, b = _arm(segment, values, s, vector(joint), R)
        fore, radius, onset, z = segment[s] == 1, values[s, 3], touch.onset[s], touch.z[s]
        w = (v[6], v[7], v[8]) if fore else hind
        at = _place(radius, ankle, m, b, u, hind, w)
        if at.depth <= 0.0:
            continue
        pressing = Pressing(at.depth, at.speed, onset, h * at.vx, h * at.vy, h, z[0], z[1])
        f, touch.z_end[s, 0], touch.z_end[s, 1] = pressed_by(
            laws_at(laws, values[s]), pressing, slopes
        )
        _add_row(load, fore, _moments(f, ankle, m, b))
        # directions: the ankle's three, hindfoot's three and forefoot's three
        for d in range(9 if fore else 6):
            axis = unit_vector(d % 3)
            du = axis if d < 3 else zero
            dw1 = axis if fore and 3 <= d < 6 else zero
            dw = axis if d >= (6 if fore else 3) else zero
            dm, db = cross(dw1, m), cross(dw, b)
            moved = _swept(m, b, du, dw1, dw)
            _, there = _place_by(radius, ankle, m, b, u, hind, w, du, dm, db, zero, zero, zero)
            _, row = _moments_by(f, ankle, m, b, _change(by, there, h, 0.0, 0.0), du, dm, db)
            _add_row(by_pose[d], fore, row)
            _, there = _place_by(radius, ankle, m, b, u, hind, w, zero, zero, zero, du, dw1, dw)
            _add_row(by_speed[d], fore, _moments(_change(by, there, h, 0.0, 0.0), ankle, m, b))
            change = _change(by, Place(0.0, 0.0, 0.0, 0.0, 0.0, 0.0), h, moved[0], moved[1])
            _add_row(by_stretch[d], fore, _moments(change, ankle, m, b))


@inner
def _change(by: FloatArray, at: Place, h: float, zx: float, zy: float) -> Vector3:
    """Of the force, by changes of the place and of own states."""
    parts = (at.depth, at.speed, 0.0, h * at.vx, h * at.vy, 0.0, zx, zy)
    fx, fy, fz = 0.0, 0.0, 0.0
    for i in range(PRESSING):
        fx += parts[i] * by[0, i]
        fy += parts[i] * by[1, i]
        fz += parts[i] * by[2, i]
    return fx, fy, fz


@inner
def _add_row(out: FloatArray, fore: bool, load: tuple[Vector3, Vector3, Vector3]) -> None:
    """Add a force, its moment on the sphere's segment, and of the forefoot's on the hindfoot."""
    row = 6 if fore else 3
    for c in range(3):
        out[c] += load[0][c]
        out[row + c] += load[1][c]
        if fore:
            out[3 + c] += load[2][c]
