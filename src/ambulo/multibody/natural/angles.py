"""Three absolute angles of a segment: turns about the fixed X, then Y, then Z.

S = S_gamma S_beta S_alpha and Omega = T (alpha', beta', gamma')     Pamies-Vila (2012), eqs. 3.18,
                                                                     3.92 and B.1
At beta = +-90 degrees (a thigh or forearm held forwards, horizontally) alpha and gamma turn about
one axis and the rates are not determined.
"""

from __future__ import annotations

import numpy as np

from ambulo.errors import InputError
from ambulo.math.arrays import FloatArray

__all__ = ["angle_rates", "angles_of", "rate_matrix", "rate_matrix_derivative", "rotation"]

_SINGULAR = 1e-5
"""cos(beta); nearer to the singular posture accelerations of the angles lose ten digits."""


def rotation(angles: FloatArray) -> FloatArray:
    """S (..., 3, 3) = S_gamma S_beta S_alpha of alpha, beta, gamma (..., 3) [rad]."""
    (ca, cb, cc), (sa, sb, sc) = (np.moveaxis(f(angles), -1, 0) for f in (np.cos, np.sin))
    return np.stack(
        [
            np.stack([cc * cb, cc * sb * sa - sc * ca, cc * sb * ca + sc * sa], axis=-1),
            np.stack([sc * cb, sc * sb * sa + cc * ca, sc * sb * ca - cc * sa], axis=-1),
            np.stack([-sb, cb * sa, cb * ca], axis=-1),
        ],
        axis=-2,
    )


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


def rate_matrix(angles: FloatArray) -> FloatArray:
    """T (..., 3, 3): angular velocity in world axes by the rates of the angles (eq. B.1)."""
    zero, one = np.zeros_like(angles[..., 0]), np.ones_like(angles[..., 0])
    cb, sb = np.cos(angles[..., 1]), np.sin(angles[..., 1])
    cc, sc = np.cos(angles[..., 2]), np.sin(angles[..., 2])
    return np.stack(
        [
            np.stack([cb * cc, -sc, zero], axis=-1),
            np.stack([cb * sc, cc, zero], axis=-1),
            np.stack([-sb, zero, one], axis=-1),
        ],
        axis=-2,
    )


def rate_matrix_derivative(angles: FloatArray, rates: FloatArray) -> FloatArray:
    """dT/dt (..., 3, 3) along the rates (..., 3) [rad/s] of the angles."""
    zero = np.zeros_like(angles[..., 0])
    cb, sb = np.cos(angles[..., 1]), np.sin(angles[..., 1])
    cc, sc = np.cos(angles[..., 2]), np.sin(angles[..., 2])
    b, c = rates[..., 1], rates[..., 2]
    return np.stack(
        [
            np.stack([-sb * b * cc - cb * sc * c, -cc * c, zero], axis=-1),
            np.stack([-sb * b * sc + cb * cc * c, -sc * c, zero], axis=-1),
            np.stack([-cb * b, zero, zero], axis=-1),
        ],
        axis=-2,
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
            "a segment's second angle is at 90 degrees, where its first and third are one",
            where="natural coordinates",
            remedy="Take the tree's quaternions for this motion",
        )
    T = rate_matrix(angles)
    rates = np.asarray(np.linalg.solve(T, omega[..., None])[..., 0], dtype=np.float64)
    turning = (rate_matrix_derivative(angles, rates) @ rates[..., None])[..., 0]
    accelerations = np.linalg.solve(T, (alpha - turning)[..., None])[..., 0]
    return rates, np.asarray(accelerations, dtype=np.float64)
