"""Strain in the tibia of an analysed trial: what `ambulo bone` runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np

from ambulo.bone.bone_files import write_bone
from ambulo.bone.leg import Leg, right_leg
from ambulo.bone.strain_records import BoneStrain, GaugeHistory, LegStrain
from ambulo.bone.tibia import Tibia, tibia
from ambulo.bone.tibia_loads import TibiaLoads, tibia_loads
from ambulo.inputs.errors import InputError
from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.multibody.flexible.materials import CORTICAL_RHO1996, Material
from ambulo.multibody.flexible.strain import in_plane
from ambulo.records import SIDES, Analysis, Side
from ambulo.results.folder import read_folder

Progress = Callable[[str, float], None]

MISSING_MOMENT = 1.0
"""N*m that the muscles of a leg cannot give, above which it is said."""


def strain_of_analysis(
    folder: Path,
    progress: Progress,
    material: Material = CORTICAL_RHO1996,
    sensitivity: bool = True,
) -> BoneStrain:
    """From an analysed trial to strain histories at the mid-shaft of both tibiae.

    Writes bone/strain.csv, bone/muscle_forces.csv, bone/summary.json and bone/bone.html into the
    folder.

    Args:
        folder: an analysis with results.nc and model.json.
        progress: told what is being done and the part that is done, 0 to 1.
        material: cortical bone.
        sensitivity: whether the peaks are found again with more muscle force, moment and breadth.

    Raises:
        InputError: if the folder is no analysis or neither leg's loads are known.
    """
    analysis = read_folder(folder)
    known, notes = _known_frames(analysis, str(folder))
    progress("muscles", 0.0)
    legs = {side: _leg(analysis, side, frames) for side, frames in known.items()}
    loads = {side: tibia_loads(leg) for side, leg in legs.items()}
    length = float(np.mean([leg.shank_length for leg in legs.values()]))
    progress("tibia", 0.2)
    bone = tibia(length, material)
    broad = tibia(length, material, breadth=1.05) if sensitivity else None
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
            sensitivity={} if broad is None else _sensitivity(legs[side], bone, broad),
        )
    notes += _assumptions(bone, loads)
    result = BoneStrain(sides, tuple(notes), analysis.checks)
    progress("writing", 0.95)
    write_bone(result, analysis.trial.path.stem, folder / "bone")
    return result


def gauge_histories(
    bone: Tibia, ring_loads: FloatArray, time: FloatArray, known: BoolArray
) -> dict[str, GaugeHistory]:
    """What every gauge shows over a trial.

    Args:
        ring_loads: (known frames, 6 nr) on the bone's rings.
        time: (frames,) s.
        known: (frames,) where loads are known; the rest is NaN.
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
            notes.append(f"The {side} leg's loads are not known: no strain is given for it.")
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
        "At contact the measured forces jump, and strain rates jump with them: if heel strike "
        "takes one frame only, they are upper bounds.",
    ]
    for side, load in loads.items():
        short = float(np.abs(load.missing).max())
        if short > MISSING_MOMENT:
            notes.append(
                f"The {side} leg's muscles cannot produce up to {short:.1f} N*m of a joint's "
                "moment; "
                "it is left to the joint."
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
