"""Columns over time: those of the catalogue, and those of other packages, which are checked."""

from __future__ import annotations

from functools import partial

import numpy as np

from ambulo.inputs.article import with_article
from ambulo.inputs.errors import InputError
from ambulo.inputs.registry import Registry, shown
from ambulo.inputs.untouched import Untouched
from ambulo.records import Analysis, Quantity
from ambulo.results.catalogue import CURVES, OutputColumns, table_name
from ambulo.results.posture import Posture

COLUMNS = Registry(
    "columns",
    OutputColumns,
    CURVES,
    "set of output columns",
)


def all_columns(
    analysis: Analysis, posture: Posture
) -> tuple[list[tuple[str, OutputColumns, list[Quantity]]], list[str]]:
    """All entries that have columns, with names and columns.

    Returns:
        The entries, and a sentence on each entry of another package that cannot be used.
    """
    frames = len(analysis.motion.time)
    found, faults = [], []
    headings: dict[str, set[str]] = {}
    untouched = Untouched(analysis=analysis, posture=posture)
    for name in COLUMNS:
        others = bool(COLUMNS.whose(name))
        try:
            entry = COLUMNS[name]
            taken = headings.setdefault(entry.table, {"time", "cycle", "stride"})
            made = partial(entry.quantities, analysis, posture)
            columns = list(untouched.by(made) if others else made())
            if others:
                _require_columns(entry.table, columns, frames, taken)
        except (Exception, SystemExit) as error:  # somebody else's costs their columns alone
            if not others:
                raise
            faults.append(COLUMNS.without(name, error))
            continue
        taken.update(q.name for q in columns)
        if columns:
            found.append((name, entry, columns))
    return found, faults


def _require_columns(table: str, columns: list[Quantity], frames: int, taken: set[str]) -> None:
    """Refuse what is no new column of a table: (frames,) numbers under a heading of their own."""
    headings = [str(getattr(one, "name", "")) for one in columns]
    for one, heading in zip(columns, headings, strict=True):
        if not isinstance(one, Quantity):
            raise InputError(f"a column must be a Quantity, not {with_article(type(one).__name__)}")
        for field, least in (("name", 1), ("unit", 0), ("positive", 0)):
            text = getattr(one, field)
            if not (isinstance(text, str) and text.isprintable() and len(text.strip()) >= least):
                raise InputError(
                    f"the {field} of a column is {shown(text)}", remedy="Give a string of one line"
                )
        values: object = one.values
        if not isinstance(values, np.ndarray):
            raise InputError(f"{heading} has values that are not an array but {shown(values)}")
        if values.shape != (frames,):
            raise InputError(
                f"{heading} has values of shape {values.shape}, not ({frames},)",
                remedy="Give one number for each frame",
            )
        if values.dtype.kind not in "fiu":
            raise InputError(
                f"{heading} has values of type {values.dtype.name}", remedy="Give real numbers"
            )
        if np.isinf(values).any():
            raise InputError(
                f"{heading} has infinite values",
                remedy="Give NaN in frames where the value is not known",
            )
        if heading in taken or headings.count(heading) > 1:
            raise InputError(
                f"{table} has a column {heading} already", remedy="Give the column another name"
            )


def tables_over_time(analysis: Analysis, posture: Posture) -> dict[str, list[Quantity]]:
    """Columns of every table over time, by the name of its file."""
    tables: dict[str, list[Quantity]] = {}
    for _, entry, columns in all_columns(analysis, posture)[0]:
        tables.setdefault(table_name(entry.table, analysis), []).extend(columns)
    return tables
