"""Vectors and matrices in arrays, read and written as the tuples of `vectors`, for the kernels."""

from __future__ import annotations

from collections.abc import Callable

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import borrowing, inner
from ambulo.math.lanes import reader, writer
from ambulo.math.vectors import Matrix3, Quaternion, Vector3

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
angular_at: Callable[[FloatArray, int], Vector3] = reader(3, in_row=True)
"""Angular half of the spatial vector in row i of an (n, 6) array."""
linear_at: Callable[[FloatArray, int], Vector3] = reader(3, in_row=True, start=3)
"""Linear half of the spatial vector in row i of an (n, 6) array."""

put_item: Callable[[FloatArray, int, float], None] = writer(1, in_row=False)
put_triple: Callable[[FloatArray, int, Vector3], None] = writer(3, in_row=False)
put_vector_at: Callable[[FloatArray, int, Vector3], None] = writer(3, in_row=True)
put_matrix_at: Callable[[FloatArray, int, Matrix3], None] = writer(9, in_row=True)


@borrowing
def copy_to(x: FloatArray, out: FloatArray) -> None:
    """Fill out (n,) with x. Numba would need a second to compile each assignment of slices."""
    for i in range(len(out)):
        out[i] = x[i]


@borrowing
def copy_rows(x: FloatArray, out: FloatArray) -> None:
    """Fill out (n, m) with x."""
    for i in range(len(out)):
        copy_to(x[i], out[i])


@inner
def vector(x: FloatArray) -> Vector3:
    """The vector in an array of three."""
    return x[0], x[1], x[2]


@inner
def matrix(x: FloatArray) -> Matrix3:
    """The matrix in an array of nine."""
    return x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], x[8]


@inner
def put_spatial_at(x: FloatArray, i: int, angular: Vector3, linear: Vector3) -> None:
    """Store a spatial vector in row i of an (n, 6) array."""
    x[i, 0], x[i, 1], x[i, 2] = angular
    x[i, 3], x[i, 4], x[i, 5] = linear
