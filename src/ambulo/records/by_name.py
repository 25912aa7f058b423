"""Names that are nearly right."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from ambulo.inputs.near_names import near_names

T = TypeVar("T")


def nearest(key: str, names: Iterable[str]) -> KeyError:
    """Of a name that is not there: which are near to it."""
    near = near_names(key, names)
    return KeyError(f"{key}; did you mean {' or '.join(near)}?" if near else key)


class ByName(dict[str, T]):
    """A dictionary that says which names are near to one that is not there."""

    def __missing__(self, key: str) -> T:
        raise nearest(key, self)
