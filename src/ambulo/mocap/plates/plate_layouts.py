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
    """Plates of a C3D file, and sentences on unreadable plates and on corrections."""

    plates: tuple[PlateLayout, ...] = ()
    unread: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


class _Told(NamedTuple):
    """What FORCE_PLATFORM says of its plates, which are the last index of each."""

    types: IntArray
    corners: FloatArray
    origins: FloatArray
    channels: FloatArray
    matrices: FloatArray


def plate_layouts(file: C3DFile) -> Layouts:
    """Plates in FORCE_PLATFORM. If the group lists too few channels, labels show the others."""
    count = int(file.parameters.first("FORCE_PLATFORM", "USED") or 0)
    if count < 1:
        return Layouts()
    told = _Told(
        _whole(_parameter(file, "TYPE").ravel()),
        _of_plates(_parameter(file, "CORNERS"), 3),
        _of_plates(_parameter(file, "ORIGIN"), 2),
        _of_plates(_parameter(file, "CHANNEL"), 2),
        _of_plates(_parameter(file, "CAL_MATRIX"), 3),
    )
    remarks: tuple[str, ...] = ()
    needed = [CHANNELS.get(int(type), 0) for type in told.types[:count]]
    if told.channels.ndim != 2 or told.channels.shape[0] < max(needed, default=0):
        labelled = _by_labels(file)
        found = [len(labelled.get(k + 1, ())) for k in range(count)]
        if found == needed and all(needed):
            channels = np.zeros((max(needed), count))
            for k, length in enumerate(needed):
                channels[:length, k] = np.array(labelled[k + 1]) + 1
            told = told._replace(channels=channels)
            first = [file.parameters.texts("ANALOG", "LABELS")[k] for k in labelled[1][:2]]
            remarks = (
                "The file lists too few channels for its force plates. Ambulo found the channels "
                f"by their labels ({printable(', '.join(first))} ...).",
            )
    each = [_layout(told, k, file.analog.shape[1]) for k in range(count)]
    return Layouts(
        tuple(plate for plate in each if not isinstance(plate, str)),
        tuple(
            f"Plate {k + 1} was left out: {problem}."
            for k, problem in enumerate(each)
            if isinstance(problem, str)
        ),
        remarks,
    )


def _layout(told: _Told, k: int, in_file: int) -> PlateLayout | str:
    """Plate k of a file with so many channels, or why it cannot be read."""
    types, corners, origins, channels, matrices = told
    if k >= len(types) or not _has(corners, 3, k) or corners.shape[:2] != (3, 4):
        return "its type or corners are missing"
    type = int(types[k])
    if type not in CHANNELS:
        return f"plates of type {type} are not read (types 1 to 5 are)"
    if not _has(origins, 2, k) or channels.ndim != 2:
        return "its origin or channels are missing"
    if origins.shape[0] != 3:
        return "its origin is not a point"
    needed, listed = CHANNELS[type], channels.shape[0] if channels.shape[1] > k else 0
    if listed < needed:
        return (
            f"plates of its type {type} have {needed} channels, but the file lists {listed}: "
            "correct the type or the channels of the plate"
        )
    columns = _whole(channels[:needed, k]) - 1
    if (columns < 0).any() or (columns >= in_file).any():
        return "its channels are not in the file"
    if not _surrounded(corners[:, :, k].T):
        return (
            "its corners, taken one after another, do not go round a surface: correct them (in "
            "order +x +y, -x +y, -x -y, +x -y of the plate)"
        )
    calibrated = type in CALIBRATED
    if calibrated and (not _has(matrices, 3, k) or matrices.shape[1] < needed):
        return "its calibration matrix is missing"
    return PlateLayout(
        number=k + 1,
        type=type,
        corners=corners[:, :, k].T.astype(float),
        origin=origins[:, k].astype(float),
        channels=tuple(int(c) for c in columns),
        calibration=matrices[:, :, k] if calibrated else None,
    )


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


def _has(numbers: FloatArray, dimensions: int, k: int) -> bool:
    """Whether there are numbers of plate k."""
    return numbers.ndim == dimensions and numbers.shape[-1] > k


def _surrounded(corners: FloatArray) -> bool:
    """Whether four corners (4, 3) lie one after another around a surface."""
    sides = np.roll(corners, -1, axis=0) - corners
    # a way around turns to one side at every corner; one that crosses itself does not
    turns = np.cross(sides, np.roll(sides, -1, axis=0))
    return bool((turns @ turns.sum(axis=0) > 1e-3 * np.sum(sides**2) ** 2 / 16).all())
