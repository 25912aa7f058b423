"""Nouns with their article, for messages."""

from __future__ import annotations


def with_article(noun: str) -> str:
    """A class or a kind as a sentence names one: "a dict", "an int"."""
    return f"{'an' if noun[:1].lower() in tuple('aeio') else 'a'} {noun}"
