"""Ground reactions in named columns: each set of force, point and torque is one plate."""

from __future__ import annotations

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.inputs.printable import printable
from ambulo.math.arrays import FloatArray
from ambulo.math.vector_arrays import finite
from ambulo.mocap.files.force_columns import Columns, Kind, force_columns
from ambulo.mocap.files.mot import Storage
from ambulo.records import ForcePlate, LabFrame
from ambulo.records.measurement import LOADED

OPENSIM = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])
"""Rotation to laboratory axes with Z up from OpenSim's axes with Y up, as OpenSim's reader of C3D
files turns them.
"""
_UPRIGHT = 0.7
"""Least share of a ground reaction that is vertical."""
_LEVER = 0.2
"""m; free moment over load, at most: a foot turns on the ground by friction under its sole."""
_MARGIN = 0.15
"""m around the points where the force was felt: about what a foot reaches beyond them."""


def plates_from_storage(
    storage: Storage,
    lab: LabFrame,
    marker_range: FloatArray,
    *,
    force_threshold: float = LOADED,
) -> tuple[tuple[ForcePlate, ...], tuple[str, ...]]:
    """Plates from columns such as `ground_force_vx`, `1_ground_force_px`, `FP1.CopX`, `MZ1`.

    The torque acts at the given point. Its horizontal part moves the centre of pressure, so that
    only a free moment is left. A storage file does not state the corners of a plate. The plate is
    assumed to be a level rectangle that extends 0.15 m beyond all centres of pressure.

    Args:
        storage: columns in N, m and N*m, in the laboratory axes of the markers.
        lab: rotation from laboratory axes to the world. Its unit is that of the markers and is not
            used here.
        marker_range: (2, 3) m, least and greatest marker coordinate, world frame.
        force_threshold: N; vertical force below which there is no centre of pressure.

    Returns:
        Plates in the order of the file, and notes.

    Raises:
        InputError: there are no force columns, the force is not vertical in the markers' axes, or
            its points are far from the markers.
    """
    sets, notes = _with_points(storage, lab)
    if not sets:
        lacking = f" with their points. {notes[0].rstrip('.')}" if notes else ""
        raise InputError(
            "there are no columns of ground force (such as ground_force_vx ... ground_force_pz)"
            + lacking,
            str(storage.path),
            "Give the ground reactions of the trial: each force with its point of application, "
            "in the axes of the markers.",
        )
    plates = []
    for number, (key, columns) in enumerate(sets.items(), start=1):
        name = f"plate {number}"
        force = _vectors(storage, columns, "force") @ lab.R_WL.T
        force = np.nan_to_num(force, nan=0.0)
        label = f"Plate {number} ({key or 'ground_force'})"
        torque = np.nan_to_num(_vectors(storage, columns, "torque") @ lab.R_WL.T, nan=0.0)
        _require_upright(storage, label, force, force_threshold)
        if np.abs(force[:, 2]).max() < force_threshold:
            notes.append(f"{label} carries no load.")
        elif (force[:, 2] * np.abs(force[:, 2])).sum() < 0:
            notes.append(
                f"{label}: the file contains the force on the ground. Force and torque were "
                "reversed to those on the subject."
            )
            force, torque = -force, -torque
        if "torque" not in columns:
            notes.append(f"{label} has no torque, so the free moment is assumed to be zero.")
        told = _vectors(storage, columns, "point") @ lab.R_WL.T
        if len(columns["point"]) < 3:
            notes.append(
                f"{label} has no height of its points, so these are assumed to be at height 0."
            )
        point = told
        loaded = (force[:, 2] >= force_threshold) & finite(point)
        factor = _length_factor(storage, label, point[loaded], marker_range)
        if factor != 1.0:
            point = point * factor
            lever = np.abs(torque[loaded, 2]).max() / force[loaded, 2].max()
            turns = "N*mm" if lever > _LEVER else "N*m"
            torque *= factor if turns == "N*mm" else 1.0
            notes.append(
                f"{label}: its points are near the markers only if they are in mm. Its torque is "
                f"that of a foot in {turns}. These units were used."
            )
        vertical = np.where(loaded, force[:, 2], 1.0)
        point = point + np.column_stack(
            [-torque[:, 1] / vertical, torque[:, 0] / vertical, np.zeros(len(point))]
        )
        lever = point - told * factor
        # moment about the new point: T - (p_new - p_old) x F, of which only z is left
        free = torque[:, 2] - (lever[:, 0] * force[:, 1] - lever[:, 1] * force[:, 0])
        point[~loaded] = np.nan
        plates.append(
            ForcePlate(
                name=name,
                corners=_corners(point, marker_range),
                time=storage.time,
                force=force,
                centre_of_pressure=point,
                free_moment=np.where(loaded, free, 0.0),
                placed=False,
            )
        )
    notes.append(
        f"{storage.path.name} does not say where its {len(plates)} plates are. Each is assumed to "
        f"extend {_MARGIN} m beyond the centres of pressure."
    )
    return tuple(plates), tuple(notes)


