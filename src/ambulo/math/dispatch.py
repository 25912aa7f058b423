"""Compiled operations that are chosen by the type of their first argument.

An operation is a name and a signature, such as `accelerate(system, ...)`. Each record for the
compiled loops has its own NamedTuple type. `implements` declares the operation's implementation for
this type. Numba selects the implementation while it compiles a loop, so nothing is chosen at run
time:

    @operation
    def force_of(law, stretch): ...          # a stub with the signature and its meaning

    class Spring(NamedTuple):
        stiffness: float

    @implements(force_of, Spring)
    def _spring(law, stretch):
        return law.stiffness * stretch

A function with the decorator `generic` calls operations and is called from Python. It is compiled
once for every combination of packed types. If all of its source belongs to Ambulo, it is kept on
disk, filed by the text of this source. So an edit of one law recompiles only the loops with this
law.
"""

# numba's interface for extensions has no types
# mypy: disable-error-code="attr-defined, import-untyped, misc, no-untyped-call, unused-ignore"

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable
from functools import cache, partial
from pathlib import Path
from types import CodeType
from typing import Any, TypeVar, cast, overload

from numba import TypingError, types

from ambulo.math.compilation import (
    INSIDE,
    INSIDE_BORROWING,
    Function,
    compiled_in,
    indices_checked,
    is_our_file,
)
from ambulo.math.lanes import reader
from ambulo.math.numba_private import Loc, overload_for_all

Implementation = TypeVar("Implementation", bound=Callable[..., Any])

_IMPLEMENTATIONS: dict[Callable[..., Any], dict[type, Callable[..., Any]]] = {}
_DEFAULTS: dict[Callable[..., Any], Callable[..., Any] | None] = {}
_BORROWING: set[Callable[..., Any]] = set()
_NO_NUMBERS = (types.Array, types.NoneType, types.BaseTuple, types.UnicodeType, types.Optional)


class OnlyCompiled(TypeError):
    """Python called an operation directly."""

    def __init__(self) -> None:
        super().__init__("Python cannot call this: call it in a function that is compiled")


def _require_numbers(count: int, given: Any, function: Callable[..., Any]) -> None:
    """Blame a function that does not give so many numbers, not the loop that takes them."""
    parts = tuple(given.types) if isinstance(given, types.BaseTuple) else (given,)
    tuple_wanted = count > 1
    if (
        tuple_wanted is isinstance(given, types.BaseTuple)
        and len(parts) == count
        and not any(isinstance(part, _NO_NUMBERS) for part in parts)
    ):
        return
    wanted = f"a tuple of {count} numbers" if tuple_wanted else "a number"
    code = function.__code__
    what = f"{given.type}, or nothing" if isinstance(given, types.Optional) else given
    raise TypingError(
        f"{function.__name__} gives {what}, not {wanted}",
        loc=Loc(code.co_filename, code.co_firstlineno),
    )


def _require_nothing(given: Any, function: Callable[..., Any]) -> None:
    """Blame a function that returns what nobody takes."""
    if given != types.none:
        code = function.__code__
        raise TypingError(
            f"{function.__name__} gives {given}, not nothing",
            loc=Loc(code.co_filename, code.co_firstlineno),
        )


def _not_implemented(stub: Callable[..., Any], kind: type) -> TypingError:
    """Blame a packed type that is handed over as what it is not, with its place."""
    module = sys.modules.get(kind.__module__)
    try:
        line = inspect.getsourcelines(kind)[1]
    except (OSError, TypeError):  # typed into a session
        line = 1
    return TypingError(
        f"{kind.__name__} does not implement {stub.__name__.lstrip('_')}",
        loc=Loc(getattr(module, "__file__", None) or f"<{kind.__module__}>", line),
    )


@overload
def operation(stub: Function) -> Function: ...


@overload
def operation(
    *,
    optional: bool = False,
    borrows: bool = False,
    given: tuple[Callable[..., Any], Callable[..., Any]] | None = None,
    numbers: int = 0,
) -> Callable[[Function], Function]: ...


