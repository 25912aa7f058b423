"""A marker set as data: names, landmarks, joint centres, segment frames, weights, in one TOML.

A new marker set is a new file and nothing else. Keys and strings may hold `{side}` (left, right),
`{S}` (L, R) and `{s}` (l, r); an entry that does is written out once for each side.

    [markers]        canonical name = { on = segment, weight, aliases, required }
    [[one_of]]       groups of markers of which one must be there
    [measurements]   lengths and angles: from the subject, else by the first rule that can be used
    [points]         landmarks and joint centres: the first rule whose inputs are there
    [frames]         segment frames: origin, exact first axis, approximate second axis
    [foot]           points by which a foot is found on a plate: heel, toe, others

Points with these names have a meaning of their own: every joint of a skeleton (`lumbar`, `neck`,
`head`, `{side}_hip`, ...), and `vertex`, `{side}_fingertip`, `{side}_heel`, `{side}_metatarsal`,
`{side}_toe`, the ends of the body.

Directions are `"frame.word"` (`pelvis.left`, `world.up`) or two points `["from", "to"]`; the words
are anterior, posterior, left, right, up, down, and lateral and medial, which turn with the side.
A third kind is the normal of three points, `{ normal_to = [a, b, c], facing = "torso.medial" }`, or
`{ normal_to = [a, b, c], bends_forward = "medial" }` for a limb a-b-c that is bent forwards at b.
Lengths are sums such as `"0.5 left_knee_width + 0.5 marker_diameter - 0.01"`, in metres.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Discriminator, Field, Tag, model_validator

from ambulo.inputs.errors import InputError
from ambulo.inputs.registry import FileRegistry, is_file, near
from ambulo.inputs.toml_file import (
    Form,
    Number,
    Numbers,
    Text,
    Texts,
    TomlFile,
    mistake,
    open_toml,
    text_of,
)
from ambulo.mocap.marker_sets.marker_set import (
    AXIS_WORDS,
    Along,
    Between,
    Chord,
    Direction,
    FrameRule,
    HipCentre,
    Length,
    MarkerSet,
    MarkerSpec,
    Mean,
    MeasurementRule,
    Normal,
    Offset,
    OneOf,
    PelvisLandmarks,
    PointAction,
    PointRule,
    Project,
    Sum,
    side_of,
)
from ambulo.mocap.marker_sets.marker_set_sides import for_side, sides, written_out
from ambulo.model.moment_axes import MomentAxes
from ambulo.records import SIDES, Side

__all__ = ["MARKER_SETS", "load_marker_set", "shipped_marker_sets"]

MARKER_SETS = FileRegistry("marker_set", Path(__file__).parent)
"""Marker sets by name; an entry is the path of a TOML file."""


# --------------------------------------------------------------------------- lengths

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


def _sum(value: Length | float) -> Length:
    return value if isinstance(value, Length) else Length(value, ())


# --------------------------------------------------------------------------- forms


def _kind(value: object) -> str | None:
    """Which form of a direction is written."""
    for kind, form in (("<axis>", str), ("<points>", list), ("<normal>", dict)):
        if isinstance(value, form):
            return kind
    return None


class _NormalForm(Form):
    normal_to: tuple[Text, Text, Text]
    facing: Text | None = None
    bends_forward: Text | None = None

    @model_validator(mode="after")
    def _turned(self) -> _NormalForm:
        if (self.facing is None) == (self.bends_forward is None):
            raise mistake(
                "a normal needs `facing` or `bends_forward`",
                'Write facing = "torso.medial" or bends_forward = "medial"',
            )
        return self


_DirectionForm = Annotated[
    Annotated[Text, Tag("<axis>")]
    | Annotated[tuple[Text, Text], Tag("<points>")]
    | Annotated[_NormalForm, Tag("<normal>")],
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


class _MeasurementForm(Form):
    between: Texts | None = None
    less: _Length = 0.0
    sum: _Length | None = None
    source: str = ""

    @model_validator(mode="after")
    def _one(self) -> _MeasurementForm:
        if (self.between is None) == (self.sum is None):
            raise mistake(
                "a measurement needs `between` or `sum`",
                'Write between = ["LKNE", "LKNM"] or sum = "0.1 height"',
            )
        if self.sum is not None and not self.source:
            raise mistake("an estimate needs its source", "Give author and year", "source")
        return self


class _MeanForm(Form):
    mean: Texts = Field(min_length=1)
    weights: Numbers | None = None
    note: str = ""

    @model_validator(mode="after")
    def _weighed(self) -> _MeanForm:
        if self.weights is not None and (
            len(self.weights) != len(self.mean) or abs(sum(self.weights)) < 1e-9
        ):
            raise mistake(
                "weights must be one per point, and not add up to zero",
                f"Give {len(self.mean)}",
                "weights",
            )
        return self


class _OffsetForm(Form):
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


class _AlongForm(Form):
    along: tuple[Text, Text]
    distance: _Length
    note: str = ""


class _ProjectForm(Form):
    project: Text
    on_line: tuple[Text, Text]
    note: str = ""


class _ChordForm(Form):
    chord: tuple[Text, Text]
    away_from: Text | None = None
    towards: _DirectionForm | None = None
    distance: _Length
    rotation: Text | None = None
    note: str = ""

    @model_validator(mode="after")
    def _one(self) -> _ChordForm:
        if (self.away_from is None) == (self.towards is None):
            raise mistake(
                "a chord needs `away_from` or `towards`",
                'Write away_from = "a marker" or towards = "pelvis.medial"',
            )
        return self


class _HipForm(Form):
    hip: Literal["left", "right"]
    note: str = ""


_RULES = ("mean", "offset", "along", "project", "chord", "hip")


def _rule(value: object) -> str | None:
    if isinstance(value, dict):
        return next((f"<{rule}>" for rule in _RULES if rule in value), None)
    return None


_PointForm = Annotated[
    Annotated[_MeanForm, Tag("<mean>")]
    | Annotated[_OffsetForm, Tag("<offset>")]
    | Annotated[_AlongForm, Tag("<along>")]
    | Annotated[_ProjectForm, Tag("<project>")]
    | Annotated[_ChordForm, Tag("<chord>")]
    | Annotated[_HipForm, Tag("<hip>")],
    Discriminator(
        _rule,
        custom_error_type="mistake",
        custom_error_message="no rule found. Use mean, offset, along, project, chord or hip",
    ),
]


class _FrameForm(Form):
    origin: Text
    first: dict[Text, _DirectionForm] | None = None
    second: dict[Text, _DirectionForm] | None = None
    like: Text | None = None
    level: Texts = ()
    neutral: Text | None = None
    turn: Text | None = None

    @model_validator(mode="after")
    def _two_axes(self) -> _FrameForm:
        axes = {"first": self.first, "second": self.second}
        if self.like is not None:
            if self.first is not None or self.second is not None:
                raise mistake("a frame like another has its axes", "Leave first and second out")
            return self
        for name, axis in axes.items():
            if axis is None or len(axis) != 1:
                raise mistake(
                    f"{name} needs one axis", f'Write {name} = {{ up = ["from", "to"] }}', name
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
_Points = Annotated[tuple[_PointForm, ...], _Alternatives, Field(min_length=1)]
_Frames = Annotated[tuple[_FrameForm, ...], _Alternatives, Field(min_length=1)]
_Measurements = Annotated[tuple[_MeasurementForm, ...], _Alternatives, Field(min_length=1)]


class _SetForm(Form):
    """A marker set, sides written out."""

    name: Text
    title: Text
    source: Text = Field(description="where the set is published, or whose it is")
    skeletons: Texts = Field(min_length=1, description="those that it suits, the best first")
    hip_centre: Text | None = None
    extends: Text | None = None
    moment_axes: MomentAxes = "proximal"
    pelvis: _PelvisForm | None = None
    markers: dict[Text, _MarkerForm] = Field(min_length=1, description="a table [markers]")
    one_of: tuple[_OneOfForm, ...] = ()
    measurements: dict[Text, _Measurements] = Field(default_factory=dict)
    points: dict[Text, _Points] = Field(default_factory=dict)
    frames: dict[Text, _Frames] = Field(default_factory=dict)
    foot: _FootForm = _FootForm(points=())


# --------------------------------------------------------------------------- rules


class _Rules:
    """Turns what is written into the records of a marker set; complaints name file, line, key."""

    def __init__(self, file: TomlFile, form: _SetForm) -> None:
        self.file, self.form = file, form

    def axis(self, word: str, side: Side | None, keys: tuple[str, str]) -> tuple[int, int]:
        if word in ("lateral", "medial") and side is not None:
            sign = 1 if side == "left" else -1
            return 1, sign if word == "lateral" else -sign
        if word not in AXIS_WORDS:
            known = (*AXIS_WORDS, *(("lateral", "medial") if side is not None else ()))
            raise self.file.error(f"unknown axis {word!r}", keys, near(word, known))
        return AXIS_WORDS[word]

    def frame_axis(
        self, value: str, side: Side | None, keys: tuple[str, str]
    ) -> tuple[Literal["axis"], str, str]:
        frame, dot, word = value.rpartition(".")
        if not dot:
            raise self.file.error(
                f"expected frame.axis, found {value!r}", keys, 'Write it as "pelvis.left"'
            )
        axis = self.axis(word, side, keys)
        return ("axis", frame, next(name for name, known in AXIS_WORDS.items() if known == axis))

    def direction(
        self, value: str | tuple[str, str] | _NormalForm, side: Side | None, keys: tuple[str, str]
    ) -> Direction:
        if isinstance(value, tuple):
            return ("points", *value)
        if isinstance(value, str):
            return self.frame_axis(value, side, keys)
        if value.facing is not None:
            _, frame, word = self.frame_axis(value.facing, side, keys)
            return Normal(value.normal_to, 1, (frame, word))
        index, sign = self.axis(value.bends_forward or "", side, keys)
        if index != 1:
            raise self.file.error(
                "a limb's normal is lateral or medial", keys, 'Write bends_forward = "medial"'
            )
        return Normal(value.normal_to, -sign, None)

    def measurement(self, entry: _MeasurementForm) -> MeasurementRule:
        if entry.between is not None:
            return MeasurementRule(Between(entry.between, _sum(entry.less)), entry.source)
        return MeasurementRule(Sum(_sum(entry.sum or 0.0)), entry.source)

    def point(self, name: str, entry: _PointForm) -> PointRule:
        return PointRule(self.action(name, entry), entry.note)

    def action(self, name: str, entry: _PointForm) -> PointAction:
        side, keys = side_of(name), ("points", name)
        match entry:
            case _MeanForm(mean=points):
                weights = entry.weights or (1.0,) * len(points)
                return Mean(points, tuple(weight / sum(weights) for weight in weights))
            case _OffsetForm():
                return self.offset(entry, side, keys)
            case _AlongForm(along=(start, stop)):
                return Along(start, stop, _sum(entry.distance))
            case _ProjectForm():
                return Project(entry.project, entry.on_line)
            case _ChordForm(chord=(proximal, marker)):
                towards = entry.towards
                third = None if towards is None else self.direction(towards, side, keys)
                distance = _sum(entry.distance)
                return Chord(proximal, marker, entry.away_from, third, distance, entry.rotation)
            case _HipForm():
                return HipCentre(entry.hip)

    def offset(self, entry: _OffsetForm, side: Side | None, keys: tuple[str, str]) -> Offset:
        shift = [Length(0.0, ()), Length(0.0, ()), Length(0.0, ())]
        for word in (*AXIS_WORDS, "lateral", "medial"):
            given = getattr(entry, word)
            if given is not None:
                index, sign = self.axis(word, side, keys)
                length = _sum(given)
                terms = tuple((sign * factor, name) for factor, name in length.terms)
                shift[index] = Length(sign * length.constant, terms)
        return Offset(entry.offset, entry.frame, (shift[0], shift[1], shift[2]))

    def frame(self, name: str, entry: _FrameForm) -> FrameRule:
        if entry.like is not None:
            return FrameRule(entry.origin, None, None, entry.like, (), None)
        side, keys = side_of(name), ("frames", name)
        axes = []
        for written in (entry.first, entry.second):
            ((word, value),) = (written or {}).items()
            index, sign = self.axis(word, side, keys)
            axes.append((index, sign, self.direction(value, side, keys)))
        if axes[0][0] == axes[1][0]:
            raise self.file.error(
                "first and second are the same axis", keys, "Give two that differ"
            )
        first, second = axes
        return FrameRule(entry.origin, first, second, None, entry.level, entry.neutral, entry.turn)

    # ---- the whole

    def marker_set(self) -> MarkerSet:
        form = self.form
        found = MarkerSet(
            name=form.name,
            title=form.title,
            source=form.source,
            skeletons=tuple(self.skeleton(given) for given in form.skeletons),
            hip_centre=form.hip_centre,
            moment_axes=form.moment_axes,
            pelvis=None if form.pelvis is None else PelvisLandmarks(**form.pelvis.model_dump()),
            markers={
                name: MarkerSpec(name, entry.on, entry.aliases, entry.weight, entry.required)
                for name, entry in form.markers.items()
            },
            one_of=tuple(OneOf(entry.name, entry.options) for entry in form.one_of),
            measurements={
                name: tuple(self.measurement(entry) for entry in entries)
                for name, entries in form.measurements.items()
            },
            points={
                name: tuple(self.point(name, entry) for entry in entries)
                for name, entries in form.points.items()
            },
            frames={
                name: tuple(self.frame(name, entry) for entry in entries)
                for name, entries in form.frames.items()
            },
            foot={side: tuple(for_side(p, side) for p in form.foot.points) for side in SIDES},
            path=self.file.path,
        )
        self.check_references(found)
        return found

    def skeleton(self, given: str) -> str:
        """A skeleton's name, or the path of one that lies beside the marker set."""
        beside = self.file.path.parent / given
        return str(beside) if given.endswith(".toml") and is_file(beside) else given

    def check_references(self, marker_set: MarkerSet) -> None:
        """Every name that a rule uses is a marker, a point, a frame or a measurement."""
        things = {*marker_set.markers, *marker_set.points}
        frames = {*marker_set.frames, "world"}
        both = sorted(set(marker_set.markers) & set(marker_set.points))
        if both:
            raise self.file.error(
                "a point has the name of a marker", ("points", both[0]), "Rename one of them"
            )

        def check(table: str, key: str, names: tuple[str, ...], known: set[str], kind: str) -> None:
            for name in names:
                if name not in known:
                    places = {"frame": "[frames]", "marker": "[markers]"}
                    place = places.get(kind, "[markers] or [points]")
                    raise self.file.error(
                        f"unknown {kind} {name!r}", (table, key), f"Define it in {place}"
                    )

        for key, rules in marker_set.points.items():
            for rule in rules:
                used, used_frames = _names_in(rule.action)
                check("points", key, used, things, "point")
                check("points", key, used_frames, frames, "frame")
                if isinstance(rule.action, HipCentre) and marker_set.pelvis is None:
                    raise self.file.error(
                        "a hip rule needs the table [pelvis]", ("points", key), "Add that table"
                    )
        for key, frame_rules in marker_set.frames.items():
            for frame_rule in frame_rules:
                check("frames", key, (frame_rule.origin, *frame_rule.level), things, "point")
                for other in (frame_rule.like, frame_rule.neutral):
                    if other is not None:
                        check("frames", key, (other,), frames, "frame")
                for axis in (frame_rule.first, frame_rule.second):
                    if axis is not None:
                        used, used_frames = _names_in_direction(axis[2])
                        check("frames", key, used, things, "point")
                        check("frames", key, used_frames, frames, "frame")
        for key, measurement_rules in marker_set.measurements.items():
            for measurement_rule in measurement_rules:
                if isinstance(measurement_rule.action, Between):
                    check("measurements", key, measurement_rule.action.points, things, "point")
        for group in marker_set.one_of:
            for option in group.options:
                check("one_of", "options", option, set(marker_set.markers), "marker")
        for side in SIDES:
            check("foot", "points", marker_set.foot[side], things, "point")


