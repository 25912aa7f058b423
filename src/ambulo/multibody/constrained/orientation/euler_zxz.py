"""Euler angles phi, theta, psi about Z, X, Z: A = Rz(phi) Rx(theta) Rz(psi).

Shabana (2001), section 7.6. Singular where sin(theta) = 0: phi and psi turn about one axis there.
"""

from __future__ import annotations

import math

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import compiled, inner
from ambulo.math.vectors import Matrix3


@compiled
def rotation(theta: FloatArray, A: FloatArray) -> None:
    """Write the rotation matrix A (3, 3), body axes to world axes."""
    cf, sf = math.cos(theta[0]), math.sin(theta[0])
    ct, st = math.cos(theta[1]), math.sin(theta[1])
    cp, sp = math.cos(theta[2]), math.sin(theta[2])
    A[0, 0] = cf * cp - sf * ct * sp
    A[0, 1] = -cf * sp - sf * ct * cp
    A[0, 2] = sf * st
    A[1, 0] = sf * cp + cf * ct * sp
    A[1, 1] = -sf * sp + cf * ct * cp
    A[1, 2] = -cf * st
    A[2, 0] = st * sp
    A[2, 1] = st * cp
    A[2, 2] = ct


@compiled
def rates(theta: FloatArray, G: FloatArray) -> None:
    """Write G (3, 3): angular velocity in body axes is G theta_dot (Bruzzo 2012, eq. 31)."""
    st, ct = math.sin(theta[1]), math.cos(theta[1])
    sp, cp = math.sin(theta[2]), math.cos(theta[2])
    G[0, 0] = st * sp
    G[0, 1] = cp
    G[0, 2] = 0.0
    G[1, 0] = st * cp
    G[1, 1] = -sp
    G[1, 2] = 0.0
    G[2, 0] = ct
    G[2, 1] = 0.0
    G[2, 2] = 1.0


@compiled
def quadratic(theta: FloatArray, rate: FloatArray, g: FloatArray) -> None:
    """Write g (3,) = G_dot theta_dot, the part of the angular acceleration without theta_ddot."""
    st, ct = math.sin(theta[1]), math.cos(theta[1])
    sp, cp = math.sin(theta[2]), math.cos(theta[2])
    f, t, p = rate[0], rate[1], rate[2]
    g[0] = f * (ct * t * sp + st * cp * p) - t * sp * p
    g[1] = f * (ct * t * cp - st * sp * p) - t * cp * p
    g[2] = -f * st * t


@inner
def _near(angle: float, to: float) -> float:
    """The angle, whole turns away, that is nearest to another one."""
    return angle + 2.0 * math.pi * math.floor((to - angle) / (2.0 * math.pi) + 0.5)


@inner
def following(A: Matrix3, theta: FloatArray, out: FloatArray) -> None:
    """Write the angles (3,) of a rotation matrix that are nearest to angles theta."""
    sine = math.hypot(A[2], A[5])
    phi, tilt, psi = math.atan2(A[2], -A[5]), math.atan2(sine, A[8]), math.atan2(A[6], A[7])
    if sine < 1e-12:  # only phi + psi, or phi - psi, is determined
        phi, about = theta[0], math.atan2(A[3], A[0])
        psi = about - phi if A[8] > 0.0 else phi - about
    # (phi + pi, -theta, psi + pi) is the same rotation
    elif abs(_near(-tilt, theta[1]) - theta[1]) < abs(_near(tilt, theta[1]) - theta[1]):
        phi, tilt, psi = phi + math.pi, -tilt, psi + math.pi
    out[0], out[1], out[2] = _near(phi, theta[0]), _near(tilt, theta[1]), _near(psi, theta[2])


def margin(theta: FloatArray) -> float:
    """Distance from gimbal lock, |sin(theta)|: 1 is best, 0 is singular."""
    return abs(math.sin(theta[1]))
