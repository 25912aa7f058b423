"""Laws of your own, with a check of every index.

A law gets C pointers, which have no length. A law that is not Ambulo's is compiled for arrays of
the right lengths instead. It runs once while its system is built, and a wrong index is then an
error. Later, an error of the law makes what it writes NaN. That ends a simulation, but an event
that is NaN does not happen.
"""

# numba's interface for extensions has no types
# mypy: disable-error-code="attr-defined, misc, no-untyped-call, no-untyped-def, unused-ignore"

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import numba
import numpy as np
from numba import carray, types

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.compilation import OPTIONS, is_our_file
from ambulo.math.function_pointers import (
    EVENT_LAW,
    FORCE_LAW,
    STATE_LAW,
    TIME_LAW,
    Law,
    from_compiled,
)
from ambulo.multibody.integrators.compile_errors import mistakes_in_one_line

_njit: Any = numba.njit
_STANDING = np.concatenate([np.zeros(6), np.eye(3).ravel(), np.zeros(3)])
"""The frame of a body at the origin, at rest."""
_FORCE = ("p", "i", "values", "frames")
_TAKES: dict[Any, tuple[str, ...]] = {
    TIME_LAW: ("p", "values", "out"),
    FORCE_LAW: (*_FORCE, "loads"),
    STATE_LAW: (*_FORCE, "states", "loads", "rates"),
    EVENT_LAW: (*_FORCE, "states", "out"),
}
"""The arrays of a law, after the time. It writes to loads or out."""
_DOES = {
    TIME_LAW: "Let it write to out",
    FORCE_LAW: "Let it add to the loads with add_force and add_moment",
    STATE_LAW: "Let it add to the loads with add_force and add_moment, and write to rates",
    EVENT_LAW: "Let it write to out",
}


@cache
def _with_arrays(function: Callable[..., Any], signature: Any) -> Any:
    """The law for arrays with their lengths, and the type of what it returns."""
    kinds = [types.float64, *(kind.dtype[::1] for kind in signature.args[1:])]
    compiled = _njit(**OPTIONS | {"boundscheck": True})(function)
    try:
        compiled.compile(tuple(kinds))
    except Exception:  # the law is made for pointers, or does not compile for these either
        return None
    return compiled, compiled.overloads[tuple(kinds)].signature.return_type


@cache
def _c_function(function: Callable[..., Any], signature: Any, lengths: tuple[int, ...]) -> Any:
    names = _TAKES[signature]
    written = "loads" if "loads" in names else "out"
    given = [f"carray({name}, ({n},))" for name, n in zip(names, lengths, strict=True)]
    text = f"""
def checked(t, {", ".join(names)}):
    try:
        law(t, {", ".join(given)})
    except Exception:
        for k in range({lengths[names.index(written)]}):
            {written}[k] = math.nan
"""
    space = {"law": _with_arrays(function, signature)[0], "carray": carray, "math": math}
    exec(compile(text, __file__, "exec"), space)
    return from_compiled(space["checked"], signature)


def law_address(law: Law, name: str, arrays: Mapping[str, FloatArray | IntArray]) -> int:
    """Address of a law for the loops, after `require_indices` with the same arguments. The indices
    of a law that is not Ambulo's are also checked later.
    """
    if not require_indices(law, name, arrays):
        with mistakes_in_one_line(law.function.__code__):
            return law.address
    lengths = tuple(len(arrays[one]) for one in _TAKES[law.signature])
    return int(_c_function(law.function, law.signature, lengths).address)


def require_indices(law: Law, name: str, arrays: Mapping[str, FloatArray | IntArray]) -> bool:
    """Run a law that is not Ambulo's once. Returns whether it can be checked.

    Args:
        law: the law.
        name: of the force or function of time.
        arrays: the arrays of a call, as `arrays_of` gives them.

    Raises:
        InputError: the law has another number of arguments, returns something, or uses an index
            that does not exist.
    """
    function, code, signature = law.function, law.function.__code__, law.signature
    if code.co_argcount != len(signature.args):
        raise InputError(
            what=f"the law takes {code.co_argcount} arguments, not {len(signature.args)}",
            where=name,
            remedy="ambulo.math.function_pointers lists the arguments of each kind of law",
        )
    if signature not in _TAKES or is_our_file(code.co_filename):
        return False
    made = _with_arrays(function, signature)
    if made is None:
        return False
    compiled, gives = made
    where = f"{code.co_filename}, line {code.co_firstlineno}"
    if gives != types.none:
        raise InputError(
            what=f"{function.__name__} gives {gives}, not nothing",
            where=where,
            remedy=_DOES[signature],
        )
    given = [arrays[one] for one in _TAKES[signature]]
    try:
        compiled(0.0, *given)
    except IndexError:
        lengths = {one: len(array) for one, array in zip(_TAKES[signature], given, strict=True)}
        bodies = lengths.pop("frames", 0) // len(_STANDING)
        lengths.pop("loads", None)
        said = ", ".join(f"{one} has length {n}" for one, n in lengths.items())
        if bodies:
            said += f", and bodies have the indices 0 to {bodies - 1} (the ground)"
        raise InputError(
            what=f"{function.__name__} uses an index that does not exist: {said}",
            where=where,
            remedy="p and i contain what `arguments` gives, in its order"
            if bodies
            else "p contains places of what `needs` gives in values, then `parameters`",
        ) from None
    except Exception:  # of a state that does not occur
        pass
    return True


def arrays_of(
    p: FloatArray, values: int, i: IntArray | None = None, bodies: int = 0, states: int = 0,
    out: int = 0,
) -> dict[str, FloatArray | IntArray]:  # fmt: skip
    """Arrays of one call of a law, for bodies at rest.

    Args:
        p, i: numbers and indices of the force or function of time.
        values: how many values of functions of time the system has.
        bodies: how many bodies the system has, with the ground.
        states: how many own states the force has.
        out: how many numbers a function of time or an event writes.
    """
    return {
        "p": p, "i": np.zeros(0, dtype=np.int64) if i is None else i, "values": np.zeros(values),
        "frames": np.tile(_STANDING, bodies), "states": np.zeros(states),
        "loads": np.zeros(6 * bodies), "rates": np.zeros(states), "out": np.zeros(out),
    }  # fmt: skip
