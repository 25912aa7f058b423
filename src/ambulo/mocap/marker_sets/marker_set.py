"""A marker set as in its file, with both sides written out. The class of each table defines its
entries.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BeforeValidator, Discriminator, Field, PrivateAttr, Tag, model_validator

from ambulo.inputs.registry import is_file
from ambulo.inputs.toml_file import Form, Number, Numbers, Text, Texts, mistake
from ambulo.mocap.marker_sets.marker_set_sides import for_side
from ambulo.records import Side

AXIS_WORDS: Mapping[str, tuple[int, int]] = {
    "anterior": (0, +1),
    "posterior": (0, -1),
    "left": (1, +1),
    "right": (1, -1),
    "up": (2, +1),
    "down": (2, -1),
}
"""Axis index and sign of each word in a segment frame (x anterior, y left, z up)."""


def axis_words(side: Side | None) -> Mapping[str, tuple[int, int]]:
    """The words that are valid for a side. Lateral and medial depend on the side."""
    if side is None:
        return AXIS_WORDS
    sign = 1 if side == "left" else -1
    return {**AXIS_WORDS, "lateral": (1, sign), "medial": (1, -sign)}


@dataclass(frozen=True)
class Length:
    """A length as a sum: constant [m] + coefficients times measurements."""

    constant: float
    terms: tuple[tuple[float, str], ...]


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


# --------------------------------------------------------------------------- directions


class Normal(Form):
    """Normal (b - a) x (c - b) of the plane through three points a, b, c.

    Its direction is that of `facing`, an axis "frame.word", in the median over the frames. For a
    limb that bends forwards, the normal points to the right or is turned to the given side.
    """

    normal_to: tuple[Text, Text, Text]
    facing: Text | None = None
    bends_forward: Text | None = None

    either = (
        ("facing", "bends_forward"), "a normal needs `facing` or `bends_forward`",
        'Write facing = "torso.medial" or bends_forward = "medial"',
    )  # fmt: skip


def _kind(value: object) -> str | None:
    """Which form of a direction is written."""
    for kind, form in (("<axis>", str), ("<points>", list), ("<normal>", dict)):
        if isinstance(value, form):
            return kind
    return None


# "frame.word", (point, point), or a normal
Direction = Annotated[
    Annotated[Text, Tag("<axis>")]
    | Annotated[tuple[Text, Text], Tag("<points>")]
    | Annotated[Normal, Tag("<normal>")],
    Discriminator(
        _kind,
        custom_error_type="mistake",
        custom_error_message="a direction is written otherwise. "
        'Write "frame.axis", such as "pelvis.left", or two points ["from", "to"]',
    ),
]


def points_of(direction: Direction) -> tuple[str, ...]:
    """The points that define a direction."""
    if isinstance(direction, Normal):
        return direction.normal_to
    return () if isinstance(direction, str) else direction


# --------------------------------------------------------------------------- points


class Mean(Form):
    """Weighted mean of points."""

    mean: Texts = Field(min_length=1)
    weights: Numbers | None = None
    note: str = ""

    @model_validator(mode="after")
    def _weighed(self) -> Mean:
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

    @property
    def shares(self) -> tuple[float, ...]:
        """The weights divided by their sum."""
        weights = self.weights or (1.0,) * len(self.mean)
        return tuple(weight / sum(weights) for weight in weights)


class Offset(Form):
    """A point shifted along the axes of a frame."""

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

    @property
    def shift(self) -> Mapping[str, Length | float]:
        """Lengths by the words along whose axes they lie."""
        given = {word: getattr(self, word) for word in axis_words("left")}
        return {word: length for word, length in given.items() if length is not None}


class PointAlong(Form):
    """A point on the line from a first point towards a second, at a distance from the first."""

    along: tuple[Text, Text]
    distance: _Length
    note: str = ""


class Project(Form):
    """The foot of the perpendicular from a point to the line through two other points."""

    project: Text
    on_line: tuple[Text, Text]
    note: str = ""


class Chord(Form):
    """Plug-in Gait's chord: at `distance` from a lateral marker, seen at a right angle.

    The points are the proximal one and the marker M. The centre C lies at `distance` from M, in the
    plane of proximal, M and a third direction, on the side away from this direction. CM is
    perpendicular to C-proximal. `rotation` turns M about the line proximal-C out of the plane of
    the wand.
    """

    chord: tuple[Text, Text]
    away_from: Text | None = None
    towards: Direction | None = None
    distance: _Length
    rotation: Text | None = None
    note: str = ""

    either = (
        ("away_from", "towards"), "a chord needs `away_from` or `towards`",
        'Write away_from = "a marker" or towards = "pelvis.medial"',
    )  # fmt: skip


class HipCentre(Form):
    """Hip joint centre by the method chosen in `hip_centres`."""

    hip: Literal["left", "right"]
    note: str = ""


_RULES = ("mean", "offset", "along", "project", "chord", "hip")


def _rule(value: object) -> str | None:
    if isinstance(value, dict):
        return next((f"<{rule}>" for rule in _RULES if rule in value), None)
    return None


# one way to a point; `note` is said in the log when it is taken
PointRule = Annotated[
    Annotated[Mean, Tag("<mean>")]
    | Annotated[Offset, Tag("<offset>")]
    | Annotated[PointAlong, Tag("<along>")]
    | Annotated[Project, Tag("<project>")]
    | Annotated[Chord, Tag("<chord>")]
    | Annotated[HipCentre, Tag("<hip>")],
    Discriminator(
        _rule,
        custom_error_type="mistake",
        custom_error_message="no rule found. Use mean, offset, along, project, chord or hip",
    ),
]


# --------------------------------------------------------------------------- the other tables


class MeasurementRule(Form):
    """One way to find a measurement that the subject's record lacks.

    It is a mean length of a path through points, less another length. Or it is a sum of other
    measurements, such as a fraction of body height. An estimate states its source.
    """

    between: Texts | None = None
    less: _Length = 0.0
    sum: _Length | None = None
    source: str = ""

    either = (
        ("between", "sum"), "a measurement needs `between` or `sum`",
        'Write between = ["LKNE", "LKNM"] or sum = "0.1 height"',
    )  # fmt: skip

    @model_validator(mode="after")
    def _with_source(self) -> MeasurementRule:
        if self.sum is not None and not self.source:
            raise mistake("this estimate has no source", "Give author and year", "source")
        return self


class FrameRule(Form):
    """One way to build a segment frame: the first axis is exact, the second in the plane of a given
    direction.

    Args:
        origin: point.
        first, second: axis word and direction.
        like: another frame whose axes are used instead.
        level: markers that rest on the ground with the sole. The frame is turned so that z is
            vertical while they are still.
        neutral: with `level`, the frame with which this frame coincides while the markers are
            still.
        turn: measurement [rad] by which the frame is turned outwards about its first axis; zero if
            the subject's record lacks it.
    """

    origin: Text
    first: dict[Text, Direction] | None = None
    second: dict[Text, Direction] | None = None
    like: Text | None = None
    level: Texts = ()
    neutral: Text | None = None
    turn: Text | None = None

    @model_validator(mode="after")
    def _two_axes(self) -> FrameRule:
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

    @property
    def axes(self) -> tuple[tuple[str, Direction], ...]:
        """Word and direction of the first and second axes; empty for a frame that uses another
        frame's axes.
        """
        return tuple(item for axis in (self.first, self.second) for item in (axis or {}).items())


class MarkerSpec(Form):
    """A marker of a set.

    Args:
        segment: segment with which the marker moves.
        aliases: other names of the same marker.
        weight: weight in the fit; 0 for markers used only in calibration.
        required: whether the set cannot be used without this marker (or its `one_of` group).
        doubt: why its name may mean another marker; "" if it does not.
    """

    segment: Text = Field(alias="on", description="the segment that it moves with")
    aliases: Texts = ()
    weight: Annotated[Number, Field(ge=0)] = 1.0
    required: bool = Field(False, strict=True)
    doubt: str = Field("", description="why its name may mean another marker")


class OneOf(Form):
    """Markers that can replace each other. The file must have one complete option."""

    name: Text
    options: tuple[Annotated[Texts, Field(min_length=1)], ...] = Field(min_length=1)


class PelvisLandmarks(Form):
    """The points and the frame of the pelvis from which hip centre regressions start."""

    left_asis: Text
    right_asis: Text
    sacrum: Text
    frame: Text


class Foot(Form):
    """Points on or near the sole: heel, toe, others. Sides are not written out.

    Args:
        points: points that show strikes and offs.
        on_plates: points that show the foot on a plate, if they differ.
    """

    points: Texts = ()
    on_plates: Texts = ()

    def __getitem__(self, side: Side) -> Texts:
        """The points of a side."""
        return tuple(for_side(point, side) for point in self.points)

    def seen_on_plates(self, side: Side) -> Texts:
        """The points for finding the foot of a side on a plate."""
        return tuple(for_side(point, side) for point in self.on_plates or self.points)


def _listed(value: object) -> object:
    return value if isinstance(value, list) else [value]


_Alternatives = BeforeValidator(_listed)
_Points = Annotated[tuple[PointRule, ...], _Alternatives, Field(min_length=1)]
_Frames = Annotated[tuple[FrameRule, ...], _Alternatives, Field(min_length=1)]
_Measurements = Annotated[tuple[MeasurementRule, ...], _Alternatives, Field(min_length=1)]


class MarkerSet(Form):
    """A marker set with both sides written out.

    Args:
        name, title, source: name, description and publication of the set.
        skeletons: skeletons that suit the set, the best first.
        hip_centre: default method for hip joint centres; None if no rule needs one.
        markers, one_of, measurements, points, frames, foot: as in the file.
    """

    name: Text
    title: Text
    source: Text = Field(description="where the set is published, or whose it is")
    skeletons: Texts = Field(min_length=1, description="those that it suits, the best first")
    hip_centre: Text | None = None
    extends: Text | None = None
    pelvis: PelvisLandmarks | None = None
    markers: dict[Text, MarkerSpec] = Field(min_length=1, description="a table [markers]")
    one_of: tuple[OneOf, ...] = ()
    measurements: dict[Text, _Measurements] = Field(default_factory=dict)
    points: dict[Text, _Points] = Field(default_factory=dict)
    frames: dict[Text, _Frames] = Field(default_factory=dict)
    foot: Foot = Foot()
    _path: Path = PrivateAttr(default=Path())

    __eq__, __hash__ = object.__eq__, object.__hash__

    @property
    def path(self) -> Path:
        """The file."""
        return self._path

    def of_file(self, path: Path) -> MarkerSet:
        """The set with its file, and with the paths of skeletons beside this file."""
        beside = ((given, path.parent / given) for given in self.skeletons)
        skeletons = tuple(
            str(own) if given.endswith(".toml") and is_file(own) else given for given, own in beside
        )
        found = self.model_copy(update={"skeletons": skeletons})
        found._path = path
        return found
