"""Euler parameters e0, e1, e2, e3 (a quaternion): no singularity, one constraint of unit length.

Nikravesh (1988), chapter 6. A and G are written for parameters of any length, so that Jacobians
agree with differences off the unit sphere too.
"""

from __future__ import annotations

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import compiled


@compiled
def rotation(theta: FloatArray, A: FloatArray) -> None:
    """Write the rotation matrix A (3, 3), body axes to world axes."""
    w, x, y, z = theta[0], theta[1], theta[2], theta[3]
    s = 2.0 / (w * w + x * x + y * y + z * z)
    A[0, 0] = 1.0 - s * (y * y + z * z)
    A[0, 1] = s * (x * y - w * z)
    A[0, 2] = s * (x * z + w * y)
    A[1, 0] = s * (x * y + w * z)
    A[1, 1] = 1.0 - s * (x * x + z * z)
    A[1, 2] = s * (y * z - w * x)
    A[2, 0] = s * (x * z - w * y)
    A[2, 1] = s * (y * z + w * x)
    A[2, 2] = 1.0 - s * (x * x + y * y)


@compiled
def rates(theta: FloatArray, G: FloatArray) -> None:
    """Write G (3, 4): angular velocity in body axes is G theta_dot."""
    w, x, y, z = theta[0], theta[1], theta[2], theta[3]
    s = 2.0 / (w * w + x * x + y * y + z * z)
    G[0, 0], G[0, 1], G[0, 2], G[0, 3] = -s * x, s * w, s * z, -s * y
    G[1, 0], G[1, 1], G[1, 2], G[1, 3] = -s * y, -s * z, s * w, s * x
    G[2, 0], G[2, 1], G[2, 2], G[2, 3] = -s * z, s * y, -s * x, s * w


@compiled
def quadratic(theta: FloatArray, rate: FloatArray, g: FloatArray) -> None:
    """Write g (3,) = G_dot theta_dot; only the length's change is left of it."""
    w, x, y, z = theta[0], theta[1], theta[2], theta[3]
    a, b, c, d = rate[0], rate[1], rate[2], rate[3]
    s = 2.0 / (w * w + x * x + y * y + z * z)
    growth = s * (w * a + x * b + y * c + z * d)
    g[0] = -growth * s * (-x * a + w * b + z * c - y * d)
    g[1] = -growth * s * (-y * a - z * b + w * c + x * d)
    g[2] = -growth * s * (-z * a + y * b - x * c + w * d)


def margin(_theta: FloatArray) -> float:
    """Distance from a singularity: Euler parameters have none."""
    return 1.0
