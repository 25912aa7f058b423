"""Operations called by address, so that a caller is not compiled for each type of packed record.

A loop compiled for a packed type contains the type's operations, so it would be compiled again for
each type. Here a record is in memory, together with the addresses of its compiled operations. A
stand-in of one type calls them for all records. So a loop is compiled once, and the operations once
for each type. The stubs give the types of their arguments.
"""

# numba's interface for extensions has no types
# mypy: disable-error-code="attr-defined, misc, no-untyped-call, unused-ignore"

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

import numpy as np
from numba import types

from ambulo.math.compilation import borrowing, inner
from ambulo.math.dispatch import (
    default_of,
    generic,
    implementation_of,
    implements,
    made_from,
    only_borrows,
)
from ambulo.math.function_pointers import bytes_of, of_packed, place_of, row, word_at, write_at

KEPT = ("work", "newton")
"""Parameters of operations that are stored with the record and not passed."""
_NOTHING: Mapping[Any, Any] = {}
_NUMBERS: dict[Any, Any] = {
    float: types.float64, int: types.int64, bool: types.boolean, type(None): types.none
}  # fmt: skip


class RecordAddress(NamedTuple):
    """Address of a record with its scratch memory, and addresses of its operations.

    An address is 0 if the record has no operation of its own.
    """

    operations: int
    thing: int


class Held(NamedTuple):
    """A record in memory with its scratch memory, and the scratch memory of Newton's method."""

    thing: Any
    work: Any
    newton: Any


def boundary(
    operations: Iterable[Callable[..., Any]], stand_ins: tuple[type, ...], at: str,
    scratch: Callable[..., Any] | None = None,
    here: Mapping[Callable[..., Any], Callable[..., Any]] = _NOTHING,
) -> Callable[..., Any]:  # fmt: skip
    """Let stand-ins call operations by address.

    Args:
        operations: stubs. Their arrays are C-contiguous, with the dimensions of their annotated
            shape, otherwise one dimension.
        stand_ins: NamedTuple classes.
        at: name of their `RecordAddress` field.
        scratch: operation that makes a record's `newton`, if the record implements it.
        here: operation -> function that performs it on a stand-in, for records with this
            implementation or without any.

    Returns:
        A function for Python and compiled code. From (record, work) it gives the `RecordAddress`
        and the memory there. The caller must keep this memory and all arrays in record and work.
    """
    file = str(sys.modules[stand_ins[0].__module__].__file__)
    space: dict[str, Any] = {
        "__name__": stand_ins[0].__module__, "np": np, "Held": Held, "RecordAddress": RecordAddress,
        "bytes_of": bytes_of, "place_of": place_of, "row": row, "word_at": word_at,
        "write_at": write_at,
    }  # fmt: skip

    def function(name: str, *lines: str) -> Any:
        exec(compile("\n    ".join((f"def {name}:", *lines)), file, "exec"), space)
        return space[name.partition("(")[0]]

    if scratch is not None:
        space["newton_of"] = made_from(scratch, partial(_made, default_of(scratch)))
    fill = []
    for k, operation in enumerate(operations):
        name, default = operation.__name__, here.get(operation, default_of(operation))
        parameters = [*inspect.signature(operation).parameters]
        works = default and not only_borrows(default) and not {*parameters}.isdisjoint(KEPT)
        if works and operation not in here:
            default = None  # it works with what the stand-in lacks
        hints = get_type_hints(operation, include_extras=True)
        # arrays go as their place and lengths
        parts = [_passed(one, hints[one], space) for one in parameters[1:] if one not in KEPT]
        received = {name: kind for part in parts for name, kind in part.received.items()}
        made = {one: one for one in parameters} | {part.name: part.made for part in parts}
        given = ["operation", "at.thing", *(text for part in parts for text in part.given)]
        space[f"the_{name}"] = operation
        space[f"address_{name}"], space[f"call_{name}"] = of_packed(
            _returned(hints["return"])(*received.values()),
            partial(_has_own, operation, default) if default else None,
        )
        space[f"operate_{name}"] = borrowing(
            function(
                f"{name}({', '.join(['held', *received])})",
                f"{parameters[0]}, work, newton = held[0]",
                f"return the_{name}({', '.join(made.values())})",
            )
        )
        lines = [
            f"at = {parameters[0]}.{at}",
            f"operation = word_at(at.operations, {k})",
            f"return call_{name}({', '.join(given)})",
        ]
        if default:
            space[f"default_{name}"] = (borrowing if only_borrows(default) else inner)(default)
            lines[2:2] = [
                "if operation == 0:",
                f"    return default_{name}({', '.join(parameters)})",
            ]
        called = function(f"{name}({', '.join(parameters)})", *lines)
        implements(operation, *stand_ins, borrows=True)(called)
        fill.append(f"memory[{k}] = address_{name}(operate_{name}, held)")
    # a name for each: compiled code on disk goes by it
    hold: Callable[..., Any] = function(
        f"hold_{at}_{stand_ins[0].__name__}(thing, work)",
        "newton = newton_of(thing)" if scratch else "newton = 0",
        "held = Held(thing, work, newton)",
        f"memory = np.empty({len(fill)} + (bytes_of(held) + 7) // 8, np.int64)",
        *fill,
        "at = memory.ctypes.data",
        f"place = RecordAddress(at, at + {8 * len(fill)})",
        "write_at(place.thing, held)",
        "return place, (memory, newton)",
    )
    return generic(hold)


def _made(default: Any, found: Callable[..., Any]) -> Callable[..., Any]:
    """A thing's own scratch; none where it has none of its own."""
    return (lambda _: 0) if found is default else found


def _has_own(operation: Callable[..., Any], default: Any, held: Any) -> bool:
    """Whether the thing that is held, a type of numba's, does it in another way."""
    own = implementation_of(operation, held.types[0].instance_class)
    return own is not None and own is not default


def _returned(kind: Any) -> Any:
    """Numba's type of what an operation gives."""
    if get_origin(kind) is tuple:
        return types.Tuple([_NUMBERS[part] for part in get_args(kind)])
    return _NUMBERS[kind]


class _Passed(NamedTuple):
    """How an argument is passed: names and numba's types, from what, and what is made of them."""

    name: str
    received: dict[str, Any]
    given: list[str]
    made: str


def _passed(name: str, kind: Any, space: dict[str, Any]) -> _Passed:
    """How an argument of an annotated kind is passed."""
    if kind in _NUMBERS:
        return _Passed(name, {name: _NUMBERS[kind]}, [name], name)
    plain = name.replace(".", "_")
    if hasattr(kind, "__metadata__") or get_origin(kind) is np.ndarray:
        shape = get_args(kind)[1].split() if hasattr(kind, "__metadata__") else ["n"]
        lengths = [f"{plain}_{axis}" for axis in range(len(shape))]
        given = [f"place_of({name})", *(f"{name}.shape[{axis}]" for axis in range(len(shape)))]
        made = f"row({plain}, {' * '.join(lengths)})"
        if len(shape) > 1:
            made += f".reshape(({', '.join(lengths)}))"
        return _Passed(name, dict.fromkeys([plain, *lengths], types.intp), given, made)
    space[kind.__name__] = kind
    fields = get_type_hints(kind, include_extras=True).items()
    parts = [_passed(f"{name}.{field}", what, space) for field, what in fields]
    return _Passed(
        name,
        {one: what for part in parts for one, what in part.received.items()},
        [text for part in parts for text in part.given],
        f"{kind.__name__}({', '.join(part.made for part in parts)})",
    )
