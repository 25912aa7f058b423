"""One trial from a C3D or a TRC file, with ground reactions beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from ambulo.inputs.arguments import path_of
from ambulo.inputs.errors import InputError
from ambulo.inputs.printable import printable
from ambulo.inputs.regular_file import require_file
from ambulo.math.arrays import FloatArray
from ambulo.mocap.emg import emg_in_file
from ambulo.mocap.events import events_in_file
from ambulo.mocap.files.c3d import C3DFile, read_c3d
from ambulo.mocap.files.c3d_data import FASTEST, SLOWEST
from ambulo.mocap.files.lab_frame import METRES, find_lab_frame, length_unit
from ambulo.mocap.files.labels import SortedPoints, sort_points
from ambulo.mocap.files.subject_parameters import subject_parameters
from ambulo.mocap.plates.force_plates import read_force_plates
from ambulo.mocap.plates.plate_layouts import plate_layouts
from ambulo.mocap.plates.plate_wrench import PlateLayout
from ambulo.records import ForcePlate, LabFrame, Markers, Subject, Trial
from ambulo.records.measurement import LOADED


def read_trial(
    path: Path | str,
    *,
    grf: Path | str | None = None,
    up: str | None = None,
    forward: str | None = None,
    unit: str | None = None,
    force_threshold: float = LOADED,
    plate_filter_hz: float | None = None,
    plate_zero: bool = True,
) -> Trial:
    """Read a trial, in the world frame and SI units, with one clock for all data.

    Args:
        path: a .c3d or .trc file.
        grf: a .mot, .sto, .forces or .csv file with ground reactions in the same laboratory axes.
            They replace the plates of a .c3d.
        up, forward: laboratory axes such as "+Z", "-X"; None finds them from the data.
        unit: unit of length ("mm", "m", "cm"); None: the unit in the file.
        force_threshold: N; below this vertical force a plate has no centre of pressure.
        plate_filter_hz: Hz, cut-off of a zero-phase low-pass filter for the plates; None: no
            filter.
        plate_zero: whether the force that an unloaded plate shows is subtracted.

    Returns:
        Markers, plates, events, subject, and notes on everything that was assumed or left out.

    Raises:
        InputError: the file is missing, damaged, cut short, empty or not of a known kind, its unit
            contradicts the size of the body, or an argument does not fit it.
    """
    path = path_of(path, "path")
    require_file(path)
    if unit is not None and length_unit(unit) is None:
        raise InputError(
            f"{unit!r} is not a unit of length", "unit", f"Give one of {', '.join(METRES)}."
        )
    kind = path.suffix.lower()
    if plate_filter_hz is not None and (kind == ".trc" or grf is not None):
        raise InputError(
            "the plate filter needs the channels of a .c3d file, and a .mot file has none",
            str(path),
            "Leave the plate filter out.",
        )
    if kind == ".c3d":
        return _from_c3d(
            read_c3d(path), grf, up, forward, unit, force_threshold, plate_filter_hz, plate_zero
        )
    if kind == ".trc":
        return _from_trc(path, grf, up, forward, unit, force_threshold)
    raise InputError(
        # a name that ends in a space looks as if it were right
        f"Ambulo cannot read files of the type {repr(kind) if kind else '(none)'}",
        str(path),
        "Give a .c3d file, or a .trc with --grf FILE.mot.",
    )


def points_by_kind(file: C3DFile) -> SortedPoints:
    """A file's markers, and the points that the file or their names declare to be results."""
    kinds = ("ANGLES", "FORCES", "MOMENTS", "POWERS", "SCALARS", "MODELED_MARKERS")
    told = (str(kind) for kind in file.parameters.texts("POINT", "TYPE_GROUPS"))
    return sort_points(
        file.labels,
        file.points,
        result_groups={kind: file.parameters.texts("POINT", kind) for kind in (*told, *kinds)},
        prefixes=file.parameters.texts("SUBJECTS", "LABEL_PREFIXES"),
    )


