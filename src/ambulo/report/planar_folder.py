"""A planar analysis of a camera's points as files: tables of its curves, and what was assumed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal

import numpy as np

from ambulo.gait.planar.planar import PlanarAnalysis, analyse_planar
from ambulo.gait.planar.planar_body import with_lengths
from ambulo.gait.planar.planar_tables import load_planar_body
from ambulo.gait.planar.points_file import read_points
from ambulo.math.arrays import FloatArray
from ambulo.results.columns import GROUPS, header
from ambulo.results.csv_table import write_table
from ambulo.results.json_file import write_json
from ambulo.results.tables import write_over_time
from ambulo.results.whole_folder import require_place, write_folder

Lengths = Literal["points", "table"]
"""Source of the segments' lengths: the mean over the recording, or the body's table."""


@dataclass(frozen=True, eq=False)
class PlanarFiles:
    """A planar analysis and the folder that was made.

    Args:
        notes: remarks of the table and of the analysis, one sentence each.
    """

    found: PlanarAnalysis
    notes: tuple[str, ...]
    folder: Path


def analyse_points_file(
    path: Path,
    out: Path,
    *,
    body: str = "pamies2012",
    mass: float | None = None,
    base: str | None = None,
    lengths: Lengths = "points",
    cutoff: float | None = None,
    overwrite: bool = False,
) -> PlanarFiles:
    """Sagittal angles, moments and powers from a CSV of points, written into a folder.

    Args:
        path: as in `read_points`.
        out: folder to make: angles.csv, moments.csv, powers.csv, base.csv and summary.json.
        body: planar body, a name or a TOML file.
        mass: kg, of the subject; None takes the mass of the table.
        base: segment that carries the ground reaction; None takes the most proximal segment.
        lengths: source of the segments' lengths. Masses and mass centres keep their shares.
        cutoff: Hz; None finds it from the noise that rigid segments show.
    Raises:
        InputError: as in `read_points`, `load_planar_body` and `analyse_planar`; or the folder
            cannot be written to.
    """
    require_place(out, overwrite=overwrite)
    time, points = read_points(path)
    planar, remarks = load_planar_body(body, mass=mass, base=base)
    if lengths == "points" and set(planar.points) <= set(points):
        planar = with_lengths(planar, np.stack([points[name] for name in planar.points], axis=1))
    found = analyse_planar(planar, time, points, cutoff=cutoff)
    own = {
        "points": "Segments have the mean lengths of the recording.",
        "table": "Segments have the lengths of the table.",
    }
    notes = (*remarks, own[lengths], *found.notes)
    folder = write_folder(out, partial(_fill, found, time, notes), overwrite=overwrite)
    return PlanarFiles(found, notes, folder)


def _fill(found: PlanarAnalysis, time: FloatArray, notes: tuple[str, ...], folder: Path) -> None:
    for name in GROUPS:
        write_over_time(folder / f"{name}.csv", time, getattr(found, name))
    heads = ["time", header("force_x", "N"), header("force_z", "N"), header("torque", "N*m")]
    write_table(folder / "base.csv", heads, np.column_stack([time, found.base]))
    summary = {
        "segments": [segment.name for segment in found.body.segments],
        "body_mass_kg": found.body.mass,
        "base": found.body.segments[0].name,
        "frames": len(time),
        "points_moved_rms_m": float(np.sqrt(np.mean(found.moved**2))),
        "largest_moment_Nm": {
            q.name: float(q.values[np.abs(q.values).argmax()]) for q in found.moments
        },
        "notes": list(notes),
    }
    write_json(summary, folder / "summary.json")
