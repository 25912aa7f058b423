"""What stands in the CSV tables over time: which columns, in which table; a new one is a line here.

An entry gives columns of one table. One with the name of an existing table adds columns to it, any
other name makes a table of its own; both are also written over the strides.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from ambulo.inputs.article import with_article
from ambulo.inputs.errors import InputError
from ambulo.inputs.registry import Registry, shown
from ambulo.inputs.untouched import Untouched
from ambulo.records import Analysis, Quantity
from ambulo.results.columns import body_mass, per_kg
from ambulo.results.foot_progression import foot_progression
from ambulo.results.foot_reaction import ground_reaction_quantities
from ambulo.results.muscle_activity import muscle_activity
from ambulo.results.posture import Posture

__all__ = ["COLUMNS", "OutputColumns", "all_columns", "tables_over_time"]

_NOT_OVER_TIME = ("events", "strides", "peaks_bands", "bands_settling", "effects_of_sources")
"""Tables that are written beside those over time."""
_NAME = re.compile(r"[A-Za-z]\w*", re.ASCII)


@dataclass(frozen=True)
class OutputColumns:
    """Columns of one table.

    Args:
        table: name of the CSV file without ending, such as "joint_reaction".
        quantities: from an analysis and the segments' posture to the columns, (frames,) each.
        variable: under which `results.nc` holds them, with the dimensions time and
            `<variable>_column`; "" for those that it holds otherwise.

    Raises:
        InputError: a name is no file's, or that of a table which is not over time.
    """

    table: str
    quantities: Callable[[Analysis, Posture], Sequence[Quantity]]
    variable: str = ""

    def __post_init__(self) -> None:
        for name in (self.table, self.variable or self.table):
            if not _NAME.fullmatch(name):
                raise InputError(
                    f"{name!r} is no name of a table or variable",
                    where="OutputColumns",
                    remedy="Give a letter, then letters, digits and _",
                )
        if self.table in _NOT_OVER_TIME or self.table.endswith(("_by_stride", "_bands")):
            raise InputError(
                f"the table {self.table} is not one over time",
                where="OutputColumns",
                remedy="Give the table another name, or that of one over time such as joint_angles",
            )


def _of(group: str, analysis: Analysis, posture: Posture) -> Sequence[Quantity]:
    del posture
    found: Sequence[Quantity] = getattr(analysis, group)
    return found


def _moments_per_kg(analysis: Analysis, posture: Posture) -> Sequence[Quantity]:
    del posture
    return per_kg(analysis.moments, body_mass(analysis))


def _ground_reaction(analysis: Analysis, posture: Posture) -> Sequence[Quantity]:
    return ground_reaction_quantities(analysis.ground, posture)


ANGLES = OutputColumns("joint_angles", partial(_of, "angles"))
FOOT_PROGRESSION = OutputColumns("joint_angles", foot_progression, variable="foot_progression")
MOMENTS = OutputColumns("joint_moments", partial(_of, "moments"))
POWERS = OutputColumns("joint_powers", partial(_of, "powers"))
MOMENTS_PER_KG = OutputColumns("joint_moments_per_kg", _moments_per_kg)
MUSCLES = OutputColumns("muscle_activity", muscle_activity, variable="muscle_activity")
GROUND_REACTION = OutputColumns("ground_reaction", _ground_reaction)

COLUMNS = Registry(
    "columns",
    OutputColumns,
    {
        "joint_angles": ANGLES,
        "foot_progression": FOOT_PROGRESSION,
        "joint_moments": MOMENTS,
        "joint_powers": POWERS,
        "joint_moments_per_kg": MOMENTS_PER_KG,
        "ground_reaction": GROUND_REACTION,
        "muscle_activity": MUSCLES,
    },
    "set of output columns",
)


def all_columns(
    analysis: Analysis, posture: Posture
) -> tuple[list[tuple[str, OutputColumns, list[Quantity]]], list[str]]:
    """Every entry that has columns, with its name and its columns.

    Returns:
        The entries; and a sentence on each that is not shipped and cannot be used.
    """
    frames = len(analysis.motion.time)
    found, faults = [], []
    headings: dict[str, set[str]] = {}
    untouched = Untouched(analysis=analysis, posture=posture)
    for name in COLUMNS:
        others = bool(COLUMNS.whose(name))
        try:
            entry = COLUMNS[name]
            taken = headings.setdefault(entry.table, {"time", "cycle"})
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
            raise InputError(f"a column is a Quantity, not {with_article(type(one).__name__)}")
        for field, least in (("name", 1), ("unit", 0), ("positive", 0)):
            text = getattr(one, field)
            if not (isinstance(text, str) and text.isprintable() and len(text.strip()) >= least):
                raise InputError(
                    f"the {field} of a column is {shown(text)}", remedy="Give a text of one line"
                )
        values: object = one.values
        if not isinstance(values, np.ndarray):
            raise InputError(f"{heading} has values that are no array, but {shown(values)}")
        if values.shape != (frames,):
            raise InputError(
                f"{heading} has values of shape {values.shape}, not ({frames},)",
                remedy="Give one number a frame",
            )
        if values.dtype.kind not in "fiu":
            raise InputError(
                f"{heading} has values of type {values.dtype.name}", remedy="Give real numbers"
            )
        if np.isinf(values).any():
            raise InputError(
                f"{heading} has infinite values", remedy="Give NaN where it is not known"
            )
        if heading in taken or headings.count(heading) > 1:
            raise InputError(
                f"{table} has a column {heading} already", remedy="Give the column another name"
            )


def tables_over_time(analysis: Analysis, posture: Posture) -> dict[str, list[Quantity]]:
    """Columns of every table over time, by the table's name."""
    tables: dict[str, list[Quantity]] = {}
    for _, entry, columns in all_columns(analysis, posture)[0]:
        tables.setdefault(entry.table, []).extend(columns)
    return tables
