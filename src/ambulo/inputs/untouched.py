"""Records that functions of other packages get and must not change.

Read-only arrays are no solution, because kernels are compiled for writable arrays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from numbers import Real
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from ambulo.inputs.errors import InputError
from ambulo.inputs.record_parts import name_of, parts

T = TypeVar("T")
_Numbers = npt.NDArray[np.generic]


class Untouched:
    """Records by name, whose arrays must keep their numbers."""

    def __init__(self, **records: object) -> None:
        self._records = records

    @cached_property
    def _kept(self) -> list[tuple[str, _Numbers, _Numbers]]:
        """Where each array stands, the array, and what it held at first."""
        found = {id(array): (path, array) for path, array in arrays_of(self._records).items()}
        return [(path, array, array.copy()) for path, array in found.values()]

    def by(self, function: Callable[[], T]) -> T:
        """The result of a function that leaves the records unchanged. Otherwise the records are
        restored.

        Raises:
            InputError: the function has written into them.
        """
        kept = self._kept
        try:
            return function()
        finally:
            written = []
            for path, array, before in kept:
                # by its bytes a NaN is the same as itself
                if array.shape != before.shape or array.tobytes() != before.tobytes():
                    array[...] = before
                    written.append(path)
            if written:
                more = f" and {len(written) - 1} more" if len(written) > 1 else ""
                raise InputError(
                    f"it writes into {written[0]}{more}, which belongs to Ambulo",
                    remedy="Let it work on a copy",
                )


def arrays_of(record: object) -> dict[str, _Numbers]:
    """Every array of numbers in a record, by its place."""
    found = reals_of(record).items()
    return {path: value for path, value in found if isinstance(value, np.ndarray)}


def reals_of(record: object) -> dict[str, _Numbers | float]:
    """Every array of numbers and every real number in a record, by its place."""
    return {path.removeprefix("."): value for path, value in _numbers(record, "")}


def _numbers(value: object, path: str) -> Iterator[tuple[str, _Numbers | float]]:
    """Arrays and real numbers in a record, with where they stand in it."""
    if isinstance(value, Real):
        yield path, float(value)
    elif isinstance(value, np.ndarray) and value.dtype.kind in "biufc":
        yield path, value
    for key, entry in parts(value):
        at = f"[{getattr(entry, 'name', key)}]" if isinstance(key, int) else f".{name_of(key)}"
        yield from _numbers(entry, path + at)
