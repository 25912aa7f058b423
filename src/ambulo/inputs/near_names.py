"""Suggestions for misspelt names."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def near_names(name: str, known: Iterable[str]) -> list[str]:
    """Up to three known names for a name that does not exist.

    Names that begin with the given name, such as a joint's name, come first. Then come names that
    contain it or all of its words, and then names with similar spelling.
    """
    names = list(known)
    words = _words(name)
    parts = len(name) > 2
    found = (
        parts and [one for one in names if one.startswith(name)],
        parts and [one for one in names if name in one],
        words and [one for one in names if words <= _words(one)],
        get_close_matches(name, names, n=1),
    )
    return next((some[:3] for some in found if some), [])


def _words(name: str) -> set[str]:
    return set(name.replace(" ", "_").split("_")) - {""}
