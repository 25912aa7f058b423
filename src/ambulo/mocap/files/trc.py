"""Marker trajectories in TRC files (Motion Analysis, OpenSim)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import dropwhile
from pathlib import Path

import numpy as np

from ambulo.inputs.article import counted
from ambulo.inputs.errors import InputError
from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.math.vector_arrays import finite
from ambulo.mocap.files.text_file import not_a_number, text_lines

_OF_AXIS = re.compile(r"(.+?)[\s_.:-]*([xyz])", re.IGNORECASE)
"""The name of a marker's column, as LASI_X."""


@dataclass(frozen=True, eq=False)
class TrcFile:
    """A TRC file as it is, in laboratory axes and file units.

    Args:
        path: the file.
        names: marker labels in order.
        time: (frames,) s, as written.
        rate: frames per second from the header; from the times if the header has no valid rate.
        unit: "mm", "m", ... from the header; empty if it is not stated.
        position: (frames, markers, 3) in `unit`. NaN where a cell is blank or not a number. Also
            NaN where all three axes have the same number, unless this happens once and within the
            range of the marker's other positions.
        notes: contradictions between the header and the contents of the file.
    """

    path: Path
    names: tuple[str, ...]
    time: FloatArray
    rate: float
    unit: str
    position: FloatArray
    notes: tuple[str, ...] = ()


def read_trc(path: Path | str) -> TrcFile:
    """Read a TRC file.

    Args:
        path: .trc file.

    Returns:
        Labels, time [s] and positions in the unit of the file.

    Raises:
        InputError: the file is not a TRC file, is cut short, has no frames or markers, or has
            damaged rows.

    Source: OpenSim documentation, "Marker (.trc) Files".
    """
    path = Path(path)
    lines = text_lines(path, "Give a .trc file.")
    if not lines or not lines[0].lstrip().startswith("PathFileType"):
        raise InputError(
            "the first line does not begin with PathFileType, so this is not a TRC file",
            str(path),
            "Export it again from the program that wrote it.",
        )
    # as spreadsheets write it
    if ";" in lines[1 % len(lines)]:
        lines = [line.replace(";", "\t") for line in lines]
    if len(lines) < 5:
        raise InputError("the file is cut off in its header", str(path), "Export the trial again.")
    rate, promised_frames, promised_markers, unit = _header(path, lines)
    # lines 4 and 5 hold the names and X1 Y1 Z1 ...; some writers leave blank lines and others out
    filled = [line for line in lines[4:] if line.strip()]
    rows = list(dropwhile(lambda line: not _begins_with_number(line), filled))
    if not rows:
        raise InputError("the file contains no frames", str(path), "Export the trial again.")
    # where a decimal comma is usual
    rows = [row.replace(",", ".") for row in rows]
    names, named = _names(path, lines, rows, promised_markers)
    notes = []
    if not len(names) == named == promised_markers:
        notes.append(f"{promised_markers} markers, names {named} but contains {len(names)}")
    if len(rows) != promised_frames:
        notes.append(f"{promised_frames} frames but contains {len(rows)}")
    table = _numbers(path, rows, len(names))
    position = table[:, 2:].reshape(len(table), len(names), 3)
    # writers that have no blank mark unseen markers by one number, as 0 or 9999.999
    alike = (position == position[..., :1]).all(axis=2)
    position[alike & ~_passes_by(position, alike)] = np.nan
    position[~finite(position)] = np.nan
    time = table[:, 1]
    if not rate > 0 and len(time) > 1 and time[-1] > time[0]:
        steady = (len(time) - 1) / (time[-1] - time[0])
        notes.append(f"{rate:g} Hz; its times show {steady:.6g} Hz, which was used")
        rate = float(steady)
    said = tuple(f"The header states {note}." for note in notes)
    return TrcFile(path, names, time, rate, unit, position, said)


def _passes_by(position: FloatArray, alike: BoolArray) -> BoolArray:
    """Whether a marker is seen where its three numbers are equal (frames, markers).

    Once in the file, and amidst its other positions.
    """
    numbers, counts = np.unique(position[alike, 0], return_counts=True)
    once = np.isin(position[..., 0], numbers[(counts == 1) & (numbers != 0.0)])
    others = np.where(alike[..., None], np.nan, position)
    low, high = np.fmin.reduce(others), np.fmax.reduce(others)
    return np.asarray(once & ((low <= position) & (position <= high)).all(axis=2))


def _header(path: Path, lines: list[str]) -> tuple[float, int, int, str]:
    """Rate, frames, markers and unit as lines 2 and 3 give them; some write NumFrame."""
    header = dict(
        zip(
            (key.removesuffix("s") for key in lines[1].split()),
            lines[2].replace(",", ".").split(),
            strict=False,
        )
    )
    try:
        rate = float(header["DataRate"])
        return (
            rate,
            int(float(header["NumFrame"])),
            int(float(header["NumMarker"])),
            header.get("Unit", ""),
        )
    except (KeyError, ValueError, OverflowError):
        raise InputError(
            "lines 2 and 3 do not give DataRate, NumFrames and NumMarkers",
            str(path),
            "Export the file again.",
        ) from None


def _names(
    path: Path, lines: list[str], rows: list[str], promised: int
) -> tuple[tuple[str, ...], int]:
    """Labels of the markers that the file contains, and how many it names.

    Where line 4 and the header disagree most rows decide: labels behind their columns belong to
    markers without data, and columns behind the labels have none. Some name all three columns of a
    marker.
    """
    cells = lines[3].split("\t")
    names = [cell.strip() for cell in cells[2:] if cell.strip()] or lines[3].split()[2:]
    if not names:
        raise InputError("line 4 names no markers", str(path), "Export the file again.")
    widths = [len(row.rstrip().split("\t") if "\t" in row else row.split()) for row in rows]
    usual = max({*widths}, key=widths.count)
    # some writers name the column of the times twice: all names are then one marker late
    if names[:1] == lines[3].split()[1:2] and usual == 3 * len(names) - 1:
        return tuple(names[1:]), len(names)
    columns = [found.groups() for name in names if (found := _OF_AXIS.fullmatch(name))]
    stems = [stem for stem, _ in columns[::3]]
    each = [(stem, axis) for stem in stems for axis in "xyz"]
    by_column = len(columns) == len(names) and each == [(s, a.lower()) for s, a in columns]
    if promised == len(names) and not by_column:
        return tuple(names), len(names)
    # most rows may end with markers that are not seen
    named = 2 + 3 * len(names)
    held, odd = divmod((named if named in widths else usual) - 2, 3)
    if by_column and not odd and held == len(stems):
        return tuple(stems), held
    if odd or held < 1 or held not in (promised, len(names)):
        raise InputError(
            f"the header states {promised} markers, names {len(names)}, and its rows have "
            f"columns for {held}",
            str(path),
            "Export the file again.",
        )
    without = [f"*{k}" for k in range(len(names) + 1, held + 1)]
    return (*names[:held], *without), len(names)


def _begins_with_number(line: str) -> bool:
    return line.lstrip()[0] in "0123456789+-."


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
                f"data row {n + 1} has {counted(len(cells), 'cell')}, but there are {width} "
                "columns",
                str(path),
                "The file is damaged: export it again.",
            )
        if n == len(rows) - 1 and len(cells) < width - 3 and len(rows) > 1:
            raise InputError(
                f"the last row ends after {len(cells)} of {width} cells",
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
