"""Equations of motion of one foot of two segments, cut free at the ankle, and their derivatives.

Velocities are the velocity u of the ankle and the angular velocities w_1 of the hindfoot and w_2 of
the forefoot, in world axes. A displacement of the pose is a shift of the ankle and a turn of each
segment about world axes. The measurement matrix of the pose is then the identity. r_1 and r_2 are
the arms of the centres of mass about ankle and metatarsal joint. m goes from the ankle to the
metatarsal joint. Then

    A_1 = u' + w_1' x r_1 + w_1 x (w_1 x r_1),  A_2 = u' + (m likewise) + (r_2 likewise)

    force at the ankle            m_1 (A_1 - g) + m_2 (A_2 - g)
    moment on the hindfoot        I_1 w_1' + w_1 x I_1 w_1 + r_1 x m_1 (A_1 - g) + m x m_2 (A_2 - g)
    moment on the forefoot        I_2 w_2' + w_2 x I_2 w_2 + r_2 x m_2 (A_2 - g)

A tree of these segments has the same equations. With the equations written out, a step with its
filter takes a ninth of the time of the tree's derivatives alone (`benchmarks/foot_contact.py`). A
search needs 10^7 steps.
"""

from __future__ import annotations

from inspect import signature
from typing import Any, NamedTuple

from ambulo.math.arrays import FloatArray
from ambulo.math.axes import unit_vector
from ambulo.math.compilation import inner
from ambulo.math.entries import matrix_at, vector, vector_at
from ambulo.math.so3 import rotation_between
from ambulo.math.tangent import tangent
from ambulo.math.vectors import (
    Matrix3,
    Vector3,
    add,
    add_matrices,
    compose,
    cross,
    rotate,
    scale,
    subtract,
    transpose,
)

FREEDOMS = 9
"""Number of coordinates: place of the ankle, orientations of hindfoot and forefoot."""


class FootBody(NamedTuple):
    """Hindfoot and forefoot.

    Args:
        mass: (2,) kg; com: (2, 3) m from ankle and metatarsal joint, segments' axes.
        inertia: (2, 9) kg*m^2 about the centres of mass, segments' axes.
        joint: (3,) m, metatarsal joint from the ankle, hindfoot's axes.
        gravity: (3,) m/s^2.
        hold: (2,) N*m/rad, N*m*s/rad, of a spring and a damper that hold the forefoot in line with
            the hindfoot; 0 if the joint's moment is known.
    """

    mass: FloatArray
    com: FloatArray
    inertia: FloatArray
    joint: FloatArray
    gravity: FloatArray
    hold: FloatArray


class FootFrame(NamedTuple):
    """Geometry of a foot at an instant, world axes.

    Args:
        r1, r2: m, centres of mass from ankle and metatarsal joint; m: m, metatarsal joint from the
            ankle.
        I1, I2: kg*m^2, about the centres of mass.
    """

    r1: Vector3
    r2: Vector3
    m: Vector3
    I1: Matrix3
    I2: Matrix3


@inner
def foot_frame(body: FootBody, R: FloatArray) -> FootFrame:
    """Geometry at orientations R (2, 9)."""
    R1, R2 = matrix_at(R, 0), matrix_at(R, 1)
    return FootFrame(
        rotate(R1, vector_at(body.com, 0)),
        rotate(R2, vector_at(body.com, 1)),
        rotate(R1, vector(body.joint)),
        compose(R1, compose(matrix_at(body.inertia, 0), transpose(R1))),
        compose(R2, compose(matrix_at(body.inertia, 1), transpose(R2))),
    )


@inner
def _put(row: FloatArray, parts: tuple[Vector3, Vector3, Vector3]) -> None:
    for k in range(3):
        row[3 * k], row[3 * k + 1], row[3 * k + 2] = parts[k]


@inner
def _turning(w: Vector3, alpha: Vector3, r: Vector3) -> Vector3:
    """Acceleration alpha x r + w x (w x r) of the end of an arm about its beginning."""
    return add(cross(alpha, r), cross(w, cross(w, r)))


@inner
def _spun(inertia: Matrix3, w: Vector3, alpha: Vector3) -> Vector3:
    return add(rotate(inertia, alpha), cross(w, rotate(inertia, w)))


@inner
def _needs(
    mass1: float, mass2: float, r1: Vector3, r2: Vector3, m: Vector3, I1: Matrix3, I2: Matrix3,
    base: Vector3, w1: Vector3, w2: Vector3, alpha1: Vector3, alpha2: Vector3,
) -> tuple[Vector3, Vector3, Vector3]:  # fmt: skip
    """Force at the ankle, moments on hindfoot and forefoot; base: u' - g."""
    f1 = scale(mass1, add(base, _turning(w1, alpha1, r1)))
    f2 = scale(mass2, add(base, add(_turning(w1, alpha1, m), _turning(w2, alpha2, r2))))
    n1 = add(_spun(I1, w1, alpha1), add(cross(r1, f1), cross(m, f2)))
    return add(f1, f2), n1, add(_spun(I2, w2, alpha2), cross(r2, f2))


