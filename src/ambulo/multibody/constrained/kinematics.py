"""Positions, orientations and velocities of the bodies from coordinates q and velocities u."""

from __future__ import annotations

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import borrowing
from ambulo.math.entries import matrix_at, triple
from ambulo.math.vectors import Matrix3, Vector3, compose, cross, dot, rotate, rotate_back, scale
from ambulo.multibody.constrained.orientation import displace, quadratic, rates, rotation
from ambulo.multibody.constrained.packing import (
    POSITION,
    SPIN,
    TURN,
    VELOCITY,
    PackedBodies,
    Scratch,
)


@borrowing
def frame_row(frames: FloatArray, b: int, row: int) -> Vector3:
    """Row of body b's frame: POSITION, VELOCITY or SPIN."""
    return frames[b, row, 0], frames[b, row, 1], frames[b, row, 2]


@borrowing
def orientation_of(frames: FloatArray, b: int) -> Matrix3:
    """Rotation matrix of body b, body axes to world axes."""
    return (
        frames[b, TURN, 0], frames[b, TURN, 1], frames[b, TURN, 2],
        frames[b, TURN + 1, 0], frames[b, TURN + 1, 1], frames[b, TURN + 1, 2],
        frames[b, TURN + 2, 0], frames[b, TURN + 2, 1], frames[b, TURN + 2, 2],
    )  # fmt: skip


@borrowing
def move_bodies(bodies: PackedBodies, q: FloatArray, u: FloatArray, frames: FloatArray) -> None:
    """Fill the frames of all bodies and the ground: A = A(theta) reference, and the velocities."""
    for b in range(len(bodies.code)):
        s = bodies.start[b]
        # rows of a frame: position, velocity, A in three rows, angular velocity in body axes
        turned = rotation(bodies.code[b], q[s + 3 : bodies.start[b + 1]])
        A = compose(turned, matrix_at(bodies.reference, b))
        for i in range(3):
            frames[b, POSITION, i] = q[s + i]
            frames[b, VELOCITY, i] = u[6 * b + i]
            frames[b, SPIN, i] = u[6 * b + 3 + i]
        frames[b, TURN, 0], frames[b, TURN, 1], frames[b, TURN, 2] = A[0], A[1], A[2]
        frames[b, TURN + 1, 0], frames[b, TURN + 1, 1], frames[b, TURN + 1, 2] = A[3], A[4], A[5]
        frames[b, TURN + 2, 0], frames[b, TURN + 2, 1], frames[b, TURN + 2, 2] = A[6], A[7], A[8]
    ground = len(frames) - 1
    for i in range(3):
        frames[ground, POSITION, i] = frames[ground, VELOCITY, i] = frames[ground, SPIN, i] = 0.0
        for j in range(3):
            frames[ground, TURN + i, j] = 1.0 if i == j else 0.0


@borrowing
def copy_modes(bodies: PackedBodies, u: FloatArray, out: FloatArray) -> None:
    """Copy the modal entries of u (nv,), which come after the bodies, to those of out (n,)."""
    nb = len(bodies.code)
    for i in range(6 * nb, len(u)):
        out[bodies.start[nb] + i - 6 * nb] = u[i]


@borrowing
def inverse_rates(bodies: PackedBodies, b: int, q: FloatArray, scratch: Scratch) -> None:
    """Fill H (coordinates, 3) of body b: theta_dot = H omega, the inverse of omega = G theta_dot.

    With Euler parameters e, G G^T = 4 / |e|^2, so H = |e|^2 / 4 G^T keeps |e|. At gimbal lock H is
    not finite.
    """
    s = bodies.start[b]
    width = bodies.start[b + 1] - s - 3
    theta, G, H = q[s + 3 : s + 3 + width], scratch.G, scratch.H
    rates(bodies.code[b], theta, G)
    reference = matrix_at(bodies.reference, b)
    # coordinates turn A(theta), the body has A(theta) reference: rows of H by reference^T
    if width == 4:
        quarter = 0.0
        for k in range(4):
            quarter += 0.25 * theta[k] * theta[k]
        for k in range(4):
            row = rotate_back(reference, (G[0, k], G[1, k], G[2, k]))
            H[k, 0], H[k, 1], H[k, 2] = scale(quarter, row)
        return
    # rows of an inverse are vector products of the columns over the determinant
    a, b_, c = (G[0, 0], G[1, 0], G[2, 0]), (G[0, 1], G[1, 1], G[2, 1]), (G[0, 2], G[1, 2], G[2, 2])
    bc, ca, ab = cross(b_, c), cross(c, a), cross(a, b_)
    over = 1.0 / dot(a, bc)
    H[0, 0], H[0, 1], H[0, 2] = rotate_back(reference, scale(over, bc))
    H[1, 0], H[1, 1], H[1, 2] = rotate_back(reference, scale(over, ca))
    H[2, 0], H[2, 1], H[2, 2] = rotate_back(reference, scale(over, ab))


