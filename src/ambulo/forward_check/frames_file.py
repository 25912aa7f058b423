"""A simulated motion as NetCDF: arrays over its frames, with units and meanings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from ambulo.inputs.version import VERSION
from ambulo.math.arrays import FloatArray
from ambulo.results import netcdf

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
    variables = [
        netcdf.Variable(name, (name,), np.array(labels, dtype=object))
        for name, labels in names.items()
    ]
    variables += [
        netcdf.Variable(name, dims, values, {"units": unit, "long_name": meaning})
        for name, (dims, values, unit, meaning) in content.items()
    ]
    path.write_bytes(netcdf.netcdf(variables, {"source": f"ambulo {VERSION}", **told}))
