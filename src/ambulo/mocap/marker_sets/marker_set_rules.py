"""From what is written in the file of a marker set to its records."""

from __future__ import annotations

from typing import Literal

from ambulo.inputs.registry import is_file, near
from ambulo.inputs.toml_file import (
    TomlFile,
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
from ambulo.mocap.marker_sets.marker_set_form import (
    AlongForm,
    ChordForm,
    FrameForm,
    HipForm,
    MeanForm,
    MeasurementForm,
    NormalForm,
    OffsetForm,
    PointForm,
    ProjectForm,
    SetForm,
    length_sum,
)
from ambulo.mocap.marker_sets.marker_set_sides import for_side
from ambulo.records import SIDES, Side


class Rules:
    """Turns what is written into the records of a marker set; complaints name file, line, key."""

    def __init__(self, file: TomlFile, form: SetForm) -> None:
        self.file, self.form = file, form

    def _axis(self, word: str, side: Side | None, keys: tuple[str, str]) -> tuple[int, int]:
        if word in ("lateral", "medial") and side is not None:
            sign = 1 if side == "left" else -1
            return 1, sign if word == "lateral" else -sign
        if word not in AXIS_WORDS:
            known = (*AXIS_WORDS, *(("lateral", "medial") if side is not None else ()))
            raise self.file.error(f"unknown axis {word!r}", keys, near(word, known))
        return AXIS_WORDS[word]

    def _frame_axis(
        self, value: str, side: Side | None, keys: tuple[str, str]
    ) -> tuple[Literal["axis"], str, str]:
        frame, dot, word = value.rpartition(".")
        if not dot:
            raise self.file.error(
                f"expected frame.axis, found {value!r}", keys, 'Write it as "pelvis.left"'
            )
        axis = self._axis(word, side, keys)
        return ("axis", frame, next(name for name, known in AXIS_WORDS.items() if known == axis))

    def _direction(
        self, value: str | tuple[str, str] | NormalForm, side: Side | None, keys: tuple[str, str]
    ) -> Direction:
        if isinstance(value, tuple):
            return ("points", *value)
        if isinstance(value, str):
            return self._frame_axis(value, side, keys)
        if value.facing is not None:
            _, frame, word = self._frame_axis(value.facing, side, keys)
            return Normal(value.normal_to, 1, (frame, word))
        index, sign = self._axis(value.bends_forward or "", side, keys)
        if index != 1:
            raise self.file.error(
                f"{value.bends_forward!r} is neither lateral nor medial",
                keys,
                'Write bends_forward = "medial"',
            )
        return Normal(value.normal_to, -sign, None)

    def _measurement(self, entry: MeasurementForm) -> MeasurementRule:
        if entry.between is not None:
            return MeasurementRule(Between(entry.between, length_sum(entry.less)), entry.source)
        return MeasurementRule(Sum(length_sum(entry.sum or 0.0)), entry.source)

    def _point(self, name: str, entry: PointForm) -> PointRule:
        return PointRule(self._action(name, entry), entry.note)

    def _action(self, name: str, entry: PointForm) -> PointAction:
        side, keys = side_of(name), ("points", name)
        match entry:
            case MeanForm(mean=points):
                weights = entry.weights or (1.0,) * len(points)
                return Mean(points, tuple(weight / sum(weights) for weight in weights))
            case OffsetForm():
                return self._offset(entry, side, keys)
            case AlongForm(along=(start, stop)):
                return Along(start, stop, length_sum(entry.distance))
            case ProjectForm():
                return Project(entry.project, entry.on_line)
            case ChordForm(chord=(proximal, marker)):
                towards = entry.towards
                third = None if towards is None else self._direction(towards, side, keys)
                distance = length_sum(entry.distance)
                return Chord(proximal, marker, entry.away_from, third, distance, entry.rotation)
            case HipForm():
                return HipCentre(entry.hip)

    def _offset(self, entry: OffsetForm, side: Side | None, keys: tuple[str, str]) -> Offset:
        shift = [Length(0.0, ()), Length(0.0, ()), Length(0.0, ())]
        for word in (*AXIS_WORDS, "lateral", "medial"):
            given = getattr(entry, word)
            if given is not None:
                index, sign = self._axis(word, side, keys)
                length = length_sum(given)
                terms = tuple((sign * factor, name) for factor, name in length.terms)
                shift[index] = Length(sign * length.constant, terms)
        return Offset(entry.offset, entry.frame, (shift[0], shift[1], shift[2]))

    def _frame(self, name: str, entry: FrameForm) -> FrameRule:
        if entry.like is not None:
            return FrameRule(entry.origin, None, None, entry.like, (), None)
        side, keys = side_of(name), ("frames", name)
        axes = []
        for written in (entry.first, entry.second):
            ((word, value),) = (written or {}).items()
            index, sign = self._axis(word, side, keys)
            axes.append((index, sign, self._direction(value, side, keys)))
        if axes[0][0] == axes[1][0]:
            raise self.file.error(
                "first and second are the same axis", keys, "Give two different axes"
            )
        first, second = axes
        return FrameRule(entry.origin, first, second, None, entry.level, entry.neutral, entry.turn)

    # ---- the whole

    def marker_set(self) -> MarkerSet:
        """The set; what it refers to is in it."""
        form = self.form
        found = MarkerSet(
            name=form.name,
            title=form.title,
            source=form.source,
            skeletons=tuple(self.skeleton(given) for given in form.skeletons),
            hip_centre=form.hip_centre,
            pelvis=None if form.pelvis is None else PelvisLandmarks(**form.pelvis.model_dump()),
            markers={
                name: MarkerSpec(
                    name, entry.on, entry.aliases, entry.weight, entry.required, entry.doubt
                )
                for name, entry in form.markers.items()
            },
            one_of=tuple(OneOf(entry.name, entry.options) for entry in form.one_of),
            measurements={
                name: tuple(self._measurement(entry) for entry in entries)
                for name, entries in form.measurements.items()
            },
            points={
                name: tuple(self._point(name, entry) for entry in entries)
                for name, entries in form.points.items()
            },
            frames={
                name: tuple(self._frame(name, entry) for entry in entries)
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
                        "the point has a hip rule, but the table [pelvis] is missing",
                        ("points", key),
                        "Add that table",
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
