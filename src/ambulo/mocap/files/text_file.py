"""What the readers of text files have in common: the lines, and what is wrong with a row."""

from __future__ import annotations

from pathlib import Path

from ambulo.inputs.errors import InputError

__all__ = ["not_a_number", "text_lines"]


def text_lines(path: Path, expected: str) -> list[str]:
    """Lines of a text file.

    Args:
        expected: what to give instead, e.g. "Give a .trc file."

    Raises:
        InputError: no text, or not to be read.
    """
    try:
        return path.read_text(encoding="utf-8", errors="strict").splitlines()
    except UnicodeDecodeError:
        raise InputError("this is not a text file", str(path), expected) from None
    except OSError as error:
        raise InputError(
            f"cannot be read ({error.strerror})", str(path), "Check the path."
        ) from None


def not_a_number(path: Path, row: int) -> InputError:
    """The error of a data row, from 0, with a cell that is no number."""
    return InputError(
        f"data row {row + 1} holds something that is not a number",
        str(path),
        "Export the file again.",
    )
