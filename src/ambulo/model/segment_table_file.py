"""Segment parameter tables as TOML: shipped ones, another package's, or a user's file.

Each `[[part]]` says which segments of the body it covers, between which landmarks of the standing
posture its length is measured, and its mass, centre of mass and inertia, in one of three printed
forms:

    com and radii of gyration `about` named axes, of the length          de Leva (1996)
    com and `tensor` in ISB `axes`, radii with signs, of the length      Dumas et al. (2007)
    com [m] and `inertia` [kg*m^2] on `line_length`, of a `body_mass`    one subject

for `female`, `male` or `any`. A table may instead use another table (`base`) and change its masses
with age (`growth`) or its legs by measurement (`regression`). A `[[sample]]` describes in numbers
the people on whom a table was measured. A note says if a subject is outside this sample.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Literal

import numpy as np
from pydantic import Field, model_validator

from ambulo.inputs.article import counted
from ambulo.inputs.registry import FileRegistry, is_file
from ambulo.inputs.toml_file import (
    Form,
    Number,
    Numbers,
    Text,
    Texts,
    TomlFile,
    Vector,
    mistake,
    open_toml,
    text_of,
)
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
from ambulo.multibody.rigid_body import RigidBody, mirror, realisable

Positive = Annotated[Number, Field(ge=1e-6)]
Share = Annotated[Number, Field(ge=0, le=1)]
Radius = Literal["sagittal", "transverse", "longitudinal"]
Tensor = tuple[Number, Number, Number, Number, Number, Number]
_MIDLINE = ("pelvis", "torso", "neck", "head")
_LIMBS = ("upper_arm", "forearm", "hand", "thigh", "shank", "hindfoot", "forefoot")
_TOGETHER = (("neck", "head"), ("hindfoot", "forefoot"))
_MIDDLE_LANDMARKS = ("mid_hip", "lumbar", "neck", "head", "vertex")
_SIDED_LANDMARKS = (
    "shoulder", "elbow", "wrist", "fingertip",
    "hip", "knee", "ankle", "heel", "metatarsal", "toe",
)  # fmt: skip


class PartNumbers(Form):
    """Numbers of a part for one sex."""

    mass: Positive = Field(description="of body mass, or kg where `inertia` is given")
    com: Number | Vector = Field(description="centre of mass")
    at: Number = 0.0
    length: Positive = 1.0
    before: Number = 0.0
    sagittal: Positive | None = None
    transverse: Positive | None = None
    longitudinal: Positive | None = None
    tensor: Tensor | None = None
    inertia: tuple[Positive, Positive, Positive] | None = None
    line_length: Positive | None = None

    @model_validator(mode="after")
    def _one_form(self) -> PartNumbers:
        radii = (self.sagittal, self.transverse, self.longitudinal)
        given = [
            self.tensor is not None,
            self.inertia is not None,
            any(radius is not None for radius in radii),
        ]
        if sum(given) != 1 or (given[2] and None in radii):
            raise mistake(
                "the inertia must be given in exactly one way",
                "Give sagittal, transverse and longitudinal; or tensor; or inertia",
            )
        if given[2] == isinstance(self.com, tuple):
            wanted = "one number, a share of the length" if given[2] else "three numbers"
            raise mistake(
                "com does not go with this form of the inertia", f"Give com as {wanted}", "com"
            )
        if given[1] != (self.line_length is not None):
            raise mistake(
                "inertia and line_length need each other", "Give both, or neither", "line_length"
            )
        return self


class PartForm(Form):
    """A part of the body: its segments, its line, and numbers for women, men or all."""

    covers: Texts = Field(min_length=1, description="segments that it stands for")
    line: tuple[Text, Text] = Field(description="landmarks between which its length is measured")
    along: Literal["-z", "+z", "+x", "frame"] = Field(description="direction of the line, standing")
    sided: bool = Field(False, strict=True)
    about: tuple[Radius, Radius, Radius] | None = None
    axes: Literal["isb", "isb_hand"] | None = None
    body_mass: Positive | None = None
    female: PartNumbers | None = None
    male: PartNumbers | None = None
    any: PartNumbers | None = None

    @property
    def columns(self) -> dict[str, PartNumbers]:
        """The given columns, by sex."""
        known = {"female": self.female, "male": self.male, "any": self.any}
        return {key: column for key, column in known.items() if column is not None}

    @model_validator(mode="after")
    def _sound(self) -> PartForm:
        self._check_names()
        columns = self.columns
        if not columns or ("any" in columns and len(columns) > 1):
            raise mistake(
                "a part has no numbers, or has `any` together with female or male",
                "Give female, male, both of them, or any",
            )
        for column in columns.values():
            if column.tensor is not None and self.axes is None:
                raise mistake("a tensor needs axes", 'Write axes = "isb" or "isb_hand"', "axes")
            if column.inertia is not None and self.body_mass is None:
                raise mistake(
                    "inertia needs body_mass",
                    "Give the body mass of the measured subject, in kg",
                    "body_mass",
                )
            if column.sagittal is not None:
                if self.about is None or len(set(self.about)) < 3:
                    raise mistake(
                        "radii of gyration are given without `about`",
                        "Say which lie along x, y and z: "
                        'about = ["sagittal", "transverse", "longitudinal"]',
                        "about",
                    )
                if self.along == "frame":
                    raise mistake(
                        "com is a single number without a direction", 'Write along = "-z"', "along"
                    )
        return self

    def _check_names(self) -> None:
        known = _LIMBS if self.sided else _MIDLINE
        for name in self.covers:
            if name not in known:
                where = "of a limb" if self.sided else "on the midline"
                raise mistake(
                    f"there is no segment {name!r} {where}",
                    f"Choose one of {', '.join(known)}",
                    "covers",
                )
        if len(self.covers) > 1 and self.covers not in _TOGETHER:
            raise mistake(
                f"{' and '.join(self.covers)} are not one part",
                "Cover one segment, or neck and head, or hindfoot and forefoot",
                "covers",
            )
        landmarks = (*_MIDDLE_LANDMARKS, *(_SIDED_LANDMARKS if self.sided else ()))
        for name in self.line:
            if name not in landmarks:
                raise mistake(
                    f"there is no landmark {name!r}",
                    f"Choose two of {', '.join(landmarks)}",
                    "line",
                )
        if self.line[0] == self.line[1]:
            raise mistake(
                "the two ends of the line are the same landmark",
                "Give two different landmarks",
                "line",
            )


class _GroupForm(Form):
    covers: Texts = Field(min_length=1)
    percent: tuple[Positive, ...]


class GrowthForm(Form):
    """Change of masses with age."""

    age: Numbers = Field(min_length=2, description="years, rising")
    limits: tuple[Number, Number]
    group: tuple[_GroupForm, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _sound(self) -> GrowthForm:
        if any(later <= earlier for earlier, later in pairwise(self.age)):
            raise mistake("the ages do not increase", "Give them in increasing order", "age")
        for group in self.group:
            if len(group.percent) != len(self.age):
                raise mistake(
                    f"{' and '.join(group.covers)} has "
                    f"{counted(len(group.percent), 'percentage')}, but "
                    f"there are {len(self.age)} ages",
                    "Give one percentage for each age",
                    "group",
                )
        return self


class _MassForm(Form):
    body: Number
    volume: Number
    constant: Number


class _MomentForm(Form):
    factor: Number
    constant: Number


class _RegressionForm(Form):
    com: Share
    mass: _MassForm
    flexion: _MomentForm
    adduction: _MomentForm
    rotation: _MomentForm


class _SampleForm(Form):
    sex: Literal["female", "male", "any"]
    count: Annotated[int, Field(ge=1)] | None = None
    age: tuple[Number, Number] | None = None
    mass: tuple[Number, Number] | None = None
    stature: tuple[Number, Number] | None = None
    adults: bool = Field(False, strict=True)

    @model_validator(mode="after")
    def _rising(self) -> _SampleForm:
        for name in ("age", "mass", "stature"):
            span = getattr(self, name)
            if span is not None and not 0.0 <= span[0] < span[1]:
                raise mistake(
                    "the smallest value is not below the largest",
                    "Give the smallest value first",
                    name,
                )
        return self


class TableForm(Form):
    """The whole file."""

    name: Text
    citation: Text = Field(description="author, year, where it is published")
    population: Text = Field(description="who was measured and how")
    remarks: Texts = ()
    base: Text | None = None
    sample: tuple[_SampleForm, ...] = Field((), description="who was measured, in numbers")
    part: tuple[PartForm, ...] = ()
    growth: GrowthForm | None = None
    regression: dict[Literal["thigh", "shank", "foot"], _RegressionForm] = Field(
        default_factory=dict
    )

    @model_validator(mode="after")
    def _own_or_based(self) -> TableForm:
        if (self.base is None) == (not self.part):
            raise mistake(
                "a table needs either parts or a base",
                "Give [[part]] tables, or the name of another table as base",
            )
        lacking = {"thigh", "shank", "foot"} - set(self.regression)
        if self.regression and lacking:
            raise mistake(
                f"the regressions lack the {min(lacking)}",
                "Give thigh, shank and foot, or none",
                "regression",
            )
        return self


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
    """Load a table.

    Args:
        given: one of `SEGMENT_TABLES`, or a TOML file.
    Returns:
        The table, all rows in fractions and in segment axes.
    Raises:
        InputError: there is no table of this name, or the file has a mistake.
    """
    return _load(SEGMENT_TABLES.located(given, "--parameters"), ())


def _load(path: Path, above: tuple[Path, ...]) -> SegmentTable:
    text = text_of(path, "the table")
    file, form = _form(path, text)
    if form.base is None:
        return _table(path, text, None)
    beside = path.parent / form.base
    below = beside if is_file(beside) else SEGMENT_TABLES.located(form.base, f"{path}, base")
    if below.resolve() in (path.resolve(), *above):
        raise file.error("the table names itself as its base", ("base",), "Name another one")
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
                f"{' and '.join(part.covers)} is in no growth group, or in several",
                ("growth", "group"),
                "Put each part into exactly one group",
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
                f"the moments of inertia of {' and '.join(row.covers)} ({key}) are impossible: one "
                "is as large as the other two together",
                ("part", number, key),
                "Correct its radii of gyration or its inertia",
            )
        gyration, factor = realisable(column.gyration)
        if factor < 1.0:
            columns[key] = replace(column, gyration=gyration)
            corrected.append(
                f"No body can have the printed inertia tensor of {' and '.join(row.covers)} "
                f"({key}). Its products of inertia are therefore multiplied by {factor:.3f}."
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


def _proportions(row: PartForm, column: PartNumbers) -> Proportions:
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
