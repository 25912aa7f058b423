"""Points seen by a camera from the side, as a CSV file: time, and x and z of each point."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.mocap.files.csv_columns import read_columns

_IN_METRES = {"m": 1.0, "cm": 1e-2, "mm": 1e-3}


def read_points(path: Path) -> tuple[FloatArray, Mapping[str, FloatArray]]:
    """Time (frames,) s, and points (frames, 2) m by their names, X forwards and Z up.

    The first row names the columns: `time`, and `hip_x`, `hip_z` for a point `hip`, with a unit
    if it is not metres: `hip_x [mm]`. An empty cell is not known.

    Args:
        path: of the file.
    Raises:
        InputError: the file cannot be read, a point lacks a coordinate, or a cell is not a number.
    """
    columns = read_columns(path, _IN_METRES)
    names = list(columns)
    if "time" not in names:
        raise InputError(
            "there is no column time", str(path), "Add it, with the time of every frame in seconds"
        )
    points = {}
    for name in names:
        point, axis = name[:-2], name[-2:]
        if name == "time" or axis == "_z":
            continue
        if axis != "_x" or f"{point}_z" not in names:
            raise InputError(
                f"the column {name} is not one of a pair POINT_x and POINT_z",
                str(path),
                "Name columns time, and POINT_x and POINT_z for every point",
            )
        points[point] = np.column_stack([columns[f"{point}_x"], columns[f"{point}_z"]])
    time = columns["time"]
    steps = np.diff(time)
    if not (len(steps) and steps.min() > 0.0 and np.ptp(steps) < 0.01 * steps.mean()):
        raise InputError(
            "the times are not evenly spaced",
            str(path),
            "Give a row for every frame, with its time in seconds",
        )
    return time, points
