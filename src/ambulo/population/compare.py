"""`ambulo compare`: finished analyses beside each other, such as a session before and after."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ambulo.population.averages import Average, StrideSums
from ambulo.population.stride_curves import read_stride_curves
from ambulo.results.csv_table import write_table
from ambulo.results.gait_cycle import CYCLE
from ambulo.results.whole_file import require_own, write_file

__all__ = ["Difference", "compare", "require_table", "write_comparison"]

_FIRST = ("analysis", "quantity", "strides", "rms from the first")
"""Headers that every comparison begins with."""


@dataclass(frozen=True, eq=False)
class Difference:
    """One quantity in several analyses.

    Args:
        name: header, `left_knee_flexion [deg]`.
        averages: of each analysis; None where it has no whole stride of it.
        rms: of each analysis' mean from the first's, in the quantity's unit; NaN where not known.
    """

    name: str
    averages: tuple[Average | None, ...]
    rms: tuple[float, ...]


def compare(folders: Sequence[Path]) -> tuple[Difference, ...]:
    """Mean curves over the strides of each analysis, and how far they are from the first.

    Args:
        folders: two or more, that `ambulo analyse` has written.
    Raises:
        InputError: a folder has no results.
    """
    found = []
    for folder in folders:
        sums = StrideSums()
        sums.add(read_stride_curves(folder))
        found.append(sums.averages())
    names = dict.fromkeys(name for averages in found for name in averages)
    return tuple(_difference(name, [averages.get(name) for averages in found]) for name in names)


def _difference(name: str, averages: Sequence[Average | None]) -> Difference:
    first = averages[0]
    rms = [
        float("nan")
        if first is None or other is None
        else float(np.sqrt(np.mean((other.mean - first.mean) ** 2)))
        for other in averages
    ]
    return Difference(name, tuple(averages), tuple(rms))


def write_comparison(
    differences: Sequence[Difference], folders: Sequence[Path], path: Path
) -> None:
    """One row a quantity and analysis: strides, rms from the first, and the mean curve.

    Args:
        differences, folders: as `compare` found and was given them.
        path: of the table, in place of an earlier one.
    Raises:
        InputError: it cannot be written, or what is there is no such table.
    """
    require_table(path)
    headers = [*_FIRST, *(f"at {percent:.0f} %" for percent in CYCLE)]
    rows = [
        (str(folder), one.name, average.strides, rms, *average.mean.tolist())
        for one in differences
        for folder, average, rms in zip(folders, one.averages, one.rms, strict=True)
        if average is not None
    ]
    write_file(path, lambda fresh: write_table(fresh, headers, rows))


def require_table(path: Path) -> None:
    """Refuse a path for the table where there is something else.

    Raises:
        InputError: there is.
    """
    require_own(path, ",".join(_FIRST))
