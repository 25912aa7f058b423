"""Whether two entries of a registry are the same definition, run twice as in a notebook."""

from __future__ import annotations

from dataclasses import is_dataclass

from ambulo.inputs.record_parts import parts


def is_same_entry(one: object, other: object) -> bool:
    """Whether they are the same object, equal, or functions or classes with the same name and
    module.

    Dataclasses, tuples and arrays are the same if their fields and entries are. Two NamedTuples
    with equal numbers, such as two laws with one parameter, are different entries.
    """
    if one is other:
        return True
    known = _defined_as(one)
    if known is not None:
        return known == _defined_as(other)
    if is_dataclass(one) or isinstance(one, tuple):
        mine, others = ([entry for _, entry in parts(value)] for value in (one, other))
        alike = _is_same_class(type(one), type(other)) and len(mine) == len(others)
        return alike and all(map(is_same_entry, mine, others))
    import numpy as np  # what --help can do without

    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        return one.dtype == other.dtype and np.array_equal(one, other)
    try:
        return bool(one == other)
    except ValueError:  # arrays inside
        return False


def _is_same_class(one: type, other: type) -> bool:
    """Whether two classes are one, or its definition run again."""
    known = _defined_as(one)
    return one is other or (known is not None and known == _defined_as(other))


def _defined_as(entry: object) -> tuple[str, str] | None:
    """Module and name of a function or class; None of what has none, or shares it with others."""
    name = getattr(entry, "__qualname__", None)
    if not isinstance(name, str) or "<" in name:  # <lambda>, <locals>
        return None
    return str(getattr(entry, "__module__", "")), name
