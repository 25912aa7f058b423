"""Write and read the files from which an analysis can be restored."""

from __future__ import annotations

import json
import warnings
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_type_hints

import numpy as np

from ambulo.inputs.arguments import path_of
from ambulo.inputs.errors import AmbuloWarning, InputError
from ambulo.inputs.registry import is_file, shown
from ambulo.model.model_file import read_model, write_model
from ambulo.records import Analysis, GroundReaction, Model
from ambulo.records.analysis import FORMAT, SINCE
from ambulo.results.columns import GROUPS
from ambulo.results.json_file import Json
from ambulo.results.record_codec import Array, UnknownField, decode, encode, require_shapes
from ambulo.results.whole_folder import require_as_written

if TYPE_CHECKING:
    from ambulo.results.netcdf import Variable
    from ambulo.results.posture import Posture

RECORD = "record"
"""Group of results.nc with the data that are not in its variables. `read_folder` needs them."""
_AGAIN = "Analyse the trial again with this version of Ambulo"
_WRITTEN = {"checks": "gates"}
"""Fields of the record that results.nc has under another name, by which older folders are read."""
_READ = {written: name for name, written in _WRITTEN.items()}


def write_results(analysis: Analysis, posture: Posture, folder: Path) -> None:
    """Write results.nc and model.json, from which `read_folder` restores the analysis.

    Args:
        analysis: what to write.
        posture: its segments in the world.
        folder: must exist.
    """
    from ambulo.results.dataset import attributes, variables
    from ambulo.results.netcdf import Variable, netcdf

    content = variables(analysis, posture)
    held, grounds = _held(analysis, content), _grounds(content)
    apart: list[Variable] = []

    def put(path: str, array: Array) -> Json:
        if path in grounds:
            return [grounds[path]]
        if id(array) in held:
            return held[id(array)]
        name = f"{len(apart)}_" + "".join(c if c.isalnum() else "_" for c in path)
        values = array.astype(np.int8) if array.dtype == bool else array
        # a dimension a size, not an axis: every one costs the writer more than the numbers
        dims = tuple(
            f"n{size}" + "_again" * array.shape[:axis].count(size)
            for axis, size in enumerate(array.shape)
        )
        apart.append(Variable(name, dims, values, {"long_name": path}))
        return [f"{RECORD}/{name}"]

    said = {
        _WRITTEN.get(name, name): encode(getattr(analysis, name), put, name)
        for name in (field.name for field in fields(Analysis))
        if name != "model"
    }
    text = np.array(json.dumps(said, ensure_ascii=False, allow_nan=False), dtype=object)
    about = {"long_name": "what the variables of results.nc do not say, as JSON"}
    apart.append(Variable("content", (), text, about))
    whole = netcdf(content, attributes(analysis), {RECORD: apart})
    (folder / "results.nc").write_bytes(whole)
    write_model(analysis.model, folder / "model.json")


def read_folder(folder: str | Path) -> Analysis:
    """Read the analysis that `write_results` wrote. All fields are as they were.

    Args:
        folder: written by `ambulo analyse` or `Analysis.save`, or the results.nc in it.
    Raises:
        InputError: this is not such a folder, or its files were not written together.
    """
    folder = path_of(folder, "folder")
    if folder.name == "results.nc" and is_file(folder):
        folder = folder.parent
    path = folder / "results.nc"
    if not is_file(path):
        raise InputError(
            what="there is no results.nc",
            where=str(folder),
            remedy="Give the folder that `ambulo analyse` has written",
        )
    require_as_written(folder, "results.nc", "model.json")
    model = read_model(folder / "model.json")
    try:
        analysis = _read(path, model)
        require_shapes(analysis)
    except UnknownField as error:
        raise InputError(
            what=f"{error} is not known to this version of Ambulo, because a newer one wrote it",
            where=str(path),
            remedy="Update Ambulo",
        ) from error
    except KeyError as error:
        missing = str(error.args[0]) if error.args else ""
        # HDF5 says in a sentence what it could not open
        what = "they are damaged" if " " in missing else f"{missing or 'a part'} is missing"
        raise InputError(what, where=str(path), remedy=_AGAIN) from error
    except OSError as error:
        raise InputError(
            what="the results cannot be read",
            where=str(path),
            remedy="Give the folder that `ambulo analyse` has written",
        ) from error
    except Exception as error:  # what is not looked at here is damage all the same
        raise InputError(
            what=f"its parts do not fit together ({error})", where=str(path), remedy=_AGAIN
        ) from error
    _require_one_analysis(analysis, folder)
    if (made := analysis.provenance.format) != FORMAT:
        said = (
            f"{folder} has format {made}, but this version of Ambulo writes format {FORMAT}. "
            f"In format {made}, {SINCE[made]}. {_AGAIN} to compare"
        )
        warnings.warn(AmbuloWarning(said), stacklevel=3)
    return analysis


def _read(path: Path, model: Model) -> Analysis:
    from ambulo.results.netcdf import opened

    with opened(path) as file:
        loaded: dict[str, Array] = {}

        def take(reference: Any) -> Array:
            match reference:
                case [str(name)]:
                    column = []
                case [str(name), int(k)] if not isinstance(k, bool) and k >= 0:
                    column = [k]
                case _:
                    raise TypeError(f"{shown(reference)} names no variable of the file")
            if name not in loaded:
                group, _, variable = name.rpartition("/")
                at = file.groups[group] if group else file
                loaded[name] = np.asarray(at.variables[variable][...])
            return loaded[name][..., column[0]] if column else loaded[name]

        (text,) = np.atleast_1d(file.groups[RECORD].variables["content"][...])
        said: Mapping[str, Any] = json.loads(text)
        made = said["provenance"]
        if made.setdefault("format", 1) > FORMAT:
            raise UnknownField(f"format {made['format']}")
        hints = get_type_hints(Analysis)
        named = {_READ.get(name, name): entry for name, entry in said.items()}
        known = {name: decode(hints[name], entry, take) for name, entry in named.items()}
        return Analysis(model=model, **known)


def _held(analysis: Analysis, content: list[Variable]) -> dict[int, Json]:
    """Arrays of the record that the dataset's variables hold: id -> name, and column if one."""
    held: dict[int, Json] = {id(variable.values): [variable.name] for variable in content}
    for group in GROUPS:
        for column, quantity in enumerate(getattr(analysis, group)):
            held[id(quantity.values)] = [f"joint_{group}", column]
    return held


def _grounds(content: list[Variable]) -> dict[str, str]:
    """Paths of the ground reactions' arrays in the record -> variable.

    By path: where the reaction used is the plates', both have the same arrays, and each variable is
    to be read again.
    """
    from ambulo.results.catalogue import ARRAYS

    shipped = {variable.name for variable in content}
    return {
        row.of.replace(".", "_"): row.variable
        for row in ARRAYS
        if isinstance(row.of, str) and "ground." in row.of and row.variable in shipped
    }


def _require_one_analysis(analysis: Analysis, folder: Path) -> None:
    """Refuse two reactions of the same plates that differ."""
    used, plates = analysis.ground, analysis.plates_ground
    if plates is None or used.source != plates.source:
        return
    for part in fields(GroundReaction):
        one, other = getattr(used, part.name), getattr(plates, part.name)
        numbers = isinstance(one, np.ndarray) and isinstance(other, np.ndarray)
        if numbers and not np.array_equal(one, other, equal_nan=one.dtype != bool):
            raise InputError(
                what=f"ground_reaction_{part.name} and plates_ground_reaction_{part.name} differ, "
                "although both are what the plates measured",
                where=str(folder),
                remedy=_AGAIN,
            )
