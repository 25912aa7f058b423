"""Nouns with their article or their number, for messages."""

from __future__ import annotations


def with_article(noun: str) -> str:
    """A class or a noun with its article: "a dict", "an int"."""
    return f"{'an' if noun[:1].lower() in tuple('aeio') else 'a'} {noun}"


def counted(number: int, noun: str) -> str:
    """A number of things, whose plural ends in s: "1 cell", "2 cells"."""
    return f"{number} {noun}{'s' * (number != 1)}"
