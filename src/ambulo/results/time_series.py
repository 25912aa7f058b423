"""Quantities over time of one run, written as a table and a dataset: NAME.csv and NAME.nc."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ambulo.inputs.version import VERSION
from ambulo.math.arrays import FloatArray
from ambulo.records import Quantity
from ambulo.results.columns import header
from ambulo.results.csv_table import write_table
from ambulo.results.netcdf import Variable, netcdf, variable

_UDUNITS = {"deg": "degree", "multiplier": "1"}


def vectors(name: str, unit: str, values: FloatArray) -> list[Quantity]:
    """Three quantities: x, y and z of vectors (frames, 3) in the world."""
    return [Quantity(f"{name}_{axis}", unit, values[:, k]) for k, axis in enumerate("xyz")]


@dataclass(frozen=True, eq=False)
class TimeSeries:
    """Quantities of a run over time.

    Args:
        time: (frames,) s. An instant at which velocities jump may occur twice.
        quantities: (frames,) each.
        title: one line.
    """

    time: FloatArray
    quantities: Sequence[Quantity]
    title: str


def write_time_series(series: TimeSeries, folder: Path, name: str) -> None:
    """Write both files, with all digits, into a folder that exists."""
    headers = ["time [s]", *(header(q.name, q.unit) for q in series.quantities)]
    columns = [series.time.tolist(), *(q.values.tolist() for q in series.quantities)]
    write_table(folder / f"{name}.csv", headers, zip(*columns, strict=True), exact=True)
    content: list[Variable] = [variable("time", "time", series.time, "s", "time")]
    for q in series.quantities:
        said = {"positive": q.positive} if q.positive else {}
        called, unit = re.sub(r"\W+", "_", q.name), _UDUNITS.get(q.unit, q.unit)
        content.append(variable(called, "time", q.values, unit, q.name, **said))
    about = {"title": series.title, "source": f"ambulo {VERSION}"}
    (folder / f"{name}.nc").write_bytes(netcdf(content, about))
