"""Stored summaries of a study's tables and figures, with two numbers for each column or curve.

Each thesis has one CSV file, written by `python -m tests.reproduced_page`. So changes are reported
even where no printed number exists.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.studies.printed.lists import rows_beside
from ambulo.studies.record import Chart, Findings, Table

SUFFIX = ".shown.csv"

_ROUNDING = 1e-9
"""What is smaller is rounding."""


class Shown(NamedTuple):
    """Mean and root mean square of a column of a table, or of a curve's ordinates."""

    mean: float
    size: float


def shown(findings: Findings) -> dict[str, Shown]:
    """Summaries by table and heading, and by figure and curve. Equal names are numbered."""
    found: dict[str, Shown] = {}
    for table in findings.tables:
        found |= _named(table.title, _columns(table))
    for chart in findings.figures:
        found |= _named(f"figure {chart.name}", _curves(chart))
    return found


def _named(title: str, parts: Iterable[tuple[str, FloatArray]]) -> Iterator[tuple[str, Shown]]:
    for k, (name, values) in enumerate(parts):
        known = values[np.isfinite(values)]
        if known.size:
            size = float(np.sqrt(np.mean(known**2)))
            yield f"{title}, {k + 1}: {name}", Shown(float(known.mean()), size)


def _columns(table: Table) -> Iterator[tuple[str, FloatArray]]:
    for k, heading in enumerate(table.headings):
        cells = [row[k] for row in table.rows]
        yield heading, np.array([cell for cell in cells if not isinstance(cell, str)], dtype=float)


def _curves(chart: Chart) -> Iterator[tuple[str, FloatArray]]:
    for curve in chart.curves:
        yield curve.label, np.asarray(curve.y, dtype=float)
        yield f"{curve.label}, over", np.asarray(curve.x, dtype=float)
    if chart.grid is not None:
        yield chart.grid_label, np.asarray(chart.grid[2], dtype=float).ravel()


@cache
def stored(thesis: str) -> Mapping[str, Mapping[str, Shown]]:
    """All stored summaries of a thesis, by study."""
    found: dict[str, dict[str, Shown]] = {}
    for row in rows_beside(thesis, SUFFIX):
        numbers = Shown(float(row["mean"]), float(row["size"]))
        found.setdefault(row["study"], {})[row["what"]] = numbers
    return found


def changes(
    study: str,
    thesis: str,
    findings: Findings,
    steady: float,
    missing: Collection[str] = (),
    walks: Collection[str] = (),
) -> Iterator[str]:
    """One sentence for each difference of tables and figures from the stored summaries.

    Args:
        steady: allowed relative difference of a number.
        missing: recordings that are not available. If the stored summaries name such a recording,
            only summaries that name one of `walks` and none of these recordings are compared.
        walks: available recordings.
    """
    now, before = shown(findings), stored(thesis).get(study, {})
    apart = any(name in what for what in before for name in missing)
    for what in {**before, **now}:
        words = what.replace("_", " ")
        told = any(name in words for name in walks) and not any(name in words for name in missing)
        if apart and not told:
            continue
        if what not in before or what not in now:
            yield f"{what}: {'not shown now' if what in before else 'nothing is stored'}"
            continue
        off = steady * max(now[what].size, before[what].size) + _ROUNDING
        if not math.dist(now[what], before[what]) <= off:
            yield f"{what}: {_words(now[what])}, stored as {_words(before[what])}"


def _words(numbers: Shown) -> str:
    return f"mean {numbers.mean:.4g}, rms {numbers.size:.4g}"
