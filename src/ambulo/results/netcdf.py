"""NetCDF 4 files: an HDF5 file whose dimensions are dimension scales.

The layout is Unidata's (NetCDF user's guide, "Interoperability with HDF5"). It is written here and
not through h5netcdf, which looks up every dimension again for each variable: a fifth of the time
for an analysis of eighty variables.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    import h5py

__all__ = ["Variable", "netcdf", "write_variables"]

_NO_VARIABLE = "This is a netCDF dimension but not a netCDF variable. {:10d}"


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
    import h5py

    whole = io.BytesIO()
    with h5py.File(whole, "w", track_order=True) as file:
        known = write_variables(file, content)
        for name, apart in (groups or {}).items():
            known += write_variables(file.create_group(name, track_order=True), apart, known)
        file.attrs.update(attributes)
    return whole.getvalue()


def write_variables(group: h5py.Group, content: Sequence[Variable], first: int = 0) -> int:
    """Write variables with their dimensions and attributes into a file or group of HDF5.

    Args:
        first: number of the first dimension; no two of a file have the same.
    Returns:
        How many dimensions were written.
    """
    import h5py

    sizes: dict[str, int] = {}
    for variable in content:
        sizes.update(zip(variable.dims, variable.values.shape, strict=True))
    coordinates = {v.name for v in content if v.dims == (v.name,)}
    scales = {}
    number = {name: np.int32(first + k) for k, name in enumerate(sizes)}
    for name, size in sizes.items():
        if name not in coordinates:
            scales[name] = group.create_dataset(name, (size,), ">f4", track_order=True)
            scales[name].make_scale(_NO_VARIABLE.format(size))
            scales[name].attrs["_Netcdf4Dimid"] = number[name]
    written = {}
    for variable in content:
        text = variable.values.dtype == object
        made = group.create_dataset(
            variable.name,
            data=variable.values,
            dtype=h5py.string_dtype() if text else None,
            track_order=True,
        )
        made.attrs.update(variable.attributes)
        if variable.name in coordinates:
            made.make_scale(variable.name)
            made.attrs["_Netcdf4Dimid"] = number[variable.name]
            scales[variable.name] = made
        written[variable.name] = made
    for variable in content:
        if variable.name not in coordinates:
            for axis, name in enumerate(variable.dims):
                written[variable.name].dims[axis].attach_scale(scales[name])
    return len(sizes)