def as_opensim_turns(storage: Storage, lab: LabFrame) -> bool:
    """Whether the ground reactions fit the markers only in axes turned as OpenSim turns them."""
    here, there = (
        [
            _vertical_share(np.nan_to_num(_vectors(storage, plate, "force")) @ R.T)
            for plate in force_columns(storage.names).values()
            if "force" in plate
        ]
        for R in (lab.R_WL, lab.R_WL @ OPENSIM)
    )
    return max(here, default=1.0) < _UPRIGHT <= min(there, default=0.0)


def _vertical_share(force: FloatArray) -> float:
    """Of the greatest forces, that acts along Z."""
    largest = np.abs(np.sum(np.linalg.norm(force, axis=1)[:, None] * force, axis=0))
    return float(largest[2] / max(float(np.linalg.norm(largest)), 1e-12))


def _require_upright(storage: Storage, label: str, force: FloatArray, threshold: float) -> None:
    """The ground carries: a horizontal reaction means that the file has other axes."""
    if np.linalg.norm(force, axis=1).max(initial=0.0) < threshold:
        return
    share = _vertical_share(force)
    if share < _UPRIGHT:
        raise InputError(
            f"{label}: only {100 * share:.0f} % of the force is vertical in the axes of the "
            "markers",
            str(storage.path),
            "Export markers and ground reactions in the same axes.",
        )


def _vectors(storage: Storage, plate: Columns, kind: Kind) -> FloatArray:
    """(rows, 3) of a plate's columns; zeros for an axis that is left out."""
    axes = plate.get(kind, {})
    zero = np.zeros(len(storage.time))
    return np.column_stack([storage.values[:, axes[a]] if a in axes else zero for a in "xyz"])


def _with_points(storage: Storage, lab: LabFrame) -> tuple[dict[str, Columns], list[str]]:
    """Plates that tell a force and where it acts on the floor, and notes on the others."""
    up = "xyz"[int(np.argmax(np.abs(lab.R_WL[2])))]
    whole: dict[str, Columns] = {}
    notes: list[str] = []
    for which, plate in force_columns(storage.names).items():
        force, point = (plate.get(kind, {}) for kind in ("force", "point"))
        if force.keys() == {*"xyz"} and point.keys() >= {*"xyz"} - {up}:
            # what turns about the vertical is what is needed of a torque
            has = [kind for kind in plate if kind != "torque" or up in plate[kind]]
            whole[which] = {kind: plate[kind] for kind in has}
        elif force:
            lacks = "point at which it acts" if force.keys() == {*"xyz"} else "force in all axes"
            told = printable(storage.names[min(force.values())])
            notes.append(f"The plate of {told} is left out: no column contains the {lacks}.")
    return whole, notes


def _length_factor(
    storage: Storage, label: str, point: FloatArray, marker_range: FloatArray
) -> float:
    if not len(point):
        return 1.0
    middle = np.median(point[:, :2], axis=0)
    # a foot's pressure wanders by centimetres to metres: more than 5 of a unit means millimetres
    wander = float((np.quantile(point, 0.95, axis=0) - np.quantile(point, 0.05, axis=0)).max())
    # and no laboratory is a hundred metres long
    factor = 1e-3 if wander > 5.0 or np.abs(middle).max() > 100.0 else 1.0
    place = middle * factor
    if ((place > marker_range[0, :2] - 1.0) & (place < marker_range[1, :2] + 1.0)).all():
        return factor
    raise InputError(
        f"{label} is more than a metre from all markers "
        f"(at {place[0]:.2f}, {place[1]:.2f} m in the world frame)",
        str(storage.path),
        "The file has other axes or units than the markers, or belongs to another trial. Give the "
        "file of this trial.",
    )


def _corners(point: FloatArray, marker_range: FloatArray) -> FloatArray:
    seen = point[finite(point)]
    if not len(seen):
        seen = np.array([[*marker_range.mean(axis=0)[:2], marker_range[0, 2]]])
    (x0, y0, _), (x1, y1, _) = seen.min(axis=0) - _MARGIN, seen.max(axis=0) + _MARGIN
    z = float(np.median(seen[:, 2]))
    return np.array([[x1, y0, z], [x0, y0, z], [x0, y1, z], [x1, y1, z]])
