"""Suggestions for misspelt names."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from ambulo.inputs.near_names import near_names
from ambulo.math.brief_repr import brief

T = TypeVar("T")


def nearest(key: str, names: Iterable[str]) -> KeyError:
    """The known names that are similar to a name that does not exist."""
    near = near_names(key, names)
    return KeyError(f"{key}; did you mean {' or '.join(near)}?" if near else key)


class ByName(dict[str, T]):
    """A dictionary whose KeyError suggests similar names, and whose repr is one line."""

    def __repr__(self) -> str:
        return brief(self)

    def __missing__(self, key: str) -> T:
        raise nearest(key, self)
