"""What is wrong with the coefficients of a Runge-Kutta method, before a loop is compiled for them.

Compiled code does not look where an array ends, and coefficients that do not belong together
converge to the motion of other equations.
"""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import FloatArray

_ROUNDING = 1e-12
"""Of sums, by the sizes of what is added: rounding and typed digits, not another method."""


def mistake_in_tableau(
    A: FloatArray, b: FloatArray, c: FloatArray, errors: FloatArray, *, explicit: bool
) -> str:
    """What is wrong with Butcher's coefficients; "" for nothing.

    Args:
        A: (stages, stages), lower, strictly if explicit; b, c: (stages,).
        errors: (any, stages) weights of the rates that estimate the error, the first row not 0.
    """
    if np.ndim(b) != 1 or len(b) == 0:
        return f"b {np.shape(b)} is not one row of weights"
    n = len(b)
    for name, array, shape in (
        ("A", A, (n, n)), ("c", c, (n,)), ("the error weights", errors, (*np.shape(errors)[:1], n))
    ):  # fmt: skip
        if np.shape(array) != shape:
            return f"{name} {np.shape(array)} should have the shape {shape}: b has {n} stages"
    if np.triu(A, 0 if explicit else 1).any():
        return "A has entries above its diagonal" + (" or on it, implicit ones" * explicit)
    if _off(b, 1.0):
        return f"b adds up to {b.sum():.9g}, not to 1"
    for k in range(n):
        if _off(A[k], c[k]):
            return f"row {k} of A adds up to {A[k].sum():.9g}, not to c[{k}] = {c[k]:.9g}"
    if len(errors) and np.abs(errors[0]).max() <= _ROUNDING * np.abs(b).max():
        return "the weights of the error estimate are 0: no step would be too long"
    for row in errors:
        if _off(row, 0.0):
            return f"weights of an error estimate add up to {row.sum():.9g}, not to 0"
    return ""


def _off(terms: FloatArray, total: float) -> bool:
    """Whether a sum is not what it should be, beyond rounding."""
    return bool(abs(terms.sum() - total) > _ROUNDING * (1.0 + np.abs(terms).sum()))
