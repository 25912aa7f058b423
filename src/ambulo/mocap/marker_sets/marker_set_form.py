"""What may stand in the file of a marker set: the form of every table."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import BeforeValidator, Discriminator, Field, Tag, model_validator

from ambulo.inputs.toml_file import (
    Form,
    Number,
    Numbers,
    Text,
    Texts,
    mistake,
)
from ambulo.mocap.marker_sets.marker_set import (
    Length,
)

_TERM = re.compile(r"\s*([+-]?)\s*(\d+\.?\d*(?:[eE]-?\d+)?|\.\d+)?\s*\*?\s*([A-Za-z_]\w*)?")


def _length(value: object) -> object:
    """`"0.5 left_knee_width + 0.01"` as constant [m] and terms; numbers are left to the form."""
    if not isinstance(value, str):
        return value
    constant, terms = 0.0, []
    text = value.strip()
    at = 0
    while at < len(text) or not text:
        found = _TERM.match(text, at)
        if found is None or not (found[2] or found[3]) or (at > 0 and not found[1]):
            raise mistake(
                f"cannot read the length {value!r}", 'Write it as "0.5 left_knee_width + 0.01"'
            )
        number = float(f"{found[1]}{found[2] or 1}")
        if found[3]:
            terms.append((number, found[3]))
        else:
            constant += number
        at = found.end()
    return Length(constant, tuple(terms))


_Length = Annotated[Length | Number, BeforeValidator(_length)]


def length_sum(value: Length | float) -> Length:
    """A length; a number alone is a constant."""
    return value if isinstance(value, Length) else Length(value, ())


def _kind(value: object) -> str | None:
    """Which form of a direction is written."""
    for kind, form in (("<axis>", str), ("<points>", list), ("<normal>", dict)):
        if isinstance(value, form):
            return kind
    return None


class NormalForm(Form):
    """A direction across three points."""

    normal_to: tuple[Text, Text, Text]
    facing: Text | None = None
    bends_forward: Text | None = None

    either = (
        ("facing", "bends_forward"), "a normal needs `facing` or `bends_forward`",
        'Write facing = "torso.medial" or bends_forward = "medial"',
    )  # fmt: skip


DirectionForm = Annotated[
    Annotated[Text, Tag("<axis>")]
    | Annotated[tuple[Text, Text], Tag("<points>")]
    | Annotated[NormalForm, Tag("<normal>")],
    Discriminator(
        _kind,
        custom_error_type="mistake",
        custom_error_message="a direction is written otherwise. "
        'Write "frame.axis", such as "pelvis.left", or two points ["from", "to"]',
    ),
]


class _MarkerForm(Form):
    on: Text = Field(description="the segment that it moves with")
    aliases: Texts = ()
    weight: Annotated[Number, Field(ge=0)] = 1.0
    required: bool = Field(False, strict=True)
    doubt: str = Field("", description="why its name may mean another marker")


class MeasurementForm(Form):
    """One way to a length or an angle."""

    between: Texts | None = None
    less: _Length = 0.0
    sum: _Length | None = None
    source: str = ""

    either = (
        ("between", "sum"), "a measurement needs `between` or `sum`",
        'Write between = ["LKNE", "LKNM"] or sum = "0.1 height"',
    )  # fmt: skip

    @model_validator(mode="after")
    def _with_source(self) -> MeasurementForm:
        if self.sum is not None and not self.source:
            raise mistake("this estimate has no source", "Give author and year", "source")
        return self


class MeanForm(Form):
    """A point between others."""

    mean: Texts = Field(min_length=1)
    weights: Numbers | None = None
    note: str = ""

    @model_validator(mode="after")
    def _weighed(self) -> MeanForm:
        if self.weights is not None and (
            len(self.weights) != len(self.mean) or abs(sum(self.weights)) < 1e-9
        ):
            raise mistake(
                f"the numbers of weights ({len(self.weights)}) and points ({len(self.mean)}) "
                f"differ, or the sum of the weights ({sum(self.weights):g}) is 0",
                "Give one weight for each point, with a sum other than 0",
                "weights",
            )
        return self


class OffsetForm(Form):
    """A point beside another, in a frame."""

    offset: Text
    frame: Text
    note: str = ""
    anterior: _Length | None = None
    posterior: _Length | None = None
    left: _Length | None = None
    right: _Length | None = None
    up: _Length | None = None
    down: _Length | None = None
    lateral: _Length | None = None
    medial: _Length | None = None


class AlongForm(Form):
    """A point on the way to another."""

    along: tuple[Text, Text]
    distance: _Length
    note: str = ""


class ProjectForm(Form):
    """A point dropped onto a line."""

    project: Text
    on_line: tuple[Text, Text]
    note: str = ""


class ChordForm(Form):
    """A joint centre by Plug-in Gait's chord function."""

    chord: tuple[Text, Text]
    away_from: Text | None = None
    towards: DirectionForm | None = None
    distance: _Length
    rotation: Text | None = None
    note: str = ""

    either = (
        ("away_from", "towards"), "a chord needs `away_from` or `towards`",
        'Write away_from = "a marker" or towards = "pelvis.medial"',
    )  # fmt: skip


