"""Contact laws as C functions, so that one compiled loop serves any choice of them.

A law is compiled by itself, once, in a fraction of a second; a loop calls it by its address, with
its parameters beside it. What it raises becomes NaN, which ends a simulation.
"""

# numba's interface for extensions has no types
# mypy: disable-error-code="attr-defined, misc, no-untyped-call, no-untyped-def"
# mypy: disable-error-code="call-arg, unreachable"

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numba import carray, types

from ambulo.inputs.errors import InputError
from ambulo.math.dispatch import implementation_of
from ambulo.math.function_pointers import C_NUMBERS, NUMBERS, Law, caller
from ambulo.math.numba_private import to_fixed_tuple
from ambulo.math.packed import Packed
from ambulo.multibody.contact.law import (
    contact_energy,
    friction_energy,
    friction_force,
    normal_force,
)

_FLOAT = types.float64
_NORMAL = _FLOAT(NUMBERS, types.int64, _FLOAT, _FLOAT, _FLOAT)
_FRICTION = types.void(NUMBERS, *[_FLOAT] * 5, NUMBERS)

call_normal: Any = caller(_NORMAL)
"""(address, parameters, 0, depth, speed, onset): the normal force; with 1 the energy [J]."""
call_friction: Any = caller(_FRICTION, gives=5)
"""(address, parameters, normal, vx, vy, zx, zy): as `friction_force`, and the energy [J]."""


def _require(operation: Callable[..., Any], kind: type, which: str) -> None:
    """Refuse what is no law of a kind, such as a friction law in a normal law's place."""
    if implementation_of(operation, kind) is None:
        raise InputError(
            what=f"{kind.__name__} is no {which} law: it does not implement {operation.__name__}",
            where=which,
            remedy=f"Give one of multibody.contact.{which}_laws, or of your own",
        )


@cache
def normal_pointer(kind: Any) -> Law:
    """The C function of a normal law's packed type.

    Raises:
        InputError: it is that of no normal law.
    """
    _require(normal_force, kind, "normal")
    count = len(kind._fields)

    def normal(p, energy, depth, speed, onset):
        try:
            law = kind(*to_fixed_tuple(carray(p, (count,)), count))
            if energy == 1:
                return contact_energy(law, depth)
            return normal_force(law, depth, speed, onset)
        except Exception:
            return math.nan

    return Law(normal, _NORMAL, (kind,))


@cache
def friction_pointer(kind: Any) -> Law:
    """The C function of a friction law's packed type.

    Raises:
        InputError: it is that of no friction law.
    """
    _require(friction_force, kind, "friction")
    count = len(kind._fields)

    def friction(p, normal, vx, vy, zx, zy, out):
        try:
            law = kind(*to_fixed_tuple(carray(p, (count,)), count))
            out[0], out[1], out[2], out[3] = friction_force(law, normal, vx, vy, zx, zy)
            out[4] = friction_energy(law, zx, zy)
        except Exception:
            for i in range(5):
                out[i] = math.nan

    return Law(friction, _FRICTION, (kind,))


def has_own_states(friction: Packed) -> bool:
    """Whether a friction law's own states move where something slides under a load."""
    values, out = np.array([*friction], dtype=np.float64), np.zeros(5)
    place = [x.ctypes.data_as(C_NUMBERS) for x in (values, out)]
    friction_pointer(type(friction)).call(place[0], 100.0, 0.1, 0.05, 0.0, 0.0, place[1])
    return bool(out[2:4].any())
