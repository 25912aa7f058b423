"""Texts from outside in a form that terminal and log can show."""

from __future__ import annotations

import unicodedata

_SPELT = {
    "·": ".", "–": "-", "−": "-", "…": "...", "×": "x", "°": "deg", "µ": "u", "±": "+/-",
    "≤": "<=", "≥": ">=", "→": "->", "✓": "+", "✗": "x", "‘": "'", "’": "'", "“": '"', "”": '"',
}  # fmt: skip


def printable(text: str) -> str:
    """The text with a ? in place of control characters."""
    if text.isprintable():
        return text
    shown = (
        letter if letter.isprintable() else " " if letter.isspace() else "?" for letter in text
    )
    return "".join(shown)


def spelt(error: UnicodeError) -> tuple[str, int]:
    """Replacement of letters that an encoding lacks, for `codecs.register_error`."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return "".join(map(_in_ascii, lacking)), error.end


def _in_ascii(letter: str) -> str:
    parts = unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()
    return _SPELT.get(letter) or parts or "?"
