"""Names that are nearly right."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def near_names(name: str, known: Iterable[str]) -> list[str]:
    """Up to three names that somebody may have meant who gave one that is not there.

    A name that begins with it, such as a joint's, is nearer than one that holds it or all of its
    words, and that nearer than one that is spelt alike.
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
