"""How far a system is from a posture that it is to reach, in a shape that Newton's method can use.

The boundary method aims with these operations; a formulation implements both for its packed type.
"""

from __future__ import annotations

from typing import Any

from ambulo.math.arrays import FloatArray
from ambulo.math.dispatch import operation


@operation
def posture_error(
    system: Any, q: FloatArray, target: FloatArray, basis: FloatArray, e: FloatArray
) -> None:
    """Fill e (dim,) [rad, m] with what leads from the target posture to the posture q (nq,).

    Args:
        basis: frame around the target in which it is measured, if the formulation has one.
    """
    raise TypeError("this works only in compiled code: call it in a compiled function")


@operation
def posture_error_variation(
    system: Any, q: FloatArray, target: FloatArray, basis: FloatArray, dq: FloatArray,
    de: FloatArray,
) -> None:  # fmt: skip
    """Fill de (dim,) with the change of the error when the posture is displaced by dq (nv,)."""
    raise TypeError("this works only in compiled code: call it in a compiled function")
