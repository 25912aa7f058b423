"""Rotations by rotation vectors: logarithm of matrices, differential of the exponential.

`quaternions` has the exponential and the logarithm of quaternions. For the matrix R(y) = exp(y) and
an angular velocity w in the rotating axes, y' = dexp^-1(w) with

    dexp^-1 = 1 + [y] / 2 + c(|y|^2) [y]^2,   c(x^2) = (1 - (x / 2) cot(x / 2)) / x^2

Source: Iserles et al. (2000), appendix B; Chirikjian (2012), 10.86: the inverse right Jacobian.
"""

from __future__ import annotations

import math

from ambulo.math.compilation import inner
from ambulo.math.lanes import formula
from ambulo.math.quaternions import from_matrix_one, log_one
from ambulo.math.vectors import (
    Matrix3,
    Vector3,
    add,
    compose,
    cross,
    dot,
    rotate,
    scale,
    transpose,
)


@inner
def inverse_dexp_factor(square: float) -> float:
    """Coefficient c of [y]^2 in dexp^-1, for square = |y|^2."""
    if square < 1e-2:  # the series' next term is below 1e-14 there
        return 1 / 12 + square * (
            1 / 720 + square * (1 / 30240 + square * (1 / 1209600 + square / 47900160))
        )
    half = 0.5 * math.sqrt(square)
    return (1.0 - half / math.tan(half)) / square


@inner
def inverse_dexp_matrix(y: Vector3) -> Matrix3:
    """Matrix dexp^-1, the inverse right Jacobian."""
    c = inverse_dexp_factor(dot(y, y))
    a, b, d = y
    return (
        1.0 - c * (b * b + d * d),
        c * a * b - 0.5 * d,
        c * a * d + 0.5 * b,
        c * a * b + 0.5 * d,
        1.0 - c * (a * a + d * d),
        c * b * d - 0.5 * a,
        c * a * d - 0.5 * b,
        c * b * d + 0.5 * a,
        1.0 - c * (a * a + b * b),
    )


@inner
def inverse_dexp(y: Vector3, w: Vector3) -> Vector3:
    """Rate of y if R exp(y) has the angular velocity w in its own axes."""
    return rotate(inverse_dexp_matrix(y), w)


@formula
def short_dexp(y: Vector3, w: Vector3) -> Vector3:
    """w + y x w / 2 + y x (y x w) / 6: the left Jacobian at a short y, the right one at -y."""
    once = cross(y, w)
    return add(w, add(scale(0.5, once), scale(1.0 / 6.0, cross(y, once))))


@inner
def log_between(A: Matrix3, B: Matrix3) -> Vector3:
    """Rotation vector of A^T B, at most pi long. It has the same components in the axes of A and of
    B.
    """
    return log_one(from_matrix_one(compose(transpose(A), B)))


@inner
def rotation_between(A: Matrix3, B: Matrix3) -> Vector3:
    """Rotation vector of B A^T, at most pi long. It rotates A into B about world axes."""
    return log_one(from_matrix_one(compose(B, transpose(A))))
