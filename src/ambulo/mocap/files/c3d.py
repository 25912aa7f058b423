"""C3D files: points, analog channels and parameters as they are in the file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.mocap.files.c3d_data import data_layout, read_data
from ambulo.mocap.files.c3d_parameters import Parameters, read_section
from ambulo.mocap.files.c3d_poses import points_of_poses, read_poses


@dataclass(frozen=True, eq=False)
class C3DFile:
    """A C3D file as it is, in laboratory axes and file units.

    Args:
        path: the file.
        labels: (n) of the points, in order, as written.
        points: (frames, n, 3) in the file's unit; NaN where the file marks a point as not seen.
        rate: point frames per second.
        first_frame: frames since time 0 at which the recording begins; event times and samples
            count from time 0.
        analog: (samples, channels), offset and scale applied.
        analog_rate: samples per second.
        parameters: of the file.
        header_events: label and time [s] of the events in the header.
        notes: what the parameters lack and was taken from the header.
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
    """Read a C3D file written on Intel, DEC or MIPS machines, numbers whole or real.

    Segment poses (`c3d_poses`) come after the points, each as four of them.

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
            f"the file holds no points{only}", str(path), "Give the trial with its markers."
        )
    if layout.points == 0 and layout.channels == 0:
        # nothing but poses, which count their frames themselves
        layout = layout._replace(frames=len(placed))
    if layout.frames == 0:
        raise InputError("the file holds no frames", str(path), "Export the trial again.")
    points, analog = read_data(path, header.processor, parameters, layout)
    labels = parameters.texts("POINT", "LABELS")[: layout.points]
    labels += [f"*{k}" for k in range(len(labels) + 1, layout.points + 1)]  # without a label
    if named:
        if len(placed) != len(points):
            raise InputError(
                f"the file holds {len(points)} frames and {len(placed)} frames of segment poses",
                str(path),
                "Export the trial again.",
            )
        labels += named
        points = np.concatenate([points, placed], axis=1)
        notes.append(
            f"{len(named) // 4} segment poses of a markerless system are followed as four points "
            "each: the origin and the ends of three axes."
        )
    dead = np.flatnonzero(np.isnan(analog).all(axis=0)) if analog.size else np.zeros(0)
    if dead.size:
        notes.append(f"{dead.size} analog channels have no scale in the file and are left out.")
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
