"""Averages of a study's groups on disk: memory holds where they are, however many there are."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.population.averages import Average, Key
from ambulo.population.group import GroupFound
from ambulo.results.gait_cycle import CYCLE

__all__ = ["CurveStore"]

_WIDTH = 1 + 2 * len(CYCLE)
"""Numbers of an average: strides, mean, standard deviation."""
_BYTES = 8 * _WIDTH


class _Place(NamedTuple):
    """Where a group's averages are, under which headers, and how long its lines of each table."""

    at: int
    names: Mapping[str, int]
    lines: tuple[int, ...]


class CurveStore(Mapping[Key, Mapping[str, Average]]):
    """Averages by group, then by header, read as they are asked for.

    The file has no name: it goes with the process, whatever ends it.

    Args:
        folder: on whose disk it is.
    """

    def __init__(self, folder: Path) -> None:
        # without a buffer: what is put in is on the disk, or an error says that it is full
        self._file = tempfile.TemporaryFile(dir=folder, buffering=0)  # noqa: SIM115 (see close)
        self._end = 0
        self._places: dict[Key, _Place] = {}
        self._headers: dict[tuple[str, ...], dict[str, int]] = {}

    def close(self) -> None:
        """The file goes."""
        self._file.close()

    def put(self, key: Key, found: GroupFound) -> None:
        """Take in a group."""
        # groups share their headers
        order = {name: k for k, name in enumerate(found.names)}
        order = self._headers.setdefault(found.names, order)
        lines = [text.encode() for text in (found.population, found.profile, found.symmetry_rows)]
        self._places[key] = _Place(self._end, order, tuple(map(len, lines)))
        left = memoryview(b"".join([found.table.tobytes(), *lines]))
        self._end += len(left)
        while left:
            left = left[self._file.write(left) :]

    def sort(self, keys: Sequence[Key]) -> None:
        """Put the groups into an order; those of which there is nothing are left out."""
        self._places = {key: self._places[key] for key in keys if key in self._places}

    def lines(self, table: int) -> Iterator[bytes]:
        """Lines of a table, population (0), profile (1) or symmetry (2), group by group."""
        for place in self._places.values():
            before = place.at + len(place.names) * _BYTES + sum(place.lines[:table])
            yield self._bytes(before, place.lines[table])

    def table(self, key: Key) -> tuple[Mapping[str, int], FloatArray]:
        """Row of each header, and (rows, 203) strides, mean and standard deviation."""
        place = self._places[key]
        found = self._read(place.at, len(place.names))
        return place.names, found

    def _read(self, at: int, rows: int) -> FloatArray:
        return np.frombuffer(self._bytes(at, rows * _BYTES)).reshape(-1, _WIDTH)

    def _bytes(self, at: int, count: int) -> bytes:
        # all is put in before anything is read: the file has one position
        self._file.seek(at)
        return self._file.read(count)

    def __getitem__(self, key: Key) -> Mapping[str, Average]:
        return _Group(self, self._places[key])

    def __iter__(self) -> Iterator[Key]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


class _Group(Mapping[str, Average]):
    def __init__(self, store: CurveStore, place: _Place) -> None:
        self._store, self._place = store, place

    def __getitem__(self, name: str) -> Average:
        row = self._place.names[name]
        (found,) = self._store._read(self._place.at + row * _BYTES, 1)
        return Average(found[1 : 1 + len(CYCLE)], found[1 + len(CYCLE) :], int(found[0]))

    def __iter__(self) -> Iterator[str]:
        return iter(self._place.names)

    def __len__(self) -> int:
        return len(self._place.names)
