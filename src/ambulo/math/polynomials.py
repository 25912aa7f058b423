"""A polynomial and its first two derivatives, in compiled code."""

from __future__ import annotations

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import inner


@inner
def polynomial(c: FloatArray, first: int, count: int, x: float) -> tuple[float, float, float]:
    """Value and first two derivatives at x of the sum of c[first + k] x^k, by Horner's scheme.

    Args:
        c: a row of numbers, or a C pointer to them.
    """
    value = rate = half = 0.0
    for k in range(first + count - 1, first - 1, -1):
        half = half * x + rate
        rate = rate * x + value
        value = value * x + c[k]
    return value, rate, 2.0 * half
