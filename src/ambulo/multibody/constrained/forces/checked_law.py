"""Force laws of your own, with a check of every index.

The law of `FORCE_LAW` gets C pointers, which have no length. A law that is not Ambulo's is compiled
for arrays of the right lengths instead. It runs once while its system is built, and a wrong index
is then an error. Later, an error of the law makes its loads NaN, which ends a simulation.
"""

# numba's interface for extensions has no types
# mypy: disable-error-code="attr-defined, misc, no-untyped-call, no-untyped-def, unused-ignore"

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any

import numba
import numpy as np
from numba import carray, types

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.compilation import OPTIONS, is_our_file
from ambulo.math.function_pointers import FORCE_LAW, Law, from_compiled

_njit: Any = numba.njit
_ROW, _WHOLE = types.float64[::1], types.int64[::1]
_KINDS = (types.float64, _ROW, _WHOLE, _ROW, _ROW, _ROW)
_STANDING = np.concatenate([np.zeros(6), np.eye(3).ravel(), np.zeros(3)])
"""The frame of a body at the origin, at rest."""


@cache
def _with_arrays(function: Callable[..., Any]) -> Any:
    compiled = _njit(**OPTIONS | {"boundscheck": True})(function)
    try:
        compiled.compile(_KINDS)
    except Exception:  # the law is made for pointers, or does not compile for these either
        return None
    return compiled


@cache
def _c_function(function: Callable[..., Any], lengths: tuple[int, ...]) -> Any:
    law, (numbers, indices, values, bodies) = _with_arrays(function), lengths

    def checked(t, p, i, given, frames, loads):
        try:
            law(
                t,
                carray(p, (numbers,)),
                carray(i, (indices,)),
                carray(given, (values,)),
                carray(frames, (18 * bodies,)),
                carray(loads, (6 * bodies,)),
            )
        except Exception:
            for k in range(6 * bodies):
                loads[k] = math.nan

    return from_compiled(checked, FORCE_LAW)


def law_address(law: Law, p: FloatArray, i: IntArray, values: int, bodies: int) -> int:
    """Address of a law for the loops; the indices of a law that is not Ambulo's are checked.

    Args:
        law: the law.
        p, i: numbers and indices of one force.
        values: how many values of functions of time the system has.
        bodies: how many bodies the system has, with the ground.

    Raises:
        InputError: the law returns something, or uses an index that does not exist.
    """
    function, code = law.function, law.function.__code__
    if law.signature is not FORCE_LAW or is_our_file(code.co_filename):
        return law.address
    compiled = _with_arrays(function)
    if compiled is None:
        return law.address
    where = f"{code.co_filename}, line {code.co_firstlineno}"
    given = compiled.overloads[_KINDS].signature.return_type
    if given != types.none:
        raise InputError(
            what=f"{function.__name__} gives {given}, not nothing",
            where=where,
            remedy="Let it add to the loads with add_force and add_moment",
        )
    frames, loads = np.tile(_STANDING, bodies), np.zeros(6 * bodies)
    try:
        compiled(0.0, p, i, np.zeros(values), frames, loads)
    except IndexError:
        raise InputError(
            what=f"{function.__name__} uses an index that does not exist: p has length {len(p)}, "
            f"i has length {len(i)}, and bodies have the indices 0 to {bodies - 1} (the ground)",
            where=where,
            remedy="p and i contain what `arguments` gives, in its order",
        ) from None
    except Exception:  # of a state that does not occur
        pass
    return int(_c_function(function, (len(p), len(i), values, bodies)).address)