def _names_in_direction(direction: Direction | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Points and frames that a direction uses."""
    if direction is None:
        return (), ()
    if isinstance(direction, Normal):
        return direction.points, ((direction.facing[0],) if direction.facing else ())
    if direction[0] == "axis":
        return (), (direction[1],)
    return direction[1:], ()


def _names_in(action: PointAction) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Points and frames that a rule uses."""
    match action:
        case Mean(points=points):
            return points, ()
        case Offset(base=base, frame=frame):
            return (base,), (frame,)
        case Along(start=start, towards=towards):
            return (start, towards), ()
        case Project(point=point, line=line):
            return (point, *line), ()
        case Chord(proximal=proximal, marker=marker, away_from=away, towards=direction):
            points, frames = _names_in_direction(direction)
            return (proximal, marker, *((away,) if away else ()), *points), frames
        case HipCentre():
            return (), ()


# --------------------------------------------------------------------------- files


def shipped_marker_sets() -> tuple[str, ...]:
    """Names of the marker sets that come with Ambulo or were added to it."""
    return tuple(MARKER_SETS)


def load_marker_set(given: str | Path) -> MarkerSet:
    """Read a marker set.

    Args:
        given: name of a set, or the path of a TOML file.
    Raises:
        InputError: no such set, or the file has a mistake (names the line and the key).
    """
    return _marker_set(_files(MARKER_SETS.located(given, "markers")))


@lru_cache(maxsize=64)
def _file(path: Path, text: str) -> TomlFile:
    return open_toml(path, "the marker set", text)


def _files(path: Path, above: tuple[Path, ...] = ()) -> tuple[TomlFile, ...]:
    """A file and those that it extends, one after the other."""
    file = _file(path, text_of(path, "the marker set"))
    base = file.tables.get("extends")
    if base is None:
        return (file,)
    if not isinstance(base, str):
        raise file.error(f"is {base!r} and should be a text", ("extends",), "Name a marker set")
    if path.resolve() in above:
        raise file.error("the set extends itself", ("extends",), "Name another one")
    names = (base, f"{base}.toml")
    beside = next((path.parent / n for n in names if is_file(path.parent / n)), None)
    try:
        below = beside or MARKER_SETS.located(base)
    except InputError as error:
        raise file.error(error.what, ("extends",), error.remedy) from error
    return (file, *_files(below, (*above, path.resolve())))


@lru_cache(maxsize=64)
def _marker_set(files: tuple[TomlFile, ...]) -> MarkerSet:
    """The set of a file laid over those that it extends."""
    tables: dict[str, Any] = {}
    spelt: dict[str, str] = {}
    base: TomlFile | None = None
    for file in reversed(files):
        # both sides are written out first: a template takes the place of what it names below
        own = _written_out(file.tables)
        merged = {**tables, **own}
        for key, value in tables.items():
            if isinstance(value, dict) and isinstance(own.get(key), dict):
                merged[key] = {**value, **own[key]}
        tables = merged
        spelt |= _written(file.tables)
        base = TomlFile(file.path, file.text, file.tables, dict(spelt), base)
    assert base is not None
    return _Rules(base, base.read(_SetForm, tables)).marker_set()


_SIDED = ("markers", "measurements", "points", "frames")


def _written_out(tables: Mapping[str, Any]) -> dict[str, Any]:
    """Tables with the entries that hold for both sides once for each."""
    found = dict(tables)
    for name in _SIDED:
        if isinstance(found.get(name), dict):
            found[name] = dict(sides(found[name]))
    if isinstance(found.get("one_of"), list):
        found["one_of"] = [entry for written in found["one_of"] for entry in written_out(written)]
    return found


def _written(tables: Mapping[str, Any]) -> dict[str, str]:
    """How the names that were written out are spelt in the file."""
    return {
        for_side(key, side): key
        for name in _SIDED
        if isinstance(tables.get(name), dict)
        for key in tables[name]
        for side in SIDES
    }