@borrowing
def coordinate_rates(
    bodies: PackedBodies, q: FloatArray, u: FloatArray, scratch: Scratch, q_dot: FloatArray
) -> None:
    """Fill q_dot (n,) from velocities u."""
    for b in range(len(bodies.code)):
        s = bodies.start[b]
        inverse_rates(bodies, b, q, scratch)
        H = scratch.H
        w0, w1, w2 = u[6 * b + 3], u[6 * b + 4], u[6 * b + 5]
        # q_dot = (V, H omega)
        for i in range(3):
            q_dot[s + i] = u[6 * b + i]
        for k in range(bodies.start[b + 1] - s - 3):
            q_dot[s + 3 + k] = H[k, 0] * w0 + H[k, 1] * w1 + H[k, 2] * w2
    copy_modes(bodies, u, q_dot)


@borrowing
def rest_of_spin(bodies: PackedBodies, b: int, q: FloatArray, q_dot: FloatArray) -> Vector3:
    """The part of body b's angular acceleration without theta_ddot: omega_dot - G theta_ddot."""
    s, stop = bodies.start[b] + 3, bodies.start[b + 1]
    rest = quadratic(bodies.code[b], q[s:stop], q_dot[s:stop])
    return rotate_back(matrix_at(bodies.reference, b), rest)


@borrowing
def coordinate_accelerations(
    bodies: PackedBodies,
    q: FloatArray,
    q_dot: FloatArray,
    u_dot: FloatArray,
    scratch: Scratch,
    q_ddot: FloatArray,
) -> None:
    """Fill q_ddot (n,) from the accelerations u_dot: theta_ddot = H (omega_dot - g).

    Euler parameters also keep their length: e . e_ddot = -|e_dot|^2.
    """
    for b in range(len(bodies.code)):
        s = bodies.start[b]
        width = bodies.start[b + 1] - s - 3
        g = rest_of_spin(bodies, b, q, q_dot)
        inverse_rates(bodies, b, q, scratch)
        H = scratch.H
        w0, w1, w2 = u_dot[6 * b + 3] - g[0], u_dot[6 * b + 4] - g[1], u_dot[6 * b + 5] - g[2]
        for i in range(3):
            q_ddot[s + i] = u_dot[6 * b + i]
        square = speed = 0.0
        for k in range(width):
            square += q[s + 3 + k] * q[s + 3 + k]
            speed += q_dot[s + 3 + k] * q_dot[s + 3 + k]
        for k in range(width):
            value = H[k, 0] * w0 + H[k, 1] * w1 + H[k, 2] * w2
            # along e, where H gives nothing: -|e_dot|^2 e / |e|^2
            if width == 4:
                value -= q[s + 3 + k] * speed / square
            q_ddot[s + 3 + k] = value
    copy_modes(bodies, u_dot, q_ddot)


@borrowing
def shift_coordinates(bodies: PackedBodies, q: FloatArray, d: FloatArray, out: FloatArray) -> None:
    """Fill out (n,), which may be q, with q moved by d (nv,). d contains positions, and rotation
    vectors in body axes.
    """
    for b in range(len(bodies.code)):
        s, stop = bodies.start[b], bodies.start[b + 1]
        for i in range(3):
            out[s + i] = q[s + i] + d[6 * b + i]
        # A(theta) reference exp(d) = A(theta) exp(reference d) reference
        turn = rotate(matrix_at(bodies.reference, b), triple(d, 6 * b + 3))
        displace(bodies.code[b], q[s + 3 : stop], turn, out[s + 3 : stop])
    nb = len(bodies.code)
    for i in range(6 * nb, len(d)):
        k = bodies.start[nb] + i - 6 * nb
        out[k] = q[k] + d[i]


@borrowing
def normalise(bodies: PackedBodies, b: int, q: FloatArray) -> None:
    """Bring body b's Euler parameters to unit length; other coordinates do not change."""
    s = bodies.start[b] + 3
    if bodies.start[b + 1] - s != 4:
        return
    square = 0.0
    for k in range(4):
        square += q[s + k] * q[s + k]
    over = 1.0 / square**0.5
    for k in range(4):
        q[s + k] *= over
