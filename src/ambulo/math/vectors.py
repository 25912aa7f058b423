"""Vectors (three numbers) and rotation matrices (nine, row by row) as tuples, for the kernels.

A tuple stays in registers. So the recursions look like their formulas, and take no more time than
lines written by component. A number is a float, or `Lanes` with eight frames.
"""

from __future__ import annotations

from ambulo.math.compilation import inner
from ambulo.math.lanes import formula

Vector3 = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]
Matrix3 = tuple[float, float, float, float, float, float, float, float, float]


@formula
def transpose(A: Matrix3) -> Matrix3:
    """Transpose A^T."""
    return A[0], A[3], A[6], A[1], A[4], A[7], A[2], A[5], A[8]


@formula
def add(a: Vector3, b: Vector3) -> Vector3:
    """Sum a + b."""
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


@formula
def add_matrices(A: Matrix3, B: Matrix3) -> Matrix3:
    """Sum A + B."""
    return (
        A[0] + B[0],
        A[1] + B[1],
        A[2] + B[2],
        A[3] + B[3],
        A[4] + B[4],
        A[5] + B[5],
        A[6] + B[6],
        A[7] + B[7],
        A[8] + B[8],
    )


@formula
def less_outer(A: Matrix3, a: Vector3, b: Vector3) -> Matrix3:
    """Difference A - a b^T."""
    return (
        A[0] - a[0] * b[0],
        A[1] - a[0] * b[1],
        A[2] - a[0] * b[2],
        A[3] - a[1] * b[0],
        A[4] - a[1] * b[1],
        A[5] - a[1] * b[2],
        A[6] - a[2] * b[0],
        A[7] - a[2] * b[1],
        A[8] - a[2] * b[2],
    )


@formula
def subtract(a: Vector3, b: Vector3) -> Vector3:
    """Difference a - b."""
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


@formula
def scale(s: float, a: Vector3) -> Vector3:
    """Multiple s a."""
    return s * a[0], s * a[1], s * a[2]


@formula
def dot(a: Vector3, b: Vector3) -> float:
    """Scalar product a . b."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@formula
def cross(a: Vector3, b: Vector3) -> Vector3:
    """Vector product a x b."""
    return (
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    )


@formula
def rotate(A: Matrix3, b: Vector3) -> Vector3:
    """Product A b."""
    return (
        A[0] * b[0] + A[1] * b[1] + A[2] * b[2],
        A[3] * b[0] + A[4] * b[1] + A[5] * b[2],
        A[6] * b[0] + A[7] * b[1] + A[8] * b[2],
    )


@formula
def rotate_back(A: Matrix3, b: Vector3) -> Vector3:
    """Product of the transpose, A^T b."""
    return (
        A[0] * b[0] + A[3] * b[1] + A[6] * b[2],
        A[1] * b[0] + A[4] * b[1] + A[7] * b[2],
        A[2] * b[0] + A[5] * b[1] + A[8] * b[2],
    )


@formula
def compose(A: Matrix3, B: Matrix3) -> Matrix3:
    """Product A B."""
    return (
        A[0] * B[0] + A[1] * B[3] + A[2] * B[6],
        A[0] * B[1] + A[1] * B[4] + A[2] * B[7],
        A[0] * B[2] + A[1] * B[5] + A[2] * B[8],
        A[3] * B[0] + A[4] * B[3] + A[5] * B[6],
        A[3] * B[1] + A[4] * B[4] + A[5] * B[7],
        A[3] * B[2] + A[4] * B[5] + A[5] * B[8],
        A[6] * B[0] + A[7] * B[3] + A[8] * B[6],
        A[6] * B[1] + A[7] * B[4] + A[8] * B[7],
        A[6] * B[2] + A[7] * B[5] + A[8] * B[8],
    )


@formula
def columns(A: Matrix3) -> tuple[Vector3, Vector3, Vector3]:
    """The three columns of A."""
    return (A[0], A[3], A[6]), (A[1], A[4], A[7]), (A[2], A[5], A[8])


@inner
def column(A: Matrix3, k: int) -> Vector3:
    """Column k of A."""
    if k == 0:
        return A[0], A[3], A[6]
    if k == 1:
        return A[1], A[4], A[7]
    return A[2], A[5], A[8]
