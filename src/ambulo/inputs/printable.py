"""Names that come from outside, as a terminal and a log can show them."""

from __future__ import annotations

__all__ = ["printable"]


def printable(text: str) -> str:
    """The text with a ? in place of characters that steer a terminal and cannot be read."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)
