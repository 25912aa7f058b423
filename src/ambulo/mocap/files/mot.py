"""OpenSim storage files (.mot, .sto): named columns over time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.mocap.files.text_file import not_a_number, text_lines


@dataclass(frozen=True, eq=False)
class Storage:
    """Named columns over time, in the units of the file.

    Args:
        path: the file.
        names: column names, without the time.
        time: (rows,) s.
        values: (rows, columns) in the units of the file; NaN where the file has no finite number.
        header: what stands before the columns, by key in lower case (`indegrees`, `version`, ...).
    """

    path: Path
    names: tuple[str, ...]
    time: FloatArray
    values: FloatArray
    header: Mapping[str, str] = field(default_factory=dict)

    def of(self, name: str) -> FloatArray:
        """Column (rows,) of one name, in the units of the file."""
        if name not in self.names:
            raise InputError(
                f"there is no column {name}", str(self.path), f"It has {', '.join(self.names)}."
            )
        return self.values[:, self.names.index(name)]


def read_storage(path: Path | str) -> Storage:
    """Read an OpenSim storage file: header up to `endheader`, column names, rows.

    Args:
        path: .mot or .sto file, version 1 (`nRows=`) or older (`datarows `).

    Returns:
        Names, time [s] and values as in the file.

    Raises:
        InputError: not a storage file, rows cut short, no rows, or a time that does not advance.

    Source: OpenSim documentation, "Storage (.sto) Files" and "Motion (.mot) Files".
    """
    path = Path(path)
    lines = text_lines(path, "Give a .mot or .sto file.")
    end = next((n for n, line in enumerate(lines) if line.strip().lower() == "endheader"), None)
    if end is None:
        raise InputError(
            "there is no line `endheader`, so this is not a .mot or .sto file",
            str(path),
            "Export it again from the program that wrote it.",
        )
    header: dict[str, str] = {}
    for line in lines[:end]:
        key, separator, value = line.strip().partition("=")
        if not separator:
            key, _, value = line.strip().partition(" ")
        header[key.strip().lower()] = value.strip()
    rows = [line for line in lines[end + 1 :] if line.strip()]
    if len(rows) < 2:
        raise InputError("there are no data rows", str(path), "Export the file again.")
    names = [name.strip() for name in rows[0].rstrip().split("\t")]
    if len(names) == 1:
        names = rows[0].split()
    values = _numbers(path, rows[1:], len(names))
    declared = header.get("nrows") or header.get("datarows")
    if declared and declared.isdigit() and int(declared) > len(values):
        raise InputError(
            f"the header promises {declared} rows and the file holds {len(values)}",
            str(path),
            "The file is cut short: copy or export it again.",
        )
    time = values[:, 0]
    if not np.isfinite(time).all() or (np.diff(time) <= 0).any():
        late = int(np.argmax(~(np.diff(time, prepend=-np.inf) > 0)))
        raise InputError(
            f"time does not advance at data row {late + 1}", str(path), "Export the file again."
        )
    return Storage(path, tuple(names[1:]), time, values[:, 1:], header)


def _numbers(path: Path, rows: list[str], columns: int) -> FloatArray:
    values = np.empty((len(rows), columns))
    for n, row in enumerate(rows):
        cells = row.split()
        if len(cells) != columns:
            raise InputError(
                f"data row {n + 1} has {len(cells)} numbers for {columns} columns",
                str(path),
                "The file is cut short or damaged: copy or export it again.",
            )
        try:
            values[n] = [float(cell) for cell in cells]
        except ValueError:
            raise not_a_number(path, n, cells) from None
    values[~np.isfinite(values)] = np.nan
    return values
