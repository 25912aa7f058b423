"""Contact laws as C functions, so that one compiled loop works for all laws.

A law is compiled separately, in a fraction of a second. A loop calls it by its address, with its
parameters. If the law raises an error, its force becomes NaN, which ends a simulation.
"""

# numba's interface for extensions has no types
# mypy: disable-error-code="attr-defined, misc, no-untyped-call, no-untyped-def"
# mypy: disable-error-code="call-arg, unreachable"

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numba import carray, types

from ambulo.inputs.errors import InputError
from ambulo.math.compilation import inner
from ambulo.math.dispatch import generic, implementation_of
from ambulo.math.function_pointers import C_NUMBERS, NUMBERS, Law, caller, of_packed
from ambulo.math.lanes import WIDTH, reader, writer
from ambulo.math.numba_private import to_fixed_tuple
from ambulo.math.packed import Packed
from ambulo.multibody.contact.law import (
    Slip,
    contact_energy,
    friction_change,
    friction_energy,
    friction_force,
    friction_step,
    law_at,
    normal_change,
    normal_force,
)
from ambulo.multibody.integrators.compile_errors import mistakes_in_one_line

_FLOAT = types.float64
_NORMAL = _FLOAT(NUMBERS, types.int64, _FLOAT, _FLOAT, _FLOAT)
_FRICTION = types.void(NUMBERS, *[_FLOAT] * 5, NUMBERS)

call_normal: Any = caller(_NORMAL)
"""(address, parameters, 0, depth, speed, onset): the normal force; with 1 the energy [J]."""
call_friction: Any = caller(_FRICTION, gives=5)
"""(address, parameters, normal, vx, vy, zx, zy): the results of `friction_force`, and the energy
[J]."""


def _require(operation: Callable[..., Any], kind: type, which: str) -> None:
    """Refuse what is no law of a kind, such as a friction law in a normal law's place."""
    if implementation_of(operation, kind) is None:
        example = {"normal": "hunt-crossley", "friction": "bristle"}[which]
        raise InputError(
            what=f"{kind.__name__} is no {which} law: it does not implement {operation.__name__}",
            where=which,
            remedy="Give a law of ambulo.multibody.contact, or your own, with its numbers, such as "
            f'{which.upper()}_LAWS["{example}"].usual',
        )


@cache
def normal_pointer(kind: Any) -> Law:
    """The C function of a normal law's packed type.

    Raises:
        InputError: the type is not that of a normal law.
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
        InputError: the type is not that of a friction law.
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
    """Whether own states of a friction law change while a body slides under a load."""
    values, out = np.array([*friction], dtype=np.float64), np.zeros(5)
    place = [x.ctypes.data_as(C_NUMBERS) for x in (values, out)]
    friction_pointer(type(friction)).call(place[0], 100.0, 0.1, 0.05, 0.0, 0.0, place[1])
    return bool(out[2:4].any())


# --------------------------------------------------------------------------- with derivatives


class Laws(NamedTuple):
    """The addresses of a normal and a friction law of any kind.

    Args:
        normal, friction: for `call_normal_step` and `call_friction_step`.
        normals, frictions: numbers of their parameters.
    """

    normal: int
    friction: int
    normals: int
    frictions: int


_BY = (types.intp, NUMBERS, NUMBERS)
_normal_address, call_normal_step = of_packed(_FLOAT(*_BY, *[_FLOAT] * 3))
"""(address, parameters, varied, unit, change, depth, speed, onset): as `normal_force`. If varied is
1, the columns of unit (3 + parameters, WIDTH) are changes of depth, speed, onset and the
parameters, and change (1, WIDTH) receives the changes of the force."""
_friction_address, call_friction_step = of_packed(
    types.UniTuple(_FLOAT, 4)(*_BY, *[_FLOAT] * len(Slip._fields))
)
"""(address, parameters, varied, unit, change, and the fields of `Slip`): as `friction_step`.

Unit is (6 + parameters, WIDTH), change (4, WIDTH)."""
_three: Any = reader(3, in_row=False)
_put_one, _put_four = writer(1, in_row=False), writer(4, in_row=False)
_SLIP = Slip(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


@inner
def _normal_step(at, varied, unit, change, depth, speed, onset):
    law = at[0]
    if varied == 1:
        x = carray(unit, (3 + len(law), WIDTH))
        a, b, c = _three(x, 0)
        f, d = normal_change(law, depth, speed, onset, law_at(law, x, 3), a, b, c)
        _put_one(carray(change, (1, WIDTH)), 0, d)
        return f
    return normal_force(law, depth, speed, onset)


@inner
def _friction_step(at, varied, unit, change, normal, dx, dy, dt, zx, zy):
    law, slip = at[0], Slip(normal, dx, dy, dt, zx, zy)
    if varied == 1:
        x = carray(unit, (6 + len(law), WIDTH))
        f, d = friction_change(law, slip, law_at(law, x, 6), law_at(_SLIP, x, 0))
        _put_four(carray(change, (4, WIDTH)), 0, d)
        return f
    return friction_step(law, slip)


@generic
def _address_of_normal(law: Packed) -> int:
    address: int = _normal_address(_normal_step, law)
    return address


@generic
def _address_of_friction(law: Packed) -> int:
    address: int = _friction_address(_friction_step, law)
    return address


def laws_of(normal: Packed, friction: Packed) -> Laws:
    """The addresses of two packed laws; their parameters do not matter.

    Raises:
        InputError: one is not a law of its kind, or does not compile.
    """
    _require(normal_force, type(normal), "normal")
    _require(friction_force, type(friction), "friction")
    # parameters are read as floats, which a whole number given for one is not
    plain = [type(law)(*map(float, law)) for law in (normal, friction)]
    with mistakes_in_one_line():
        addresses = _address_of_normal(plain[0]), _address_of_friction(plain[1])
    return Laws(*addresses, len(normal), len(friction))