class HipForm(Form):
    """A hip centre by the method chosen."""

    hip: Literal["left", "right"]
    note: str = ""


_RULES = ("mean", "offset", "along", "project", "chord", "hip")


def _rule(value: object) -> str | None:
    if isinstance(value, dict):
        return next((f"<{rule}>" for rule in _RULES if rule in value), None)
    return None


PointForm = Annotated[
    Annotated[MeanForm, Tag("<mean>")]
    | Annotated[OffsetForm, Tag("<offset>")]
    | Annotated[AlongForm, Tag("<along>")]
    | Annotated[ProjectForm, Tag("<project>")]
    | Annotated[ChordForm, Tag("<chord>")]
    | Annotated[HipForm, Tag("<hip>")],
    Discriminator(
        _rule,
        custom_error_type="mistake",
        custom_error_message="no rule found. Use mean, offset, along, project, chord or hip",
    ),
]


class FrameForm(Form):
    """The axes of a segment."""

    origin: Text
    first: dict[Text, DirectionForm] | None = None
    second: dict[Text, DirectionForm] | None = None
    like: Text | None = None
    level: Texts = ()
    neutral: Text | None = None
    turn: Text | None = None

    @model_validator(mode="after")
    def _two_axes(self) -> FrameForm:
        axes = {"first": self.first, "second": self.second}
        if self.like is not None:
            if self.first is not None or self.second is not None:
                raise mistake(
                    "a frame with `like` takes its axes from the other frame",
                    "Leave first and second out",
                )
            return self
        for name, axis in axes.items():
            if axis is None or len(axis) != 1:
                raise mistake(
                    f"{name} does not give exactly one axis",
                    f'Write {name} = {{ up = ["from", "to"] }}',
                    name,
                )
        return self


class _OneOfForm(Form):
    name: Text
    options: tuple[Annotated[Texts, Field(min_length=1)], ...] = Field(min_length=1)


class _PelvisForm(Form):
    left_asis: Text
    right_asis: Text
    sacrum: Text
    frame: Text


class _FootForm(Form):
    points: Texts


def _listed(value: object) -> object:
    return value if isinstance(value, list) else [value]


_Alternatives = BeforeValidator(_listed)
_Points = Annotated[tuple[PointForm, ...], _Alternatives, Field(min_length=1)]
_Frames = Annotated[tuple[FrameForm, ...], _Alternatives, Field(min_length=1)]
_Measurements = Annotated[tuple[MeasurementForm, ...], _Alternatives, Field(min_length=1)]


class SetForm(Form):
    """A marker set, sides written out."""

    name: Text
    title: Text
    source: Text = Field(description="where the set is published, or whose it is")
    skeletons: Texts = Field(min_length=1, description="those that it suits, the best first")
    hip_centre: Text | None = None
    extends: Text | None = None
    pelvis: _PelvisForm | None = None
    markers: dict[Text, _MarkerForm] = Field(min_length=1, description="a table [markers]")
    one_of: tuple[_OneOfForm, ...] = ()
    measurements: dict[Text, _Measurements] = Field(default_factory=dict)
    points: dict[Text, _Points] = Field(default_factory=dict)
    frames: dict[Text, _Frames] = Field(default_factory=dict)
    foot: _FootForm = _FootForm(points=())
