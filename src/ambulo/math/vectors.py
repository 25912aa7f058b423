"""Vectors (three numbers) and rotation matrices (nine, row by row) as tuples, for the kernels.

A tuple lives in registers, so the recursions read as their formulas and cost no more than the same
lines written out by component. A number is a float, or `Lanes`: eight frames of it.
"""

from __future__ import annotations

from collections.abc import Callable

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import inner
from ambulo.math.lanes import formula, reader, writer

__all__ = [
    "Matrix3",
    "Quaternion",
    "Vector3",
    "add",
    "add_matrices",
    "angular_at",
    "column",
    "compose",
    "cross",
    "dot",
    "item",
    "less_outer",
    "linear_at",
    "matrix",
    "matrix_at",
    "put_item",
    "put_matrix_at",
    "put_spatial_at",
    "put_triple",
    "put_vector_at",
    "quadruple",
    "rotate",
    "rotate_back",
    "scale",
    "subtract",
    "transpose",
    "triple",
    "vector",
    "vector_at",
]

Vector3 = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]
Matrix3 = tuple[float, float, float, float, float, float, float, float, float]


item: Callable[[FloatArray, int], float] = reader(1, in_row=False)
"""Number k of an array (n,)."""
triple: Callable[[FloatArray, int], Vector3] = reader(3, in_row=False)
"""The vector that starts at x[k]."""
quadruple: Callable[[FloatArray, int], Quaternion] = reader(4, in_row=False)
"""The quaternion that starts at x[k]."""
vector_at: Callable[[FloatArray, int], Vector3] = reader(3, in_row=True)
"""Row i of an array (n, 3)."""
matrix_at: Callable[[FloatArray, int], Matrix3] = reader(9, in_row=True)
"""Row i of an array (n, 9)."""

put_item: Callable[[FloatArray, int, float], None] = writer(1, in_row=False)
put_triple: Callable[[FloatArray, int, Vector3], None] = writer(3, in_row=False)
put_vector_at: Callable[[FloatArray, int, Vector3], None] = writer(3, in_row=True)
put_matrix_at: Callable[[FloatArray, int, Matrix3], None] = writer(9, in_row=True)


@inner
def vector(x: FloatArray) -> Vector3:
    """The vector in an array of three."""
    return x[0], x[1], x[2]


@inner
def matrix(x: FloatArray) -> Matrix3:
    """The matrix in an array of nine."""
    return x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], x[8]


@inner
def angular_at(x: FloatArray, i: int) -> Vector3:
    """Angular half of the spatial vector in row i of an (n, 6) array."""
    return x[i, 0], x[i, 1], x[i, 2]


@inner
def linear_at(x: FloatArray, i: int) -> Vector3:
    """Linear half of the spatial vector in row i of an (n, 6) array."""
    return x[i, 3], x[i, 4], x[i, 5]


@inner
def put_spatial_at(x: FloatArray, i: int, angular: Vector3, linear: Vector3) -> None:
    """Store a spatial vector in row i of an (n, 6) array."""
    x[i, 0], x[i, 1], x[i, 2] = angular
    x[i, 3], x[i, 4], x[i, 5] = linear


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


@inner
def column(A: Matrix3, k: int) -> Vector3:
    """Column k of A."""
    if k == 0:
        return A[0], A[3], A[6]
    if k == 1:
        return A[1], A[4], A[7]
    return A[2], A[5], A[8]
