"""Equations of motion of one foot of two segments, cut free at the ankle, and their derivatives.

Velocities are those of the ankle u and the angular velocities of hindfoot w_1 and forefoot w_2, in
world axes; a displacement of the pose is a shift of the ankle and a turn of each segment about
world axes, so that the pose is measured by the identity. With the arms r_1, r_2 of the centres of
mass about ankle and metatarsal joint and m from one to the other,

    A_1 = u' + w_1' x r_1 + w_1 x (w_1 x r_1),  A_2 = u' + (m likewise) + (r_2 likewise)

    force at the ankle            m_1 (A_1 - g) + m_2 (A_2 - g)
    moment on the hindfoot        I_1 w_1' + w_1 x I_1 w_1 + r_1 x m_1 (A_1 - g) + m x m_2 (A_2 - g)
    moment on the forefoot        I_2 w_2' + w_2 x I_2 w_2 + r_2 x m_2 (A_2 - g)
"""

from __future__ import annotations

from typing import NamedTuple

from ambulo.math.arrays import FloatArray
from ambulo.math.axes import unit_vector
from ambulo.math.compilation import inner
from ambulo.math.entries import matrix_at, vector, vector_at
from ambulo.math.so3 import inverse_dexp, rotation_between
from ambulo.math.vectors import (
    Matrix3,
    Vector3,
    add,
    compose,
    cross,
    rotate,
    scale,
    subtract,
    transpose,
)

FREEDOMS = 9
"""Ankle's place, hindfoot's and forefoot's orientation."""


