"""Marker trajectories in TRC files (Motion Analysis, OpenSim)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.math.vector_arrays import finite
from ambulo.mocap.files.text_file import not_a_number, text_lines

__all__ = ["TrcFile", "read_trc"]


@dataclass(frozen=True, eq=False)
class TrcFile:
    """A TRC file as it is, in laboratory axes and file units.

    Args:
        path: the file.
        names: marker labels in order.
        time: (frames,) s, as written.
        rate: frames per second, from the header; from the times where it does not say.
        unit: "mm", "m", ... from the header; empty if it is not stated.
        position: (frames, markers, 3) in `unit`; NaN where blank, no number or exactly (0, 0, 0).
        notes: where the header says other than the names, columns, rows and times that are there.
    """

    path: Path
    names: tuple[str, ...]
    time: FloatArray
    rate: float
    unit: str
    position: FloatArray
    notes: tuple[str, ...] = ()


def read_trc(path: Path | str) -> TrcFile:
    """Read a TRC file: its header is a witness beside the names, columns, rows and times.

    Args:
        path: .trc file.

    Returns:
        Labels, time [s] and positions in the unit of the file.

    Raises:
        InputError: not a TRC file, cut short, without frames or markers, or damaged rows.

    Source: OpenSim documentation, "Marker (.trc) Files".
    """
    path = Path(path)
    lines = text_lines(path, "Give a .trc file.")
    if len(lines) < 5 or not lines[0].lstrip().startswith("PathFileType"):
        raise InputError(
            "the first line does not begin with PathFileType, so this is not a TRC file",
            str(path),
            "Export it again from the program that wrote it.",
        )
    header = dict(zip(lines[1].split(), lines[2].split(), strict=False))
    names = tuple(cell.strip() for cell in lines[3].split("\t")[2:] if cell.strip())
    if not names:
        names = tuple(lines[3].split()[2:])
    if not names:
        raise InputError("line 4 names no markers", str(path), "Export the file again.")
    # line 5 holds X1 Y1 Z1 ...; a blank line may follow, and some writers leave it out
    rows = [line for line in lines[5:] if line.strip()]
    if not rows:
        raise InputError("the file holds no frames", str(path), "Export the trial again.")
    notes: list[str] = []
    for what, keys, held in (
        ("markers", ("NumMarkers", "NumMarker"), len(names)),
        ("frames", ("NumFrames", "NumFrame"), len(rows)),
    ):
        promised = next((_number(header[key]) for key in keys if key in header), None)
        if promised != held:
            says = "does not say how many" if promised is None else f"promises {promised:.0f}"
            notes.append(f"The header {says} {what}; the file holds {held}, which are used.")
    table = _numbers(path, rows, len(names))
    rate = _number(header.get("DataRate", ""))
    if not rate:
        step = float(np.median(np.diff(table[:, 1]))) if len(table) > 1 else np.nan
        rate = 1.0 / step if step > 0.0 else 0.0
        notes.append(f"The header says no frame rate; the times step by {step:.4g} s.")
    position = table[:, 2:].reshape(len(table), len(names), 3)
    # writers that have no blank mark an unseen marker by the origin
    position[(position == 0).all(axis=2)] = np.nan
    position[~finite(position)] = np.nan
    unit = header.get("Units", "")
    return TrcFile(path, names, table[:, 1], rate, unit, position, tuple(notes))


def _number(text: str) -> float | None:
    try:
        found = float(text)
    except ValueError:
        return None
    return found if math.isfinite(found) else None


def _numbers(path: Path, rows: list[str], markers: int) -> FloatArray:
    width = 2 + 3 * markers
    table = np.full((len(rows), width), np.nan)
    for n, row in enumerate(rows):
        # blanks between tabs are unseen markers: splitting at white space would shift the rest
        cells = row.split("\t") if "\t" in row else row.split()
        while len(cells) > width and not cells[-1].strip():
            cells.pop()
        if len(cells) > width or len(cells) < 2:
            raise InputError(
                f"data row {n + 1} has {len(cells)} cells for {width} columns",
                str(path),
                "The file is damaged: export it again.",
            )
        if n == len(rows) - 1 and len(cells) < width - 3 and len(rows) > 1:
            raise InputError(
                f"the last row stops after {len(cells)} of {width} cells",
                str(path),
                "The file is cut short: copy or export it again.",
            )
        try:
            for column, cell in enumerate(cells):
                if cell.strip():
                    table[n, column] = float(cell)
        except ValueError:
            raise not_a_number(path, n, cells) from None
    return table