def operation(stub: Any = None, **how: Any) -> Any:
    """Make a stub callable in compiled code. The type of its first argument selects the
    implementation.

    Args:
        stub: function with signature and docstring. It is not run, unless it is optional.
        how: optional: whether the stub is used for types without an implementation. Otherwise such
            a call does not compile, and the error names the type and the operation. borrows:
            whether an optional stub only borrows arrays (`compilation.INSIDE_BORROWING`). given:
            another operation, and a function that replaces the stub for types that implement this
            operation. Other types need not compile this function. It borrows as the stub does.
            numbers: how many numbers an implementation must return (several as a tuple); 0 allows
            anything.
    """
    return _operation(stub) if stub is not None else partial(_operation, **how)


def _operation(
    stub: Function,
    optional: bool = False,
    borrows: bool = False,
    given: tuple[Callable[..., Any], Callable[..., Any]] | None = None,
    numbers: int = 0,
) -> Function:
    default = stub if optional else None
    table: dict[type, Callable[..., Any]] = {}
    _IMPLEMENTATIONS[stub], _DEFAULTS[stub] = table, default
    defaults = [function for function in (default, given and given[1]) if function]
    if borrows:
        _BORROWING.update(defaults)

    def chooser(borrowed: bool) -> Callable[..., Any]:
        def choose(first: Any, *_rest: Any) -> Any:
            if not isinstance(first, types.BaseNamedTuple):
                return None
            kind: Any = first
            found = table.get(kind.instance_class, default)
            if (
                found is default
                and given is not None
                and implementation_of(given[0], kind.instance_class)
            ):
                found = given[1]
            if found is None:
                raise _not_implemented(stub, kind.instance_class)
            return found if (found in _BORROWING) is borrowed else None

        return choose

    check: Callable[..., None] | None = partial(_require_numbers, numbers) if numbers else None
    if stub.__annotations__.get("return") == "None":
        check = _require_nothing
    overload_for_all(stub, INSIDE, chooser(False), check, indices_checked)
    overload_for_all(stub, INSIDE_BORROWING, chooser(True), check, indices_checked)
    return stub


def implements(
    stub: Callable[..., Any], *kinds: type, borrows: bool = False
) -> Callable[[Implementation], Implementation]:
    """Decorate the function that performs an operation for packed types.

    Args:
        stub: the operation.
        kinds: NamedTuple classes.
        borrows: whether the function only borrows arrays (`compilation.INSIDE_BORROWING`). Such a
            function is quicker to call.

    Raises:
        ValueError: the function and the operation have different numbers of arguments, or a type
            already has an implementation.
    """

    def register(function: Implementation) -> Implementation:
        wanted, given = ([*inspect.signature(f).parameters] for f in (stub, function))
        if len(wanted) != len(given):
            code = function.__code__
            raise ValueError(
                f"{code.co_filename}, line {code.co_firstlineno}: {stub.__name__} takes "
                f"{len(wanted)} arguments, {function.__name__} takes {len(given)}. "
                f"Give it ({', '.join(wanted)})"
            )
        if borrows:
            _BORROWING.add(function)
        for kind in kinds:
            if kind in _IMPLEMENTATIONS[stub]:
                raise ValueError(f"{kind.__name__} has an implementation of {stub.__name__}")
            _IMPLEMENTATIONS[stub][kind] = function
        return function

    return register


def implementation_of(stub: Callable[..., Any], kind: type) -> Callable[..., Any] | None:
    """A type's implementation of an operation; None if it has none of its own."""
    return _IMPLEMENTATIONS[stub].get(kind)


def codes_of_others(kind: type | None = None) -> list[CodeType]:
    """The code of a type's implementations outside Ambulo, or of all types'."""
    codes = [
        function.__code__
        for table in _IMPLEMENTATIONS.values()
        for own, function in table.items()
        if kind in (None, own)
    ]
    return [code for code in codes if not is_our_file(code.co_filename)]


