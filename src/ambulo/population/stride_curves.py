"""Curves and steps of one analysis, read from its results.nc and model.json alone."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.records import SIDES, Side, Stride
from ambulo.results.columns import GROUPS, header, meaning
from ambulo.results.gait_cycle import CYCLE, over_stride
from ambulo.results.posture import read_posture

__all__ = ["StrideCurves", "read_stride_curves"]

_UNIT = {"angles": "deg", "moments": "N*m/kg", "powers": "W/kg"}


@dataclass(frozen=True, eq=False)
class StrideCurves:
    """Joint quantities over the strides of their own side, and what each step was like.

    What belongs to neither side stands once for each side's strides: over a left and a right
    stride the pelvis drops and turns opposite ways, so their mean would be of neither.

    Args:
        curves: header, `left_knee_flexion [N*m/kg]` or `pelvis_obliquity over left strides [deg]`
            -> (strides, 101), only strides that are known throughout.
        mass: kg.
        steps: header, `left_step_time [s]` -> (steps,); a step is its side's that ends it.
    """

    curves: dict[str, FloatArray]
    mass: float
    steps: dict[str, FloatArray] = field(default_factory=dict)


def read_stride_curves(folder: Path) -> StrideCurves:
    """Angles [deg], moments and powers by body mass, and steps, of every whole stride.

    Args:
        folder: of an analysis.
    Raises:
        InputError: it has no results.nc or model.json that can be read.
    """
    import h5netcdf

    path = folder / "results.nc"
    try:
        with h5netcdf.File(path, "r") as file:
            return _read(file, folder)
    except (OSError, KeyError) as error:
        raise InputError(
            what="the results cannot be read",
            where=str(path),
            remedy="Give the folder that `ambulo analyse` has written, or remove it",
        ) from error


def _read(file: Any, folder: Path) -> StrideCurves:
    mass = float(file.attrs.get("subject_mass_kg", np.nan))
    found: dict[str, FloatArray] = {}
    if "stride_side" not in file.variables:
        return StrideCurves(found, mass)
    strides = _strides(file)
    of_side = np.array([stride.side for stride in strides])
    for group in GROUPS:
        name = f"joint_{group}_by_stride"
        if name not in file.variables:
            continue
        values = np.asarray(file.variables[name][...], dtype=np.float64)
        scale = 1.0 if group == "angles" else 1.0 / mass
        for k, quantity in enumerate(_texts(file.variables[group.removesuffix("s")][...])):
            if meaning(quantity).side:
                found[header(quantity, _UNIT[group])] = scale * _whole(values[:, :, k])
                continue
            for side in SIDES:
                mine = values[of_side == side, :, k]
                found[header(f"{quantity} over {side} strides", _UNIT[group])] = scale * _whole(
                    mine
                )
    time = np.asarray(file.variables["time"][...], dtype=np.float64)
    q = np.asarray(file.variables["q"][...], dtype=np.float64)
    posture = read_posture(folder, q)
    heels: dict[Side, FloatArray] = {}
    for side in SIDES:
        if not {f"{side}_heel", f"{side}_toe"} <= set(posture.model.points):
            continue
        heel, toe = (posture.point(f"{side}_{name}") for name in ("heel", "toe"))
        heels[side] = heel
        left = 1.0 if side == "left" else -1.0
        along = toe - heel
        # seen from above, from the direction of progression, x; outwards is to the own side
        outwards = left * np.degrees(np.arctan2(along[:, 1], along[:, 0]))
        cut = [over_stride(time, -outwards, stride) for stride in strides if stride.side == side]
        if cut:
            found[header(f"{side}_foot_progression", "deg")] = _whole(np.array(cut))
    return StrideCurves(found, mass, _steps(strides, time, heels))


def _strides(file: Any) -> list[Stride]:
    start, stop, off = (
        np.asarray(file.variables[f"stride_{name}"][...], dtype=np.float64)
        for name in ("start", "stop", "foot_off")
    )
    sides: list[Side] = [
        "left" if s == "left" else "right" for s in _texts(file.variables["stride_side"][...])
    ]
    return [
        Stride(side, float(a), float(b), None if np.isnan(c) else float(c))
        for side, a, b, c in zip(sides, start, stop, off, strict=True)
    ]


def _whole(curves: FloatArray) -> FloatArray:
    return curves[np.isfinite(curves).all(axis=1)].reshape(-1, len(CYCLE))


def _steps(
    strides: list[Stride], time: FloatArray, heels: dict[Side, FloatArray]
) -> dict[str, FloatArray]:
    """Time [s] from the other foot's strike, and distance [m] between the heels then, of each step.

    A step is counted where a strike of the other foot comes before the strike that ends it, by
    less than that side's stride.
    """
    strikes = {
        side: sorted({t for s in strides if s.side == side for t in (s.start, s.stop)})
        for side in SIDES
    }
    found: dict[str, FloatArray] = {}
    for side, other in (SIDES, SIDES[::-1]):
        times, lengths = [], []
        for stride in strides:
            between = [t for t in strikes[other] if stride.start < t < stride.stop]
            if stride.side != side or not between:
                continue
            times.append(stride.stop - between[-1])
            if side in heels and other in heels:
                ahead = heels[side][:, 0] - heels[other][:, 0]
                lengths.append(float(np.interp(stride.stop, time, ahead)))
        if times:
            found[header(f"{side}_step_time", "s")] = np.array(times)
        if lengths:
            found[header(f"{side}_step_length", "m")] = np.array(lengths)
    return found


def _texts(values: Any) -> list[str]:
    return [v.decode() if isinstance(v, bytes) else str(v) for v in np.atleast_1d(values)]
