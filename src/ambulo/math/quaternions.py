"""Unit quaternions (w, x, y, z), Hamilton product; q = R_A<-B turns vectors of B into A.

The functions named after their operation take arrays (..., 4); the ones with `_one` in their name
are the same formulas for one quaternion held in a tuple, for use inside other kernels.
"""

from __future__ import annotations

import math

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import compiled, inner
from ambulo.math.entries import matrix
from ambulo.math.lanes import formula
from ambulo.math.vectors import Matrix3, Quaternion, Vector3

__all__ = [
    "angular_acceleration",
    "angular_velocity",
    "conjugate",
    "exp",
    "exp_one",
    "from_matrix",
    "from_matrix_one",
    "log",
    "log_one",
    "multiply",
    "multiply_one",
    "to_matrix",
    "to_matrix_one",
]


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
    left, right = np.broadcast_arrays(p, q)
    out: FloatArray = _multiply(_rows(left, 4), _rows(right, 4))
    return out.reshape(left.shape)


def conjugate(q: FloatArray) -> FloatArray:
    """Conjugate, for a unit quaternion the inverse: (w, -x, -y, -z), shape (..., 4)."""
    out: FloatArray = np.asarray(q, dtype=np.float64) * np.array([1.0, -1.0, -1.0, -1.0])
    return out


def to_matrix(q: FloatArray) -> FloatArray:
    """Rotation matrix R_A<-B.

    Args:
        q: (..., 4), of any length but zero.

    Returns:
        (..., 3, 3).
    """
    out: FloatArray = _to_matrix(_rows(q, 4))
    return out.reshape(*np.shape(q)[:-1], 3, 3)


def from_matrix(R: FloatArray) -> FloatArray:
    """Unit quaternion of a rotation matrix, with w >= 0.

    Shepperd (1978): the largest of the four components comes from a square root, the others from
    it, so that no digits are lost at any angle.

    Args:
        R: (..., 3, 3).

    Returns:
        (..., 4).
    """
    out: FloatArray = _from_matrix(_rows(np.reshape(R, (*np.shape(R)[:-2], 9)), 9))
    return out.reshape(*np.shape(R)[:-2], 4)


def exp(r: FloatArray) -> FloatArray:
    """Unit quaternion of a rotation vector (axis times angle).

    Args:
        r: (..., 3) rad.

    Returns:
        (..., 4).
    """
    out: FloatArray = _exp(_rows(r, 3))
    return out.reshape(*np.shape(r)[:-1], 4)


def log(q: FloatArray) -> FloatArray:
    """Rotation vector (axis times angle) of a quaternion, the short way round.

    Args:
        q: (..., 4).

    Returns:
        (..., 3) rad, at most pi long.
    """
    out: FloatArray = _log(_rows(q, 4))
    return out.reshape(*np.shape(q)[:-1], 3)


def angular_velocity(q: FloatArray, qdot: FloatArray) -> FloatArray:
    """Angular velocity of B in A, in the axes of B: the vector part of 2 q* q' / |q|^2.

    Exact also where q, as the value of a spline through quaternions, is not of unit length.

    Args:
        q, qdot: (..., 4) quaternion and its time derivative [1/s].

    Returns:
        (..., 3) rad/s.
    """
    q, qdot = np.broadcast_arrays(q, qdot)
    square = np.sum(q * q, axis=-1, keepdims=True)
    out: FloatArray = 2.0 * multiply(conjugate(q), qdot)[..., 1:] / square
    return out


def angular_acceleration(q: FloatArray, qdot: FloatArray, qddot: FloatArray) -> FloatArray:
    """Time derivative of `angular_velocity`, in the axes of B.

    Args:
        q, qdot, qddot: (..., 4) quaternion and its time derivatives [1/s, 1/s^2].

    Returns:
        (..., 3) rad/s^2.
    """
    square = np.sum(q * q, axis=-1, keepdims=True)
    growth = 2.0 * np.sum(q * qdot, axis=-1, keepdims=True) / square
    # q'* q' is a pure scalar, so only the second derivative and the change of length remain
    turning = 2.0 * multiply(conjugate(q), qddot)[..., 1:] / square
    out: FloatArray = turning - growth * angular_velocity(q, qdot)
    return out


def _rows(x: FloatArray, width: int) -> FloatArray:
    array = np.asarray(x, dtype=np.float64)
    if array.shape[-1:] != (width,):
        raise ValueError(f"the last axis has length {array.shape[-1:]}, not {width}")
    return np.require(array.reshape(-1, width), requirements=["C_CONTIGUOUS", "WRITEABLE"])


@compiled
def _multiply(p: FloatArray, q: FloatArray) -> FloatArray:
    out = np.empty_like(p)
    for n in range(len(p)):
        out[n, 0], out[n, 1], out[n, 2], out[n, 3] = multiply_one(
            (p[n, 0], p[n, 1], p[n, 2], p[n, 3]), (q[n, 0], q[n, 1], q[n, 2], q[n, 3])
        )
    return out


@compiled
def _to_matrix(q: FloatArray) -> FloatArray:
    out = np.empty((len(q), 9))
    for n in range(len(q)):
        R = to_matrix_one((q[n, 0], q[n, 1], q[n, 2], q[n, 3]))
        for k in range(9):
            out[n, k] = R[k]
    return out


@compiled
def _from_matrix(R: FloatArray) -> FloatArray:
    out = np.empty((len(R), 4))
    for n in range(len(R)):
        out[n, 0], out[n, 1], out[n, 2], out[n, 3] = from_matrix_one(matrix(R[n]))
    return out


@compiled
def _exp(r: FloatArray) -> FloatArray:
    out = np.empty((len(r), 4))
    for n in range(len(r)):
        out[n, 0], out[n, 1], out[n, 2], out[n, 3] = exp_one((r[n, 0], r[n, 1], r[n, 2]))
    return out


@compiled
def _log(q: FloatArray) -> FloatArray:
    out = np.empty((len(q), 3))
    for n in range(len(q)):
        out[n, 0], out[n, 1], out[n, 2] = log_one((q[n, 0], q[n, 1], q[n, 2], q[n, 3]))
    return out
