"""CSV as every command writes it: a header, then rows; an empty cell is not known."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from ambulo.math.arrays import FloatArray

Cell = float | str | None

_BEGINS_FORMULA = frozenset("=+-@\t\n＝＋－＠")
"""The wide ones where a spreadsheet is Japanese or Chinese."""


def write_table(
    path: Path,
    headers: Sequence[str],
    rows: Iterable[Sequence[Cell]] | FloatArray,
    *,
    exact: bool = False,
) -> None:
    """Write a table.

    Args:
        path: overwritten if it exists.
        headers: one for each column, with its unit: `left_knee_flexion [deg]`.
        rows: numbers and texts; None or NaN if not known.
        exact: all digits of every number instead of six.
    """
    number = _all_digits if exact else _six_digits
    # a row of numbers is formatted at once: cell by cell takes four times as long
    at_once = ",".join(["%r" if exact else "%.6g"] * len(headers)) + "\n"
    with path.open("w", newline="", encoding="utf-8", errors="backslashreplace") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(map(_no_formula, headers))
        if isinstance(rows, np.ndarray):
            numbers = (rows + 0.0).ravel().tolist()  # no negative zero
            file.write((at_once * len(rows) % tuple(numbers)).replace("nan", ""))
            return
        for row in rows:
            numbers = [x + 0.0 for x in row if type(x) is float]  # no negative zero
            if len(numbers) == len(row):
                file.write((at_once % tuple(numbers)).replace("nan", ""))
            else:
                writer.writerow(
                    [number(x) if isinstance(x, float | int) else _no_formula(x) for x in row]
                )


def line(texts: Sequence[str], numbers: Sequence[float]) -> str:
    """A line of a table: texts first, then numbers."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(map(_no_formula, texts))
    known = ("%.6g," * len(numbers) % tuple([x + 0.0 for x in numbers])).replace("nan", "")
    return f"{text.getvalue()[:-1]},{known[:-1]}\n"


def _no_formula(text: str | None) -> str | None:
    """Text that a spreadsheet would run begins with an apostrophe, which says that it is text."""
    if text and "\r" in text:
        # csv puts it in no quotes, and readers end the line there
        text = text.replace("\r", " ")
    if not text or text[0] not in _BEGINS_FORMULA:
        return text
    try:
        float(text)
    except ValueError:
        return f"'{text}"
    return text


def _six_digits(value: float) -> str:
    # adding zero turns -0 into 0
    return "" if math.isnan(value) else f"{value + 0.0:.6g}"


def _all_digits(value: float) -> str:
    return "" if math.isnan(value) else repr(float(value))
