"""Curves and steps of one analysis, from its results in memory or from its results.nc."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.records import SIDES, Analysis, Side, Stride
from ambulo.records.analysis import FORMAT
from ambulo.results.columns import GROUPS, PER_KG, header, meaning
from ambulo.results.gait_cycle import CYCLE, WHOLE, over_stride
from ambulo.results.netcdf import opened, texts_of
from ambulo.results.posture import posture

STRIDES = "strides.npz"
"""File of a kept analysis's curves and steps. It is read in a thirtieth of the time of results.nc.
"""


@dataclass(frozen=True, eq=False)
class StrideCurves:
    """Joint quantities over the strides of their own side, and the numbers of each step.

    A quantity of the midline, such as pelvis obliquity, occurs twice: over left and over right
    strides. In left and right strides the pelvis drops and turns in opposite directions, so a mean
    over both would describe neither.

    Args:
        curves: header, `left_knee_flexion [N*m/kg]` or `pelvis_obliquity over left strides [deg]`
            -> (strides, 101). Only strides that are completely known are included; one or two
            frames at their ends may be missing.
        mass: kg.
        steps: header, `left_step_time [s]` -> (steps,). A step belongs to the side that ends it.
    """

    curves: dict[str, FloatArray]
    mass: float
    steps: dict[str, FloatArray] = field(default_factory=dict)


def stride_curves(analysis: Analysis) -> StrideCurves:
    """Angles [deg], moments and powers by body mass, and steps, of every whole stride."""
    from ambulo.results.dataset import attributes, variables

    found = variables(analysis, posture(analysis.model, analysis.motion))
    known = {one.name: one.values for one in found}
    mass = attributes(analysis).get("subject_mass_kg", np.nan)
    return _cut(known, float(mass))


def read_stride_curves(folder: Path) -> StrideCurves:
    """As `stride_curves`, for an analysis in a folder.

    Raises:
        InputError: the folder has no readable results.nc, or a results.nc of a later format.
    """
    path = folder / "results.nc"
    try:
        with opened(path) as file:
            known = {n: file.variables[n][...] for n in _NEEDED if n in file.variables}
            mass = float(file.attrs.get("subject_mass_kg", np.nan))
            written = int(file.attrs.get("format", 1))
    except (OSError, KeyError) as error:
        raise InputError(
            what="the results cannot be read",
            where=str(path),
            remedy="Give the folder that `ambulo analyse` has written, or remove it",
        ) from error
    if written > FORMAT:
        raise InputError(
            what=f"format {written} is not known to this version of Ambulo, because a newer one "
            "wrote it",
            where=str(path),
            remedy="Update Ambulo",
        )
    if "stride_side" in known and any(f"stride_{name}" not in known for name in STEPS):
        raise InputError(
            what="these results were written by an earlier version, which did not store steps",
            where=str(path),
            remedy="Analyse the trial again",
        )
    return _cut(known, mass)


def write_strides(found: StrideCurves, path: Path) -> None:
    """Write curves and steps to a file."""
    names, steps = list(found.curves), list(found.steps)
    np.savez(
        path,
        mass=found.mass,
        names=np.array(names, dtype=np.str_),
        counts=np.array([len(found.curves[name]) for name in names], dtype=np.int64),
        curves=np.concatenate([np.zeros((0, len(CYCLE))), *found.curves.values()]),
        steps=np.array(steps, dtype=np.str_),
        step_counts=np.array([len(found.steps[name]) for name in steps], dtype=np.int64),
        step_values=np.concatenate([np.zeros(0), *found.steps.values()]),
    )


def kept_strides(path: Path) -> StrideCurves:
    """Read the file of `write_strides`.

    Raises:
        InputError: the file cannot be read.
    """

    def parted(names: FloatArray, counts: FloatArray, values: FloatArray) -> dict[str, FloatArray]:
        parts = np.split(values, np.cumsum(counts)[:-1])
        return dict(zip(names.tolist(), parts, strict=True)) if len(names) else {}

    try:
        with np.load(path) as file:
            return StrideCurves(
                parted(file["names"], file["counts"], file["curves"]),
                float(file["mass"]),
                parted(file["steps"], file["step_counts"], file["step_values"]),
            )
    except (OSError, KeyError, ValueError, EOFError, BadZipFile) as error:
        raise InputError(
            what=f"its stored curves cannot be read ({error})",
            where=str(path),
            remedy="Remove its folder: the trial will be analysed again",
        ) from error


STEPS = {"step_time": "s", "step_length": "m"}
"""Quantities of each step with their units."""

_NEEDED = (
    *(f"joint_{group}_by_stride" for group in GROUPS),
    *(group.removesuffix("s") for group in GROUPS),
    *(f"stride_{name}" for name in ("side", "start", "stop", "foot_off", *STEPS)),
    "time",
    "foot_progression",
    "foot_progression_column",
)


def _cut(known: Mapping[str, Any], mass: float) -> StrideCurves:
    found: dict[str, FloatArray] = {}
    if "stride_side" not in known:
        return StrideCurves(found, mass)
    strides = _strides(known)
    of_side = np.array([stride.side for stride in strides])
    for group in GROUPS:
        name = f"joint_{group}_by_stride"
        if name not in known:
            continue
        values = np.asarray(known[name], dtype=np.float64)
        scale = 1.0 if group == "angles" else 1.0 / mass
        for k, quantity in enumerate(texts_of(known[group.removesuffix("s")])):
            if meaning(quantity).side:
                found[header(quantity, PER_KG[group])] = scale * _whole(values[:, :, k])
                continue
            for side in SIDES:
                mine = values[of_side == side, :, k]
                found[header(f"{quantity} over {side} strides", PER_KG[group])] = scale * _whole(
                    mine
                )
    time = np.asarray(known["time"], dtype=np.float64)
    columns = np.asarray(known.get("foot_progression", np.zeros((0, 0))), dtype=np.float64).T
    feet = dict(zip(texts_of(known.get("foot_progression_column", ())), columns, strict=True))
    for side in SIDES:
        inwards = feet.get(f"{side}_foot_progression")
        if inwards is None:
            continue
        cut = [over_stride(time, inwards, stride) for stride in strides if stride.side == side]
        if cut:
            found[header(f"{side}_foot_progression", "deg")] = _whole(np.array(cut))
    return StrideCurves(found, mass, _steps(known, of_side))


def _strides(known: Mapping[str, Any]) -> list[Stride]:
    start, stop, off = (
        np.asarray(known[f"stride_{name}"], dtype=np.float64)
        for name in ("start", "stop", "foot_off")
    )
    sides: list[Side] = ["left" if s == "left" else "right" for s in texts_of(known["stride_side"])]
    return [
        Stride(side, float(a), float(b), None if np.isnan(c) else float(c))
        for side, a, b, c in zip(sides, start, stop, off, strict=True)
    ]


def _whole(curves: FloatArray) -> FloatArray:
    """Strides known throughout but for a frame or two at their ends, which take the nearest sample.

    The moments of a stride end a frame early where the next strike is beside the plates.
    """
    found = []
    for curve in curves.reshape(-1, len(CYCLE)):
        at = np.flatnonzero(np.isfinite(curve))
        if len(at) >= WHOLE * len(CYCLE) and len(at) == at[-1] - at[0] + 1:
            found.append(np.interp(CYCLE, CYCLE[at], curve[at]))
    return np.array(found).reshape(-1, len(CYCLE))


def _steps(known: Mapping[str, Any], of_side: npt.NDArray[np.str_]) -> dict[str, FloatArray]:
    """Time and length of each step whose beginning, the other foot's strike, was seen."""
    found: dict[str, FloatArray] = {}
    seen = np.isfinite(np.asarray(known["stride_step_time"], dtype=np.float64))
    for side in SIDES:
        mine = seen & (of_side == side)
        for name, unit in STEPS.items():
            if mine.any():
                values = np.asarray(known[f"stride_{name}"], dtype=np.float64)
                found[header(f"{side}_{name}", unit)] = values[mine]
    return found
