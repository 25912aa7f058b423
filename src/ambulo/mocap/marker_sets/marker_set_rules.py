"""Check of the names in a marker set: segments, points, frames, axes and measurements."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cache
from typing import NamedTuple

from ambulo.inputs.registry import near
from ambulo.inputs.toml_file import TomlFile
from ambulo.mocap.marker_sets.marker_set import (
    Chord,
    Direction,
    FrameRule,
    HipCentre,
    MarkerSet,
    Mean,
    Normal,
    Offset,
    PointAlong,
    PointRule,
    Project,
    axis_words,
    points_of,
)
from ambulo.model.skeleton import SKELETONS, load_skeleton
from ambulo.records import SIDES
from ambulo.records.sides import side_of


class _Used(NamedTuple):
    """Names in a rule: points, frames, words of axes, and axes as "frame.word"."""

    points: tuple[str, ...] = ()
    frames: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    axes: tuple[str, ...] = ()


def _in_directions(directions: Iterable[Direction]) -> _Used:
    points, words, axes = list[str](), list[str](), list[str]()
    for direction in directions:
        points += points_of(direction)
        if isinstance(direction, Normal):
            axes += [direction.facing] if direction.facing else []
            words += [direction.bends_forward] if direction.bends_forward else []
        elif isinstance(direction, str):
            axes.append(direction)
    return _Used(tuple(points), (), tuple(words), tuple(axes))


def _in_point(rule: PointRule) -> _Used:
    match rule:
        case Mean():
            return _Used(rule.mean)
        case Offset():
            return _Used((rule.offset,), (rule.frame,), tuple(rule.shift))
        case PointAlong():
            return _Used(rule.along)
        case Project():
            return _Used((rule.project, *rule.on_line))
        case Chord():
            used = _in_directions([] if rule.towards is None else [rule.towards])
            away = () if rule.away_from is None else (rule.away_from,)
            return used._replace(points=(*rule.chord, *away, *used.points))
        case HipCentre():
            return _Used()


def _in_frame(rule: FrameRule) -> _Used:
    used = _in_directions(direction for _, direction in rule.axes)
    return used._replace(
        points=(rule.origin, *rule.level, *used.points),
        frames=tuple(frame for frame in (rule.like, rule.neutral) if frame is not None),
        words=(*(word for word, _ in rule.axes), *used.words),
    )


@cache
def _segments_of_bodies() -> frozenset[str]:
    """Segments of Ambulo's skeletons. A set may have markers on them without a frame for them."""
    shipped = (name for name in SKELETONS if not SKELETONS.whose(name))
    return frozenset(segment for name in shipped for segment in load_skeleton(name).segments)


def check_references(file: TomlFile, marker_set: MarkerSet) -> None:
    """Check that every name in a rule is a marker, a point, a frame, an axis or a measurement, and
    that every marker is on a segment.

    Raises:
        InputError: a name is not known. The message gives file, line and key.
    """
    things = {*marker_set.markers, *marker_set.points}
    frames = {*marker_set.frames, "world"}
    both = sorted(set(marker_set.markers) & set(marker_set.points))
    if both:
        name = both[0]
        said = {"points": "a point has the name of a marker",
                "markers": "a marker has the name of a point"}  # fmt: skip
        # the file's own entry is the one to rename, not an inherited one
        table = next((table for table in said if file.writes((table, name))), "points")
        raise file.error(said[table], (table, name), "Rename one of them")

    def check(
        table: str, key: str, names: Iterable[str], known: Collection[str], kind: str
    ) -> None:
        for name in names:
            if name not in known:
                places = {"frame": "[frames]", "marker": "[markers]"}
                place = places.get(kind, "[markers] or [points]")
                raise file.error(f"unknown {kind} {name!r}", (table, key), f"Define it in {place}")

    def check_rule(table: str, key: str, used: _Used) -> None:
        words = axis_words(side_of(key))
        named = list(used.words)
        for axis in used.axes:
            frame, dot, word = axis.rpartition(".")
            if not dot:
                remedy = 'Write it as "pelvis.left"'
                raise file.error(f"expected frame.axis, found {axis!r}", (table, key), remedy)
            check(table, key, (frame,), frames, "frame")
            named.append(word)
        for word in named:
            if word not in words:
                raise file.error(f"unknown axis {word!r}", (table, key), near(word, words))
        check(table, key, used.points, things, "point")
        check(table, key, used.frames, frames, "frame")

    for key, spec in marker_set.markers.items():
        if spec.segment not in frames and spec.segment not in _segments_of_bodies():
            remedy = near(spec.segment, sorted(_segments_of_bodies().union(marker_set.frames)))
            raise file.error(f"unknown segment {spec.segment!r}", ("markers", key), remedy)
    for key, rules in marker_set.points.items():
        for rule in rules:
            check_rule("points", key, _in_point(rule))
            if isinstance(rule, HipCentre) and marker_set.pelvis is None:
                raise file.error(
                    "the point has a hip rule, but the table [pelvis] is missing",
                    ("points", key),
                    "Add that table",
                )
            if isinstance(rule, Chord) and rule.towards is not None:
                _check_bend(file, ("points", key), rule.towards)
    for key, frame_rules in marker_set.frames.items():
        words = axis_words(side_of(key))
        for frame_rule in frame_rules:
            check_rule("frames", key, _in_frame(frame_rule))
            if len({words[word][0] for word, _ in frame_rule.axes}) == 1:
                raise file.error(
                    "first and second are the same axis", ("frames", key), "Give two different axes"
                )
            for _, direction in frame_rule.axes:
                _check_bend(file, ("frames", key), direction)
    for key, measurement_rules in marker_set.measurements.items():
        for measurement in measurement_rules:
            check("measurements", key, measurement.between or (), things, "point")
    for group in marker_set.one_of:
        for option in group.options:
            check("one_of", "options", option, marker_set.markers, "marker")
    for side in SIDES:
        check("foot", "points", marker_set.foot[side], things, "point")
        check("foot", "on_plates", marker_set.foot.seen_on_plates(side), things, "point")


def _check_bend(file: TomlFile, keys: tuple[str, str], direction: Direction) -> None:
    """A limb that bends forwards has its normal to a side."""
    word = direction.bends_forward if isinstance(direction, Normal) else None
    if word is not None and axis_words("left")[word][0] != 1:
        raise file.error(
            f"{word!r} is neither lateral nor medial", keys, 'Write bends_forward = "medial"'
        )
