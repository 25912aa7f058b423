"""Strain in the tibia of an analysed trial: what `ambulo bone` runs."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ambulo.bone.gait_loads import TibiaLoads, tibia_loads
from ambulo.bone.tibia import Tibia, tibia
from ambulo.errors import InputError
from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.multibody.flexible.materials import CORTICAL_RHO1996, Material
from ambulo.multibody.flexible.strain import in_plane
from ambulo.records import SIDES, Analysis, Side
from ambulo.results.csv_table import write_table
from ambulo.results.folder import read_folder

__all__ = ["BoneStrain", "GaugeHistory", "SiteStrain", "strain_of_analysis"]

Progress = Callable[[str, float], None]


@dataclass(frozen=True, eq=False)
class GaugeHistory:
    """One gauge over time.

    Args:
        high, low: (frames,) principal strains in the surface; NaN where loads are not known.
        angle: (frames,) rad, of the greater one by size to the bone's axis.
        high_rate, low_rate: (frames,) 1/s.
    """

    high: FloatArray
    low: FloatArray
    angle: FloatArray
    high_rate: FloatArray
    low_rate: FloatArray


@dataclass(frozen=True, eq=False)
class SiteStrain:
    """One leg.

    Args:
        time: (frames,) s.
        gauges: by site.
        loads: on the bone, at the frames where they are known.
        known: (frames,).
        bone: its model.
        ring_loads: (known frames, 6 nr) on the bone's rings.
        sensitivity: change of the anteromedial peaks (greatest, least) [strain] by what changed.
    """

    time: FloatArray
    gauges: Mapping[str, GaugeHistory]
    loads: TibiaLoads
    known: BoolArray
    bone: Tibia
    ring_loads: FloatArray
    sensitivity: Mapping[str, tuple[float, float]]

    def peaks(self, gauge: str) -> tuple[float, float]:
        """Greatest and least principal strain at a gauge."""
        history = self.gauges[gauge]
        return float(np.nanmax(history.high)), float(np.nanmin(history.low))


@dataclass(frozen=True, eq=False)
class BoneStrain:
    """Both legs, as far as their loads are known, and what was assumed."""

    sides: Mapping[Side, SiteStrain]
    notes: tuple[str, ...]


def strain_of_analysis(
    folder: Path,
    progress: Progress,
    material: Material = CORTICAL_RHO1996,
    sensitivity: bool = True,
) -> BoneStrain:
    """From an analysed trial to strain histories at the mid-shaft of both tibiae.

    Writes bone/strain.csv, bone/muscle_forces.csv, bone/summary.json, bone/strain.svg and
    bone/tibia.svg into the folder.

    Args:
        folder: an analysis with results.nc and model.json.
        progress: told what is being done and the part that is done, 0 to 1.
        material: cortical bone.
        sensitivity: whether the peaks are found again with more muscle force, moment and breadth.

    Raises:
        InputError: if the folder is no analysis or neither leg's loads are known.
    """
    analysis = read_folder(folder)
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
            notes.append(f"The {side} leg's loads are not known: no strain is given for it.")
    if not known:
        raise InputError(
            what="the ground reaction of neither foot is known",
            where=str(folder),
            remedy="Analyse a trial in which a foot is wholly on a force plate",
        )
    progress("muscles", 0.0)
    loads = {side: _loads(analysis, side, frames) for side, frames in known.items()}
    length = float(np.mean([load.length for load in loads.values()]))
    progress("tibia", 0.2)
    bone = tibia(length, material)
    wide = tibia(length, material, breadth=1.05) if sensitivity else None
    notes += bone.notes
    notes.append(
        "Strain rates follow the steps of the measured forces at contact: with heel strike in one "
        "frame they are upper bounds."
    )
    progress("strain", 0.7)
    sides: dict[Side, SiteStrain] = {}
    for side, frames in known.items():
        sides[side] = _leg(analysis, side, frames, loads[side], bone, wide)
        short = float(np.abs(loads[side].missing).max())
        if short > 1.0:
            notes.append(
                f"The {side} leg's muscles cannot give up to {short:.1f} N*m of a joint's moment; "
                "it is left to the joint."
            )
    result = BoneStrain(sides, tuple(notes))
    progress("writing", 0.95)
    _write(result, folder / "bone")
    return result


def _loads(
    analysis: Analysis,
    side: Side,
    known: BoolArray,
    muscle_factor: float = 1.0,
    moment_shift: float = 0.0,
) -> TibiaLoads:
    return tibia_loads(
        analysis.model,
        analysis.motion.q[known],
        analysis.joint_forces.force[known],
        analysis.joint_forces.moment[known],
        side,
        muscle_factor,
        moment_shift,
    )


def _leg(
    analysis: Analysis,
    side: Side,
    known: BoolArray,
    loads: TibiaLoads,
    bone: Tibia,
    wide: Tibia | None,
) -> SiteStrain:
    ring_loads = bone.ring_loads(loads.points, loads.forces, loads.couples)
    gauges = {}
    for gauge in bone.gauges:
        columns = np.full((5, len(known)), np.nan)
        high, low, angle = in_plane(gauge, gauge.strain(ring_loads))
        columns[0, known], columns[1, known], columns[2, known] = high, low, angle
        # a neighbour is needed on either side: rates end a frame before the loads do
        columns[3:] = np.gradient(columns[:2], analysis.motion.time, axis=1)
        gauges[gauge.name] = GaugeHistory(*columns)
    changes: dict[str, tuple[float, float]] = {}
    if wide is not None:
        cases = {
            "muscle forces +10 %": (bone, _loads(analysis, side, known, muscle_factor=1.1)),
            "both joint moments + 10 % of the ankle's": (
                bone,
                _loads(analysis, side, known, moment_shift=0.1),
            ),
            "breadth of the section +5 %": (wide, loads),
        }
        base = _peaks(bone, loads)
        for name, case in cases.items():
            peak = _peaks(*case)
            changes[name] = (peak[0] - base[0], peak[1] - base[1])
    return SiteStrain(analysis.motion.time, gauges, loads, known, bone, ring_loads, changes)


def _peaks(bone: Tibia, loads: TibiaLoads) -> tuple[float, float]:
    gauge = next(g for g in bone.gauges if g.name == "anteromedial")
    strain = gauge.strain(bone.ring_loads(loads.points, loads.forces, loads.couples))
    high, low, _ = in_plane(gauge, strain)
    return float(high.max()), float(low.min())


def _write(result: BoneStrain, out: Path) -> None:
    from ambulo.bone.bone_figures import draw_bone, draw_strain

    out.mkdir(parents=True, exist_ok=True)
    time = next(iter(result.sides.values())).time
    columns: list[tuple[str, FloatArray]] = [("time", time)]
    forces: list[tuple[str, FloatArray]] = [("time", time)]
    for side, leg in result.sides.items():
        for name, history in leg.gauges.items():
            columns += [
                (f"{side}_tibia_{name}_max_principal [microstrain]", 1e6 * history.high),
                (f"{side}_tibia_{name}_min_principal [microstrain]", 1e6 * history.low),
                (f"{side}_tibia_{name}_angle [deg]", np.degrees(history.angle)),
                (
                    f"{side}_tibia_{name}_max_principal_rate [microstrain/s]",
                    1e6 * history.high_rate,
                ),
                (f"{side}_tibia_{name}_min_principal_rate [microstrain/s]", 1e6 * history.low_rate),
            ]
        parts = [
            (f"{side}_{m}", leg.loads.muscle_force[:, k]) for k, m in enumerate(leg.loads.muscles)
        ]
        parts += [
            (f"{side}_knee_contact", leg.loads.knee_contact),
            (f"{side}_ankle_contact", leg.loads.ankle_contact),
        ]
        for label, values in parts:
            whole = np.full(len(time), np.nan)
            whole[leg.known] = values
            forces.append((f"{label} [N]", whole))
    for name, table in (("strain.csv", columns), ("muscle_forces.csv", forces)):
        rows = np.column_stack([values for _, values in table]).tolist()
        write_table(out / name, [heading for heading, _ in table], rows)
    (out / "summary.json").write_text(
        json.dumps(_summary(result), indent=2, ensure_ascii=False, allow_nan=False) + "\n",
        encoding="utf-8",
    )
    (out / "strain.svg").write_text(draw_strain(result), encoding="utf-8")
    (out / "tibia.svg").write_text(draw_bone(result), encoding="utf-8")


def _summary(result: BoneStrain) -> dict[str, object]:
    legs: dict[str, object] = {}
    for side, leg in result.sides.items():
        gauges = {}
        for name, history in leg.gauges.items():
            high, low = leg.peaks(name)
            at = int(np.nanargmin(history.low))
            rates = np.stack([history.high_rate, history.low_rate])
            gauges[name] = {
                "max_principal_microstrain": round(1e6 * high, 1),
                "min_principal_microstrain": round(1e6 * low, 1),
                "angle_at_min_deg": round(float(np.degrees(history.angle[at])), 1),
                "time_of_min_s": round(float(leg.time[at]), 3),
                "largest_rate_microstrain_per_s": round(1e6 * float(np.nanmax(rates)), 0),
                "least_rate_microstrain_per_s": round(1e6 * float(np.nanmin(rates)), 0),
            }
        legs[side] = {
            "gauges": gauges,
            "sensitivity_anteromedial_microstrain": {
                name: [round(1e6 * change, 1) for change in pair]
                for name, pair in leg.sensitivity.items()
            },
            "peak_knee_contact_N": round(float(leg.loads.knee_contact.max()), 0),
            "peak_ankle_contact_N": round(float(leg.loads.ankle_contact.max()), 0),
        }
    return {"legs": legs, "notes": list(result.notes)}
