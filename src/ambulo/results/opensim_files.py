"""Files for OpenSim: model, markers, ground reactions, coordinates, moments and external loads.

World to OpenSim: x forward stays x, up (world z) becomes y, to the right (world -y) becomes z.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.runs import longest_run
from ambulo.math.vector_arrays import finite
from ambulo.records import SIDES, Analysis, Devices, GroundReaction, Markers, Quantities
from ambulo.results.catalogue import CURVES, axes_in_words
from ambulo.results.osim_model import (
    PLACES,
    R_OW,
    body_name,
    coordinates,
    generalised_forces,
    side_last,
    write_osim,
)
from ambulo.results.posture import Posture

# OpenSim's quintic splines need six points
_FEWEST_ROWS = 6
_FRAME = "x forward, y up, z to the right (world of Ambulo: x forward, y to the left, z up)"


def _turn(vectors: FloatArray) -> FloatArray:
    return vectors @ R_OW.T + 0.0


def _storage(
    path: Path, title: str, notes: Sequence[str], names: Sequence[str], table: FloatArray
) -> None:
    """Write a storage file (.sto, .mot) with stated frame and signs above `endheader`."""
    head = [
        title,
        "version=1",
        f"nRows={len(table)}",
        f"nColumns={table.shape[1]}",
        "inDegrees=yes",
        *notes,
        "endheader",
        "\t".join(names),
    ]
    # all numbers are formatted at once: one by one takes twice as long
    row = "%.6f" + "\t%.8g" * (table.shape[1] - 1) + "\n"
    rows = row * len(table) % tuple(table.ravel().tolist())
    path.write_text("\n".join([*head, rows]), encoding="utf-8", errors="backslashreplace")


def _write_trc(path: Path, markers: Markers) -> None:
    """Markers as recorded [m]; an unseen marker is an empty cell."""
    frames, count = markers.position.shape[:2]
    rate = f"{markers.rate:.4f}"
    position = _turn(markers.position).reshape(frames, -1)
    table = np.column_stack([np.arange(1, frames + 1), markers.time, position])
    head = [
        f"PathFileType\t4\t(X/Y/Z)\t{path.name}",
        "DataRate\tCameraRate\tNumFrames\tNumMarkers\tUnits"
        "\tOrigDataRate\tOrigDataStartFrame\tOrigNumFrames",
        f"{rate}\t{rate}\t{frames}\t{count}\tm\t{rate}\t1\t{frames}",
        "Frame#\tTime\t" + "\t\t\t".join(markers.names) + "\t\t",
        "\t\t" + "\t".join(f"X{i}\tY{i}\tZ{i}" for i in range(1, count + 1)),
        "",
    ]
    row = "%d" + "\t%.6f" * (1 + 3 * count) + "\n"
    rows = (row * frames % tuple(table.ravel().tolist())).replace("nan", "")
    path.write_text("\n".join([*head, rows]), encoding="utf-8", errors="backslashreplace")


def known_stretch(ground: GroundReaction, devices: Devices | None = None) -> slice:
    """The longest run of frames in which all external forces are known; may be empty."""
    known = np.asarray(ground.known.all(axis=1))
    if devices is not None:
        known = known & np.isfinite(devices.wrench).all(axis=(1, 2))
    return slice(*longest_run(known))


@dataclass(frozen=True, eq=False)
class _Load:
    """A force on a body: (frames, 3) N at a point (frames, 3) m with a moment about it, world axes.

    Its columns are `force` and `torque`, followed by v or p and the axis.
    """

    name: str
    segment: str
    force: str
    torque: str
    vector: FloatArray
    point: FloatArray
    moment: FloatArray

    @property
    def columns(self) -> Mapping[str, FloatArray]:
        return {
            f"{stem}{axis}": column
            for stem, values in (
                (f"{self.force}v", self.vector),
                (f"{self.force}p", self.point),
                (self.torque, self.moment),
            )
            for axis, column in zip("xyz", _turn(values).T, strict=True)
        }


def _loads(analysis: Analysis, posture: Posture, rows: slice) -> Iterator[_Load]:
    """The ground on each foot, then each device that presses on a segment; M = M_O - p x F.

    The point is the centre of pressure, in the air the origin; of a device the segment's origin.
    """
    ground, devices = analysis.inverted_ground, analysis.devices
    for k, side in enumerate(SIDES):
        force, about = ground.force[rows, k], ground.moment_origin[rows, k]
        point = ground.centre_of_pressure[rows, k].copy()
        point[~finite(point)] = 0.0
        yield _Load(
            f"{side}_foot", f"{side}_foot", f"ground_force_{side[0]}_", f"ground_torque_{side[0]}_",
            force, point, about - np.cross(point, force),
        )  # fmt: skip
    if devices is None:
        return
    for k, (name, segment) in enumerate(zip(devices.pressing, devices.segments, strict=True)):
        about, force = devices.wrench[rows, k, :3], devices.wrench[rows, k, 3:]
        point = posture.p_WB[rows, posture.model.segments.index(segment)]
        yield _Load(
            name, segment, f"{name}_force_", f"{name}_torque_",
            force, point, about - np.cross(point, force),
        )  # fmt: skip


def _write_loads(path: Path, time: FloatArray, loads: Sequence[_Load]) -> None:
    """Force, point and moment about it of each load, as OpenSim's ExternalLoads take them.

    OpenSim puts splines through whole columns, which one NaN would spoil: only known frames are
    written.
    """
    columns = {name: values for load in loads for name, values in load.columns.items()}
    notes = [
        f"Ground on foot and crutch on hand [N, m, N*m], frame: {_FRAME}",
        "The forces from which the joint moments were computed: smoothed as plates_cutoff says",
        "The longest time in which all forces are known. Torques are about the point: for a foot "
        "the measured centre of pressure (in the air the origin), for a crutch the wrist (elbow)",
    ]
    table = np.stack([time, *columns.values()], axis=1)
    _storage(path, path.name, notes, ["time", *columns], table)


def _write_external_loads(path: Path, data: str, loads: Sequence[_Load]) -> None:
    objects = "".join(
        f"""
      <ExternalForce name="{load.name}">
        <applied_to_body>{body_name(load.segment)}</applied_to_body>
        <force_expressed_in_body>ground</force_expressed_in_body>
        <point_expressed_in_body>ground</point_expressed_in_body>
        <force_identifier>{load.force}v</force_identifier>
        <point_identifier>{load.force}p</point_identifier>
        <torque_identifier>{load.torque}</torque_identifier>
      </ExternalForce>"""
        for load in loads
    )
    path.write_text(
        f"""<?xml version="1.0" encoding="UTF-8" ?>
