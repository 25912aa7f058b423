"""NetCDF 4 files through h5netcdf, made in memory and written as one."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    import h5netcdf

__all__ = [
    "Variable",
    "netcdf",
]


@dataclass(frozen=True, eq=False)
class Variable:
    """One variable of the dataset; a variable named like its only dimension is a coordinate."""

    name: str
    dims: tuple[str, ...]
    values: npt.NDArray[np.generic]
    attributes: Mapping[str, str] = field(default_factory=dict)


def netcdf(
    content: Sequence[Variable],
    attributes: Mapping[str, str | float],
    groups: Mapping[str, Sequence[Variable]] | None = None,
) -> bytes:
    """A file, readable with xarray, Matlab, R and ncdump.

    It is made in memory: HDF5 ends the process where a disk is full.

    Args:
        content: variables of the dataset.
        attributes: what the whole is about.
        groups: further variables by group, apart from the dataset.
    """
    import h5netcdf

    whole = io.BytesIO()
    with h5netcdf.File(whole, "w") as file:
        _write(file, content)
        for name, apart in (groups or {}).items():
            _write(file.create_group(name), apart)
        file.attrs.update(attributes)
    return whole.getvalue()


def _write(group: h5netcdf.Group, content: Sequence[Variable]) -> None:
    """Write variables with their dimensions and attributes into a file or group of h5netcdf."""
    import h5py

    sizes: dict[str, int] = {}
    for variable in content:
        sizes.update(zip(variable.dims, variable.values.shape, strict=True))
    group.dimensions = sizes
    for variable in content:
        text = variable.values.dtype == object
        written = group.create_variable(
            variable.name,
            variable.dims,
            dtype=h5py.string_dtype() if text else variable.values.dtype,
            data=variable.values,
        )
        written.attrs.update(variable.attributes)
