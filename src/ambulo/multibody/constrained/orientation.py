"""Coordinates of a body's orientation: three descriptions, and the choice between them in compiled
code.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import inner
from ambulo.math.entries import vector
from ambulo.math.quaternions import (
    exp_one,
    from_matrix_one,
    log_one,
    multiply_one,
    to_matrix_one,
)
from ambulo.math.tangent import tangent
from ambulo.math.vectors import Matrix3, Quaternion, Vector3, compose, rotate

NEAR_SINGULAR = 0.1
"""Margin below which a message names a body as near a singularity; 6 degrees for Euler angles."""


# --------------------------------------------------------------------------- Euler angles
# Euler angles phi, theta, psi about Z, X, Z: A = Rz(phi) Rx(theta) Rz(psi); Shabana (2001), section
# 7.6. Singular where sin(theta) = 0: phi and psi turn about one axis there.


@inner
def zxz_rotation(theta: FloatArray) -> Matrix3:
    """Rotation matrix A, body axes to world axes."""
    cf, sf = math.cos(theta[0]), math.sin(theta[0])
    ct, st = math.cos(theta[1]), math.sin(theta[1])
    cp, sp = math.cos(theta[2]), math.sin(theta[2])
    return (
        cf * cp - sf * ct * sp, -cf * sp - sf * ct * cp, sf * st,
        sf * cp + cf * ct * sp, -sf * sp + cf * ct * cp, -cf * st,
        st * sp, st * cp, ct,
    )  # fmt: skip


@inner
def zxz_rates(theta: FloatArray) -> Matrix3:
    """Matrix G: angular velocity in body axes is G theta_dot (Bruzzo 2012, eq. 31)."""
    st, ct = math.sin(theta[1]), math.cos(theta[1])
    sp, cp = math.sin(theta[2]), math.cos(theta[2])
    return (
        st * sp, cp, 0.0,
        st * cp, -sp, 0.0,
        ct, 0.0, 1.0,
    )  # fmt: skip


@inner
def _near(angle: float, to: float) -> float:
    """The angle, whole turns away, that is nearest to another one."""
    return angle + 2.0 * math.pi * math.floor((to - angle) / (2.0 * math.pi) + 0.5)


@inner
def zxz_following(A: Matrix3, theta: FloatArray, out: FloatArray) -> None:
    """Write those angles (3,) of a rotation matrix that are nearest to the angles theta."""
    sine = math.hypot(A[2], A[5])
    phi, tilt, psi = math.atan2(A[2], -A[5]), math.atan2(sine, A[8]), math.atan2(A[6], A[7])
    if sine < 1e-12:  # only phi + psi, or phi - psi, is determined
        phi, about = theta[0], math.atan2(A[3], A[0])
        psi = about - phi if A[8] > 0.0 else phi - about
    # (phi + pi, -theta, psi + pi) is the same rotation
    elif abs(_near(-tilt, theta[1]) - theta[1]) < abs(_near(tilt, theta[1]) - theta[1]):
        phi, tilt, psi = phi + math.pi, -tilt, psi + math.pi
    out[0], out[1], out[2] = _near(phi, theta[0]), _near(tilt, theta[1]), _near(psi, theta[2])


def zxz_margin(theta: FloatArray) -> float:
    """Distance from gimbal lock, |sin(theta)|; 1 is best, 0 is singular."""
    return abs(math.sin(theta[1]))


# --------------------------------------------------------------------------- Euler parameters
# Euler parameters e0, e1, e2, e3 (a quaternion): no singularity, one constraint of unit length;
# Nikravesh (1988), chapter 6. A and G are written for parameters of any length, so that Jacobians
# agree with differences off the unit sphere too.


@inner
def parameters_rates(theta: FloatArray) -> tuple[Quaternion, Quaternion, Quaternion]:
    """Rows of G (3, 4): angular velocity in body axes is G theta_dot."""
    w, x, y, z = theta[0], theta[1], theta[2], theta[3]
    s = 2.0 / (w * w + x * x + y * y + z * z)
    return (
        (-s * x, s * w, s * z, -s * y),
        (-s * y, -s * z, s * w, s * x),
        (-s * z, s * y, -s * x, s * w),
    )


def parameters_margin(_theta: FloatArray) -> float:
    """Distance from a singularity: Euler parameters have none."""
    return 1.0


# --------------------------------------------------------------------------- rotation vector
# Rotation vector r: A = exp(r~), angle |r| about r; Geradin and Cardona (2001), section 4.5.
# Singular at a whole turn, |r| = 2 pi.

SERIES_BELOW = 1e-2
"""rad^2; below it the series of the coefficients are more accurate than their closed forms."""


@inner
def _coefficients(square: float) -> tuple[float, float]:
    """a = (1 - cos t)/t^2 and b = (t - sin t)/t^3 at t = |r|."""
    if square < SERIES_BELOW:
        s = square
        a = 0.5 - s * (1 / 24 - s * (1 / 720 - s * (1 / 40320 - s / 3628800)))
        b = 1 / 6 - s * (1 / 120 - s * (1 / 5040 - s * (1 / 362880 - s / 39916800)))
        return a, b
    t = math.sqrt(square)
    half = math.sin(0.5 * t)
    return 2.0 * half * half / square, (t - math.sin(t)) / (square * t)


@inner
def vector_rotation(theta: FloatArray | Vector3) -> Matrix3:
    """Rotation matrix A, body axes to world axes."""
    return to_matrix_one(exp_one((theta[0], theta[1], theta[2])))


@inner
def vector_rates(theta: FloatArray | Vector3) -> Matrix3:
    """Matrix G = I - a r~ + b r~^2: angular velocity in body axes is G r_dot."""
    x, y, z = theta[0], theta[1], theta[2]
    a, b = _coefficients(x * x + y * y + z * z)
    return (
        1.0 - b * (y * y + z * z), a * z + b * x * y, -a * y + b * x * z,
        -a * z + b * x * y, 1.0 - b * (x * x + z * z), a * x + b * y * z,
        a * y + b * x * z, -a * x + b * y * z, 1.0 - b * (x * x + y * y),
    )  # fmt: skip


_vector_rates = tangent(vector_rates)


@inner
def vector_quadratic(theta: FloatArray | Vector3, rate: FloatArray | Vector3) -> Vector3:
    """Vector g = G_dot r_dot, the part of the angular acceleration without r_ddot."""
    _, changed = _vector_rates(theta, rate)
    return rotate(changed, (rate[0], rate[1], rate[2]))


@inner
def vector_following(A: Matrix3, theta: FloatArray, out: FloatArray) -> None:
    """Write that rotation vector (3,) of a rotation matrix that is nearest to the vector theta."""
    x, y, z = log_one(from_matrix_one(A))
    length, stretch = math.sqrt(x * x + y * y + z * z), 1.0
    if length > 0.0:
        # |r| + 2 pi k along the same axis is the same rotation
        turn = 2.0 * math.pi
        along = (x * theta[0] + y * theta[1] + z * theta[2]) / length
        stretch += turn / length * math.floor((along - length) / turn + 0.5)
    out[0], out[1], out[2] = stretch * x, stretch * y, stretch * z


def vector_margin(theta: FloatArray) -> float:
    """Distance from a whole turn, 1 - |r| / 2 pi; 1 is best, 0 is singular."""
    return abs(1.0 - float(math.hypot(*theta)) / (2.0 * math.pi))


# --------------------------------------------------------------------------- the table


@dataclass(frozen=True)
class Orientation:
    """One kind of coordinates for an orientation.

    Args:
        code: number in the compiled tables.
        name, symbols: for messages; one symbol for each coordinate.
        margin: distance of coordinates from a singularity, 1 best, 0 singular.
        remedy: what to do near a singularity.
    """

    code: int
    name: str
    symbols: tuple[str, ...]
    margin: Callable[[FloatArray], float]
    remedy: str

    def __repr__(self) -> str:
        return f"<{self.name}>"

    def from_matrix(self, A: FloatArray) -> FloatArray:
        """Coordinates of the rotation matrix A (3, 3)."""
        from scipy.spatial.transform import Rotation

        turn = Rotation.from_matrix(A)
        if self is EULER_PARAMETERS:
            return np.asarray(turn.as_quat(canonical=True, scalar_first=True), dtype=np.float64)
        if self is ROTATION_VECTOR:
            return np.asarray(turn.as_rotvec(), dtype=np.float64)
        theta = float(np.arctan2(np.hypot(A[0, 2], A[1, 2]), A[2, 2]))
        if np.sin(theta) < 1e-12:  # only phi + psi is determined: all of it is given to phi
            return np.array([np.arctan2(A[1, 0], A[0, 0]), theta, 0.0])
        return np.array([np.arctan2(A[0, 2], -A[1, 2]), theta, np.arctan2(A[2, 0], A[2, 1])])


EULER_ZXZ = Orientation(
    0,
    "Euler angles ZXZ",
    ("phi", "theta", "psi"),
    zxz_margin,
    "Give the body a `reference` a quarter turn away, or Euler parameters",
)
EULER_PARAMETERS = Orientation(
    1, "Euler parameters", ("e0", "e1", "e2", "e3"), parameters_margin, ""
)
ROTATION_VECTOR = Orientation(
    2,
    "rotation vector",
    ("rx", "ry", "rz"),
    vector_margin,
    "Start from another `reference`, or use Euler parameters",
)
ORIENTATIONS = (EULER_ZXZ, EULER_PARAMETERS, ROTATION_VECTOR)


@inner
def rotation(code: int, theta: FloatArray) -> Matrix3:
    """Rotation matrix A."""
    if code == 0:
        return zxz_rotation(theta)
    if code == 1:
        return to_matrix_one((theta[0], theta[1], theta[2], theta[3]))
    return vector_rotation(theta)


@inner
def rates(code: int, theta: FloatArray, G: FloatArray) -> None:
    """Write G (3, coordinates): angular velocity in body axes is G theta_dot."""
    if code == 1:
        for i, row in enumerate(parameters_rates(theta)):
            G[i, 0], G[i, 1], G[i, 2], G[i, 3] = row
    else:
        columns = zxz_rates(theta) if code == 0 else vector_rates(theta)
        G[0, 0], G[0, 1], G[0, 2] = columns[0], columns[1], columns[2]
        G[1, 0], G[1, 1], G[1, 2] = columns[3], columns[4], columns[5]
        G[2, 0], G[2, 1], G[2, 2] = columns[6], columns[7], columns[8]


_zxz_rates, _parameters_rates = tangent(zxz_rates), tangent(parameters_rates)


@inner
def quadratic(code: int, theta: FloatArray, rate: FloatArray) -> Vector3:
    """Vector g = G_dot theta_dot, the part of the angular acceleration without theta_ddot."""
    if code == 0:
        _, changed = _zxz_rates(theta, rate)
        return rotate(changed, vector(rate))
    if code == 1:
        _, (a, b, c) = _parameters_rates(theta, rate)
        return _along(a, rate), _along(b, rate), _along(c, rate)
    return vector_quadratic(theta, rate)


@inner
def _along(a: Quaternion, rate: FloatArray) -> float:
    found: float = a[0] * rate[0] + a[1] * rate[1] + a[2] * rate[2] + a[3] * rate[3]
    return found


@inner
def displace(code: int, theta: FloatArray, turn: Vector3, out: FloatArray) -> None:
    """Write the coordinates of A(theta) exp(turn) that are nearest to theta; A (3, 3) is a scratch
    array."""
    step = exp_one(turn)
    if code == 1:
        e = multiply_one((theta[0], theta[1], theta[2], theta[3]), step)
        out[0], out[1], out[2], out[3] = e
        return
    moved = compose(rotation(code, theta), to_matrix_one(step))
    if code == 0:
        zxz_following(moved, theta, out)
    else:
        vector_following(moved, theta, out)