<OpenSimDocument Version="40000">
  <ExternalLoads name="{escape(path.stem)}">
    <objects>{objects}
    </objects>
    <groups />
    <datafile>{data}</datafile>
  </ExternalLoads>
</OpenSimDocument>
""",
        encoding="utf-8",
        errors="backslashreplace",
    )


def _columns(time: FloatArray, quantities: Quantities, suffix: str) -> tuple[list[str], FloatArray]:
    names = ["time", *(f"{side_last(name)}{suffix}" for name in quantities.names)]
    return names, np.stack([time, *(q.values for q in quantities)], axis=1)


def _apart(analysis: Analysis) -> str:
    """Where OpenSim's moments are others, and why."""
    said = []
    if any(segment.endswith("_forefoot") for segment in analysis.model.segments):
        said.append(
            "In OpenSim the whole ground reaction acts on the hindfoot. In Ambulo it acts on the\n"
            "forefoot in late stance. So only moments of the metatarsal joint differ."
        )
    if json.loads(analysis.provenance.configuration).get("consistency") == "none":
        said.append(
            "In this analysis joints may come apart (consistency = none). In the model they\n"
            "cannot. So moments differ."
        )
    return "\n".join(said)


def write_opensim(analysis: Analysis, posture: Posture, folder: Path) -> list[Path]:
    """Write model, markers, ground reaction, coordinates, moments and external loads for OpenSim.

    Args:
        posture: of the analysis.
        folder: exists; files in it are overwritten.
    Returns:
        The files that were written. Ground reaction and external loads are written only if the
        reactions of both feet are known for long enough (the README states this).
    """
    angles_file, moments_file, ground_file = (
        CURVES[name].opensim for name in ("joint_angles", "joint_moments", "ground_reaction")
    )
    names = ("model.osim", "markers.trc", angles_file, moments_file, "README.txt")
    model, trc, motion, moments, readme = written = [folder / name for name in names]
    write_osim(analysis.model, model)
    _write_trc(trc, analysis.trial.markers)
    mot, loads = folder / ground_file, folder / "external_loads.xml"
    rows = known_stretch(analysis.inverted_ground, analysis.devices)
    if rows.stop - rows.start >= _FEWEST_ROWS:
        time, acting = analysis.ground.time[rows], list(_loads(analysis, posture, rows))
        _write_loads(mot, time, acting)
        _write_external_loads(loads, mot.name, acting)
        written += [mot, loads]
        bodies = ", ".join(body_name(load.segment) for load in acting)
        reaction = f"""\
ground_reaction.mot   force [N], point [m] and moment about this point [N*m] on each foot,
                      and of a crutch on the hand. The joint moments were computed from
                      these forces (smoothed as plates_cutoff says). The file lasts
                      from {time[0]:.2f} to {time[-1]:.2f} s, the longest time in which all of
                      these forces are known. Give OpenSim's tools this time range.
                      Outside this range the tools use the force of the last frame
external_loads.xml    applies ground_reaction.mot to the bodies {bodies}"""
    else:
        for stale in (mot, loads):
            stale.unlink(missing_ok=True)
        reaction = """\
There is no ground_reaction.mot and no external_loads.xml, because the reactions on both feet are
never known at the same time."""

    time = analysis.motion.time
    place, angles = coordinates(posture)
    headers, table = _columns(time, angles, "")
    _storage(
        motion,
        "Coordinates",
        [
            f"Angles in degrees, positions in m, frame: {_FRAME}",
            "Positive: flexion, dorsiflexion, adduction, inversion, internal rotation",
            "Pelvis relative to this frame; in tables/ it is relative to the direction walked",
        ],
        [headers[0], *PLACES, *headers[1:]],
        np.hstack([table[:, :1], place, table[:, 1:]]),
    )
    headers, table = _columns(time, generalised_forces(analysis, posture), "_moment")
    _storage(
        moments,
        "Inverse Dynamics Generalized Forces",
        [
            "Net internal joint moments [N*m] about the axes of the joint coordinate system, which",
            "are those of the coordinates (dot products: generalised forces of OpenSim). Positive:",
            "they tend to produce flexion, dorsiflexion, adduction, inversion, internal rotation",
        ],
        headers,
        table,
    )
    readme.write_text(
        f"""Files for OpenSim, written by Ambulo.

Frame: {_FRAME}.
model.osim            the scaled model: bodies with their inertias, joints, markers; no muscles
markers.trc           recorded markers [m]; an empty cell means not seen
{reaction}
coordinates.mot       pelvis position [m] and joint angles [deg], the model's coordinates
inverse_dynamics.sto  net internal joint moments [N*m], the coordinates' generalised forces

InverseDynamicsTool with model.osim, coordinates.mot and external_loads.xml, without a filter, gives
the moments of inverse_dynamics.sto. The tool differentiates the coordinates in another way. This
makes small differences, mostly at the first and last frames.
{_apart(analysis)}
Signs: flexion, dorsiflexion, adduction, inversion and internal rotation are positive, on both
sides. Moments are positive when they tend to produce the positive motion. A moment in this folder
is about the axis of its angle. The axis of flexion belongs to the proximal segment, the axis of
rotation to the distal segment, and the third axis is the floating axis. The moments in tables/ are
on {axes_in_words("{moments}", analysis)}.
OpenSim's own models have other conventions. First compare knee angle, pelvis tilt and the frontal
and transverse planes with your model's coordinates, and only then the other columns.
""",
        encoding="utf-8",
        errors="backslashreplace",
    )
    return written
