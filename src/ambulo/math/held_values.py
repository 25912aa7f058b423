"""Values that numba writes into compiled code: of the globals and closures of its functions.

The text of a function does not say them: a module's number may be set by the script that imports
it, or read from the environment. Of Ambulo's own functions it does, and these are not looked into.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterable, Iterator
from enum import Enum
from itertools import chain
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numba import types

_AMBULO = f"{Path(__file__).resolve().parents[1]}{os.sep}"
_LIBRARIES = sys.stdlib_module_names | {"numpy", "numba", "scipy"}
"""Whose functions and classes numba knows by their names."""

_BEHIND: dict[Any, list[Any]] = {}
_FIRST: WeakKeyDictionary[FunctionType, tuple[str, list[Any]]] = WeakKeyDictionary()
"""What each function held when it was first looked at."""


class WithoutKey(Exception):
    """A value that no key tells from others; the message says which, and why."""


def stands_for(thing: Any, *others: Any) -> None:
    """Say that compiled code which holds a thing (a stub, a packed type) runs or holds others."""
    _BEHIND.setdefault(thing, []).extend(others)


def held_values(roots: Iterable[Any]) -> str:
    """A key of all that compiled code holds by names and that is not Ambulo's own.

    Args:
        roots: functions and packed types (NamedTuple classes) that it is compiled of and for.

    Returns:
        Digest of code and values; "" where all is Ambulo's own.
    Raises:
        WithoutKey: a value has no key, or another than when this process first compiled with it,
            whose code may be inside what it compiles now.
    """
    waiting, texts = list(roots), []
    seen: set[int] = set()
    while waiting:
        thing = waiting.pop()
        if id(thing) in seen:
            continue
        seen.add(id(thing))
        waiting.extend(_BEHIND.get(thing, ()))
        inside: list[Any] = []
        if _is_ambulos(thing):
            waiting.extend(_functions_in_closure(thing))
            continue
        if isinstance(thing, type):
            text = _text_of_class(thing, inside)
        else:
            text = _text_of_function(thing, inside)
            if _FIRST.setdefault(thing, (text, inside)) != (text, inside):
                raise WithoutKey(f"{_name(thing)} uses other values than when it was compiled")
        waiting.extend(inside)
        texts.append(text)
    return hashlib.sha256("\0".join(sorted(texts)).encode()).hexdigest() if texts else ""


def _is_ambulos(thing: FunctionType | type) -> bool:
    if isinstance(thing, type):
        return thing.__module__.partition(".")[0] == "ambulo"
    return thing.__code__.co_filename.startswith(_AMBULO)


def _functions_in_closure(thing: FunctionType | type) -> list[FunctionType]:
    """Functions that one of Ambulo's is made around, as `lanes.formula` makes them."""
    cells = (cell.cell_contents for cell in getattr(thing, "__closure__", None) or ())
    return [value for value in cells if isinstance(value, FunctionType)]


def _text_of_function(function: FunctionType, inside: list[Any]) -> str:
    """Code and values of a function; `inside` takes the functions and classes that it holds."""
    codes = list(_codes(function.__code__))
    values = list(_named_values(function, codes))
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        values.append((name, cell.cell_contents))
    values.append(("its defaults", (function.__defaults__, function.__kwdefaults__)))
    for code in codes:
        constants = tuple(one for one in code.co_consts if not isinstance(one, CodeType))
        values.append((code.co_name, (code.co_code, code.co_names, constants)))
    parts = []
    for name, value in values:
        try:
            parts.append(f"{name}={_text(value, inside)}")
        except WithoutKey as error:
            raise WithoutKey(f"{_name(function)} uses {name}, {error}") from None
    return f"{_name(function)}({'; '.join(parts)})"


def _codes(code: CodeType) -> Iterator[CodeType]:
    """Code of a function and of those written inside it."""
    yield code
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield from _codes(one)


def _named_values(function: FunctionType, codes: list[CodeType]) -> Iterator[tuple[str, Any]]:
    """Globals, and attributes of modules among them: all of the names that the code says."""
    names = {name for code in codes for name in code.co_names}
    # getattr(module, "name")
    names |= {text for code in codes for text in code.co_consts if isinstance(text, str)}
    spaces, at = [("", function.__globals__)], 0
    while at < len(spaces):
        holder, space = spaces[at]
        at += 1
        for name in sorted(names & space.keys()):
            value = space[name]
            yield holder + name, value
            if not isinstance(value, ModuleType) or _is_of_library(value):
                continue
            if all(vars(value) is not other for _, other in spaces):
                spaces.append((f"{value.__name__}.", vars(value)))


def _text_of_class(kind: type, inside: list[Any]) -> str:
    """Fields and their defaults of a NamedTuple; names and values of an enumeration."""
    members: dict[str, Any] = {}
    if issubclass(kind, Enum):
        members = {one.name: one.value for one in kind}
    elif issubclass(kind, tuple):
        members = dict.fromkeys(getattr(kind, "_fields", ()))
        members |= getattr(kind, "_field_defaults", {})
    elif not issubclass(kind, BaseException):
        raise WithoutKey(f"the class {_name(kind)} has no key")
    return f"{_name(kind)}({_text(members, inside)})"


def _text(value: Any, inside: list[Any]) -> str:
    """A value as a key says it."""
    kind = type(value).__qualname__
    if value is None or isinstance(value, bool | int | float | complex | str | bytes):
        return f"{kind} {value!r}"
    if isinstance(value, np.ndarray | np.generic) and not value.dtype.hasobject:
        content = hashlib.sha256(np.ascontiguousarray(value).tobytes()).hexdigest()
        return f"{value.dtype} {value.shape} {content}"
    if isinstance(value, tuple | list | set | frozenset | dict):
        parts = chain.from_iterable(value.items()) if isinstance(value, dict) else value
        texts = [_text(part, inside) for part in parts]
        if isinstance(value, set | frozenset):
            texts.sort()
        return f"{kind}({', '.join(texts)})"
    if isinstance(value, np.ufunc | np.dtype | types.Type):
        return f"{kind} {value}"
    if isinstance(value, ModuleType):
        return f"module {value.__name__}"
    if _is_of_library(value):
        return f"{kind} {_name(value)}"
    held = _python_function(value)
    if not isinstance(held, FunctionType | type):
        raise WithoutKey(f"a {kind}, which has no key")
    inside.append(held)
    return _name(held)


def _is_of_library(value: Any) -> bool:
    """Whether numba takes a module, a class or a function as it knows it."""
    if isinstance(value, ModuleType):
        name: Any = value.__name__
    else:
        name = getattr(value, "__module__", None) if hasattr(value, "__qualname__") else None
    return isinstance(name, str) and name.partition(".")[0] in _LIBRARIES


def _python_function(value: Any) -> Any:
    """The function that numba or another decorator has been given."""
    while not isinstance(value, FunctionType) and hasattr(value, "__wrapped__"):
        value = value.__wrapped__
    return value


def _name(thing: Any) -> str:
    return f"{thing.__module__}.{thing.__qualname__}"
