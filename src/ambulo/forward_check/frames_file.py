"""A simulated motion as NetCDF: arrays over its frames, with units and meanings."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from pathlib import Path

from ambulo.math.arrays import FloatArray
from ambulo.records.version import VERSION

__all__ = ["Variable", "write_frames"]

Variable = tuple[tuple[str, ...], FloatArray, str, str]
"""Dimensions, values, unit and meaning."""


def write_frames(
    path: Path,
    names: Mapping[str, Sequence[str]],
    content: Mapping[str, Variable],
    told: Mapping[str, str | float],
) -> None:
    """Write arrays whose first dimension is "time".

    Args:
        path: of the file.
        names: dimension -> the labels along it.
        content: name -> variable; one of them is "time".
        told: attributes of the file.
    Raises:
        OSError: the file cannot be written.
    """
    import h5netcdf
    import h5py
    import numpy as np

    # in memory first: HDF5 ends the process where a disk is full
    whole = io.BytesIO()
    with h5netcdf.File(whole, "w") as file:
        frames = len(content["time"][1])
        file.dimensions = {"time": frames, **{k: len(v) for k, v in names.items()}}
        for name, labels in names.items():
            text = np.array(labels, dtype=object)
            file.create_variable(name, (name,), dtype=h5py.string_dtype(), data=text)
        for name, (dims, values, unit, meaning) in content.items():
            written = file.create_variable(name, dims, dtype=values.dtype, data=values)
            written.attrs["units"] = unit
            written.attrs["long_name"] = meaning
        file.attrs["source"] = f"ambulo {VERSION}"
        for name, value in told.items():
            file.attrs[name] = value
    path.write_bytes(whole.getvalue())
