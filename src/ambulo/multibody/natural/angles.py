"""Three absolute angles of a segment: rotations about the fixed X, then Y, then Z.

    S = S_gamma S_beta S_alpha and Omega = T (alpha', beta', gamma')

Pamies-Vila (2012), eqs. 3.18, 3.92 and B.1. At beta = +-90 degrees (a thigh or forearm that points
horizontally forwards), alpha and gamma turn about the same axis, so the rates are not determined.
"""

from __future__ import annotations

import math

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import compiled, inner
from ambulo.math.entries import put_matrix_at, put_vector_at, vector
from ambulo.math.tangent import tangent
from ambulo.math.vectors import Matrix3, Vector3, rotate
from ambulo.multibody.tree.packing import whole

_SINGULAR = 1e-5
"""cos(beta); nearer to the singular posture accelerations of the angles lose ten digits."""


@inner
def fill_rotation(angles: FloatArray, S: FloatArray) -> None:
    """Fill S (3, 3) = S_gamma S_beta S_alpha of alpha, beta, gamma (3,) [rad]."""
    ca, sa = math.cos(angles[0]), math.sin(angles[0])
    cb, sb = math.cos(angles[1]), math.sin(angles[1])
    cc, sc = math.cos(angles[2]), math.sin(angles[2])
    S[0, 0], S[0, 1], S[0, 2] = cc * cb, cc * sb * sa - sc * ca, cc * sb * ca + sc * sa
    S[1, 0], S[1, 1], S[1, 2] = sc * cb, sc * sb * sa + cc * ca, sc * sb * ca - cc * sa
    S[2, 0], S[2, 1], S[2, 2] = -sb, cb * sa, cb * ca


@inner
def rates_one(angles: FloatArray) -> Matrix3:
    """Matrix T: the angular velocity in world axes is T times the rates of the angles (eq. B.1)."""
    cb, sb = math.cos(angles[1]), math.sin(angles[1])
    cc, sc = math.cos(angles[2]), math.sin(angles[2])
    return (
        cb * cc, -sc, 0.0,
        cb * sc, cc, 0.0,
        -sb, 0.0, 1.0,
    )  # fmt: skip


_rates_and_change = tangent(rates_one)


@inner
def turning_at_rest_one(angles: FloatArray, rates: FloatArray) -> Vector3:
    """Vector T' z': the angular acceleration for constant rates z'."""
    _, changed = _rates_and_change(angles, rates)
    return rotate(changed, vector(rates))


@compiled
def _rotations(angles: FloatArray) -> FloatArray:
    S = np.empty((len(angles), 3, 3))
    for k in range(len(angles)):
        fill_rotation(angles[k], S[k])
    return S


@compiled
def _rate_matrices(angles: FloatArray) -> FloatArray:
    T = np.empty((len(angles), 9))
    for k in range(len(angles)):
        put_matrix_at(T, k, rates_one(angles[k]))
    return T


@compiled
def _turnings_at_rest(angles: FloatArray, rates: FloatArray) -> FloatArray:
    out = np.empty((len(angles), 3))
    for k in range(len(angles)):
        put_vector_at(out, k, turning_at_rest_one(angles[k], rates[k]))
    return out


def _rows(angles: FloatArray) -> FloatArray:
    return whole(np.asarray(angles).reshape(-1, 3))


def rotation(angles: FloatArray) -> FloatArray:
    """S (..., 3, 3) = S_gamma S_beta S_alpha of alpha, beta, gamma (..., 3) [rad]."""
    return _rotations(_rows(angles)).reshape(*angles.shape, 3)


def rate_matrix(angles: FloatArray) -> FloatArray:
    """T (..., 3, 3): the angular velocity in world axes is T times the rates of the angles (eq.
    B.1)."""
    return _rate_matrices(_rows(angles)).reshape(*angles.shape, 3)


def turning_at_rest(angles: FloatArray, rates: FloatArray) -> FloatArray:
    """T' z' (..., 3) for rates z' (..., 3) [rad/s] of the angles (..., 3) [rad]."""
    return _turnings_at_rest(_rows(angles), _rows(rates)).reshape(angles.shape)


def angles_of(S: FloatArray) -> FloatArray:
    """Angles alpha, beta, gamma (..., 3) [rad] of rotations (..., 3, 3), |beta| <= 90 degrees."""
    return np.stack(
        [
            np.arctan2(S[..., 2, 1], S[..., 2, 2]),
            np.arctan2(-S[..., 2, 0], np.hypot(S[..., 2, 1], S[..., 2, 2])),
            np.arctan2(S[..., 1, 0], S[..., 0, 0]),
        ],
        axis=-1,
    )


def angle_rates(
    angles: FloatArray, omega: FloatArray, alpha: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """First and second derivatives of the angles from the segment's angular motion.

    Args:
        angles: (..., 3) rad.
        omega, alpha: (..., 3) angular velocity and acceleration in world axes [rad/s, rad/s^2].
    Returns:
        Rates (..., 3) and their derivatives (..., 3).
    Raises:
        InputError: a segment is in a posture in which the angles are not determined.
    """
    if np.abs(np.cos(angles[..., 1])).min() < _SINGULAR:
        raise InputError(
            "the second angle of a segment is 90 degrees, so its first and third angles cannot be "
            "told apart",
            where="natural coordinates",
            remedy="Use joint coordinates for this motion (--formulation tree)",
        )
    T = rate_matrix(angles)
    rates = np.asarray(np.linalg.solve(T, omega[..., None])[..., 0], dtype=np.float64)
    turning = turning_at_rest(angles, rates)
    accelerations = np.linalg.solve(T, (alpha - turning)[..., None])[..., 0]
    return rates, np.asarray(accelerations, dtype=np.float64)
