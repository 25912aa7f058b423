"""The kind of a device: its entries, and its action on a body in motion."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ambulo.gait.body_motion import ModelMotion
from ambulo.gait.configuration import DeviceForm
from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.mocap.files.csv_columns import read_columns
from ambulo.records import Devices, ForcePlate, Trial


@dataclass(frozen=True)
class DeviceKind:
    """A kind of device.

    Args:
        settings: entries of its table `[[device]]`.
        act: function of these entries, the body in motion, the trial and all its plates; gives the
            `Devices`.
    """

    settings: type[DeviceForm]
    act: Callable[[Any, ModelMotion, Trial, tuple[ForcePlate, ...]], Devices]


def plates_of_devices(each: Iterable[DeviceForm]) -> set[int]:
    """Numbers of the plates, from 1, on which devices stand and no foot."""
    return {k for one in each if (k := getattr(one, "plate", None)) is not None}


_UNITS = {"N": 1.0, "N*m": 1.0, "deg": 1.0}


def columns_of(path: Path, *sets: tuple[str, ...]) -> list[FloatArray]:
    """Columns of a CSV file in N, N*m and deg: the first of several sets of names that the file
    has.

    Raises:
        InputError: the file has none of these sets, or a cell is empty.
    """
    columns = read_columns(path, _UNITS)
    names = next((names for names in sets if set(names) <= set(columns)), None)
    if names is None:
        asked = " or ".join(", ".join(names) for names in sets)
        said = f"its columns are {', '.join(columns)}"
        raise InputError(said, str(path), f"Give the columns {asked}")
    found = [columns[name] for name in names]
    if not np.isfinite(found).all() or len(found[0]) < 2 or np.diff(found[0]).min() <= 0.0:
        said = f"{names[0]} does not go up from row to row, or a cell is empty"
        raise InputError(said, str(path), "Give at least two complete rows")
    return found


def at_frames(time: FloatArray, given: FloatArray, values: FloatArray, path: Path) -> FloatArray:
    """Values (rows, ...) of a file at the frames, by linear interpolation.

    Raises:
        InputError: the file does not last from the first frame to the last.
    """
    if given[0] > time[0] + 1e-6 or given[-1] < time[-1] - 1e-6:
        raise InputError(
            f"the file lasts from {given[0]:g} to {given[-1]:g} s, but the trial lasts from "
            f"{time[0]:g} to {time[-1]:g} s",
            str(path),
            "Give a file as long as the trial, or analyse only the times of "
            "this file with --from and --to",
        )
    flat = values.reshape(len(given), -1)
    found = np.column_stack([np.interp(time, given, column) for column in flat.T])
    return found.reshape(len(time), *values.shape[1:])
