"""NetCDF 4 files through h5netcdf, made in memory and written as one, or in blocks if large."""

from __future__ import annotations

import errno
import io
import math
import os
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    import h5netcdf

__all__ = ["Variable", "netcdf", "opened", "write_in_blocks"]

_IN_MEMORY = 64_000_000
"""Bytes up to which a file is made in memory."""


@dataclass(frozen=True, eq=False)
class Variable:
    """One variable of the dataset; a variable named like its only dimension is a coordinate."""

    name: str
    dims: tuple[str, ...]
    values: npt.NDArray[np.generic]
    attributes: Mapping[str, str] = field(default_factory=dict)


@contextmanager
def opened(path: Path) -> Iterator[h5netcdf.File]:
    """A file to be read.

    Raises:
        OSError: it is not there, no such file, or damaged.
    """
    import h5netcdf
    import h5py

    try:
        with h5py.File(path, "r") as raw:
            # where these are damaged h5netcdf's destructor would complain aloud
            dict(raw.attrs)
            if any(found is None for found in raw.values()):
                raise RuntimeError("a part of it cannot be found")
        with h5netcdf.File(path, "r") as file:
            yield file
    except RuntimeError as error:
        raise OSError(errno.EIO, f"damaged ({error})", str(path)) from error


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


def write_in_blocks(
    path: Path,
    content: Sequence[Variable],
    attributes: Mapping[str, str | float],
    later: Sequence[Variable],
    blocks: Iterable[Mapping[str, npt.NDArray[np.generic]]],
) -> None:
    """Write a file whose largest variables need not be in memory as a whole.

    HDF5 ends the process where a disk is full: a large file is begun only where there is room.

    Args:
        path: overwritten if it exists.
        content, attributes: as of `netcdf`.
        later: variables over dimensions of `content`; of their values only the type counts.
        blocks: values of all of them, one block after the other along their first dimension.
    Raises:
        OSError: the disk has no room, or cannot be written to.
    """
    import h5netcdf

    sizes = {d: n for v in content for d, n in zip(v.dims, v.values.shape, strict=True)}
    size = sum(v.values.itemsize * math.prod(sizes[d] for d in v.dims) for v in later)
    if size > _IN_MEMORY and shutil.disk_usage(path.parent).free < 1.1 * size:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
    target = path if size > _IN_MEMORY else io.BytesIO()
    with h5netcdf.File(target, "w") as file:
        _write(file, content)
        file.attrs.update(attributes)
        made = {v.name: file.create_variable(v.name, v.dims, dtype=v.values.dtype) for v in later}
        for one in later:
            made[one.name].attrs.update(one.attributes)
        first = 0
        for block in blocks:
            for name, values in block.items():
                made[name][first : first + len(values)] = values
            first += len(values)
    if isinstance(target, io.BytesIO):
        path.write_bytes(target.getvalue())


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
