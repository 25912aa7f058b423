"""Files of `ambulo bone`: strain and muscle forces as CSV, a summary as JSON, the page."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import numpy as np

from ambulo.bone.page import bone_page
from ambulo.bone.strain_records import BoneStrain, GaugeHistory, LegStrain
from ambulo.math.arrays import FloatArray
from ambulo.records import Side
from ambulo.report.page_file import write_page_file
from ambulo.report.panels.checks import under_verdict
from ambulo.results.csv_table import write_table
from ambulo.results.json_file import Json, write_json
from ambulo.results.whole_folder import write_folder

Column = tuple[str, FloatArray]

_JOINTS = ("knee", "ankle")


def write_bone(result: BoneStrain, trial: str, out: Path) -> None:
    """Write strain.csv, muscle_forces.csv, summary.json and bone.html.

    Args:
        trial: name of the recording.
        out: folder, made as one in place of an earlier one.
    Raises:
        InputError: the folder cannot be written to.
    """
    write_folder(out, partial(_fill, result, trial), overwrite=True)


def _fill(result: BoneStrain, trial: str, out: Path) -> None:
    time = ("time", next(iter(result.sides.values())).time)
    strain, forces = [time], [time]
    for side, leg in result.sides.items():
        strain += _strain_columns(side, leg)
        forces += _force_columns(side, leg)
    _write_csv(out / "strain.csv", strain)
    _write_csv(out / "muscle_forces.csv", forces)
    write_json(_summary(result), out / "summary.json")
    page = under_verdict(bone_page(result, trial), result.checks)
    write_page_file(page, out / "bone.html")


def _strain_columns(side: Side, leg: LegStrain) -> list[Column]:
    columns = []
    for site, history in leg.gauges.items():
        name = f"{side}_tibia_{site}"
        columns += [
            (f"{name}_max_principal [microstrain]", 1e6 * history.high),
            (f"{name}_min_principal [microstrain]", 1e6 * history.low),
            (f"{name}_angle [deg]", np.degrees(history.angle)),
            (f"{name}_max_principal_rate [microstrain/s]", 1e6 * history.high_rate),
            (f"{name}_min_principal_rate [microstrain/s]", 1e6 * history.low_rate),
        ]
    return columns


def _force_columns(side: Side, leg: LegStrain) -> list[Column]:
    forces = dict(zip(leg.loads.muscles, leg.loads.muscle_force.T, strict=True))
    for part in ("contact", "ligaments"):
        forces |= {f"{joint}_{part}": getattr(leg.loads, f"{joint}_{part}") for joint in _JOINTS}
    columns = []
    for name, values in forces.items():
        whole = np.full(len(leg.time), np.nan)
        whole[leg.known] = values
        columns.append((f"{side}_{name} [N]", whole))
    return columns


def _write_csv(path: Path, columns: Sequence[Column]) -> None:
    rows = np.column_stack([values for _, values in columns]).tolist()
    write_table(path, [heading for heading, _ in columns], rows)


def _summary(result: BoneStrain) -> dict[str, Json]:
    return {
        "legs": {side: _leg_summary(leg) for side, leg in result.sides.items()},
        "notes": list(result.notes),
    }


def _leg_summary(leg: LegStrain) -> dict[str, Json]:
    return {
        "gauges": {site: _gauge_summary(leg.time, history) for site, history in leg.gauges.items()},
        "sensitivity_anteromedial_microstrain": {
            name: [round(1e6 * change, 1) for change in pair]
            for name, pair in leg.sensitivity.items()
        },
        "peak_knee_contact_N": round(float(leg.loads.knee_contact.max()), 0),
        "peak_ankle_contact_N": round(float(leg.loads.ankle_contact.max()), 0),
    }


def _gauge_summary(time: FloatArray, history: GaugeHistory) -> dict[str, float]:
    at = int(np.nanargmin(history.low))
    rates = np.stack([history.high_rate, history.low_rate])
    return {
        "max_principal_microstrain": round(1e6 * float(np.nanmax(history.high)), 1),
        "min_principal_microstrain": round(1e6 * float(np.nanmin(history.low)), 1),
        "angle_at_min_deg": round(float(np.degrees(history.angle[at])), 1),
        "time_of_min_s": round(float(time[at]), 3),
        "largest_rate_microstrain_per_s": round(1e6 * float(np.nanmax(rates)), 0),
        "least_rate_microstrain_per_s": round(1e6 * float(np.nanmin(rates)), 0),
    }
