"""The wrench of spheres under a foot with its derivatives, the foot's motion free to move a little.

The motion is corrected by a shift t of the foot, a small turn theta about the ankle, world axes,
and a flexion phi of the forefoot about the hindfoot's y axis, each a spline over time:

    X' = X + t + theta x (X - A)

with A the ankle. Derivatives by the spheres' values and by the splines' coefficients are those of
the laws, carried through the own states from frame to frame.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ambulo.foot_contact.wrenches import GEOMETRY, SLOWEST_ONSET, Paths, add_force
from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.compilation import inner
from ambulo.math.dispatch import generic
from ambulo.math.entries import matrix_at, vector_at
from ambulo.math.quaternions import exp_one, to_matrix_one
from ambulo.math.vectors import (
    Matrix3,
    Vector3,
    add,
    column,
    compose,
    cross,
    rotate,
    scale,
    subtract,
)
from ambulo.multibody.contact.law import friction_change, friction_step, law_at, normal_change
from ambulo.multibody.contact.slip import Slip

CORRECTED = 7
"""Ways in which a foot's motion is corrected: shift [m], turn [rad], flexion of the forefoot."""

_LOCAL = GEOMETRY + 2 * CORRECTED
_SUPPORT = 4
"""Cubic splines that are not zero at an instant."""


class Corrections(NamedTuple):
    """Splines that a foot's motion is corrected by.

    Args:
        basis, rate: (frames, splines) cubic B-splines and their time derivatives [1/s].
        first: (frames,) the first spline that is not zero at a frame; the next three follow.
        amount: (CORRECTED, splines) coefficients [m, rad].
        column: of the first coefficient among the derivatives, in the order of `amount`.
    """

    basis: FloatArray
    rate: FloatArray
    first: IntArray
    amount: FloatArray
    column: int


@inner
def _along(c: int) -> Vector3:
    return (1.0 if c == 0 else 0.0, 1.0 if c == 1 else 0.0, 1.0 if c == 2 else 0.0)


@inner
def _put(local: FloatArray, i: int, X: Vector3, v: Vector3, w: Vector3) -> None:
    """Row i: changes of a sphere's centre, its velocity and its body's angular velocity."""
    for c in range(3):
        local[i, c], local[i, 3 + c], local[i, 6 + c] = X[c], v[c], w[c]


@inner
def _sphere(
    paths: Paths, f: int, k: int, seg: int, value: FloatArray, d: FloatArray, local: FloatArray
) -> tuple[Vector3, Vector3, Vector3]:
    """Centre of a sphere, its velocity, angular velocity of its body; their changes in `local`.

    Args:
        d: (2, CORRECTED) corrections at this frame and their rates.
        local: out, (_LOCAL, 9) by x, y, z, radius, the corrections, their rates.
    """
    zero = (0.0, 0.0, 0.0)
    ankle, u_ankle = vector_at(paths.p[f, k], 0), vector_at(paths.u[f, k], 0)
    R, w = matrix_at(paths.R[f, k], seg), vector_at(paths.w[f, k], seg)
    p, u = vector_at(paths.p[f, k], seg), vector_at(paths.u[f, k], seg)
    y_axis, spin = zero, zero
    if seg == 1:
        hind: Matrix3 = matrix_at(paths.R[f, k], 0)
        y_axis = column(hind, 1)
        # the forefoot turns about the hindfoot's y by what its flexion is corrected
        turn = to_matrix_one(exp_one(scale(d[0, 6], y_axis)))
        R = compose(turn, R)
        w_hind = vector_at(paths.w[f, k], 0)
        spin = rotate(turn, subtract(w, w_hind))
        w = add(w_hind, add(spin, scale(d[1, 6], y_axis)))
    shift, turned = (d[0, 0], d[0, 1], d[0, 2]), (d[0, 3], d[0, 4], d[0, 5])
    shift_rate, turn_rate = (d[1, 0], d[1, 1], d[1, 2]), (d[1, 3], d[1, 4], d[1, 5])
    # b from the segment's origin, a from the ankle, about which corrections turn
    b = rotate(R, (value[0], value[1], value[2]))
    a = subtract(add(p, b), ankle)
    v = add(u, cross(w, b))
    relative = subtract(v, u_ankle)
    # by x, y, z in the segment; the radius moves no centre
    for c in range(3):
        e = column(R, c)
        by_e = cross(w, e)
        _put(local, c, add(e, cross(turned, e)),
             add(by_e, add(cross(turn_rate, e), cross(turned, by_e))), zero)  # fmt: skip
    _put(local, 3, zero, zero, zero)
    n, m = GEOMETRY, GEOMETRY + CORRECTED
    # by shift and turn (n) and by their rates (m)
    for c in range(3):
        e = _along(c)
        _put(local, n + c, e, zero, zero)
        _put(local, n + 3 + c, cross(e, a), cross(e, relative), cross(e, w))
        _put(local, m + c, zero, e, zero)
        _put(local, m + 3 + c, zero, cross(e, a), e)
    if seg == 1:
        by_b, by_w = cross(y_axis, b), cross(y_axis, spin)
        by_v = add(cross(by_w, b), cross(w, by_b))
        _put(local, n + 6, add(by_b, cross(turned, by_b)),
             add(by_v, add(cross(turn_rate, by_b), cross(turned, by_v))),
             add(by_w, cross(turned, by_w)))  # fmt: skip
        _put(local, m + 6, zero, add(by_b, cross(turned, by_b)), add(y_axis, cross(turned, y_axis)))
    else:
        _put(local, n + 6, zero, zero, zero)
        _put(local, m + 6, zero, zero, zero)
    X = add(add(p, b), add(shift, cross(turned, a)))
    v = add(v, add(shift_rate, add(cross(turn_rate, a), cross(turned, relative))))
    return X, v, add(w, add(turn_rate, cross(turned, w)))


