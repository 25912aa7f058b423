"""Composition of symplectic steps of second order to fourth: the energy error stays bounded.

A step h is five steps a h, a h, (1 - 4 a) h, a h, a h with a = 1 / (4 - 4^(1/3)): Suzuki (1990);
Hairer, Lubich & Wanner (2006), II.4.5. The steps themselves are the formulation's, e.g. RATTLE.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.dispatch import implements, operation
from ambulo.math.entries import copy_to
from ambulo.multibody.integrators.method import Method
from ambulo.multibody.integrators.scheme import State, Tolerance, begin, memory, step

_PART = 1.0 / (4.0 - 4.0 ** (1.0 / 3.0))


@operation
def leap_scratch(system: Any) -> Any:
    """Scratch of `leap`."""
    raise TypeError("this works only in compiled code: call it in a compiled function")


@operation
def leap(system: Any, h: float, q: FloatArray, v: FloatArray, scratch: Any) -> bool:
    """Move q and v by one symplectic step of second order; False if it cannot be solved."""
    raise TypeError("this works only in compiled code: call it in a compiled function")


class Suzuki(NamedTuple):
    """Args: control: 0.0, steps are equal."""

    control: float


@implements(memory, Suzuki)
def _memory(scheme: Suzuki, system: Any) -> Any:
    return leap_scratch(system)


@implements(begin, Suzuki)
def _begin(scheme: Suzuki, system: Any, t: float, now: State, work: Any, memory: Any) -> float:
    return np.inf


@implements(step, Suzuki)
def _step(
    scheme: Suzuki, system: Any, t: float, h: float, now: State, new: State, work: Any,
    memory: Any, tolerance: Tolerance,
) -> tuple[float, int]:  # fmt: skip
    copy_to(now.q, new.q)
    copy_to(now.v, new.v)
    new.work[0] = now.work[0]
    for k in range(5):
        # a, a, 1 - 4 a, a, a
        part = _PART if k != 2 else 1.0 - 4.0 * _PART
        if not leap(system, part * h, new.q, new.v, memory):
            return np.inf, 1
    return 0.0, 1


SYMPLECTIC = Method(
    "symplectic", 4, False, "steps", "Andersen (1983), Suzuki (1990)", Suzuki(0.0), needs=(leap,)
)
