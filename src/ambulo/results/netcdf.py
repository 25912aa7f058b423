"""NetCDF 4 files, made in memory and written as one, or in blocks if large; read by h5netcdf."""

from __future__ import annotations

import errno
import math
import os
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    import h5netcdf
    import h5py

_IN_MEMORY = 64_000_000
"""Bytes up to which a file is made in memory."""


@dataclass(frozen=True, eq=False)
class Variable:
    """One variable of the dataset; a variable named like its only dimension is a coordinate."""

    name: str
    dims: tuple[str, ...]
    values: npt.NDArray[np.generic]
    attributes: Mapping[str, str] = field(default_factory=dict)


def texts(values: Iterable[str]) -> npt.NDArray[np.generic]:
    """Texts as the values of a variable."""
    return np.array(list(values), dtype=object)


def texts_of(values: Any) -> list[str]:
    """Texts of a variable that was read, whether it has bytes or letters."""
    return [one.decode() if isinstance(one, bytes) else str(one) for one in np.atleast_1d(values)]


def name_coordinate(dim: str, names: Iterable[str]) -> Variable:
    """The coordinate of a dimension whose entries have names."""
    return Variable(dim, (dim,), texts(names))


def variable(
    name: str, dims: str, values: npt.NDArray[np.generic], unit: str, said: str, **more: str
) -> Variable:
    """A variable over dimensions, as "time axis", in a unit, with what it is in words."""
    return Variable(name, tuple(dims.split()), values, {"units": unit, "long_name": said, **more})


@contextmanager
def opened(path: Path) -> Iterator[h5netcdf.File]:
    """Open a file for reading.

    Raises:
        OSError: the file does not exist, is not netCDF, or is damaged.
    """
    import h5netcdf
    import h5py

    try:
        with h5py.File(path, "r") as raw:
            # where these are damaged h5netcdf's destructor would complain aloud
            dict(raw.attrs)
            if any(found is None for found in raw.values()):
                raise RuntimeError("a part of the file is missing")
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

    The file is made in memory, because HDF5 ends the process if a disk is full.

    Args:
        content: variables of the dataset.
        attributes: of the whole dataset.
        groups: further variables by group, apart from the dataset.
    """
    import h5py

    with h5py.File("in memory", "w", driver="core", backing_store=False) as file:
        ids = count()
        _write(file, content, ids)
        for name, apart in (groups or {}).items():
            _write(file.create_group(name), apart, ids)
        _describe(file, attributes)
        file.flush()
        return bytes(file.id.get_file_image())


def write_in_blocks(
    path: Path,
    content: Sequence[Variable],
    attributes: Mapping[str, str | float],
    later: Sequence[Variable],
    blocks: Iterable[Mapping[str, npt.NDArray[np.generic]]],
) -> None:
    """Write a file whose largest variables need not be in memory as a whole.

    HDF5 ends the process if a disk is full. Therefore a large file is begun only if there is room.

    Args:
        path: overwritten if it exists.
        content, attributes: as of `netcdf`.
        later: variables over dimensions of `content`. Only the type of their values matters.
        blocks: values of all of them, one block after the other along their first dimension.
    Raises:
        OSError: the disk has no room, or cannot be written to.
    """
    import h5py

    sizes = {d: n for v in content for d, n in zip(v.dims, v.values.shape, strict=True)}
    size = sum(v.values.itemsize * math.prod(sizes[d] for d in v.dims) for v in later)
    if size > _IN_MEMORY and shutil.disk_usage(path.parent).free < 1.1 * size:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
    memory = {} if size > _IN_MEMORY else {"driver": "core", "backing_store": False}
    with h5py.File(path, "w", **memory) as file:
        scales = _write(file, content, count())
        _describe(file, attributes)
        made = {v.name: _made(file, v, tuple(sizes[d] for d in v.dims), scales) for v in later}
        first = 0
        for block in blocks:
            for name, values in block.items():
                made[name][first : first + len(values)] = values
            first += len(values)
        if memory:
            file.flush()
            path.write_bytes(file.id.get_file_image())


def _write(
    group: h5py.Group, content: Sequence[Variable], ids: Iterator[int]
) -> dict[str, h5py.Dataset]:
    """Write variables into a file or group, and give its dimensions.

    In HDF5 a NetCDF dimension is a scale: its coordinates, or an empty dataset with a set name
    (NetCDF-4 file format, Unidata). h5netcdf writes the same in ten times the time.

    Args:
        group: to be filled.
        content: its variables.
        ids: numbers of dimensions, each given once in a file.
    """
    sizes: dict[str, int] = {}
    for variable in content:
        sizes.update(zip(variable.dims, variable.values.shape, strict=True))
    coordinates = {v.name: v for v in content if v.dims == (v.name,)}
    scales = {}
    for name, size in sizes.items():
        if name in coordinates:
            scale, called = _made(group, coordinates[name], (size,), held=True), name
        else:
            scale = group.create_dataset(name, (size,), ">f4", maxshape=_most((size,)))
            called = f"This is a netCDF dimension but not a netCDF variable.{size:10}"
        scale.make_scale(called)
        scale.attrs["_Netcdf4Dimid"] = np.int32(next(ids))
        scales[name] = scale
    for one in content:
        if one.name not in coordinates:
            _made(group, one, one.values.shape, scales, held=True)
    return scales


def _made(
    group: h5py.Group,
    variable: Variable,
    shape: tuple[int, ...],
    scales: Mapping[str, h5py.Dataset] | None = None,
    *,
    held: bool = False,
) -> h5py.Dataset:
    """A dataset for the values of a variable, which it holds then or gets later.

    A coordinate is a scale and has none.
    """
    import h5py

    text = variable.values.dtype == object
    kind = h5py.string_dtype() if text else variable.values.dtype
    values = _held(variable) if held else None
    made = group.create_dataset(variable.name, shape, kind, values, maxshape=_most(shape))
    if scales is not None:
        for axis, name in enumerate(variable.dims):
            made.dims[axis].attach_scale(scales[name])
    _describe(made, variable.attributes)
    return made


def _most(shape: tuple[int, ...]) -> tuple[int | None, ...] | None:
    """To what a dataset can grow: a dimension of none is an unlimited one to NetCDF."""
    return tuple(n or None for n in shape) if 0 in shape else None


def _describe(holder: h5py.HLObject, attributes: Mapping[str, str | float]) -> None:
    for name, value in attributes.items():
        holder.attrs[name] = _in_utf8(value) if isinstance(value, str) else np.atleast_1d(value)


def _held(variable: Variable) -> npt.NDArray[Any]:
    texts = variable.values.dtype == object
    return np.asarray(_texts_in_utf8(variable.values)) if texts else variable.values


def _in_utf8(value: Any) -> Any:
    """A text with letters that UTF-8 lacks, as in a file's name, as JSON has them: \\udcfc."""
    return value.encode(errors="backslashreplace").decode() if isinstance(value, str) else value


_texts_in_utf8 = np.vectorize(_in_utf8, otypes=[object])
