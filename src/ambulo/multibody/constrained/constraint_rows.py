"""Scalar constraints, their rates, and their rows for velocities.

A row acts on the velocities u of two bodies:

    C_dot = W u - nu        C_ddot = W u_dot - gamma        nu = -C_t

For a vector s of a body (s_dot, s_ddot and omega in body axes):

    r = A s     r_dot = A (omega x s + s_dot)
    r_ddot = A (omega_dot x s) + A (omega x (omega x s + 2 s_dot) + s_ddot)

The stored second rate is the part without omega_dot. W contains the part with omega_dot: x . A
(omega x s) = omega . (s x A^T x) for a world direction x.

For the lowest point of a circle (radius rho, axis e) over ground with the normal n (body axes):

    s = c + rho h / |h|     h = (n . e) e - n     r_dot = A (omega x s), of the material there
    n_dot = n x omega       r_ddot = A (omega_dot x s) + A (omega x (omega x s + s_dot))
"""

from __future__ import annotations

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.compilation import borrowing
from ambulo.math.entries import vector_at
from ambulo.math.vectors import Vector3, add, cross, dot, rotate, rotate_back, scale, subtract
from ambulo.multibody.constrained.kinematics import (
    frame_row,
    inverse_rates,
    orientation_of,
    rest_of_spin,
)
from ambulo.multibody.constrained.packing import (
    ALONG,
    COINCIDENT,
    COORDINATE,
    DISTANT,
    POSITION,
    PRODUCT,
    SPIN,
    UNIT_LENGTH,
    VELOCITY,
    Attachments,
    PackedBodies,
    PackedRows,
    RowTerms,
    Scratch,
)

_NONE = (0.0, 0.0, 0.0)


@borrowing
def _entry(x: FloatArray, i: int, k: int) -> Vector3:
    """Three numbers of row i of x, from column k on."""
    return x[i, k], x[i, k + 1], x[i, k + 2]


@borrowing
def _carried(carried: FloatArray, i: int) -> tuple[Vector3, Vector3, Vector3]:
    """An attachment in world axes, its rate, and its second rate without omega_dot."""
    return _entry(carried, i, 3), _entry(carried, i, 6), _entry(carried, i, 9)


@borrowing
def _product(a: tuple[Vector3, Vector3, Vector3], b: tuple[Vector3, Vector3, Vector3]) -> Vector3:
    """Scalar product of two vectors, its rate and its second rate, from theirs."""
    return (
        dot(a[0], b[0]),
        dot(a[1], b[0]) + dot(a[0], b[1]),
        dot(a[2], b[0]) + 2.0 * dot(a[1], b[1]) + dot(a[0], b[2]),
    )


@borrowing
def _across(e: Vector3, n: Vector3) -> Vector3:
    """(n . e) e - n: downwards in the plane of a circle with the axis e; of a sphere e is 0."""
    return subtract(scale(dot(n, e), e), n)


@borrowing
def carry_attachments(
    attachments: Attachments, values: FloatArray, frames: FloatArray, carried: FloatArray
) -> None:
    """Fill `carried` with every attachment in body axes and in world axes, and with its rates."""
    for a in range(len(attachments.body)):
        b, f = attachments.body[a], attachments.motion[a]
        s, s_dot, s_ddot = vector_at(attachments.local, a), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
        if f >= 0:
            s, s_dot, s_ddot = _entry(values, f, 0), _entry(values, f, 3), _entry(values, f, 6)
        A, w = orientation_of(frames, b), frame_row(frames, b, SPIN)
        drift, radius = scale(2.0, s_dot), attachments.rim[a, 6]
        if radius > 0.0:
            e, n = _entry(attachments.rim, a, 0), rotate_back(A, _entry(attachments.rim, a, 3))
            n_dot = cross(n, w)
            h, h_dot = _across(e, n), _across(e, n_dot)
            over = 1.0 / dot(h, h)
            size = radius * over**0.5
            s = add(s, scale(size, h))
            drift = scale(size, subtract(h_dot, scale(dot(h, h_dot) * over, h)))
        swept = cross(w, s)
        r, r_dot = rotate(A, s), rotate(A, add(swept, s_dot))
        rest = rotate(A, add(cross(w, add(swept, drift)), s_ddot))
        for c in range(3):
            carried[a, c], carried[a, 3 + c] = s[c], r[c]
            carried[a, 6 + c], carried[a, 9 + c] = r_dot[c], rest[c]


@borrowing
def _add_turn(
    W: FloatArray,
    k: int,
    side: int,
    sign: float,
    frames: FloatArray,
    b: int,
    s: Vector3,
    x: Vector3,
) -> None:
    """Add sign * (s x A^T x) to the angular half of a row: vector s of body b against x."""
    turned = cross(s, rotate_back(orientation_of(frames, b), x))
    W[k, side, 3] += sign * turned[0]
    W[k, side, 4] += sign * turned[1]
    W[k, side, 5] += sign * turned[2]


@borrowing
def _unit_speed(bodies: PackedBodies, b: int, q: FloatArray, q_dot: FloatArray) -> float:
    """|e_dot|^2 / |e|^2 of a body's Euler parameters; 0 for other coordinates."""
    s = bodies.start[b] + 3
    if bodies.start[b + 1] - s != 4:
        return 0.0
    square = speed = 0.0
    for i in range(4):
        square += q[s + i] * q[s + i]
        speed += q_dot[s + i] * q_dot[s + i]
    return speed / square


