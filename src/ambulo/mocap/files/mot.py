"""Named columns over time: OpenSim's .mot and .sto, Cortex' .forces, tables (.csv, .txt)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from ambulo.inputs.article import counted
from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.mocap.files.text_file import not_a_number, text_lines

_TABLE = re.compile(r"\s*\"?(time|#sample)\b[^=]*[\t;, ]", re.IGNORECASE)
"""The row of names of a table."""


@dataclass(frozen=True, eq=False)
class Storage:
    """Named columns over time, in the units of the file.

    Args:
        path: the file.
        names: column names, without the time.
        time: (rows,) s.
        values: (rows, columns) in the units of the file; NaN where the file has no finite number.
        header: entries before the columns, by key in lower case (`indegrees`, `version`, ...).
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
                f"there is no column {name}",
                str(self.path),
                f"The file has the columns {', '.join(self.names)}.",
            )
        return self.values[:, self.names.index(name)]


def read_storage(path: Path | str) -> Storage:
    """Read a storage file, or a table whose first column has times or sample numbers.

    Args:
        path: a .mot, .sto, .forces (Cortex), .csv or .txt file. A .mot or .sto file of version 1
            (`nRows=`) or older (`datarows `) has a header up to `endheader`, column names, and
            rows. A .csv or .txt file has a row of names; tabs, commas, semicolons or spaces
            separate the cells.

    Returns:
        Names, time [s] and values as in the file.

    Raises:
        InputError: the file is of another kind, rows are cut short, there are no rows, or the time
            does not advance.

    Source: OpenSim documentation, "Storage (.sto) Files" and "Motion (.mot) Files"; Motion
    Analysis, "Cortex Reference Manual".
    """
    path = Path(path)
    lines = text_lines(path, "Give a .mot or .sto file.")
    end = next((n for n, line in enumerate(lines) if line.strip().lower() == "endheader"), None)
    start = next((n for n, line in enumerate(lines) if _TABLE.match(line)), None)
    start = start if end is None else end + 1
    if start is None:
        raise InputError(
            "this is neither a .mot, .sto or .forces file (it has no line `endheader`) nor a table "
            "(it has no row of names that begins with time)",
            str(path),
            "Export it again from the program that wrote it.",
        )
    header: dict[str, str] = {}
    for line in lines[: start if end is None else end]:
        key, separator, value = line.strip().partition("=")
        if not separator:
            key, _, value = line.strip().partition(" ")
        header[key.strip().lower()] = value.strip()
    rows = [line for line in lines[start:] if line.strip()]
    if len(rows) < 2:
        raise InputError("there are no data rows", str(path), "Export the file again.")
    between = None if end is not None else next((c for c in "\t;," if c in rows[0]), None)
    names = [name.strip() for name in rows[0].rstrip().split(between or "\t")]
    if len(names) == 1:
        names = rows[0].split()
    values = _numbers(path, rows[1:], len(names), between)
    declared = header.get("nrows") or header.get("datarows") or header.get("numberofsamples")
    if declared and declared.isdigit() and int(declared) > len(values):
        raise InputError(
            f"the header states {declared} rows, but the file contains {len(values)}",
            str(path),
            "The file is cut short: copy or export it again.",
        )
    time = values[:, 0]
    if names[0].lower().startswith("#sample"):
        time = (time - 1.0) / _rate(path, header)
    if not np.isfinite(time).all() or (np.diff(time) <= 0).any():
        late = int(np.argmax(~(np.diff(time, prepend=-np.inf) > 0)))
        raise InputError(
            f"the time does not increase at data row {late + 1}",
            str(path),
            "Export the file again.",
        )
    return Storage(path, tuple(names[1:]), time, values[:, 1:], header)


def _rate(path: Path, header: Mapping[str, str]) -> float:
    said = header.get("samplerate", "")
    try:
        rate = float(said)
    except ValueError:
        rate = 0.0
    if not 0.0 < rate < np.inf:
        raise InputError(
            "the rows have sample numbers instead of times, and the header gives no sampling rate",
            str(path),
            "Write SampleRate=, in Hz, into its header.",
        )
    return rate


def _numbers(path: Path, rows: list[str], columns: int, between: str | None) -> FloatArray:
    """Cells (rows, columns): between spaces, or some character, where they may be empty."""
    values = np.empty((len(rows), columns))
    for n, row in enumerate(rows):
        cells = row.split(between)
        if between == ";":
            cells = [cell.replace(",", ".") for cell in cells]
        if between:
            cells = [cell.strip() or "nan" for cell in cells]
        if len(cells) != columns:
            raise InputError(
                f"data row {n + 1} has {counted(len(cells), 'number')}, but there are {columns} "
                "columns",
                str(path),
                "The file is cut short or damaged: copy or export it again.",
            )
        try:
            values[n] = [float(cell) for cell in cells]
        except ValueError:
            raise not_a_number(path, n, cells) from None
    values[~np.isfinite(values)] = np.nan
    return values