def _from_c3d(
    file: C3DFile,
    grf: Path | str | None,
    up: str | None,
    forward: str | None,
    unit: str | None,
    force_threshold: float,
    plate_filter_hz: float | None,
    plate_zero: bool,
) -> Trial:
    points = points_by_kind(file)
    outputs = {name: file.points[:, column] for name, column in points.outputs.items()}
    notes = [*file.notes, *points.notes]
    if outputs and file.parameters.texts("AMBULO", "VERSION"):
        outputs = {}  # no other system's
        notes.append(
            "Ambulo wrote this file, so its computed points are not another system's results."
        )
    names = tuple(points.markers)
    position = file.points[:, list(points.markers.values())]
    # nobody's marker is at the very origin of the laboratory
    nowhere = (position == 0.0).all(axis=2)
    if nowhere.any():
        position = np.where(nowhere[:, :, None], np.nan, position)
        zeros = [f"{names[k]} ({n})" for k, n in enumerate(nowhere.sum(axis=0)) if n]
        more = f" and {len(zeros) - 8} more markers" if len(zeros) > 8 else ""
        shown = ", ".join(zeros[:8]) + more
        notes.append(f"Positions of zero are treated as not seen (numbers of frames): {shown}.")
    _require_markers(file.path, names, position)
    layouts, plate_notes, remarks = plate_layouts(file)
    notes += remarks
    normals = np.array([layout.R_LP[:, 2] for layout in layouts])
    said = next(iter(file.parameters.texts("POINT", "UNITS")), "")
    lab = find_lab_frame(
        names,
        position,
        unit=length_unit(unit or said),
        unit_name=unit or said,
        asked=unit is not None,
        plate_normals=normals,
        up=up,
        forward=forward,
        where=str(file.path),
    )
    notes.append(_sentence(lab.reason))
    plates, read_notes, unread = read_force_plates(
        file,
        layouts if grf is None else (),
        lab,
        force_threshold=force_threshold,
        filter_hz=plate_filter_hz,
        zero=plate_zero,
    )
    events, event_notes = events_in_file(file)
    subject, subject_notes = subject_parameters(file)
    emg, emg_notes = emg_in_file(file, _channels_of_plates(file, layouts))
    time = (file.first_frame + np.arange(len(file.points))) / file.rate
    markers = Markers(names, time, lab.unit * position @ lab.R_WL.T)
    if grf is not None:
        if layouts:
            notes.append(f"{Path(grf).name} replaces the {len(layouts)} plates of the file.")
        plates, plate_notes = _reactions(grf, lab, markers, force_threshold, turned=True)
    elif not layouts and not plate_notes:
        notes.append(f"The file describes no force plates{_named_as_forces(file)}.")
    notes += [*plate_notes, *read_notes, *event_notes, *subject_notes, *emg_notes]
    return Trial(
        path=file.path,
        markers=markers,
        plates=plates,
        events=events,
        subject=subject,
        lab=lab,
        outputs=outputs,
        notes=tuple(notes),
        emg=emg,
        unread_plates=(*plate_notes, *unread) if grf is None else (),
    )


def _named_as_forces(file: C3DFile) -> str:
    """What to say of channels that are called as a plate's are."""
    from ambulo.mocap.files.force_columns import force_columns

    labels = file.parameters.texts("ANALOG", "LABELS")
    forces = [kinds.get("force", {}) for kinds in force_columns(labels).values()]
    # a plate's sensors are numbered one by one
    if {axis for axes in forces for axis in axes} != {*"xyz"}:
        return ""
    called = [printable(labels[axes["x"]]) for axes in forces if "x" in axes]
    return (
        f", although some channels have the names of plate channels ({', '.join(called[:4])} "
        "...). Without FORCE_PLATFORM the places of the plates are not known. Export the trial "
        "with FORCE_PLATFORM, or give forces with their points in a separate file (--grf)"
    )


def _channels_of_plates(file: C3DFile, layouts: Sequence[PlateLayout]) -> frozenset[int]:
    """Columns of the analog channels that are a force plate's."""
    numbers = file.parameters.numbers("FORCE_PLATFORM", "CHANNEL")
    listed = frozenset(int(number) - 1 for number in numbers if np.isfinite(number))
    return listed.union(*(layout.channels for layout in layouts))


def _from_trc(
    path: Path,
    grf: Path | str | None,
    up: str | None,
    forward: str | None,
    unit: str | None,
    force_threshold: float,
) -> Trial:
    from ambulo.mocap.files.trc import read_trc

    file = read_trc(path)
    points = sort_points(file.names, file.position)
    names = tuple(points.markers)
    position = file.position[:, list(points.markers.values())]
    notes = [*file.notes, *points.notes]
    _require_markers(path, names, position)
    said = unit or file.unit
    lab = find_lab_frame(
        names,
        position,
        unit=length_unit(said),
        unit_name=said,
        asked=unit is not None,
        up=up,
        forward=forward,
        where=str(path),
    )
    notes.append(_sentence(lab.reason))
    time, remarks = _even_time(path, file.time, file.rate)
    notes += remarks
    markers = Markers(names, time, lab.unit * position[: len(time)] @ lab.R_WL.T)
    plates: tuple[ForcePlate, ...] = ()
    if grf is not None:
        plates, plate_notes = _reactions(grf, lab, markers, force_threshold, turned=False)
        notes += plate_notes
    else:
        notes.append("No ground reactions were given with the markers.")
    return Trial(
        path=path,
        markers=markers,
        plates=plates,
        events=(),
        subject=Subject(),
        lab=lab,
        outputs={
            name: file.position[: len(time), column] for name, column in points.outputs.items()
        },
        notes=tuple(notes),
    )


