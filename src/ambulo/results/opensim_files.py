"""Files for OpenSim: model, markers, ground reactions, coordinates, moments and external loads.

World to OpenSim: x forward stays x, up (world z) becomes y, to the right (world -y) becomes z.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from pathlib import Path

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.runs import longest_run
from ambulo.math.vector_arrays import finite
from ambulo.records import SIDES, Analysis, GroundReaction, Markers, Quantities
from ambulo.results.catalogue import CURVES, axes_in_words
from ambulo.results.osim_model import (
    PLACES,
    R_OW,
    coordinate_name,
    coordinates,
    generalised_forces,
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


def known_stretch(ground: GroundReaction) -> slice:
    """The longest run of frames in which the reaction on both feet is known; possibly empty."""
    return slice(*longest_run(np.asarray(ground.known.all(axis=1))))


def _write_ground_reaction(path: Path, ground: GroundReaction, rows: slice) -> None:
    """Force, point and moment about it of each foot, as OpenSim's ExternalLoads take them.

    OpenSim puts splines through whole columns, which one NaN would spoil: only `rows` are written.
    The point is the centre of pressure, in the air the origin; M = M_O - p x F.
    """
    names, columns = ["time"], [ground.time[rows]]
    for k, side in enumerate(SIDES):
        force = ground.force[rows, k]
        point = ground.centre_of_pressure[rows, k].copy()
        point[~finite(point)] = 0.0
        moment = ground.moment_origin[rows, k] - np.cross(point, force)
        for kind, values in (
            (f"force_{side[0]}_v", force),
            (f"force_{side[0]}_p", point),
            (f"torque_{side[0]}_", moment),
        ):
            names += [f"ground_{kind}{axis}" for axis in "xyz"]
            columns += list(_turn(values).T)
    notes = [
        f"Ground on foot [N, m, N*m], frame: {_FRAME}",
        "As joint moments rest on it: plates through the filter of plates_cutoff",
        "The longest stretch in which the reaction on both feet is known; torques are about the "
        "point, the measured centre of pressure, in the air the origin",
    ]
    _storage(path, path.name, notes, names, np.stack(columns, axis=1))


def _write_external_loads(path: Path, data: str) -> None:
    loads = "".join(
        f"""
      <ExternalForce name="{side}_foot">
        <applied_to_body>calcn_{side[0]}</applied_to_body>
        <force_expressed_in_body>ground</force_expressed_in_body>
        <point_expressed_in_body>ground</point_expressed_in_body>
        <force_identifier>ground_force_{side[0]}_v</force_identifier>
        <point_identifier>ground_force_{side[0]}_p</point_identifier>
        <torque_identifier>ground_torque_{side[0]}_</torque_identifier>
      </ExternalForce>"""
        for side in SIDES
    )
    path.write_text(
        f"""<?xml version="1.0" encoding="UTF-8" ?>
<OpenSimDocument Version="40000">
  <ExternalLoads name="{escape(path.stem)}">
    <objects>{loads}
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
    names = ["time", *(f"{coordinate_name(name)}{suffix}" for name in quantities.names)]
    return names, np.stack([time, *(q.values for q in quantities)], axis=1)


def _apart(analysis: Analysis) -> str:
    """Where OpenSim's moments are others, and why."""
    said = []
    if any(segment.endswith("_forefoot") for segment in analysis.model.segments):
        said.append(
            "The whole ground reaction acts on the hindfoot there, on the forefoot in late stance\n"
            "here: the metatarsal joint's moments differ, those above do not."
        )
    if json.loads(analysis.provenance.configuration).get("consistency") == "none":
        said.append(
            "Joints do not hold in this analysis (consistency = none); in the model they do:\n"
            "moments differ."
        )
    return "\n".join(said)


def write_opensim(analysis: Analysis, posture: Posture, folder: Path) -> list[Path]:
    """Write model, markers, ground reaction, coordinates, moments and external loads for OpenSim.

    Args:
        posture: of the analysis.
        folder: exists; files in it are overwritten.
    Returns:
        The files written; ground reaction and external loads only where both feet's reactions are
        known long enough for OpenSim (the README says so).
    """
    angles_file, moments_file, ground_file = (
        CURVES[name].opensim for name in ("joint_angles", "joint_moments", "ground_reaction")
    )
    names = ("model.osim", "markers.trc", angles_file, moments_file, "README.txt")
    model, trc, motion, moments, readme = written = [folder / name for name in names]
    write_osim(analysis.model, model)
    _write_trc(trc, analysis.trial.markers)
    mot, loads = folder / ground_file, folder / "external_loads.xml"
    rows = known_stretch(analysis.inverted_ground)
    if rows.stop - rows.start >= _FEWEST_ROWS:
        _write_ground_reaction(mot, analysis.inverted_ground, rows)
        _write_external_loads(loads, mot.name)
        written += [mot, loads]
        time = analysis.ground.time[rows]
        reaction = f"""\
ground_reaction.mot   force [N], point [m], moment about it [N*m] on each foot, as the joint
                      moments rest on them (plates through plates_cutoff), from {time[0]:.2f}
                      to {time[-1]:.2f} s: the longest stretch in which both are known; give
                      OpenSim's tools this time range, for they go on with the force
                      of the last frame beyond it
external_loads.xml    applies ground_reaction.mot to the bodies calcn_l and calcn_r"""
    else:
        for stale in (mot, loads):
            stale.unlink(missing_ok=True)
        reaction = """\
There is no ground_reaction.mot and no external_loads.xml: at no time are the reactions on both
feet known."""

    time = analysis.motion.time
    place, angles = coordinates(posture)
    headers, table = _columns(time, angles, "")
    _storage(
        motion,
        "Coordinates",
        [
            f"Angles in degrees, positions in m, frame: {_FRAME}",
            "Positive: flexion, dorsiflexion, adduction, inversion, internal rotation",
        ],
        [headers[0], *PLACES, *headers[1:]],
        np.hstack([table[:, :1], place, table[:, 1:]]),
    )
    headers, table = _columns(time, generalised_forces(analysis, posture), "_moment")
    _storage(
        moments,
        "Inverse Dynamics Generalized Forces",
        [
            "Net internal joint moments [N*m] on the joint coordinate system's axes, those of the",
            "coordinates (dot products: generalised forces of OpenSim), positive when",
            "they tend to produce flexion, dorsiflexion, adduction, inversion, internal rotation",
        ],
        headers,
        table,
    )
    readme.write_text(
        f"""Files for OpenSim, written by Ambulo.

Frame: {_FRAME}.
model.osim            the scaled model: bodies with their inertias, joints, markers; no muscles
markers.trc           recorded markers [m]; empty: not seen
{reaction}
coordinates.mot       pelvis position [m] and joint angles [deg], the model's coordinates
inverse_dynamics.sto  net internal joint moments [N*m], the coordinates' generalised forces

InverseDynamicsTool with model.osim, coordinates.mot and external_loads.xml, without a filter, gives
the moments of inverse_dynamics.sto but for how it differentiates the coordinates, most at the first
and last frames.
{_apart(analysis)}
Signs: flexion, dorsiflexion, adduction, inversion and internal rotation are positive, on both
sides; moments are positive when they tend to produce the positive motion. A moment here is about
the axis of its angle (flexion: the proximal segment's, rotation: the distal segment's, between them
the floating axis); tables/ has them on {axes_in_words("{moments}", analysis)}.
OpenSim's own models differ: compare knee angle, pelvis tilt and the frontal and transverse planes
with your model's coordinates before putting these columns beside its own.
""",
        encoding="utf-8",
        errors="backslashreplace",
    )
    return written
