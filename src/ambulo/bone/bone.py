"""Strain in the tibia of an analysed trial: calculation and files of `ambulo bone`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

import numpy as np

from ambulo.bone.leg import Leg, right_leg
from ambulo.bone.page import bone_page
from ambulo.bone.strain_records import BoneStrain, GaugeHistory, LegStrain
from ambulo.bone.tibia import Tibia, tibia
from ambulo.bone.tibia_loads import TibiaLoads, tibia_loads
from ambulo.inputs.errors import InputError
from ambulo.inputs.progress import OnPart
from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.multibody.flexible.strain import in_plane
from ambulo.records import SIDES, Analysis, Side
from ambulo.report.page_file import write_page_file
from ambulo.report.panels.checks import under_verdict
from ambulo.results.csv_table import write_table
from ambulo.results.folder import read_folder
from ambulo.results.json_file import Json, write_json
from ambulo.results.whole_folder import write_folder

Column = tuple[str, FloatArray]

_JOINTS = ("knee", "ankle")


def write_bone(result: BoneStrain, trial: str, out: Path) -> None:
    """Write strain.csv, muscle_forces.csv, summary.json and bone.html.

    Args:
        trial: name of the recording.
        out: folder, which replaces an earlier one as a whole.
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


MISSING_MOMENT = 1.0
"""N*m; a note says if the part of a moment that the muscles of a leg cannot give is larger."""


def strain_of_analysis(folder: Path, progress: OnPart) -> BoneStrain:
    """Compute strain histories at the mid-shaft of both tibiae from an analysed trial.

    Writes bone/strain.csv, bone/muscle_forces.csv, bone/summary.json and bone/bone.html into the
    folder.

    Args:
        folder: an analysis with results.nc and model.json.
        progress: called with the present task and the share that is done, 0 to 1.

    Raises:
        InputError: the folder contains no analysis, or the loads of neither leg are known.
    """
    analysis = read_folder(folder)
    known, notes = _known_frames(analysis, str(folder))
    progress("muscles", 0.0)
    legs = {side: _leg(analysis, side, frames) for side, frames in known.items()}
    loads = {side: tibia_loads(leg) for side, leg in legs.items()}
    length = float(np.mean([leg.shank_length for leg in legs.values()]))
    progress("tibia", 0.2)
    bone, broad = tibia(length), tibia(length, breadth=1.05)
    progress("strain", 0.7)
    sides = {}
    for side, frames in known.items():
        ring_loads = bone.ring_loads(loads[side].points, loads[side].forces, loads[side].couples)
        sides[side] = LegStrain(
            time=analysis.motion.time,
            gauges=gauge_histories(bone, ring_loads, analysis.motion.time, frames),
            loads=loads[side],
            known=frames,
            bone=bone,
            ring_loads=ring_loads,
            sensitivity=_sensitivity(legs[side], bone, broad),
        )
    notes += _assumptions(bone, loads)
    result = BoneStrain(sides, tuple(notes), analysis.checks)
    progress("writing", 0.95)
    write_bone(result, analysis.trial.path.stem, folder / "bone")
    return result


def gauge_histories(
    bone: Tibia, ring_loads: FloatArray, time: FloatArray, known: BoolArray
) -> dict[str, GaugeHistory]:
    """Strain of every gauge over a trial.

    Args:
        ring_loads: (known frames, 6 nr) on the bone's rings.
        time: (frames,) s.
        known: (frames,) whether loads are known; other frames are NaN.
    """
    gauges = {}
    for gauge in bone.gauges:
        columns = np.full((5, len(time)), np.nan)
        high, low, angle = in_plane(gauge, gauge.strain(ring_loads))
        columns[0, known], columns[1, known], columns[2, known] = high, low, angle
        # a neighbour is needed on either side: rates end a frame before the loads do
        columns[3:] = np.gradient(columns[:2], time, axis=1)
        gauges[gauge.name] = GaugeHistory(*columns)
    return gauges


def _known_frames(analysis: Analysis, where: str) -> tuple[dict[Side, BoolArray], list[str]]:
    """Frames (frames,) where a leg's loads are known, and notes on legs without any."""
    notes: list[str] = []
    known: dict[Side, BoolArray] = {}
    for index, side in enumerate(SIDES):
        if f"{side}_shank" not in analysis.model.segments:
            continue
        shank = analysis.model.segments.index(f"{side}_shank")
        finite = np.isfinite(analysis.motion.q).all(axis=1)
        finite &= np.isfinite(analysis.joint_forces.moment[:, shank]).all(axis=1)
        finite &= analysis.ground.known[:, index]
        if finite.sum() >= 3:
            known[side] = finite
        else:
            notes.append(
                f"The loads on the {side} leg are not known, so no strain is given for it."
            )
    if not known:
        raise InputError(
            what="the ground reaction of neither foot is known",
            where=where,
            remedy="Analyse a trial in which a foot is wholly on a force plate",
        )
    return known, notes


def _leg(analysis: Analysis, side: Side, known: BoolArray) -> Leg:
    forces = analysis.joint_forces
    q, force, moment = analysis.motion.q[known], forces.force[known], forces.moment[known]
    return right_leg(analysis.model, q, force, moment, side)


def _assumptions(bone: Tibia, loads: Mapping[Side, TibiaLoads]) -> list[str]:
    notes = [
        *bone.notes,
        "At foot strike the measured forces rise suddenly, and so do the strain rates. If this "
        "rise takes only one frame, the strain rates are upper bounds.",
    ]
    for side, load in loads.items():
        short = float(np.abs(load.missing).max())
        if short > MISSING_MOMENT:
            notes.append(
                f"The muscles of the {side} leg are too weak for up to {short:.1f} N·m of a "
                "joint moment. The joint carries this part."
            )
    return notes


def _sensitivity(leg: Leg, bone: Tibia, broad: Tibia) -> dict[str, tuple[float, float]]:
    """Change of the anteromedial peaks (greatest, least) by what was changed."""
    loads = tibia_loads(leg)
    base = _peaks(bone, loads)
    cases = {
        "muscle forces +10 %": _peaks(bone, tibia_loads(leg, muscle_factor=1.1)),
        "both joint moments + 10 % of the ankle's": _peaks(
            bone, tibia_loads(leg, moment_shift=0.1)
        ),
        "breadth of the section +5 %": _peaks(broad, loads),
    }
    return {name: (peak[0] - base[0], peak[1] - base[1]) for name, peak in cases.items()}


def _peaks(bone: Tibia, loads: TibiaLoads) -> tuple[float, float]:
    gauge = next(g for g in bone.gauges if g.name == "anteromedial")
    strain = gauge.strain(bone.ring_loads(loads.points, loads.forces, loads.couples))
    high, low, _ = in_plane(gauge, strain)
    return float(high.max()), float(low.min())
