"""A table of an analysis as a pandas data frame."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

import numpy as np
import pandas

from ambulo.inputs.errors import InputError
from ambulo.inputs.registry import near, shown
from ambulo.records import Analysis, Quantity
from ambulo.results.columns import GROUPS, header, meaning
from ambulo.results.gait_cycle import CYCLE, over_stride, side_of_strides, stride_parameters
from ambulo.results.output_columns import tables_over_time
from ambulo.results.posture import posture
from ambulo.results.tables import ResultTable, band_tables, cycle_table, row_tables
from ambulo.results.trust import trust

Over = Literal["time", "stride", "strides"]

_CALLED = {
    "emg": "muscle_activity", "electromyogram": "muscle_activity",
    "electromyograms": "muscle_activity", "muscles": "muscle_activity", "grf": "ground_reaction",
    "grfs": "ground_reaction", "com": "centre_of_mass", "center_of_mass": "centre_of_mass",
    "kinematics": "joint_angles", "kinetics": "joint_moments", "torques": "joint_moments",
    "joint_torques": "joint_moments", "steps": "strides",
}  # fmt: skip
"""Other names of tables, in small letters."""

_JOINT_FORCES = {
    f"joint_{what}{plural}"
    for what in ("reaction", "force", "reaction_force")
    for plural in ("", "s")
}


def frame(analysis: Analysis, table: str | None, over: Over) -> pandas.DataFrame:
    """As `ambulo.Analysis.to_pandas`."""
    if over not in get_args(Over):
        remedy = near(str(over), get_args(Over))
        raise InputError(f"curves are over time or the stride, not {shown(over)}", "over", remedy)
    if not isinstance(table, str | None):
        raise InputError(f"{shown(table)} is not the name of a table", "table", near("", GROUPS))
    if table is None or table in GROUPS:
        groups = GROUPS if table is None else (table,)
        return _curves(analysis, [q for name in groups for q in getattr(analysis, name)], over)
    where = posture(analysis.model, analysis.motion)
    curves = tables_over_time(analysis, where)
    if table in curves:
        return _curves(analysis, curves[table], over)
    rows = dict((*row_tables(analysis, where), *band_tables(analysis, where)))
    of_bands = str(table).removesuffix("_bands")
    if table in rows and of_bands != table and of_bands in curves:
        return _bands(analysis, rows[table], curves[of_bands], over)
    if table not in (*rows, "trust"):
        over_time = (*GROUPS, *curves)
        known = (*over_time, *rows, "trust")
        of_strides = str(table).removesuffix("_by_stride")
        of_mass = str(table).replace("_per_kg", "")
        meant = _CALLED.get(str(table).lower(), str(table).lower())
        remedy = f"Did you mean {meant}?" if meant in known else ""
        if meant == "muscle_activity" and not remedy:
            remedy = "The recording contains no electromyograms"
        elif str(table).lower() in _JOINT_FORCES:
            remedy = "The forces of the joints are in no table: take joint_forces of the analysis"
        elif of_strides != table and of_strides in over_time:
            remedy = f'Give "{of_strides}" with over="stride"'
        elif of_mass != table and of_mass in (*over_time, *rows) and f"joint_{table}" not in curves:
            remedy = f'Give "{of_mass}", and divide it by model.subject.mass'
        elif analysis.bands is None and of_bands != table and of_bands in (*curves, *rows):
            remedy = 'For error bands, analyse with uncertainty="auto"'
        raise InputError(
            f"there is no table {shown(table)}", "table", remedy or near(str(table), known)
        )
    if over != "time":
        raise InputError(f"the table {table} contains no curves", "over", "Omit over")
    if table == "trust":
        found = trust(analysis, stride_parameters(analysis, where))
        grades = pandas.DataFrame(list(found.values()), index=pandas.Index(found, name="quantity"))
        # names fit a cell of a table, checks do not
        return grades.assign(lowered=["; ".join(c.name for c in t.lowered) for t in found.values()])
    headers, content = rows[table]
    cells = [[np.nan if cell is None else cell for cell in row] for row in content]
    return pandas.DataFrame(cells, columns=list(headers))


def _curves(analysis: Analysis, curves: list[Quantity], over: Over) -> pandas.DataFrame:
    time, headings = analysis.motion.time, [header(q.name, q.unit) for q in curves]
    if over == "time":
        columns = {name: q.values for name, q in zip(headings, curves, strict=True)}
        return pandas.DataFrame(columns, index=pandas.Index(time, name="time"))
    cycle = pandas.Index(CYCLE, name="stride [%]")
    if over == "stride":
        (_, *names), values = cycle_table(analysis, curves)
        return pandas.DataFrame(np.asarray(values)[:, 1:], index=cycle, columns=names)
    each = {
        (name, stride.start): over_stride(time, q.values, stride)
        for name, q in zip(headings, curves, strict=True)
        for stride in analysis.strides
        if stride.side == side_of_strides(meaning(q.name).side, analysis.strides)
    }
    keys = pandas.MultiIndex.from_tuples(each, names=("quantity", "stride [s]"))
    return pandas.DataFrame(dict(enumerate(each.values())), index=cycle).set_axis(keys, axis=1)


def _bands(
    analysis: Analysis, table: ResultTable, curves: Sequence[Quantity], over: Over
) -> pandas.DataFrame:
    """Bands over time, as in their file, or of the mean over the strides."""
    if over == "strides":
        what = "a single stride has no band"
        raise InputError(what, "over", 'Give over="stride" for the band of the mean')
    if over == "time":
        (_, *names), values = table
        index = pandas.Index(analysis.motion.time, name="time")
        return pandas.DataFrame(np.asarray(values)[:, 1:], index=index, columns=names)
    assert analysis.bands is not None
    columns = {
        header(f"{q.name}_{end}", q.unit): of[key]
        for q in curves
        for end, of in (("low", analysis.bands.cycle_low), ("high", analysis.bands.cycle_high))
        if (key := header(q.name, q.unit)) in of
    }
    return pandas.DataFrame(columns, index=pandas.Index(CYCLE, name="stride [%]"))
