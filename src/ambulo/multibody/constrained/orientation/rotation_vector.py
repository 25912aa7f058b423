"""Rotation vector r: A = exp(r~), angle |r| about r. Singular at a whole turn, |r| = 2 pi.

Geradin and Cardona (2001), section 4.5.
"""

from __future__ import annotations

import math

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import compiled, inner
from ambulo.math.quaternions import from_matrix_one, log_one
from ambulo.math.vectors import Matrix3

SERIES_BELOW = 1e-2
"""rad^2; below it the coefficients' series are more accurate than their closed forms."""


@compiled
def _coefficients(square: float) -> tuple[float, float, float, float]:
    """a = (1 - cos t)/t^2, b = (t - sin t)/t^3, and their derivatives over t, at t = |r|."""
    if square < SERIES_BELOW:
        s = square
        a = 0.5 - s * (1 / 24 - s * (1 / 720 - s / 40320))
        b = 1 / 6 - s * (1 / 120 - s * (1 / 5040 - s / 362880))
        da = -1 / 12 + s * (1 / 180 - s * (1 / 6720 - s / 453600))
        db = -1 / 60 + s * (1 / 1260 - s * (1 / 60480 - s / 4989600))
        return a, b, da, db
    t = math.sqrt(square)
    sine, versine = math.sin(t), 2.0 * math.sin(0.5 * t) ** 2
    a = versine / square
    b = (t - sine) / (square * t)
    da = (t * sine - 2.0 * versine) / (square * square)
    db = (t * versine - 3.0 * (t - sine)) / (square * square * t)
    return a, b, da, db


@compiled
def rotation(theta: FloatArray, A: FloatArray) -> None:
    """Write the rotation matrix A (3, 3), body axes to world axes (Rodrigues)."""
    x, y, z = theta[0], theta[1], theta[2]
    square = x * x + y * y + z * z
    a, b, _, _ = _coefficients(square)
    sinc = 1.0 - b * square
    A[0, 0] = 1.0 - a * (y * y + z * z)
    A[0, 1] = a * x * y - sinc * z
    A[0, 2] = a * x * z + sinc * y
    A[1, 0] = a * x * y + sinc * z
    A[1, 1] = 1.0 - a * (x * x + z * z)
    A[1, 2] = a * y * z - sinc * x
    A[2, 0] = a * x * z - sinc * y
    A[2, 1] = a * y * z + sinc * x
    A[2, 2] = 1.0 - a * (x * x + y * y)


@compiled
def rates(theta: FloatArray, G: FloatArray) -> None:
    """Write G (3, 3) = I - a r~ + b r~^2: angular velocity in body axes is G r_dot."""
    x, y, z = theta[0], theta[1], theta[2]
    a, b, _, _ = _coefficients(x * x + y * y + z * z)
    G[0, 0] = 1.0 - b * (y * y + z * z)
    G[0, 1] = a * z + b * x * y
    G[0, 2] = -a * y + b * x * z
    G[1, 0] = -a * z + b * x * y
    G[1, 1] = 1.0 - b * (x * x + z * z)
    G[1, 2] = a * x + b * y * z
    G[2, 0] = a * y + b * x * z
    G[2, 1] = -a * x + b * y * z
    G[2, 2] = 1.0 - b * (x * x + y * y)


@compiled
def quadratic(theta: FloatArray, rate: FloatArray, g: FloatArray) -> None:
    """Write g (3,) = G_dot r_dot."""
    x, y, z = theta[0], theta[1], theta[2]
    u, v, w = rate[0], rate[1], rate[2]
    _, b, da, db = _coefficients(x * x + y * y + z * z)
    growth = x * u + y * v + z * w
    cx, cy, cz = y * w - z * v, z * u - x * w, x * v - y * u  # r x r_dot
    g[0] = -da * growth * cx + db * growth * (y * cz - z * cy) + b * (v * cz - w * cy)
    g[1] = -da * growth * cy + db * growth * (z * cx - x * cz) + b * (w * cx - u * cz)
    g[2] = -da * growth * cz + db * growth * (x * cy - y * cx) + b * (u * cy - v * cx)


@inner
def following(A: Matrix3, theta: FloatArray, out: FloatArray) -> None:
    """Write the rotation vector (3,) of a rotation matrix that is nearest to the vector theta."""
    x, y, z = log_one(from_matrix_one(A))
    length, stretch = math.sqrt(x * x + y * y + z * z), 1.0
    if length > 0.0:
        # |r| + 2 pi k along the same axis is the same rotation
        turn = 2.0 * math.pi
        along = (x * theta[0] + y * theta[1] + z * theta[2]) / length
        stretch += turn / length * math.floor((along - length) / turn + 0.5)
    out[0], out[1], out[2] = stretch * x, stretch * y, stretch * z


def margin(theta: FloatArray) -> float:
    """Distance from a whole turn, 1 - |r| / 2 pi: 1 is best, 0 is singular."""
    return abs(1.0 - float(math.hypot(*theta)) / (2.0 * math.pi))