class FootBody(NamedTuple):
    """Hindfoot and forefoot.

    Args:
        mass: (2,) kg; com: (2, 3) m from ankle and metatarsal joint, segments' axes.
        inertia: (2, 9) kg*m^2 about the centres of mass, segments' axes.
        joint: (3,) m, metatarsal joint from the ankle, hindfoot's axes.
        gravity: (3,) m/s^2.
        hold: (2,) N*m/rad, N*m*s/rad, of a spring and damper that hold the forefoot in line with
            the hindfoot; 0 where the joint's moment is known.
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
        r1, r2: m, centres of mass from ankle and metatarsal joint; m: the joint from the ankle.
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
def _put(row: FloatArray, a: Vector3, b: Vector3, c: Vector3) -> None:
    row[0], row[1], row[2] = a
    row[3], row[4], row[5] = b
    row[6], row[7], row[8] = c


@inner
def _balance(
    body: FootBody, at: FootFrame, A1: Vector3, A2: Vector3, n1: Vector3, n2: Vector3,
    out: FloatArray,
) -> None:  # fmt: skip
    """Fill out (9,) with what accelerations A of the centres and moments n about them need."""
    f1, f2 = scale(body.mass[0], A1), scale(body.mass[1], A2)
    _put(out, add(f1, f2), add(n1, add(cross(at.r1, f1), cross(at.m, f2))),
         add(n2, cross(at.r2, f2)))  # fmt: skip


@inner
def foot_inertia(body: FootBody, at: FootFrame, M: FloatArray) -> None:
    """Fill the mass matrix M (9, 9); it is symmetric."""
    zero = (0.0, 0.0, 0.0)
    for k in range(3):
        e = unit_vector(k)
        _balance(body, at, e, e, zero, zero, M[k])
        _balance(body, at, cross(e, at.r1), cross(e, at.m), rotate(at.I1, e), zero, M[3 + k])
        _balance(body, at, zero, cross(e, at.r2), zero, rotate(at.I2, e), M[6 + k])


@inner
def _turning(w: Vector3, alpha: Vector3, r: Vector3) -> Vector3:
    """Acceleration alpha x r + w x (w x r) of the end of an arm about its beginning."""
    return add(cross(alpha, r), cross(w, cross(w, r)))


@inner
def foot_needs(
    body: FootBody, at: FootFrame, v: FloatArray, a: FloatArray, out: FloatArray
) -> None:
    """Fill out (9,) N, N*m, what accelerations a (9,) at velocities v (9,) need, weight counted."""
    w1, w2, alpha1, alpha2 = v[3:6], v[6:9], a[3:6], a[6:9]
    x1, x2, y1, y2 = vector(w1), vector(w2), vector(alpha1), vector(alpha2)
    base = subtract((a[0], a[1], a[2]), vector(body.gravity))
    A1 = add(base, _turning(x1, y1, at.r1))
    A2 = add(base, add(_turning(x1, y1, at.m), _turning(x2, y2, at.r2)))
    n1 = add(rotate(at.I1, y1), cross(x1, rotate(at.I1, x1)))
    n2 = add(rotate(at.I2, y2), cross(x2, rotate(at.I2, x2)))
    _balance(body, at, A1, A2, n1, n2, out)


@inner
def _turned_spin(inertia: Matrix3, e: Vector3, w: Vector3, alpha: Vector3) -> Vector3:
    """Change of I alpha + w x I w when the body turns by e: dI = [e] I - I [e]."""
    by_alpha = subtract(cross(e, rotate(inertia, alpha)), rotate(inertia, cross(e, alpha)))
    by_w = subtract(cross(e, rotate(inertia, w)), rotate(inertia, cross(e, w)))
    return add(by_alpha, cross(w, by_w))


@inner
def foot_slopes(
    body: FootBody, at: FootFrame, v: FloatArray, a: FloatArray, by_pose: FloatArray,
    by_speed: FloatArray,
) -> None:  # fmt: skip
    """Fill the derivatives (9, 9) of `foot_needs` at fixed accelerations.

    Args:
        by_pose: row of the displacement, column of what is needed (transposed).
        by_speed: row of the velocity, likewise.
    """
    m1, m2 = body.mass[0], body.mass[1]
    w1, w2 = (v[3], v[4], v[5]), (v[6], v[7], v[8])
    alpha1, alpha2 = (a[3], a[4], a[5]), (a[6], a[7], a[8])
    base = subtract((a[0], a[1], a[2]), vector(body.gravity))
    zero = (0.0, 0.0, 0.0)
    f1 = scale(m1, add(base, _turning(w1, alpha1, at.r1)))
    f2 = scale(m2, add(base, add(_turning(w1, alpha1, at.m), _turning(w2, alpha2, at.r2))))
    for k in range(3):
        e = unit_vector(k)
        # neither place nor speed of the ankle counts
        _put(by_pose[k], zero, zero, zero)
        _put(by_speed[k], zero, zero, zero)
        d_r, d_m = cross(e, at.r1), cross(e, at.m)
        d_f1, d_f2 = scale(m1, _turning(w1, alpha1, d_r)), scale(m2, _turning(w1, alpha1, d_m))
        n = add(_turned_spin(at.I1, e, w1, alpha1), add(cross(d_r, f1), cross(at.r1, d_f1)))
        n = add(n, add(cross(d_m, f2), cross(at.m, d_f2)))
        _put(by_pose[3 + k], add(d_f1, d_f2), n, cross(at.r2, d_f2))
        d_r = cross(e, at.r2)
        d_f2 = scale(m2, _turning(w2, alpha2, d_r))
        n = add(_turned_spin(at.I2, e, w2, alpha2), add(cross(d_r, f2), cross(at.r2, d_f2)))
        _put(by_pose[6 + k], d_f2, cross(at.m, d_f2), n)
        # d (w x (w x r)) = e x (w x r) + w x (e x r)
        d_f1 = scale(m1, add(cross(e, cross(w1, at.r1)), cross(w1, cross(e, at.r1))))
        d_f2 = scale(m2, add(cross(e, cross(w1, at.m)), cross(w1, cross(e, at.m))))
        n = add(cross(e, rotate(at.I1, w1)), cross(w1, rotate(at.I1, e)))
        n = add(n, add(cross(at.r1, d_f1), cross(at.m, d_f2)))
        _put(by_speed[3 + k], add(d_f1, d_f2), n, cross(at.r2, d_f2))
        d_f2 = scale(m2, add(cross(e, cross(w2, at.r2)), cross(w2, cross(e, at.r2))))
        n = add(cross(e, rotate(at.I2, w2)), cross(w2, rotate(at.I2, e)))
        _put(by_speed[6 + k], d_f2, cross(at.m, d_f2), add(n, cross(at.r2, d_f2)))


@inner
def hold_metatarsal(
    body: FootBody, R: FloatArray, v: FloatArray, load: FloatArray, by_pose: FloatArray,
    by_speed: FloatArray,
) -> None:  # fmt: skip
    """Add the spring and damper between the segments to loads (9,) and their derivatives.

    With R_2 = exp(phi) R_1 the moment on the forefoot is -k phi - c (w_2 - w_1).
    """
    k, c = body.hold[0], body.hold[1]
    if k == 0.0 and c == 0.0:
        return
    phi = rotation_between(matrix_at(R, 0), matrix_at(R, 1))
    away = (-phi[0], -phi[1], -phi[2])
    for i in range(3):
        n = -k * phi[i] - c * (v[6 + i] - v[3 + i])
        load[6 + i] += n
        load[3 + i] -= n
        # turns about world axes: of the forefoot the inverse left Jacobian, of the hindfoot less
        # the inverse right one
        d_fore, d_hind = inverse_dexp(away, unit_vector(i)), inverse_dexp(phi, unit_vector(i))
        for j in range(3):
            by_pose[6 + i, 6 + j] -= k * d_fore[j]
            by_pose[6 + i, 3 + j] += k * d_fore[j]
            by_pose[3 + i, 6 + j] += k * d_hind[j]
            by_pose[3 + i, 3 + j] -= k * d_hind[j]
        by_speed[6 + i, 6 + i] -= c
        by_speed[6 + i, 3 + i] += c
        by_speed[3 + i, 6 + i] += c
        by_speed[3 + i, 3 + i] -= c
