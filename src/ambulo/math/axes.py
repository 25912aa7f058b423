"""Unit vectors along the axes, for the kernels."""

from __future__ import annotations

from ambulo.math.compilation import inner
from ambulo.math.vectors import Vector3


@inner
def unit_vector(k: int) -> Vector3:
    """Unit vector along x, y or z for k = 0, 1, 2."""
    if k == 0:
        return (1.0, 0.0, 0.0)
    if k == 1:
        return (0.0, 1.0, 0.0)
    return (0.0, 0.0, 1.0)
