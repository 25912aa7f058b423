"""Segment parameter tables as TOML: shipped ones, another package's, or a user's file.

Each `[[part]]` says which segments of the body it covers, between which landmarks of the standing
posture its length is measured, and its mass, centre of mass and inertia, in one of three printed
forms:

    com and radii of gyration `about` named axes, of the length          de Leva (1996)
    com and `tensor` in ISB `axes`, radii with signs, of the length      Dumas et al. (2007)
    com [m] and `inertia` [kg*m^2] on `line_length`, of a `body_mass`    one subject

for `female`, `male` or `any`. A table may instead build on another (`base`) and change its masses
with age (`growth`) or its legs by measurement (`regression`). A `[[sample]]` says in numbers whom a
table was measured on: who lies outside of it is told so.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import numpy as np

from ambulo.inputs.registry import FileRegistry, is_file
from ambulo.inputs.toml_file import TomlFile, open_toml, text_of
from ambulo.math.arrays import FloatArray
from ambulo.model.leg_regressions import LegRegression
from ambulo.model.segment_parameters import (
    DIRECTION,
    Growth,
    Part,
    Proportions,
    Sample,
    SegmentTable,
)
from ambulo.model.segment_table_form import Column, GrowthForm, PartForm, TableForm
from ambulo.multibody.rigid_body import RigidBody, mirror, realisable

SEGMENT_TABLES = FileRegistry(
    "segment_table",
    Path(__file__).parent / "segment_parameters",
    "table of segment parameters",
    naming={"base": "segment_table"},
)
"""Segment parameter tables by name; an entry is the path of a TOML file."""

# rows: our x anterior, y left, z up in ISB's X anterior, Y up, Z right (Wu et al. 2002, 2005);
# the hand's X points out of the palm, which faces the thigh: left for the right hand
_FROM_ISB = {
    "isb": np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]]),
    "isb_hand": np.array([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]),
}


def load_segment_table(given: str | Path) -> SegmentTable:
    """A table.

    Args:
        given: one of `SEGMENT_TABLES`, or a TOML file.
    Returns:
        The table, all rows in fractions and in segment axes.
    Raises:
        InputError: there is none of that name, or the file has a mistake (named).
    """
    return _load(SEGMENT_TABLES.located(given, "parameters"), ())


def _load(path: Path, above: tuple[Path, ...]) -> SegmentTable:
    text = text_of(path, "the table")
    file, form = _form(path, text)
    if form.base is None:
        return _table(path, text, None)
    beside = path.parent / form.base
    below = beside if is_file(beside) else SEGMENT_TABLES.located(form.base, f"{path}, base")
    if below.resolve() in (path.resolve(), *above):
        raise file.error("the table builds on itself", ("base",), "Name another one")
    return _table(path, text, _load(below, (*above, path.resolve())))


@lru_cache(maxsize=16)
def _table(path: Path, text: str, base: SegmentTable | None) -> SegmentTable:
    file, form = _form(path, text)
    corrected: list[str] = []
    if base is not None:
        parts, sexes = base.parts, base.sexes
    else:
        parts = tuple(_part(row, k, file, corrected) for k, row in enumerate(form.part))
        sexes = tuple(sex for sex, key in _COLUMN.items() if key in form.part[0].columns)
    growth = None if form.growth is None else _growth(form.growth, parts, file)
    return SegmentTable(
        name=form.name,
        citation=form.citation,
        population=form.population,
        remarks=(*form.remarks, *corrected),
        samples=tuple(
            Sample(row.sex, row.count, row.age, row.mass, row.stature, row.adults)
            for row in form.sample
        ),
        parts=parts,
        sexes=sexes,
        growth=growth,
        legs={
            segment: LegRegression(
                com=row.com,
                mass=(row.mass.body, row.mass.volume, row.mass.constant),
                flexion=(row.flexion.factor, row.flexion.constant),
                adduction=(row.adduction.factor, row.adduction.constant),
                rotation=(row.rotation.factor, row.rotation.constant),
            )
            for segment, row in form.regression.items()
        },
    )


@lru_cache(maxsize=16)
def _form(path: Path, text: str) -> tuple[TomlFile, TableForm]:
    file = open_toml(path, "the table", text)
    return file, file.read(TableForm)


_COLUMN = {"f": "female", "m": "male"}


def _growth(form: GrowthForm, parts: tuple[Part, ...], file: TomlFile) -> Growth:
    groups = [set(group.covers) for group in form.group]
    for part in parts:
        if sum(set(part.covers) <= covers for covers in groups) != 1:
            raise file.error(
                f"{' and '.join(part.covers)} grows with no group, or with several",
                ("growth", "group"),
                "Let one group cover each part",
            )
    return Growth(
        age=np.array(form.age),
        limits=form.limits,
        mass={tuple(g.covers): np.array(g.percent) / 100.0 for g in form.group},
    )


def _part(row: PartForm, number: int, file: TomlFile, corrected: list[str]) -> Part:
    columns = {key: _proportions(row, column) for key, column in row.columns.items()}
    for key, column in columns.items():
        moments = np.diag(column.gyration)
        if not 2.0 * moments.max() < moments.sum():
            raise file.error(
                f"no body has the moments of inertia of {' and '.join(row.covers)} ({key}): one is "
                "as large as the other two together",
                ("part", number, key),
                "Correct its radii of gyration or its inertia",
            )
        gyration, factor = realisable(column.gyration)
        if factor < 1.0:
            columns[key] = replace(column, gyration=gyration)
            corrected.append(
                f"The printed tensor of {' and '.join(row.covers)} ({key}) is that of no body; "
                f"its products of inertia are multiplied by {factor:.3f}."
            )
    spare = next(iter(columns.values()))
    return Part(
        covers=row.covers,
        sided=row.sided,
        line=row.line,
        direction=None if row.along == "frame" else np.array(DIRECTION[row.along]),
        female=columns.get("female", spare),
        male=columns.get("male", spare),
    )


def _proportions(row: PartForm, column: Column) -> Proportions:
    """One column of one row in segment axes; the printed forms are those of the three branches."""
    mass = column.mass
    if column.tensor is not None:
        to_ours = _FROM_ISB[row.axes or "isb"]
        xx, yy, zz, xy, xz, yz = (abs(r) * r for r in column.tensor)
        printed = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
        com, gyration = to_ours @ np.array(column.com), to_ours @ printed @ to_ours.T
    elif column.inertia is not None:
        length, body_mass = column.line_length or 1.0, row.body_mass or 1.0  # both are required
        com = np.array(column.com) / length
        gyration = np.diag(np.array(column.inertia) / (mass * length**2))
        mass /= body_mass
    else:
        com = float(np.asarray(column.com)) * np.array(DIRECTION[row.along])
        gyration = np.diag([float(getattr(column, axis)) ** 2 for axis in row.about or ()])
    com = com + np.array([column.before / column.length, 0.0, 0.0])
    if not row.sided:
        com, gyration = _symmetric(com, gyration)
    return Proportions(mass, column.at, column.length, com, gyration)


def _symmetric(com: FloatArray, gyration: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The mean of a body in the sagittal plane and its mirror image."""
    image = mirror(RigidBody(1.0, com, gyration))
    return 0.5 * (com + image.com), 0.5 * (gyration + image.inertia)
