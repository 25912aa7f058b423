"""Names that are nearly right."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import TypeVar

T = TypeVar("T")


def nearest(key: str, names: Iterable[str]) -> KeyError:
    """Of a name that is not there: which are near to it."""
    known = list(names)
    words = {*key.replace(" ", "_").split("_")}
    # part of a name, such as a joint's, is nearer than one that is spelt alike
    parts = [name for name in known if key in name]
    spoken = [name for name in known if words <= {*name.replace(" ", "_").split("_")}]
    near = parts or spoken or get_close_matches(key, known, n=1)
    return KeyError(f"{key}; did you mean {' or '.join(near[:3])}?" if near else key)


class ByName(dict[str, T]):
    """A dictionary that says which names are near to one that is not there."""

    def __missing__(self, key: str) -> T:
        raise nearest(key, self)
