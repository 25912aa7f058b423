"""Layouts of the force plates that a C3D file describes in FORCE_PLATFORM."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from ambulo.inputs.printable import printable
from ambulo.math.arrays import FloatArray, IntArray
from ambulo.mocap.files.c3d import C3DFile
from ambulo.mocap.plates.plate_wrench import CALIBRATED, PlateLayout

CHANNELS = {1: 6, 2: 6, 3: 8, 4: 6, 5: 8}
"""Analog channels of each plate type that is read."""
_LABEL = re.compile(r"(?:\w*[. ])?(?P<kind>[fm])(?P<plate>\d*)(?P<axis>[xyz])(?P<number>\d*)")
"""`Force.Fx1`, `MZ2`, and with the plate before the axis `F1X`, `F2Z4` of its fourth sensor."""
_AXES = {6: ["fx", "fy", "fz", "mx", "my", "mz"], 8: ["fx"] * 2 + ["fy"] * 2 + ["fz"] * 4}


def _whole(numbers: FloatArray) -> IntArray:
    """Whole numbers; 0, which numbers nothing, where a damaged file holds none."""
    sound = np.isfinite(numbers) & (np.abs(numbers) < 2**31)
    return np.asarray(np.where(sound, numbers, 0.0).astype(int))


class Layouts(NamedTuple):
    """Plates of a C3D file, sentences on those that cannot be read, and on what was put right."""

    plates: tuple[PlateLayout, ...] = ()
    unread: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def plate_layouts(file: C3DFile) -> Layouts:
    """Plates that FORCE_PLATFORM describes; their channels by labels where it lists too few."""
    count = int(file.parameters.first("FORCE_PLATFORM", "USED") or 0)
    if count < 1:
        return Layouts()
    types = _whole(_parameter(file, "TYPE").ravel())
    corners = _of_plates(_parameter(file, "CORNERS"), 3)
    origins = _of_plates(_parameter(file, "ORIGIN"), 2)
    channels = _of_plates(_parameter(file, "CHANNEL"), 2)
    layouts, notes, remarks = [], [], []
    needed = [CHANNELS.get(int(type), 0) for type in types[:count]]
    if channels.ndim != 2 or channels.shape[0] < max(needed, default=0):
        told = _by_labels(file)
        whole = all(
            length and length == len(told.get(k + 1, ())) for k, length in enumerate(needed)
        )
        if whole and len(needed) == count:
            channels = np.zeros((max(needed), count))
            for k in range(count):
                channels[: needed[k], k] = np.array(told[k + 1]) + 1
            first = [file.parameters.texts("ANALOG", "LABELS")[k] for k in told[1][:2]]
            remarks.append(
                "The file lists too few channels for its force plates; their labels tell them "
                f"({printable(', '.join(first))} ...)."
            )
    for k in range(count):
        number = k + 1
        problem = ""
        if (
            k >= len(types)
            or corners.ndim != 3
            or corners.shape[2] <= k
            or corners.shape[:2] != (3, 4)
        ):
            problem = "its type or corners are missing"
        elif types[k] not in CHANNELS:
            problem = f"plates of type {types[k]} are not read (types 1 to 5 are)"
        elif origins.ndim != 2 or origins.shape[1] <= k or channels.ndim != 2:
            problem = "its origin or channels are missing"
        elif origins.shape[0] != 3:
            problem = "its origin is no point"
        elif channels.shape[1] <= k or channels.shape[0] < CHANNELS[types[k]]:
            listed = channels.shape[0] if channels.shape[1] > k else 0
            problem = (
                f"plates of its type {types[k]} have {CHANNELS[types[k]]} channels, but the file "
                f"lists {listed}: correct the type or the channels of the plate"
            )
        else:
            columns = _whole(channels[: CHANNELS[types[k]], k]) - 1
            if (columns < 0).any() or (columns >= file.analog.shape[1]).any():
                problem = "its channels are not in the file"
            elif not _surrounded(corners[:, :, k].T):
                problem = (
                    "its corners do not span a surface, gone round one after another: correct them "
                    "(in order +x +y, -x +y, -x -y, +x -y of the plate)"
                )
        if problem:
            notes.append(f"Plate {number} was left out: {problem}.")
            continue
        calibration = None
        if types[k] in CALIBRATED:
            matrices = _of_plates(_parameter(file, "CAL_MATRIX"), 3)
            if matrices.ndim != 3 or matrices.shape[2] <= k or matrices.shape[1] < len(columns):
                notes.append(f"Plate {number} was left out: its calibration matrix is missing.")
                continue
            calibration = matrices[:, :, k]
        layouts.append(
            PlateLayout(
                number=number,
                type=int(types[k]),
                corners=corners[:, :, k].T.astype(float),
                origin=origins[:, k].astype(float),
                channels=tuple(int(c) for c in columns),
                calibration=calibration,
            )
        )
    return Layouts(tuple(layouts), tuple(notes), tuple(remarks))


def _by_labels(file: C3DFile) -> Mapping[int, Sequence[int]]:
    """Columns of each plate that has all of its channels, in their order, by their labels."""
    found: dict[int, list[tuple[str, int]]] = {}
    for column, label in enumerate(file.parameters.texts("ANALOG", "LABELS")):
        if told := _LABEL.fullmatch(label.strip().casefold()):
            plate = told["plate"] or told["number"]
            if plate and column < file.analog.shape[1]:
                found.setdefault(int(plate), []).append((told["kind"] + told["axis"], column))
    return {
        plate: [column for _, column in own]
        for plate, own in found.items()
        if [axis for axis, _ in own] == _AXES.get(len(own))
    }


def _parameter(file: C3DFile, name: str) -> FloatArray:
    return file.parameters.array("FORCE_PLATFORM", name)


def _of_plates(numbers: FloatArray, dimensions: int) -> FloatArray:
    """With the plate as last index, which a file of one plate may leave out."""
    return numbers[..., None] if numbers.ndim == dimensions - 1 else numbers


def _surrounded(corners: FloatArray) -> bool:
    """Whether four corners (4, 3) lie one after another around a surface."""
    sides = np.roll(corners, -1, axis=0) - corners
    # a way around turns to one side at every corner; one that crosses itself does not
    turns = np.cross(sides, np.roll(sides, -1, axis=0))
    return bool((turns @ turns.sum(axis=0) > 1e-3 * np.sum(sides**2) ** 2 / 16).all())