def _by(*names: str) -> Any:
    """The change of `_needs` by some of its arguments."""
    return tangent(_needs, tuple(x in names for x in signature(_needs).parameters))


_by_base, _by_w1, _by_w2 = _by("base"), _by("w1"), _by("w2")
_by_alpha1, _by_alpha2 = _by("alpha1"), _by("alpha2")
_by_turn1, _by_turn2 = _by("r1", "m", "I1"), _by("r2", "I2")


@inner
def _crossing(e: Vector3) -> Matrix3:
    """[e], the matrix of e x."""
    return (0.0, -e[2], e[1], e[2], 0.0, -e[0], -e[1], e[0], 0.0)


@inner
def _turned(inertia: Matrix3, e: Vector3) -> Matrix3:
    """Change of a tensor that turns by e: [e] I - I [e]."""
    once = compose(_crossing(e), inertia)
    return add_matrices(once, transpose(once))


@inner
def foot_equations(
    body: FootBody, at: FootFrame, v: FloatArray, a: FloatArray, M: FloatArray, need: FloatArray,
    by_pose: FloatArray, by_speed: FloatArray,
) -> None:  # fmt: skip
    """Fill the forces and moments that accelerations a (9,) at velocities v (9,) need, including
    weight.

    Args:
        M: (9, 9) the mass matrix, which is symmetric.
        need: (9,) N, N*m.
        by_pose, by_speed: (9, 9) derivatives of `need` at fixed accelerations, transposed: rows for
            displacements or velocities, columns for `need`.
    """
    base = subtract((a[0], a[1], a[2]), vector(body.gravity))
    x = (
        body.mass[0], body.mass[1], at.r1, at.r2, at.m, at.I1, at.I2, base, (v[3], v[4], v[5]),
        (v[6], v[7], v[8]), (a[3], a[4], a[5]), (a[6], a[7], a[8]),
    )  # fmt: skip
    _put(need, _needs(*x))
    # neither place nor speed of the ankle counts
    by_pose[:3] = 0.0
    by_speed[:3] = 0.0
    for k in range(3):
        e = unit_vector(k)
        _put(M[k], _by_base(*x, e)[1])
        _put(M[3 + k], _by_alpha1(*x, e)[1])
        _put(M[6 + k], _by_alpha2(*x, e)[1])
        turned = _by_turn1(*x, cross(e, at.r1), cross(e, at.m), _turned(at.I1, e))
        _put(by_pose[3 + k], turned[1])
        _put(by_pose[6 + k], _by_turn2(*x, cross(e, at.r2), _turned(at.I2, e))[1])
        _put(by_speed[3 + k], _by_w1(*x, e)[1])
        _put(by_speed[6 + k], _by_w2(*x, e)[1])


@inner
def _held(k: float, c: float, R1: Matrix3, R2: Matrix3, w1: Vector3, w2: Vector3) -> Vector3:
    """Moment on the forefoot: -k phi - c (w_2 - w_1), with R_2 = exp(phi) R_1."""
    return add(scale(-k, rotation_between(R1, R2)), scale(-c, subtract(w2, w1)))


_held_by = tangent(_held, (False, False, True, True, True, True))


@inner
def _add_pair(row: FloatArray, moment: Vector3) -> None:
    """Add a moment on the forefoot, and its opposite on the hindfoot."""
    for c in range(3):
        row[6 + c] += moment[c]
        row[3 + c] -= moment[c]


@inner
def hold_metatarsal(
    body: FootBody, R: FloatArray, v: FloatArray, load: FloatArray, by_pose: FloatArray,
    by_speed: FloatArray,
) -> None:  # fmt: skip
    """Add the spring and damper between the segments to loads (9,) and their derivatives."""
    k, c = body.hold[0], body.hold[1]
    if k == 0.0 and c == 0.0:
        return
    zero, still = (0.0, 0.0, 0.0), (0.0,) * 9
    R1, R2, w1, w2 = matrix_at(R, 0), matrix_at(R, 1), (v[3], v[4], v[5]), (v[6], v[7], v[8])
    _add_pair(load, _held(k, c, R1, R2, w1, w2))
    for i in range(3):
        e = unit_vector(i)
        turn1, turn2 = compose(_crossing(e), R1), compose(_crossing(e), R2)
        _add_pair(by_pose[3 + i], _held_by(k, c, R1, R2, w1, w2, turn1, still, zero, zero)[1])
        _add_pair(by_pose[6 + i], _held_by(k, c, R1, R2, w1, w2, still, turn2, zero, zero)[1])
        _add_pair(by_speed[3 + i], _held_by(k, c, R1, R2, w1, w2, still, still, e, zero)[1])
        _add_pair(by_speed[6 + i], _held_by(k, c, R1, R2, w1, w2, still, still, zero, e)[1])
