"""Points that a camera has seen from the side, as a CSV file: time, and x and z of each."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.inputs.printable import printable
from ambulo.inputs.registry import shown
from ambulo.inputs.regular_file import require_file
from ambulo.math.arrays import FloatArray
from ambulo.mocap.files.text_file import text_lines

_UNIT = re.compile(r"^(?P<name>.*?)\s*\[(?P<unit>[^\]]*)\]$")
_IN_METRES = {"m": 1.0, "cm": 1e-2, "mm": 1e-3}


def read_points(path: Path) -> tuple[FloatArray, Mapping[str, FloatArray]]:
    """Time (frames,) s, and points (frames, 2) m by their names, X forwards and Z up.

    The first row names the columns: `time`, and `hip_x`, `hip_z` for a point `hip`, with a unit
    if it is not metres: `hip_x [mm]`. An empty cell is not known.

    Args:
        path: of the file.
    Raises:
        InputError: it cannot be read, a point lacks a coordinate, or a cell is no number (named).
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
            f"it is no table ({error})", str(path), "Save it as CSV, one row a frame"
        ) from error
    if len(rows) < 2:
        raise InputError(
            "there are no frames in it", str(path), "Give a row of names and one for every frame"
        )
    heads = [_head(head, str(path)) for head in rows[0]]
    names = [name for name, _ in heads]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"the column {name} is there twice", str(path), "Leave one")
    values = np.array([_numbers(row, names, k + 2, str(path)) for k, row in enumerate(rows[1:])])
    values *= [factor for _, factor in heads]
    if "time" not in names:
        raise InputError("there is no column time", str(path), "Give the seconds of every frame")
    points = {}
    for name in names:
        point, axis = name[:-2], name[-2:]
        if name == "time" or axis == "_z":
            continue
        if axis != "_x" or f"{point}_z" not in names:
            raise InputError(
                f"the column {name} is not one of a pair",
                str(path),
                "Name columns time, and POINT_x and POINT_z for every point",
            )
        points[point] = values[:, [names.index(f"{point}_x"), names.index(f"{point}_z")]]
    time = values[:, names.index("time")]
    steps = np.diff(time)
    if not (len(steps) and steps.min() > 0.0 and np.ptp(steps) < 0.01 * steps.mean()):
        raise InputError(
            "its times are not evenly spaced", str(path), "Give every frame, in seconds"
        )
    return time, points


def _head(text: str, where: str) -> tuple[str, float]:
    """A column's name, and what its values are multiplied by."""
    text = printable(text.strip())
    found = _UNIT.match(text)
    if found is None:
        return text, 1.0
    name, unit = found["name"], found["unit"]
    known = {"s": 1.0} if name == "time" else _IN_METRES
    if unit not in known:
        raise InputError(
            f"the column {name} has the unit {unit}", where, f"Use {' or '.join(known)}"
        )
    return name, known[unit]


def _numbers(row: list[str], names: list[str], line: int, where: str) -> list[float]:
    if len(row) != len(names):
        raise InputError(
            f"line {line} has {len(row)} cells, not {len(names)}", where, "Give one a column"
        )
    values = []
    for name, cell in zip(names, row, strict=True):
        try:
            number = float(cell) if cell.strip() else np.nan
            values.append(number if np.isfinite(number) else np.nan)
        except ValueError as error:
            raise InputError(
                f"line {line} has {shown(cell, 30)} for {name}",
                where,
                "Write a number, or nothing",
            ) from error
    return values
