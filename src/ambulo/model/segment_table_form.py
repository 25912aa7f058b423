"""The form of a segment parameter table's TOML: entries, their ranges, and what goes together."""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, Literal

from pydantic import Field, model_validator

from ambulo.inputs.toml_file import Form, Number, Numbers, Text, Texts, Vector, mistake

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


class Column(Form):
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
    def _one_form(self) -> Column:
        radii = (self.sagittal, self.transverse, self.longitudinal)
        given = [
            self.tensor is not None,
            self.inertia is not None,
            any(radius is not None for radius in radii),
        ]
        if sum(given) != 1 or (given[2] and None in radii):
            raise mistake(
                "the inertia is not given in one of its forms",
                "Give sagittal, transverse and longitudinal; or tensor; or inertia",
            )
        if given[2] == isinstance(self.com, tuple):
            wanted = "one number, of the length" if given[2] else "three numbers"
            raise mistake("com does not suit the form of the inertia", f"Give {wanted}", "com")
        if given[1] != (self.line_length is not None):
            raise mistake(
                "inertia and line_length go together", "Give the length in m", "line_length"
            )
        return self


class PartForm(Form):
    """A part of the body: what it covers, its line, and numbers for women, men or all."""

    covers: Texts = Field(min_length=1, description="segments that it stands for")
    line: tuple[Text, Text] = Field(description="landmarks between which its length is measured")
    along: Literal["-z", "+z", "+x", "frame"] = Field(description="direction of the line, standing")
    sided: bool = Field(False, strict=True)
    about: tuple[Radius, Radius, Radius] | None = None
    axes: Literal["isb", "isb_hand"] | None = None
    body_mass: Positive | None = None
    female: Column | None = None
    male: Column | None = None
    any: Column | None = None

    @property
    def columns(self) -> dict[str, Column]:
        """Columns that are given, by sex."""
        known = {"female": self.female, "male": self.male, "any": self.any}
        return {key: column for key, column in known.items() if column is not None}

    @model_validator(mode="after")
    def _sound(self) -> PartForm:
        self._check_names()
        columns = self.columns
        if not columns or ("any" in columns and len(columns) > 1):
            raise mistake("a part has no numbers", "Give female and male, one of them, or any")
        for column in columns.values():
            if column.tensor is not None and self.axes is None:
                raise mistake("a tensor needs axes", 'Write axes = "isb" or "isb_hand"', "axes")
            if column.inertia is not None and self.body_mass is None:
                raise mistake("inertia needs body_mass", "Give the subject's, in kg", "body_mass")
            if column.sagittal is not None:
                if self.about is None or len(set(self.about)) < 3:
                    raise mistake(
                        "radii of gyration need `about`",
                        "Say which lie along x, y and z: "
                        'about = ["sagittal", "transverse", "longitudinal"]',
                        "about",
                    )
                if self.along == "frame":
                    raise mistake("com has no direction", 'Write along = "-z"', "along")
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
            raise mistake("the line has no length", "Give two landmarks", "line")


class _GroupForm(Form):
    covers: Texts = Field(min_length=1)
    percent: tuple[Positive, ...]


class GrowthForm(Form):
    """How masses change with age."""

    age: Numbers = Field(min_length=2, description="years, rising")
    limits: tuple[Number, Number]
    group: tuple[_GroupForm, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _sound(self) -> GrowthForm:
        if any(later <= earlier for earlier, later in pairwise(self.age)):
            raise mistake("the ages do not rise", "Give them in rising order", "age")
        for group in self.group:
            if len(group.percent) != len(self.age):
                raise mistake(
                    f"{' and '.join(group.covers)} has {len(group.percent)} percentages for "
                    f"{len(self.age)} ages",
                    "Give one an age",
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
                raise mistake("the span does not rise", "Give the least and the most", name)
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
                "a table has either parts or a base",
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
