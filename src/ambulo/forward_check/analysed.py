"""What an analysis' folder says about the motion: model, coordinates, ground, joint moments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ambulo.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.model.model_file import read_model
from ambulo.multibody.motion import Motion
from ambulo.records import GroundReaction, Model

__all__ = ["Analysed", "read_analysed"]

_AGAIN = "Analyse the trial again with this version of Ambulo"
_GROUND = ("force", "moment_origin", "centre_of_pressure", "free_moment", "known")


@dataclass(frozen=True, eq=False)
class Analysed:
    """Results of an analysis, read from its folder.

    Args:
        folder: of the analysis.
        method: "plates" or "whole-body".
        model, motion, ground: as the analysis used them.
        joint_moment: (frames, nb, 3) N*m, proximal on distal, world axes; NaN where not known.
    """

    folder: Path
    method: str
    model: Model
    motion: Motion
    ground: GroundReaction
    joint_moment: FloatArray


def read_analysed(folder: Path) -> Analysed:
    """Read results.nc and model.json of an analysis.

    Args:
        folder: that `ambulo analyse` has written.
    Raises:
        InputError: it is no such folder, or its files do not belong together.
    """
    model = read_model(folder / "model.json")
    found, method, source = _variables(folder / "results.nc")
    time = found["time"]
    motion = Motion(time, found["q"], found["v"], found["a"])
    frames, tree = len(time), model.tree
    shapes = {
        "q": (frames, tree.nq),
        "v": (frames, tree.nv),
        "a": (frames, tree.nv),
        "joint_moment": (frames, tree.nb, 3),
    }
    for name, shape in shapes.items():
        if found[name].shape != shape:
            raise InputError(
                what=f"{name} has shape {found[name].shape}, the model asks for {shape}",
                where=str(folder),
                remedy=_AGAIN,
            )
    broken = ~np.isfinite(np.concatenate([motion.q, motion.v, motion.a], axis=1)).all(axis=1)
    if frames < 2 or broken.any():
        said = (
            "fewer than two frames"
            if frames < 2
            else f"gaps in {int(broken.sum())} of {frames} frames"
        )
        raise InputError(
            what=f"the motion has {said}",
            where=str(folder / "results.nc"),
            remedy="Choose a stretch of the trial in which every segment is seen",
        )
    force, moment, centre, free_moment, known = (found[f"ground_reaction_{k}"] for k in _GROUND)
    ground = GroundReaction(time, force, moment, centre, free_moment, known.astype(bool), source)
    return Analysed(folder, method, model, motion, ground, found["joint_moment"])


def _variables(path: Path) -> tuple[Mapping[str, npt.NDArray[Any]], str, str]:
    """Arrays by name, the method, and where the ground reaction comes from."""
    import h5netcdf

    names = ("time", "q", "v", "a", "joint_moment", *(f"ground_reaction_{k}" for k in _GROUND))
    try:
        with h5netcdf.File(path, "r") as file:
            found = {name: np.array(file.variables[name][...]) for name in names}
            source = str(file.variables["ground_reaction_force"].attrs["source"])
            return found, str(file.attrs["method"]), source
    except KeyError as error:
        raise InputError(
            what=f"{error.args[0]} is missing", where=str(path), remedy=_AGAIN
        ) from error
    except OSError as error:
        raise InputError(
            what="the results cannot be read", where=str(path),
            remedy="Give the folder that `ambulo analyse` has written",
        ) from error  # fmt: skip