@borrowing
def _orientation_row(
    bodies: PackedBodies, b: int, c: int, q: FloatArray, q_dot: FloatArray, scratch: Scratch
) -> tuple[Vector3, float]:
    """Row on omega of orientation coordinate q[c] of body b, and what gamma gets besides.

    theta_dot = H omega, theta_ddot = H (omega_dot - g), and for Euler parameters less
    e |e_dot|^2 / |e|^2: H omega_dot = theta_ddot + H g + e |e_dot|^2 / |e|^2.
    """
    g = rest_of_spin(bodies, b, q, q_dot)
    inverse_rates(bodies, b, q, scratch)
    row = _entry(scratch.H, c - bodies.start[b] - 3, 0)
    return row, dot(row, g) + q[c] * _unit_speed(bodies, b, q, q_dot)


@borrowing
def evaluate_rows(
    bodies: PackedBodies,
    rows: PackedRows,
    attached: IntArray,
    values: FloatArray,
    frames: FloatArray,
    q: FloatArray,
    q_dot: FloatArray,
    scratch: Scratch,
    out: RowTerms,
) -> None:
    """Fill C, rate, gamma and W (Haug 1989, section 9.4) after `carry_attachments`.

    Args:
        attached: (na,) body of each attachment.
    """
    C, C_dot, gamma, W, carried = out.C, out.rate, out.gamma, out.W, out.carried
    W[:] = 0.0
    for k in range(len(rows.kind)):
        kind, f = rows.kind[k, 0], rows.value[k]
        value, value_dot, value_ddot = values[f, 0], values[f, 1], values[f, 2]
        if kind == COORDINATE:
            # C = q[c] - value
            c, b = rows.kind[k, 1], rows.ends[k, 0]
            at = c - bodies.start[b]
            C[k], C_dot[k], gamma[k] = q[c] - value, q_dot[c] - value_dot, value_ddot
            if at < 3:
                W[k, 0, at] = 1.0
            else:
                row, more = _orientation_row(bodies, b, c, q, q_dot, scratch)
                W[k, 0, 3], W[k, 0, 4], W[k, 0, 5] = row
                gamma[k] += more
            continue
        if kind == UNIT_LENGTH:
            # C = (e . e - 1) / 2
            s = bodies.start[rows.kind[k, 1]] + 3
            square = rate = speed = 0.0
            for i in range(4):
                square += q[s + i] * q[s + i]
                rate += q[s + i] * q_dot[s + i]
                speed += q_dot[s + i] * q_dot[s + i]
            C[k], C_dot[k], gamma[k] = 0.5 * (square - 1.0), rate, -speed
            continue
        if kind == PRODUCT:
            # C = a . b - value
            i, j = rows.kind[k, 1], rows.kind[k, 2]
            a, b = _carried(carried, i), _carried(carried, j)
            held, rate, rest = _product(a, b)
            C[k], C_dot[k], gamma[k] = held - value, rate - value_dot, value_ddot - rest
            _add_turn(W, k, 0, 1.0, frames, attached[i], _entry(carried, i, 0), b[0])
            _add_turn(W, k, 1, 1.0, frames, attached[j], _entry(carried, j, 0), a[0])
            continue
        # the others: d = r_j - r_i between two points
        i, j = rows.kind[k, 2], rows.kind[k, 3]
        bi, bj = attached[i], attached[j]
        d = (
            subtract(
                add(frame_row(frames, bj, POSITION), _entry(carried, j, 3)),
                add(frame_row(frames, bi, POSITION), _entry(carried, i, 3)),
            ),
            subtract(
                add(frame_row(frames, bj, VELOCITY), _entry(carried, j, 6)),
                add(frame_row(frames, bi, VELOCITY), _entry(carried, i, 6)),
            ),
            subtract(_entry(carried, j, 9), _entry(carried, i, 9)),
        )
        h = rows.kind[k, 1]
        if kind == COINCIDENT:
            # C = d along a world axis - value
            held, rate, rest = d[0][h], d[1][h], d[2][h]
            along = (1.0 * (h == 0), 1.0 * (h == 1), 1.0 * (h == 2))
        elif kind == DISTANT:
            # C = |d| - value, of the square |d|^2 and its rates
            held, rate, rest = _product(d, d)
            held = held**0.5
            rate *= 0.5 / held
            rest = (0.5 * rest - rate * rate) / held
            along = scale(1.0 / held, d[0])
        else:
            a = _carried(carried, h)
            along = a[0]
            if kind == ALONG:
                # C = a . d - value, a a vector of the first point's body
                held, rate, rest = _product(a, d)
                _add_turn(W, k, 0, 1.0, frames, bi, _entry(carried, h, 0), d[0])
            else:
                # C_dot = a . d_dot - value: no place is held
                rate, rest, _ = _product(a, (d[1], d[2], _NONE))
                held, value, value_dot, value_ddot = 0.0, 0.0, value, value_dot
        C[k], C_dot[k], gamma[k] = held - value, rate - value_dot, value_ddot - rest
        for c in range(3):
            W[k, 0, c] -= along[c]
            W[k, 1, c] += along[c]
        _add_turn(W, k, 1, 1.0, frames, bj, _entry(carried, j, 0), along)
        _add_turn(W, k, 0, -1.0, frames, bi, _entry(carried, i, 0), along)
