"""CSV tables: one column for each quantity, its unit in the header, six significant digits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.records import Analysis, Quantity
from ambulo.results.catalogue import NUMBERS, axes_suffix
from ambulo.results.columns import body_mass, header, layer, meaning
from ambulo.results.csv_table import Cell, write_table
from ambulo.results.gait_cycle import (
    CYCLE,
    STRIDE_UNITS,
    cycle_curves,
    event_errors,
    side_of_strides,
    stride_parameters,
)
from ambulo.results.output_columns import tables_over_time
from ambulo.results.peak_moments import known_peaks
from ambulo.results.posture import Posture


def write_over_time(path: Path, time: FloatArray, quantities: Sequence[Quantity]) -> None:
    """Write quantities (frames,) as columns beside time [s]."""
    headers = ["time", *(header(q.name, q.unit) for q in quantities)]
    write_table(path, headers, np.column_stack([time, *(q.values for q in quantities)]))


class ResultTable(NamedTuple):
    """A table: headings with units, and its rows."""

    headers: Sequence[str]
    rows: FloatArray | Sequence[Sequence[Cell]]


def cycle_table(analysis: Analysis, quantities: Sequence[Quantity]) -> ResultTable:
    """Mean and standard deviation over the strides of each quantity's side, beside stride [%]."""
    headers, table = ["stride [%]"], np.empty((len(CYCLE), 1 + 2 * len(quantities)))
    table[:, 0] = CYCLE
    sides = [side_of_strides(meaning(q.name).side, analysis.strides) for q in quantities]
    for q in quantities:
        headers += [header(f"{q.name}_mean", q.unit), header(f"{q.name}_sd", q.unit)]
    for side in {*sides}:
        mine = [k for k, of in enumerate(sides) if of == side]
        values = np.stack([quantities[k].values for k in mine], axis=1)
        strides = [s for s in analysis.strides if s.side == side]
        curves = cycle_curves(analysis.motion.time, values, strides)
        first = 1 + 2 * np.array(mine)
        table[:, first], table[:, first + 1] = curves.mean, curves.sd
    return ResultTable(headers, table)


def write_tables(analysis: Analysis, posture: Posture, folder: Path) -> list[Path]:
    """Write every table of an analysis into a folder that exists.

    Tables of `output_columns` have the first column `time` in s. Tables `<table>_by_stride` have
    means and standard deviations over the strides of that side (midline: of the left side), with
    the first column `stride [%]`. With bands, tables `<table>_bands` have the median and the ends
    of each column, also for numbers of strides, and `peaks_bands` has them for peaks. Names of
    tables of moments and peaks state unusual axes. `events` and `strides` have one row for each
    event or stride. An empty cell means not known.

    Returns:
        The files written.
    """
    written = []
    for name, quantities in tables_over_time(analysis, posture).items():
        over_time, over_cycle = folder / f"{name}.csv", folder / f"{name}_by_stride.csv"
        write_over_time(over_time, analysis.motion.time, quantities)
        write_table(over_cycle, *cycle_table(analysis, quantities))
        written += [over_time, over_cycle]

    for name, table in (*band_tables(analysis, posture), *row_tables(analysis, posture)):
        written.append(folder / f"{name}.csv")
        write_table(written[-1], *table)
    return written


def row_tables(analysis: Analysis, posture: Posture) -> Iterator[tuple[str, ResultTable]]:
    """Tables that are not over time, by name: events, strides, peaks and numbers of strides."""
    yield (
        "events",
        ResultTable(
            ["time", "side", "kind", "source", header("time_error", "s")],
            [
                (e.time, e.side, e.kind, e.source, error)
                for e, error in zip(analysis.events, event_errors(analysis), strict=True)
            ],
        ),
    )
    units = [header(name, unit) for name, unit in STRIDE_UNITS.items()]
    parameters = stride_parameters(analysis, posture)
    yield (
        "strides",
        ResultTable(
            ["time", "side", "stop [s]", "foot_off [s]", "events", *units],
            [
                (
                    *(p.stride.start, p.stride.side, p.stride.stop, p.stride.off, p.events),
                    *(getattr(p, name) for name in STRIDE_UNITS),
                )
                for p in parameters
            ],
        ),
    )
    yield f"peaks{axes_suffix(analysis)}", _peaks(analysis)
    for row in NUMBERS:
        if columns := row.quantities(analysis, posture):
            yield row.table, _of_strides(analysis, columns)


