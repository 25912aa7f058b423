"""The parts of a record: its fields, and the entries of mappings and sequences, in one common walk.

Files, pages, comparisons and the protection of records differ only in their treatment of a leaf.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import Field, fields, is_dataclass
from typing import Any, TypeAlias

Key: TypeAlias = "Field[Any] | str | int"
"""Place of a part in its record (a field), mapping (a key) or sequence (a number)."""

WITHIN = object()
"""A leaf function returns it for a value whose parts are to be visited."""


def parts(value: object) -> Iterator[tuple[Key, object]]:
    """Each part of a record, mapping, list or tuple with its key; empty for any other value."""
    if is_dataclass(value) and not isinstance(value, type):
        return ((field, getattr(value, field.name)) for field in fields(value))
    if isinstance(value, Mapping):
        return ((str(key), entry) for key, entry in value.items())
    return enumerate(value) if isinstance(value, list | tuple) else iter(())


def rebuilt(
    value: object, leaf: Callable[[object, tuple[Key, ...]], Any], path: tuple[Key, ...] = ()
) -> Any:
    """A record in the types of JSON: records and mappings become objects, sequences become lists.

    Args:
        value: to be rebuilt.
        leaf: function of every value and its place that gives its replacement, or `WITHIN`.
        path: place of the value.
    """
    found = leaf(value, path)
    if found is not WITHIN:
        return found
    entries = [(key, rebuilt(entry, leaf, (*path, key))) for key, entry in parts(value)]
    if isinstance(value, list | tuple):
        return [entry for _, entry in entries]
    return {name_of(key): entry for key, entry in entries}


def name_of(key: Key) -> str:
    """A key in words. A field `from_` is called `from`, because Python reserves that word."""
    return key.name.rstrip("_") if isinstance(key, Field) else str(key)
