"""Unit quaternions (w, x, y, z), Hamilton product; q = R_A<-B turns vectors of B into A.

Functions named after their operation take arrays (..., 4). They are not compiled, because the first
analysis of a trial must wait for every kernel. Functions with `_one` in their name are
for one quaternion in a tuple. Kernels use them.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import inner
from ambulo.math.lanes import formula
from ambulo.math.vectors import Matrix3, Quaternion, Vector3

# --------------------------------------------------------------------------- one quaternion


@formula
def multiply_one(p: Quaternion, q: Quaternion) -> Quaternion:
    """Hamilton product p q."""
    return (
        p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3],
        p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
        p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1],
        p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0],
    )


@formula
def to_matrix_one(q: Quaternion) -> Matrix3:
    """Rotation matrix of q, which need not have unit length."""
    w, x, y, z = q
    s = 2.0 / (w * w + x * x + y * y + z * z)
    return (
        1.0 - s * (y * y + z * z),
        s * (x * y - w * z),
        s * (x * z + w * y),
        s * (x * y + w * z),
        1.0 - s * (x * x + z * z),
        s * (y * z - w * x),
        s * (x * z - w * y),
        s * (y * z + w * x),
        1.0 - s * (x * x + y * y),
    )


@formula
def turning_one(q: Quaternion, q1: Quaternion, q2: Quaternion) -> tuple[Vector3, Vector3]:
    """Angular velocity and acceleration in the axes that turn; q need not have unit length.

    w = 2 q* q' / |q|^2,  w' = 2 q* q'' / |q|^2 - (|q|^2)' / |q|^2 w (vector parts): q'* q' is a
    number, so that only the second derivative and the change of length remain.
    """
    w, x, y, z = q
    back = (w, -x, -y, -z)
    over = 2.0 / (w * w + x * x + y * y + z * z)
    growth = over * (w * q1[0] + x * q1[1] + y * q1[2] + z * q1[3])
    _, a, b, c = multiply_one(back, q1)
    _, d, e, f = multiply_one(back, q2)
    v = (over * a, over * b, over * c)
    return v, (over * d - growth * v[0], over * e - growth * v[1], over * f - growth * v[2])


@inner
def exp_one(r: Vector3) -> Quaternion:
    """Unit quaternion of the rotation vector r."""
    square = r[0] * r[0] + r[1] * r[1] + r[2] * r[2]
    if square < 1e-6:  # the series' next terms are below 1e-16 there
        half_sinc = 0.5 - square * (1.0 / 48.0 - square / 3840.0)
        cosine = 1.0 - square * (1.0 / 8.0 - square / 384.0)
    else:
        angle = math.sqrt(square)
        half_sinc = math.sin(0.5 * angle) / angle
        cosine = math.cos(0.5 * angle)
    return cosine, half_sinc * r[0], half_sinc * r[1], half_sinc * r[2]


@inner
def log_one(q: Quaternion) -> Vector3:
    """Rotation vector of q, at most pi long; q need not have unit length."""
    w, x, y, z = q
    if w < 0.0:  # the same rotation, the short way round
        w, x, y, z = -w, -x, -y, -z
    square = x * x + y * y + z * z
    if square < 1e-6 * w * w:
        t = square / (w * w)
        factor = 2.0 / w * (1.0 - t * (1.0 / 3.0 - t / 5.0))
    else:
        sine = math.sqrt(square)
        factor = 2.0 * math.atan2(sine, w) / sine
    return factor * x, factor * y, factor * z


@inner
def from_matrix_one(R: Matrix3) -> Quaternion:
    """Unit quaternion of a rotation matrix, with w >= 0 (see `from_matrix`)."""
    xx, xy, xz, yx, yy, yz, zx, zy, zz = R
    # each candidate is 4 |q_k| times q, for the component q_k that it names
    if xx + yy + zz > max(xx, yy, zz):
        w, x, y, z = 1.0 + xx + yy + zz, zy - yz, xz - zx, yx - xy
    elif xx >= yy and xx >= zz:
        w, x, y, z = zy - yz, 1.0 + xx - yy - zz, xy + yx, xz + zx
    elif yy >= zz:
        w, x, y, z = xz - zx, xy + yx, 1.0 - xx + yy - zz, yz + zy
    else:
        w, x, y, z = yx - xy, xz + zx, yz + zy, 1.0 - xx - yy + zz
    length = math.sqrt(w * w + x * x + y * y + z * z)
    if w < 0.0:
        length = -length
    return w / length, x / length, y / length, z / length


# --------------------------------------------------------------------------- arrays of them


def multiply(p: FloatArray, q: FloatArray) -> FloatArray:
    """Hamilton product p q: first q's rotation, then p's.

    Args:
        p, q: (..., 4), broadcast against each other.

    Returns:
        (..., 4).
    """
    return np.stack(multiply_one(_parts(p, 4), _parts(q, 4)), axis=-1)


def to_matrix(q: FloatArray) -> FloatArray:
    """Rotation matrix R_A<-B.

    Args:
        q: (..., 4), of any length except zero.

    Returns:
        (..., 3, 3).
    """
    out = np.stack(to_matrix_one(_parts(q, 4)), axis=-1)
    return out.reshape(*np.shape(q)[:-1], 3, 3)


def from_matrix(R: FloatArray) -> FloatArray:
    """Unit quaternion of a rotation matrix, with w >= 0.

    Shepperd (1978): a square root gives the largest of the four components. The other components
    follow from it. So no digits are lost at any angle.

    Args:
        R: (..., 3, 3).

    Returns:
        (..., 4).
    """
    xx, xy, xz, yx, yy, yz, zx, zy, zz = _parts(np.reshape(R, (*np.shape(R)[:-2], 9)), 9)
    # row k is 4 q_k times q; the row of the largest component is divided by the least rounding
    rows = np.array(
        [
            [1.0 + xx + yy + zz, zy - yz, xz - zx, yx - xy],
            [zy - yz, 1.0 + xx - yy - zz, xy + yx, xz + zx],
            [xz - zx, xy + yx, 1.0 - xx + yy - zz, yz + zy],
            [yx - xy, xz + zx, yz + zy, 1.0 - xx - yy + zz],
        ]
    )
    largest = np.argmax(np.stack([rows[k, k] for k in range(4)]), axis=0)
    q = np.moveaxis(np.take_along_axis(rows, largest[None, None], axis=0)[0], 0, -1)
    length = np.sqrt(np.sum(q * q, axis=-1, keepdims=True))
    return np.asarray(q / np.where(q[..., :1] < 0.0, -length, length))


def exp(r: FloatArray) -> FloatArray:
    """Unit quaternion of a rotation vector (axis times angle).

    Args:
        r: (..., 3) rad.

    Returns:
        (..., 4).
    """
    vector = np.stack(_parts(r, 3), axis=-1)
    half = 0.5 * np.sqrt(np.sum(vector * vector, axis=-1, keepdims=True))
    # sin(half) / (2 half), which is 1/2 at rest; numpy's sinc is of pi times its argument
    return np.concatenate([np.cos(half), 0.5 * np.sinc(half / np.pi) * vector], axis=-1)


def angular_velocity(q: FloatArray, qdot: FloatArray) -> FloatArray:
    """Angular velocity of B in A, in the axes of B: the vector part of 2 q* q' / |q|^2.

    This is also exact if q does not have unit length, as on a spline through quaternions.

    Args:
        q, qdot: (..., 4) quaternion and its time derivative [1/s].

    Returns:
        (..., 3) rad/s.
    """
    return np.stack(turning_one(_parts(q, 4), _parts(qdot, 4), _parts(qdot, 4))[0], axis=-1)


def angular_acceleration(q: FloatArray, qdot: FloatArray, qddot: FloatArray) -> FloatArray:
    """Time derivative of `angular_velocity`, in the axes of B.

    Args:
        q, qdot, qddot: (..., 4) quaternion and its time derivatives [1/s, 1/s^2].

    Returns:
        (..., 3) rad/s^2.
    """
    return np.stack(turning_one(_parts(q, 4), _parts(qdot, 4), _parts(qddot, 4))[1], axis=-1)


def _parts(x: FloatArray, width: int) -> tuple[Any, ...]:
    """Components on the last axis, as the formulas of one quaternion take them."""
    array = np.asarray(x, dtype=np.float64)
    if array.shape[-1:] != (width,):
        raise ValueError(f"the last axis has length {array.shape[-1:]}, not {width}")
    return tuple(np.moveaxis(array, -1, 0))
