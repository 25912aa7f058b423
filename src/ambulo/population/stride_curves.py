"""Curves over the strides of one analysis, read from its results.nc alone."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.records import SIDES
from ambulo.results.columns import GROUPS, header, meaning
from ambulo.results.gait_cycle import CYCLE

__all__ = ["StrideCurves", "read_stride_curves"]

_UNIT = {"angles": "deg", "moments": "N*m/kg", "powers": "W/kg"}


@dataclass(frozen=True, eq=False)
class StrideCurves:
    """Joint quantities over the strides of their own side.

    What belongs to neither side stands once for each side's strides: over a left and a right
    stride the pelvis drops and turns opposite ways, so their mean would be of neither.

    Args:
        curves: header, `left_knee_flexion [N*m/kg]` or `pelvis_obliquity over left strides [deg]`
            -> (strides, 101), only strides that are known throughout.
        mass: kg.
    """

    curves: dict[str, FloatArray]
    mass: float


def read_stride_curves(folder: Path) -> StrideCurves:
    """Angles [deg], and moments and powers by body mass, of every whole stride.

    Args:
        folder: of an analysis.
    Raises:
        InputError: it has no results.nc that can be read.
    """
    import h5netcdf

    path = folder / "results.nc"
    try:
        with h5netcdf.File(path, "r") as file:
            return _read(file)
    except (OSError, KeyError) as error:
        raise InputError(
            what="the results cannot be read",
            where=str(path),
            remedy="Give the folder that `ambulo analyse` has written, or remove it",
        ) from error


def _read(file: Any) -> StrideCurves:
    mass = float(file.attrs.get("subject_mass_kg", np.nan))
    found: dict[str, FloatArray] = {}
    sides = np.array(_texts(file.variables["stride_side"][...]))
    for group in GROUPS:
        name = f"joint_{group}_by_stride"
        if name not in file.variables:
            continue
        values = np.asarray(file.variables[name][...], dtype=np.float64)
        scale = 1.0 if group == "angles" else 1.0 / mass
        for k, quantity in enumerate(_texts(file.variables[group.removesuffix("s")][...])):
            own = values[:, :, k]
            whole = np.isfinite(own).all(axis=1)
            if meaning(quantity).side:
                found[header(quantity, _UNIT[group])] = scale * own[whole].reshape(-1, len(CYCLE))
                continue
            for side in SIDES:
                name = header(f"{quantity} over {side} strides", _UNIT[group])
                found[name] = scale * own[whole & (sides == side)].reshape(-1, len(CYCLE))
    return StrideCurves(found, mass)


def _texts(values: Any) -> list[str]:
    return [v.decode() if isinstance(v, bytes) else str(v) for v in np.atleast_1d(values)]