def default_of(stub: Callable[..., Any]) -> Callable[..., Any] | None:
    """The implementation of an operation for types without their own implementation; None if there
    is none.
    """
    return _DEFAULTS[stub]


def only_borrows(function: Callable[..., Any]) -> bool:
    """Whether an implementation or a default only borrows arrays."""
    return function in _BORROWING


def made_from(stub: Callable[..., Any], make: Callable[[Any], Callable[..., Any]]) -> Any:
    """An operation whose implementations are made from those of another operation.

    Args:
        stub: the other operation.
        make: function that makes the new implementation from a type's implementation of the other
            operation (or its default).
    """

    def made(*_arguments: Any) -> Any:
        raise OnlyCompiled

    def choose(first: Any, *_rest: Any) -> Any:
        if not isinstance(first, types.BaseNamedTuple):
            return None
        kind: Any = first.instance_class
        found = _IMPLEMENTATIONS[stub].get(kind, _DEFAULTS[stub])
        if found is None:
            raise _not_implemented(stub, kind)
        return make(found)

    overload_for_all(made, INSIDE, choose, more=indices_checked)
    return made


def is_operation(function: Any) -> bool:
    """Whether a function is a stub of an operation."""
    return function in _IMPLEMENTATIONS


def generic(function: Function) -> Function:
    """Compile a function that calls operations, for each combination of types of its arguments.

    Python and compiled code call it with packed NamedTuples, numbers and arrays.
    """
    file = Path(function.__code__.co_filename)

    @cache
    def compiled_for(kinds: frozenset[type]) -> Callable[..., Any]:
        return compiled_in(function, file, *files_of(kinds))

    def call(*arguments: Any) -> Any:
        kinds: set[type] = set()
        _add_kinds(arguments, kinds)
        return compiled_for(frozenset(kinds))(*arguments)

    def inside(*_arguments: Any) -> Any:
        return function

    overload_for_all(call, INSIDE, inside)
    call.__doc__, call.__name__ = function.__doc__, function.__name__
    call.__module__ = function.__module__
    call.__wrapped__ = function  # type: ignore[attr-defined]
    return cast(Function, call)


def _add_kinds(values: tuple[Any, ...], kinds: set[type]) -> None:
    """Add the classes of all NamedTuples in a tuple, at any depth."""
    for value in values:
        if isinstance(value, tuple):
            if type(value) is not tuple:
                kinds.add(type(value))
            _add_kinds(value, kinds)


def files_of(kinds: Iterable[type]) -> list[Path]:
    """Source files of packed types and their implementations; an empty path if there is none."""
    sources: set[str] = set()
    for kind in (kinds := frozenset(kinds)):
        module = sys.modules.get(kind.__module__)
        sources.add(getattr(module, "__file__", None) or "")
    for table in _IMPLEMENTATIONS.values():
        sources |= {table[kind].__code__.co_filename for kind in kinds & table.keys()}
    return [Path(source) for source in sorted(sources)]


def rebuilding(stub: Function) -> Function:
    """Make a stub (packed, values, k) return a record of the same type with other numbers.

    Its fields are values[k], values[k + 1], ... in order. They are Lanes if the last axis of
    `values` has the lanes.
    """

    def choose(packed: Any, _values: Any, _k: Any) -> Any:
        if not isinstance(packed, types.BaseNamedTuple):
            return None
        kind: Any = packed
        made, count = kind.instance_class, len(kind)
        read = reader(count, in_row=False)

        def rebuilt(_packed, values, k):  # type: ignore[no-untyped-def]
            return made(*read(values, k))  # type: ignore[call-arg]

        def rebuilt_of_one(_packed, values, k):  # type: ignore[no-untyped-def]
            return made(read(values, k))  # type: ignore[call-arg]

        return rebuilt_of_one if count == 1 else rebuilt

    overload_for_all(stub, INSIDE, choose)
    return stub
