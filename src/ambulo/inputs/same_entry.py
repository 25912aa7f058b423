"""Whether two entries of a registry are one definition, run twice as in a notebook."""

from __future__ import annotations

from dataclasses import fields, is_dataclass

__all__ = ["is_same_entry"]


def is_same_entry(one: object, other: object) -> bool:
    """Whether they are one object, equal, or functions or classes of one name and module.

    Dataclasses are the same where their fields are.
    """
    if one is other:
        return True
    known = _defined_as(one)
    if known is not None:
        return known == _defined_as(other)
    if is_dataclass(one) and is_dataclass(other):
        return _defined_as(type(one)) == _defined_as(type(other)) and all(
            is_same_entry(getattr(one, field.name), getattr(other, field.name, None))
            for field in fields(one)
        )
    try:
        return bool(one == other)
    except ValueError:  # arrays
        return False


def _defined_as(entry: object) -> tuple[str, str] | None:
    """Module and name of a function or class; None of what has none, or shares it with others."""
    name = getattr(entry, "__qualname__", None)
    if not isinstance(name, str) or "<" in name:  # <lambda>, <locals>
        return None
    return str(getattr(entry, "__module__", "")), name