@generic
def foot_wrench_slopes(
    normal: Any, friction: Any, paths: Paths, f: int, segment: IntArray, values: FloatArray,
    column_of: IntArray, corrections: Corrections, about: FloatArray, out: FloatArray,
    slope: FloatArray,
) -> None:  # fmt: skip
    """Fill the wrench of a foot's spheres, its motion corrected, and its derivatives.

    Args:
        normal, friction, paths, f, segment, values, about: as `add_foot_wrench`.
        column_of: (spheres, values) place of each value among the derivatives, -1 if not wanted.
        corrections: of this foot's motion.
        out: (frames, 6) N*m, N.
        slope: (frames, 6, columns).
    """
    dt, nn, nf, columns = paths.dt, len(normal), len(friction), slope.shape[2]
    own, splines = GEOMETRY + nn, corrections.basis.shape[1]
    d, local = np.zeros((2, CORRECTED)), np.zeros((_LOCAL, 9))
    unit_n, unit_f = np.zeros(nn), np.zeros(nf)
    by_n, by_slip, by_f = np.zeros(3 + nn), np.zeros((6, 4)), np.zeros((nf, 4))
    # changes of depth, speed, velocity in the floor (2), place in the floor (2), by column
    now, last = np.zeros((6, columns)), np.zeros((6, columns))
    d_onset, d_z, d_slip = np.zeros(columns), np.zeros((2, columns)), np.zeros(6)
    d_force, d_found, moved = np.zeros(columns), np.zeros((4, columns)), np.zeros((3, columns))
    no_normal, no_friction = law_at(normal, unit_n, 0), law_at(friction, unit_f, 0)
    out[:] = 0.0
    slope[:] = 0.0
    for s in range(len(segment)):
        seg, value = segment[s], values[s]
        law, rub = law_at(normal, value, GEOMETRY), law_at(friction, value, own)
        touching, onset, zx, zy = False, 0.0, 0.0, 0.0
        last_depth, last_vx, last_vy = -1.0, 0.0, 0.0
        for k in range(out.shape[0]):
            d[:] = 0.0
            lo = corrections.first[k]
            for i in range(CORRECTED):
                for b in range(lo, min(lo + _SUPPORT, splines)):
                    d[0, i] += corrections.basis[k, b] * corrections.amount[i, b]
                    d[1, i] += corrections.rate[k, b] * corrections.amount[i, b]
            # depth, speed into the floor, and velocity there: u + w x (-Z e_z)
            X, v, w = _sphere(paths, f, k, seg, value, d, local)
            depth = value[3] - X[2]
            vx, vy, speed = v[0] - w[1] * X[2], v[1] + w[0] * X[2], -v[2]
            # the same by every column: a sphere's value, or a coefficient of a correction's spline
            now[:] = 0.0
            for i in range(_LOCAL):
                of = local[i]
                d_depth, d_speed = -of[2], -of[5]
                if i == 3:
                    d_depth = 1.0
                d_vx = of[3] - of[7] * X[2] - w[1] * of[2]
                d_vy = of[4] + of[6] * X[2] + w[0] * of[2]
                row = (d_depth, d_speed, d_vx, d_vy, of[0], of[1])
                if i < GEOMETRY:
                    c = column_of[s, i]
                    if c >= 0:
                        for j in range(6):
                            now[j, c] += row[j]
                elif splines > 0:
                    way = (i - GEOMETRY) % CORRECTED
                    weight = corrections.basis if i < GEOMETRY + CORRECTED else corrections.rate
                    for b in range(lo, min(lo + _SUPPORT, splines)):
                        c = corrections.column + way * splines + b
                        for j in range(6):
                            now[j, c] += weight[k, b] * row[j]
            if depth <= 0.0 or not paths.stance[f, k]:
                touching, last_depth = False, depth
                last[:] = now
                continue
            # a contact that begins between frames does so where the depth passes zero
            step = dt
            begins = not touching
            inside = k > 0 and last_depth < 0.0
            if begins:
                touching, zx, zy, onset = True, 0.0, 0.0, speed
                d_onset[:] = now[1]
                d_z[:] = 0.0
                if inside:
                    onset = (depth - last_depth) / dt
                    step = dt * depth / (depth - last_depth)
                    d_onset[:] = (now[0] - last[0]) / dt
                if onset <= SLOWEST_ONSET:
                    onset = SLOWEST_ONSET
                    d_onset[:] = 0.0
            # how far it slid: trapezoidal, from the crossing at a steady velocity where it begins
            dx, dy = 0.5 * dt * (vx + last_vx), 0.5 * dt * (vy + last_vy)
            if begins:
                dx, dy = step * vx, step * vy
            # the normal force, and by depth, speed, onset and its own parameters
            force, by_n[0] = normal_change(law, depth, speed, onset, no_normal, 1.0, 0.0, 0.0)
            _, by_n[1] = normal_change(law, depth, speed, onset, no_normal, 0.0, 1.0, 0.0)
            _, by_n[2] = normal_change(law, depth, speed, onset, no_normal, 0.0, 0.0, 1.0)
            for i in range(nn):
                unit_n[i] = 1.0
                change = law_at(normal, unit_n, 0)
                _, by_n[3 + i] = normal_change(law, depth, speed, onset, change, 0.0, 0.0, 0.0)
                unit_n[i] = 0.0
            # of friction and its own states by the six parts of a slip and by its parameters
            slip = Slip(force, dx, dy, step, zx, zy)
            found = friction_step(rub, slip)
            for i in range(6):
                d_slip[:] = 0.0
                d_slip[i] = 1.0
                one = Slip(d_slip[0], d_slip[1], d_slip[2], d_slip[3], d_slip[4], d_slip[5])
                _, change_f = friction_change(rub, slip, no_friction, one)
                for j in range(4):
                    by_slip[i, j] = change_f[j]
            for i in range(nf):
                unit_f[i] = 1.0
                change_l = law_at(friction, unit_f, 0)
                unit_f[i] = 0.0
                zero = Slip(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
                _, change_f = friction_change(rub, slip, change_l, zero)
                for j in range(4):
                    by_f[i, j] = change_f[j]
            # moment about the point of reference of a force in the floor under the centre: a x F
            ax, ay, az = X[0] - about[k, 0], X[1] - about[k, 1], -about[k, 2]
            add_force(out[k], (ax, ay, az), (found[0], found[1], force))
            # chain rule, column by column: normal force, slip, then friction
            for c in range(columns):
                dn = by_n[0] * now[0, c] + by_n[1] * now[1, c] + by_n[2] * d_onset[c]
                d_step = 0.0
                if begins and inside:
                    rise = depth - last_depth
                    d_step = dt * (now[0, c] - depth / rise * (now[0, c] - last[0, c])) / rise
                if begins:
                    d_dx = step * now[2, c] + d_step * vx
                    d_dy = step * now[3, c] + d_step * vy
                else:
                    d_dx = 0.5 * dt * (now[2, c] + last[2, c])
                    d_dy = 0.5 * dt * (now[3, c] + last[3, c])
                d_force[c] = dn
                moved[0, c], moved[1, c], moved[2, c] = d_dx, d_dy, d_step
            for i in range(nn):
                c = column_of[s, GEOMETRY + i]
                if c >= 0:
                    d_force[c] += by_n[3 + i]
            for j in range(4):
                for c in range(columns):
                    d_found[j, c] = (
                        by_slip[0, j] * d_force[c] + by_slip[1, j] * moved[0, c]
                        + by_slip[2, j] * moved[1, c] + by_slip[3, j] * moved[2, c]
                        + by_slip[4, j] * d_z[0, c] + by_slip[5, j] * d_z[1, c]
                    )  # fmt: skip
                for i in range(nf):
                    c = column_of[s, own + i]
                    if c >= 0:
                        d_found[j, c] += by_f[i, j]
            # own states carry their derivatives on to the next frame
            for c in range(columns):
                d_z[0, c], d_z[1, c] = d_found[2, c], d_found[3, c]
                dfx, dfy, dn = d_found[0, c], d_found[1, c], d_force[c]
                dX, dY = now[4, c], now[5, c]
                slope[k, 0, c] += dY * force + ay * dn - az * dfy
                slope[k, 1, c] += az * dfx - dX * force - ax * dn
                slope[k, 2, c] += dX * found[1] + ax * dfy - dY * found[0] - ay * dfx
                slope[k, 3, c] += dfx
                slope[k, 4, c] += dfy
                slope[k, 5, c] += dn
            zx, zy = found[2], found[3]
            last_depth, last_vx, last_vy = depth, vx, vy
            last[:] = now
