"""The descriptions of orientation by name, and the choice between them inside compiled code."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import compiled, inner
from ambulo.math.quaternions import exp_one, multiply_one, to_matrix_one
from ambulo.math.vectors import Vector3, compose
from ambulo.multibody.constrained.orientation import euler_parameters, euler_zxz, rotation_vector

NEAR_SINGULAR = 0.1
"""Margin below which a body is reported as near a singularity; 6 degrees for Euler angles."""


@dataclass(frozen=True)
class Orientation:
    """One description of orientation.

    Args:
        code: number in the compiled tables.
        name, symbols: for people; one symbol a coordinate.
        margin: distance of coordinates from a singularity, 1 best, 0 singular.
        remedy: what to do near one.
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
    euler_zxz.margin,
    "Give the body a `reference` a quarter turn away, or Euler parameters",
)
EULER_PARAMETERS = Orientation(
    1, "Euler parameters", ("e0", "e1", "e2", "e3"), euler_parameters.margin, ""
)
ROTATION_VECTOR = Orientation(
    2,
    "rotation vector",
    ("rx", "ry", "rz"),
    rotation_vector.margin,
    "Start from another `reference`, or use Euler parameters",
)
ORIENTATIONS = (EULER_ZXZ, EULER_PARAMETERS, ROTATION_VECTOR)


@compiled
def rotation(code: int, theta: FloatArray, A: FloatArray) -> None:
    """Write the rotation matrix A (3, 3)."""
    if code == 0:
        euler_zxz.rotation(theta, A)
    elif code == 1:
        euler_parameters.rotation(theta, A)
    else:
        rotation_vector.rotation(theta, A)


@compiled
def rates(code: int, theta: FloatArray, G: FloatArray) -> None:
    """Write G (3, coordinates): angular velocity in body axes is G theta_dot."""
    if code == 0:
        euler_zxz.rates(theta, G)
    elif code == 1:
        euler_parameters.rates(theta, G)
    else:
        rotation_vector.rates(theta, G)


@compiled
def quadratic(code: int, theta: FloatArray, rate: FloatArray, g: FloatArray) -> None:
    """Write g (3,) = G_dot theta_dot."""
    if code == 0:
        euler_zxz.quadratic(theta, rate, g)
    elif code == 1:
        euler_parameters.quadratic(theta, rate, g)
    else:
        rotation_vector.quadratic(theta, rate, g)


@inner
def displace(code: int, theta: FloatArray, turn: Vector3, A: FloatArray, out: FloatArray) -> None:
    """Write the coordinates of A(theta) exp(turn) that go on from theta; A (3, 3) is scratch."""
    step = exp_one(turn)
    if code == 1:
        e = multiply_one((theta[0], theta[1], theta[2], theta[3]), step)
        out[0], out[1], out[2], out[3] = e
        return
    rotation(code, theta, A)
    before = (
        A[0, 0], A[0, 1], A[0, 2], A[1, 0], A[1, 1], A[1, 2], A[2, 0], A[2, 1], A[2, 2],
    )  # fmt: skip
    moved = compose(before, to_matrix_one(step))
    if code == 0:
        euler_zxz.following(moved, theta, out)
    else:
        rotation_vector.following(moved, theta, out)
