"""Columns of numbers from a CSV file whose first row names them, with their units."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from ambulo.inputs.article import counted
from ambulo.inputs.errors import InputError
from ambulo.inputs.printable import printable
from ambulo.inputs.registry import shown
from ambulo.inputs.regular_file import require_file
from ambulo.math.arrays import FloatArray
from ambulo.mocap.files.text_file import text_lines

_UNIT = re.compile(r"^(?P<name>.*?)\s*\[(?P<unit>[^\]]*)\]$")


def read_columns(path: Path, units: Mapping[str, float]) -> Mapping[str, FloatArray]:
    """Columns (rows,) by name; an empty cell gives NaN.

    Args:
        path: path of the file.
        units: units that a heading may have in brackets (`hip_x [mm]`), and their factors. The unit
            of `time` is s.
    Raises:
        InputError: the file cannot be read, a name occurs twice, or a cell is not a number (the
            message names the cell).
    """
    require_file(path, remedy="Give the path of a CSV file")
    lines = text_lines(path, "Save it as CSV")
    # where a decimal comma is usual, spreadsheets part the cells by semicolons
    semicolons = ";" in lines[0] and "," not in lines[0]
    if semicolons:
        lines = [line.replace(",", ".").replace(";", ",") for line in lines]
    try:
        rows = [row for row in csv.reader(lines) if any(row)]
    except csv.Error as error:
        raise InputError(
            f"this is not a table ({error})",
            str(path),
            "Save it as CSV, with one row for each frame",
        ) from error
    if len(rows) < 2:
        raise InputError(
            "the table contains no frames",
            str(path),
            "Write a row of names, and then a row for every frame",
        )
    heads = [_head(head, units, str(path)) for head in rows[0]]
    names = [name for name, _ in heads]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"the column {name} is given twice", str(path), "Remove one of them")
    values = np.array([_numbers(row, names, k + 2, str(path)) for k, row in enumerate(rows[1:])])
    values *= [factor for _, factor in heads]
    return dict(zip(names, values.T, strict=True))


def _head(text: str, units: Mapping[str, float], where: str) -> tuple[str, float]:
    """A column's name, and what its values are multiplied by."""
    text = printable(text.strip())
    found = _UNIT.match(text)
    if found is None:
        return text, 1.0
    name, unit = found["name"], found["unit"]
    known = {"s": 1.0} if name == "time" else units
    if unit not in known:
        raise InputError(
            f"the column {name} has the unit {unit}", where, f"Use {' or '.join(known)}"
        )
    return name, known[unit]


def _numbers(row: list[str], names: list[str], line: int, where: str) -> list[float]:
    if len(row) != len(names):
        raise InputError(
            f"line {line} has {counted(len(row), 'cell')}, but there are {len(names)} columns",
            where,
            "Give one cell for each column",
        )
    values = []
    for name, cell in zip(names, row, strict=True):
        try:
            number = float(cell) if cell.strip() else np.nan
            values.append(number if np.isfinite(number) else np.nan)
        except ValueError as error:
            raise InputError(
                f"line {line} has {shown(cell, 30)} in the column {name}",
                where,
                "Write a number, or leave the cell empty",
            ) from error
    return values
