"""Averages of a study's groups on disk.

Memory contains only their places, for any number of groups. The process that makes averages writes
them, and passes on their place.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import BinaryIO, NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.population.group import Average, GroupFound, Key
from ambulo.results.gait_cycle import CYCLE
from ambulo.results.whole_folder import held_folder, left_behind

_WIDTH = 1 + 2 * len(CYCLE)
"""Numbers of an average: strides, mean, standard deviation."""
_BYTES = 8 * _WIDTH
_NAME = ".groups"
"""What a store's folder is called, with a number."""


class GroupPlace(NamedTuple):
    """Place of a group's averages.

    Args:
        file: name of the file.
        at: number of bytes before the averages in the file.
        names: headers.
        lines: length of the group's lines in each table.
    """

    file: str
    at: int
    names: tuple[str, ...]
    lines: tuple[int, ...]


def new_store(folder: Path) -> AbstractContextManager[Path]:
    """Make a folder for averages. Folders that killed runs have left on this machine are removed.

    Args:
        folder: folder of the study. The new folder is on the same disk.
    """
    for _ in left_behind(folder, f"{_NAME}-*"):
        pass
    return held_folder(folder, _NAME)


def write_groups(folder: Path, name: str, groups: Iterable[GroupFound]) -> list[GroupPlace]:
    """Write the results of some groups into one file. It appears completely or not at all.

    Args:
        folder: folder of the store.
        name: name of the file. A repeated call writes the same content.
    """
    fresh = folder / f"{name}.writing-{secrets.token_hex(4)}"
    places: list[GroupPlace] = []
    shared: dict[tuple[str, ...], tuple[str, ...]] = {}
    with fresh.open("wb") as file:
        for found in groups:
            texts = (found.population, found.profile, found.symmetry_rows)
            lines = [text.encode(errors="backslashreplace") for text in texts]
            names = shared.setdefault(found.names, found.names)
            places.append(GroupPlace(name, file.tell(), names, tuple(map(len, lines))))
            file.write(found.table.tobytes())
            file.writelines(lines)
    fresh.replace(folder / name)
    return places


class CurveStore(Mapping[Key, Mapping[str, Average]]):
    """Averages by group, then by header, read when needed. Other processes may receive this object.

    Args:
        folder: folder of the files.
        places: places of the groups, in their order.
    """

    def __init__(self, folder: Path, places: Mapping[Key, GroupPlace]) -> None:
        self._folder = folder
        self._places = dict(places)
        self._order: dict[tuple[str, ...], dict[str, int]] = {}
        # groups share their headers
        for place in self._places.values():
            if place.names not in self._order:
                self._order[place.names] = {name: k for k, name in enumerate(place.names)}
        self._opened: tuple[str, BinaryIO] | None = None

    def of(self, keys: Iterable[Key]) -> CurveStore:
        """Some of the groups, in this order."""
        return CurveStore(self._folder, {key: self._places[key] for key in keys})

    def close(self) -> None:
        """Close the open file."""
        if self._opened is not None:
            self._opened[1].close()
            self._opened = None

    def __reduce__(self) -> tuple[type[CurveStore], tuple[Path, dict[Key, GroupPlace]]]:
        return CurveStore, (self._folder, self._places)

    @property
    def names(self) -> tuple[str, ...]:
        """All headers of the groups, in the order of their first occurrence."""
        return tuple(dict.fromkeys(name for names in self._order for name in names))

    def lines(self, table: int) -> Iterator[bytes]:
        """Lines of a table, population (0), profile (1) or symmetry (2), group by group."""
        for place in self._places.values():
            before = place.at + len(place.names) * _BYTES + sum(place.lines[:table])
            yield self._bytes(place.file, before, place.lines[table])

    def table(self, key: Key) -> tuple[Mapping[str, int], FloatArray]:
        """Row of each header, and (rows, 203) strides, mean and standard deviation."""
        place = self._places[key]
        return self._order[place.names], self._read(place, 0, len(place.names))

    def _read(self, place: GroupPlace, first: int, rows: int) -> FloatArray:
        found = self._bytes(place.file, place.at + first * _BYTES, rows * _BYTES)
        return np.frombuffer(found).reshape(-1, _WIDTH)

    def _bytes(self, name: str, at: int, count: int) -> bytes:
        if self._opened is None or self._opened[0] != name:
            self.close()
            self._opened = name, (self._folder / name).open("rb", buffering=0)
        file = self._opened[1]
        file.seek(at)
        return file.read(count)

    def __getitem__(self, key: Key) -> Mapping[str, Average]:
        return _Group(self, self._places[key])

    def __iter__(self) -> Iterator[Key]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


class _Group(Mapping[str, Average]):
    def __init__(self, store: CurveStore, place: GroupPlace) -> None:
        self._store, self._place = store, place

    def __getitem__(self, name: str) -> Average:
        row = self._store._order[self._place.names][name]
        (found,) = self._store._read(self._place, row, 1)
        return Average(found[1 : 1 + len(CYCLE)], found[1 + len(CYCLE) :], int(found[0]))

    def __iter__(self) -> Iterator[str]:
        return iter(self._place.names)

    def __len__(self) -> int:
        return len(self._place.names)
