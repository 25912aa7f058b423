"""Common functions of the readers of text files: lines, and errors of a row."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable
from pathlib import Path

from ambulo.inputs.errors import InputError
from ambulo.inputs.registry import shown
from ambulo.inputs.regular_file import require_file


def text_lines(path: Path, expected: str) -> list[str]:
    """Lines of a text file, in any encoding in which programs write numbers.

    Args:
        expected: remedy in the message, e.g. "Give a .trc file."

    Raises:
        InputError: the file is not text, or cannot be read.
    """
    require_file(path)
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise InputError(
            f"cannot be read ({error.strerror})", str(path), "Check the path."
        ) from None
    try:
        marked = raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
        text = raw.decode("utf-16" if marked else "utf-8-sig")
    except UnicodeDecodeError:
        # letters of one byte, as in the name of a folder that the first line repeats
        text = raw.decode("cp1252", errors="replace")
    if "\0" in text:
        raise InputError("this is not a text file", str(path), expected)
    return re.split(r"\r\n|\r|\n", text)


def not_a_number(path: Path, row: int, cells: Iterable[str]) -> InputError:
    """The error for a data row (counted from 0) with a cell that is not a number.

    Args:
        cells: cells of the row.
    """
    wrong = next((cell for cell in cells if cell.strip() and not _is_number(cell)), "something")
    return InputError(
        f"data row {row + 1} contains {shown(wrong.strip(), 30)}, which is not a number",
        str(path),
        "Correct the cell, or export the file again.",
    )


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True