def _peaks(analysis: Analysis) -> ResultTable:
    """The largest joint moment of each kind and side, its band, and what comes after a strike's."""
    kg, bands = body_mass(analysis), analysis.bands.peaks if analysis.bands else {}
    rows = list[tuple[Cell, ...]]()
    for place, peak in known_peaks(analysis):
        band = bands.get(place.key)
        ends = (None, None) if band is None else (band.low, band.high)
        which = (place.key, place.side, peak.value, peak.value / kg)
        known = np.array(peak.of_strides)
        mean = known.mean() if known.size else None
        spread = known.std(ddof=1) if known.size > 1 else None
        later = (peak.at, peak.later, peak.later_at)
        rows.append((*which, *ends, *later, len(known), mean, spread))
    per_kg = [header(name, "N*m/kg") for name in ("per_kg", "per_kg_low", "per_kg_high")]
    rest = ["at [%]", "later [N*m]", "later_at [%]", "strides", "mean [N*m]", "sd [N*m]"]
    return ResultTable(["peak", "side", "value [N*m]", *per_kg, *rest], rows)


def _of_strides(analysis: Analysis, columns: Sequence[Quantity]) -> ResultTable:
    """A row a stride of numbers (strides,) each."""
    numbers = zip(*(q.values.tolist() for q in columns), strict=True)
    return ResultTable(
        ["time", "side", "stop [s]", *(header(q.name, q.unit) for q in columns)],
        [(s.start, s.side, s.stop, *n) for s, n in zip(analysis.strides, numbers, strict=True)],
    )


def band_tables(analysis: Analysis, posture: Posture) -> Iterator[tuple[str, ResultTable]]:
    """Tables of error bands: median, low and high of every column with a band; peaks; settling;
    which source matters.
    """
    bands = analysis.bands
    if bands is None:
        return
    for name, quantities in tables_over_time(analysis, posture).items():
        mine = [q for q in quantities if header(q.name, q.unit) in bands.median]
        if not mine:
            continue
        headers, columns = ["time"], [analysis.motion.time]
        for q in mine:
            key = header(q.name, q.unit)
            for part, of in (("median", bands.median), ("low", bands.low), ("high", bands.high)):
                headers.append(header(f"{q.name}_{part}", q.unit))
                columns.append(of[key])
        yield f"{name}_bands", ResultTable(headers, np.column_stack(columns))
    for row in NUMBERS:
        ends = [
            replace(q, name=f"{q.name}_{part}", values=values)
            for q in row.quantities(analysis, posture)
            if (found := layer(bands.strides, q)) is not None
            for part, values in zip(("median", "low", "high"), found, strict=True)
        ]
        if ends:
            yield f"{row.table}_bands", _of_strides(analysis, ends)
    yield (
        f"peaks{axes_suffix(analysis)}_bands",
        ResultTable(
            ["peak", "unit", "median", "low", "high"],
            [(name, p.unit, p.median, p.low, p.high) for name, p in bands.peaks.items()],
        ),
    )
    yield "bands_settling", ResultTable(["samples", "change [1]"], list(bands.settling.items()))
    if bands.effects:
        yield (
            "effects_of_sources",
            ResultTable(
                ["group", "peak", "first [1]", "first_error [1]", "total [1]", "total_error [1]"],
                [
                    (e.group, e.quantity, e.first, e.first_error, e.total, e.total_error)
                    for e in bands.effects
                ],
            ),
        )
