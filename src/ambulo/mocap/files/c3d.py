"""C3D files: points, analog channels and parameters as they are in the file.

Markerless systems such as Theia3D write poses of segments (group ROTATION; C-Motion 2019). A
separate data section has 17 numbers for each frame and segment: a 4 x 4 matrix, column by column,
and a reliability. The matrix transforms from the segment to the laboratory. The segment's origin is
the proximal joint; z points from the distal to the proximal end, y forward, x to the right.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.mocap.files.c3d_data import data_layout, read_data
from ambulo.mocap.files.c3d_parameters import BLOCK, COPY, Parameters, Processor, read_section

_NUMBERS = 17
# length of the axes that stand for an orientation [m], and what is too large to be a body in metres
_AXIS, _BODY = 0.1, 10.0
# a matrix farther than this from a rotation is no pose
_SKEW = 0.01
_END = "_4x4"
# not a part of the body
_ELSEWHERE = ("world", "lab")


def read_poses(path: Path, processor: Processor, parameters: Parameters) -> dict[str, FloatArray]:
    """Poses by label, at the rate of the points.

    Args:
        path: path of the file.
        processor: processor on which the file was written.
        parameters: parameters of the file.
    Returns:
        (frames, 4, 4) in file units; NaN where there is no pose. Empty if the file has none.
    Raises:
        InputError: the file is shorter than its poses, or does not say where they are.
    """
    count = _whole(parameters, "USED")
    if count == 0:
        return {}
    start = _whole(parameters, "DATA_START") - 1
    ratio = max(_whole(parameters, "RATIO"), 1)
    frames = _whole(parameters, "FRAMES")
    wanted = frames * count * _NUMBERS * 4
    if start < 1 or frames == 0:
        raise InputError(
            f"the file does not say where its {count} segment poses begin, or how many frames "
            "they have (ROTATION:DATA_START, ROTATION:FRAMES)",
            str(path),
            "Export the trial again.",
        )
    if path.stat().st_size < start * BLOCK + wanted:
        raise InputError(
            f"the file states {frames} frames of {count} segment poses, but is shorter",
            str(path),
            COPY,
        )
    with path.open("rb") as file:
        file.seek(start * BLOCK)
        values = processor.reals(file.read(wanted)).reshape(frames, count, _NUMBERS)
    # stored column by column
    matrices = values[..., :16].reshape(frames, count, 4, 4).swapaxes(-1, -2)[::ratio].copy()
    R = matrices[..., :3, :3]
    with np.errstate(invalid="ignore", over="ignore"):
        square = np.abs(R @ R.swapaxes(-1, -2) - np.eye(3)).max(axis=(-1, -2))
    matrices[~(square < _SKEW)] = np.nan
    labels = parameters.texts("ROTATION", "LABELS")[:count]
    return {label.strip(): matrices[:, k] for k, label in enumerate(labels)}


def _whole(parameters: Parameters, name: str) -> int:
    """An unsigned number of sixteen bits; 0 for none and for what is none."""
    value = parameters.first("ROTATION", name)
    return 0 if value is None or not math.isfinite(value) else int(value) & 0xFFFF


def points_of_poses(poses: Mapping[str, FloatArray]) -> tuple[list[str], FloatArray]:
    """Every pose as four points: its origin and the ends of its axes.

    Returns:
        Names such as `l_thigh_origin` and `l_thigh_x`, and places (frames, n, 3) in file units.
    """
    body = {n: T for n, T in poses.items() if not n.casefold().startswith(_ELSEWHERE)}
    if not body:
        return [], np.zeros((0, 0, 3))
    origins = np.stack([T[:, :3, 3] for T in body.values()], axis=1)
    with np.errstate(all="ignore"):
        size = np.nanmax(np.ptp(origins, axis=1), initial=0.0)
    # the axes in the unit of the origins, which are metres or millimetres
    length = _AXIS if size < _BODY else 1e3 * _AXIS
    names: list[str] = []
    places = []
    for name, T in body.items():
        short = name[: -len(_END)] if name.casefold().endswith(_END) else name
        origin = T[:, :3, 3]
        names += [f"{short}_origin", f"{short}_x", f"{short}_y", f"{short}_z"]
        places += [origin, *(origin + length * T[:, :3, axis] for axis in range(3))]
    return names, np.stack(places, axis=1)


@dataclass(frozen=True, eq=False)
class C3DFile:
    """A C3D file as it is, in laboratory axes and file units.

    Args:
        path: the file.
        labels: (n) of the points, in order, as written.
        points: (frames, n, 3) in the file's unit; NaN where the file marks a point as not seen.
        rate: point frames per second.
        first_frame: number of frames from time 0 to the beginning of the recording; event times and
            samples count from time 0.
        analog: (samples, channels), offset and scale applied.
        analog_rate: samples per second.
        parameters: parameters of the file.
        header_events: label and time [s] of the events in the header.
        notes: notes on values that come from the header because the parameters lack them.
    """

    path: Path
    labels: tuple[str, ...]
    points: FloatArray
    rate: float
    first_frame: int
    analog: FloatArray
    analog_rate: float
    parameters: Parameters
    header_events: tuple[tuple[str, float], ...] = ()
    notes: tuple[str, ...] = ()


def read_c3d(path: Path | str) -> C3DFile:
    """Read a C3D file with integers or real numbers, written on an Intel, DEC or MIPS machine.

    Each segment pose becomes four points (`points_of_poses`). They follow the other points.

    Args:
        path: .c3d file.

    Returns:
        Points, analog channels and parameters as in the file.

    Raises:
        InputError: not a C3D file, damaged, cut short, too long, or without points, poses or
            frames.

    Source: The C3D file format user guide (Motion Lab Systems, 2021).
    """
    path = Path(path)
    header, parameters, said = read_section(path)
    layout = data_layout(path, header, parameters)
    notes = [*said, *layout.notes]
    named: list[str] = []
    placed = np.empty((0, 0, 3))
    try:
        named, placed = points_of_poses(read_poses(path, header.processor, parameters))
    except InputError as error:
        if layout.points == 0:
            raise
        notes.append(f"Segment poses are left out: {error.what}.")
    if layout.points == 0 and not named:
        only = f", only {layout.channels} analog channels" if layout.channels else ""
        plates = int(parameters.first("FORCE_PLATFORM", "USED") or 0)
        if only and plates > 0:
            only += f" with those of {plates} force plate{'s' if plates > 1 else ''}"
        raise InputError(
            f"the file contains no points{only}", str(path), "Give the trial with its markers."
        )
    if layout.points == 0 and layout.channels == 0:
        # nothing but poses, which count their frames themselves
        layout = layout._replace(frames=len(placed))
    if layout.frames == 0:
        raise InputError("the file contains no frames", str(path), "Export the trial again.")
    points, analog = read_data(path, header.processor, parameters, layout)
    labels = parameters.texts("POINT", "LABELS")[: layout.points]
    labels += [f"*{k}" for k in range(len(labels) + 1, layout.points + 1)]  # without a label
    if named:
        if len(placed) != len(points):
            raise InputError(
                f"the file contains {len(points)} frames of markers, but {len(placed)} of segment "
                "poses",
                str(path),
                "Export the trial again.",
            )
        labels += named
        points = np.concatenate([points, placed], axis=1)
        notes.append(
            f"{len(named) // 4} segment poses of a markerless system are represented by four "
            "points each: the origin and the ends of three axes."
        )
    dead = np.flatnonzero(np.isnan(analog).all(axis=0)) if analog.size else np.zeros(0)
    if dead.size:
        notes.append(f"Analog channels without a scale in the file were left out: {dead.size}.")
    return C3DFile(
        path=path,
        labels=tuple(labels),
        points=points,
        rate=layout.rate,
        first_frame=layout.first,
        analog=analog,
        analog_rate=layout.rate * max(layout.per_frame, 1),
        parameters=parameters,
        header_events=header.events,
        notes=tuple(notes),
    )