def _reactions(
    grf: Path | str, lab: LabFrame, markers: Markers, force_threshold: float, *, turned: bool
) -> tuple[tuple[ForcePlate, ...], tuple[str, ...]]:
    """Plates of a second file, on the markers' clock, and notes; its axes may be turned or not."""
    from ambulo.mocap.files.mot import read_storage
    from ambulo.mocap.files.mot_plates import OPENSIM, as_opensim_turns, plates_from_storage

    storage, time = read_storage(grf), markers.time
    notes: list[str] = []
    frame = float(time[1] - time[0])
    lasts = (float(clock[-1] - clock[0]) for clock in (storage.time, time))
    # of a recording cut to a part programs export the forces from zero
    if abs(storage.time[0]) < frame < time[0] and abs(next(lasts) - next(lasts)) < 2.0 * frame:
        storage = replace(storage, time=storage.time + (time[0] - storage.time[0]))
        notes.append(
            f"{storage.path.name} counts its time from 0 and lasts as long as the markers, which "
            f"begin at {time[0]:.2f} s. Ambulo lets it begin with the markers."
        )
    if turned and as_opensim_turns(storage, lab):
        lab = replace(lab, R_WL=lab.R_WL @ OPENSIM)
        notes.append(
            f"{storage.path.name} has its vertical along Y and was turned as OpenSim turns C3D "
            "files, by 90 degrees about X."
        )
    if storage.time[0] > time[-1] or storage.time[-1] < time[0]:
        raise InputError(
            f"the ground reactions ({storage.time[0]:.2f} to {storage.time[-1]:.2f} s) and the "
            f"markers ({time[0]:.2f} to {time[-1]:.2f} s) have no time in common",
            str(grf),
            "Give the ground reactions of the same trial.",
        )
    flat = markers.position.reshape(-1, 3)
    marker_range = np.array([np.nanmin(flat, axis=0), np.nanmax(flat, axis=0)])
    plates, more = plates_from_storage(storage, lab, marker_range, force_threshold=force_threshold)
    return plates, (*notes, *more)


def _require_markers(path: Path, names: tuple[str, ...], position: FloatArray) -> None:
    if not names or not np.isfinite(position).any():
        raise InputError(
            "no measured marker has data in this file",
            str(path),
            "Label the trial, or export it with its marker trajectories.",
        )
    if len(position) < 2:
        raise InputError(
            "the file contains a single frame", str(path), "Export at least two frames."
        )


_FEWEST = 10.0
"""Hz; cameras are not slower, so that slower times are in another unit than seconds."""
_UNEVEN = 0.1
"""Of a step, by which a time may be off where the header has another rate; a lost frame is 1."""


def _even_time(path: Path, time: FloatArray, rate: float) -> tuple[FloatArray, list[str]]:
    """Times of a TRC are often rounded: the header's rate gives them back. With what was done.

    Each frame's time is a witness of the rate, the header one more: even times are believed. A last
    frame that alone comes too early or too late is left out.
    """
    if not SLOWEST <= rate <= FASTEST:
        raise InputError(
            f"a frame rate of {rate:g} Hz is impossible",
            str(path),
            "Correct DataRate in the header.",
        )
    # each later than the one before; none is later than what is no number
    advances = np.isfinite(time) & np.r_[True, time[1:] > time[:-1]]
    if not advances.all():
        row = int(np.argmin(advances)) + 1
        raise InputError(
            f"the time does not increase at data row {row}", str(path), "Export the file again."
        )
    notes = []
    off = np.abs(np.diff(time) / np.median(np.diff(time)) - 1.0)
    if len(off) > 2 and off[-1] > 0.5 > off[:-1].max():
        notes.append(
            f"The last frame comes {time[-1] - time[-2]:.4g} s after the frame before it, but "
            f"the other frames are {np.median(np.diff(time)):.4g} s apart. The last frame was left "
            "out."
        )
        time = time[:-1]
    count = np.arange(len(time))
    even = time[0] + count / rate
    if np.abs(time - even).max() > 0.5 / rate:
        step = float(time[-1] - time[0]) / count[-1]
        said = f"the header says {rate:g} Hz, but the times step by {step:.4g} s"
        even = time[0] + step * count
        if np.abs(time - even).max() > _UNEVEN * step or not _FEWEST <= 1.0 / step <= FASTEST:
            raise InputError(
                said,
                str(path),
                "If frames are missing, or times are not in seconds, export the file again.",
            )
        used = f"{said[0].upper()}{said[1:]}. The times were used, {1.0 / step:.6g} Hz."
        return even, [*notes, used]
    worst = float(np.abs(time - even).max())
    if worst >= 1e-6:
        notes.append(
            f"Times are rounded in the file by up to {1000 * worst:.1f} ms, so the rate of "
            f"{rate:g} Hz was used."
        )
    return even, notes


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:] + "."
