"""Three absolute angles of a segment: turns about the fixed X, then Y, then Z.

S = S_gamma S_beta S_alpha and Omega = T (alpha', beta', gamma')     Pamies-Vila (2012), eqs. 3.18,
                                                                     3.92 and B.1
At beta = +-90 degrees (a thigh or forearm held forwards, horizontally) alpha and gamma turn about
one axis and the rates are not determined.
"""

from __future__ import annotations

import math

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import compiled, inner
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
def fill_rate_matrix(angles: FloatArray, T: FloatArray) -> None:
    """Fill T (3, 3): angular velocity in world axes by the rates of the angles (eq. B.1)."""
    cb, sb = math.cos(angles[1]), math.sin(angles[1])
    cc, sc = math.cos(angles[2]), math.sin(angles[2])
    T[0, 0], T[0, 1], T[0, 2] = cb * cc, -sc, 0.0
    T[1, 0], T[1, 1], T[1, 2] = cb * sc, cc, 0.0
    T[2, 0], T[2, 1], T[2, 2] = -sb, 0.0, 1.0


@inner
def fill_turning_at_rest(angles: FloatArray, rates: FloatArray, out: FloatArray) -> None:
    """Fill out (3,) with T' z': the angular acceleration while the rates z' stay as they are."""
    cb, sb = math.cos(angles[1]), math.sin(angles[1])
    cc, sc = math.cos(angles[2]), math.sin(angles[2])
    a, b, c = rates[0], rates[1], rates[2]
    # T' has the columns d/dt (cb cc, cb sc, -sb), d/dt (-sc, cc, 0) and zero
    out[0] = (-sb * b * cc - cb * sc * c) * a - cc * c * b
    out[1] = (-sb * b * sc + cb * cc * c) * a - sc * c * b
    out[2] = -cb * b * a


@compiled
def _rotations(angles: FloatArray) -> FloatArray:
    S = np.empty((len(angles), 3, 3))
    for k in range(len(angles)):
        fill_rotation(angles[k], S[k])
    return S


@compiled
def _rate_matrices(angles: FloatArray) -> FloatArray:
    T = np.empty((len(angles), 3, 3))
    for k in range(len(angles)):
        fill_rate_matrix(angles[k], T[k])
    return T


@compiled
def _turnings_at_rest(angles: FloatArray, rates: FloatArray) -> FloatArray:
    out = np.empty((len(angles), 3))
    for k in range(len(angles)):
        fill_turning_at_rest(angles[k], rates[k], out[k])
    return out


def _rows(angles: FloatArray) -> FloatArray:
    return whole(np.asarray(angles).reshape(-1, 3))


def rotation(angles: FloatArray) -> FloatArray:
    """S (..., 3, 3) = S_gamma S_beta S_alpha of alpha, beta, gamma (..., 3) [rad]."""
    return _rotations(_rows(angles)).reshape(*angles.shape, 3)


def rate_matrix(angles: FloatArray) -> FloatArray:
    """T (..., 3, 3): angular velocity in world axes by the rates of the angles (eq. B.1)."""
    return _rate_matrices(_rows(angles)).reshape(*angles.shape, 3)


def turning_at_rest(angles: FloatArray, rates: FloatArray) -> FloatArray:
    """T' z' (..., 3) along the rates z' (..., 3) [rad/s] of the angles (..., 3) [rad]."""
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
        InputError: a segment is in the posture where the angles are not determined.
    """
    if np.abs(np.cos(angles[..., 1])).min() < _SINGULAR:
        raise InputError(
            "a segment's second angle is 90 degrees, where the first and third cannot be told "
            "apart",
            where="natural coordinates",
            remedy="Use joint coordinates for this motion (--formulation tree)",
        )
    T = rate_matrix(angles)
    rates = np.asarray(np.linalg.solve(T, omega[..., None])[..., 0], dtype=np.float64)
    turning = turning_at_rest(angles, rates)
    accelerations = np.linalg.solve(T, (alpha - turning)[..., None])[..., 0]
    return rates, np.asarray(accelerations, dtype=np.float64)
