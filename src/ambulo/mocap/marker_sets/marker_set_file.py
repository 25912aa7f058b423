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
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal

from ambulo.errors import InputError
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
from ambulo.records import SIDES, Side

__all__ = ["load_marker_set", "shipped_marker_sets"]


class _Reader:
    """Turns one parsed TOML into a MarkerSet; every complaint names the file, line and key."""

    def __init__(self, path: Path, text: str) -> None:
        self.path = path
        self.lines = text.splitlines()

    def error(self, what: str, table: str, key: str = "", remedy: str = "") -> InputError:
        where = f"{self.path.name}"
        line = self._line(table, key)
        if line:
            where += f", line {line}"
        name = f"{table}.{key}" if key else table
        return InputError(what=f"{what} (at {name})", where=where, remedy=remedy)

    def _line(self, table: str, key: str) -> int | None:
        """Line of a key in its table, or of the heading of the key's own table."""

        def matches(name: str, wanted: str) -> bool:
            return wanted in {name, *(for_side(name, side) for side in SIDES)}

        heading = ""
        for number, line in enumerate(self.lines, start=1):
            text = line.strip()
            if text.startswith("["):
                heading, _, own = (part.strip('" ') for part in text.strip("[] ").partition("."))
                if heading == table and (not key or matches(own, key)):
                    return number
            elif (
                heading in ("", table)
                and "=" in text
                and matches(text.split("=")[0].strip('" '), key or table)
            ):
                return number
        return None

    # ---- pieces

    def text(self, value: Any, table: str, key: str) -> str:
        if not isinstance(value, str) or not value:
            raise self.error(f"expected a text, found {value!r}", table, key)
        return value

    def texts(self, value: Any, table: str, key: str, count: int | None = None) -> tuple[str, ...]:
        good = isinstance(value, list) and all(isinstance(v, str) for v in value)
        if not good or (count is not None and len(value) != count):
            wanted = f"{count} names" if count else "a list of names"
            raise self.error(f"expected {wanted}, found {value!r}", table, key)
        return tuple(value)

    def length(self, value: Any, table: str, key: str) -> Length:
        if isinstance(value, int | float) and not isinstance(value, bool):
            return Length(float(value), ())
        if not isinstance(value, str):
            raise self.error(f"expected a length, found {value!r}", table, key)
        constant, terms = 0.0, []
        rest = value.strip()
        pattern = re.compile(
            r"\s*([+-]?)\s*(\d+\.?\d*(?:[eE]-?\d+)?|\.\d+)?\s*\*?\s*([A-Za-z_]\w*)?"
        )
        at = 0
        while at < len(rest):
            found = pattern.match(rest, at)
            if found is None or not (found[2] or found[3]) or (at > 0 and not found[1]):
                raise self.error(
                    f"cannot read the length {value!r}",
                    table,
                    key,
                    'Write it as "0.5 left_knee_width + 0.01"',
                )
            number = float(f"{found[1]}{found[2] or 1}")
            if found[3]:
                terms.append((number, found[3]))
            else:
                constant += number
            at = found.end()
        return Length(constant, tuple(terms))

    def axis(self, word: str, side: Side | None, table: str, key: str) -> tuple[int, int]:
        if word in ("lateral", "medial") and side is not None:
            sign = 1 if side == "left" else -1
            return 1, sign if word == "lateral" else -sign
        if word not in AXIS_WORDS:
            known = ", ".join((*AXIS_WORDS, "lateral", "medial"))
            raise self.error(f"unknown axis {word!r}", table, key, f"Use one of {known}")
        return AXIS_WORDS[word]

    def frame_axis(
        self, value: Any, side: Side | None, table: str, key: str
    ) -> tuple[Literal["axis"], str, str]:
        frame, dot, word = self.text(value, table, key).rpartition(".")
        if not dot:
            raise self.error(
                f"expected frame.axis, found {value!r}", table, key, 'Write it as "pelvis.left"'
            )
        index, sign = self.axis(word, side, table, key)
        plain = next(name for name, axis in AXIS_WORDS.items() if axis == (index, sign))
        return ("axis", frame, plain)

    def direction(self, value: Any, side: Side | None, table: str, key: str) -> Direction:
        if isinstance(value, list):
            start, stop = self.texts(value, table, key, 2)
            return ("points", start, stop)
        if isinstance(value, dict):
            self.known(value, {"normal_to", "facing", "bends_forward"}, table, key)
            a, b, c = self.texts(value.get("normal_to"), table, key, 3)
            if "facing" in value:
                _, frame, word = self.frame_axis(value["facing"], side, table, key)
                return Normal((a, b, c), 1, (frame, word))
            word = self.text(value.get("bends_forward"), table, key)
            index, sign = self.axis(word, side, table, key)
            if index != 1:
                raise self.error("a limb's normal is lateral or medial", table, key)
            return Normal((a, b, c), -sign, None)
        return self.frame_axis(value, side, table, key)

    def known(self, entry: Mapping[str, Any], keys: set[str], table: str, key: str) -> None:
        for name in entry:
            if name not in keys:
                raise self.error(
                    f"unknown entry {name!r}",
                    table,
                    key,
                    f"Known here: {', '.join(sorted(keys))}",
                )

    def table(self, value: Any, table: str, key: str) -> Mapping[str, Any]:
        if not isinstance(value, dict):
            raise self.error(f"expected {{ ... }}, found {value!r}", table, key)
        return value

    def alternatives(self, value: Any, table: str, key: str) -> list[Mapping[str, Any]]:
        entries = value if isinstance(value, list) else [value]
        if not entries:
            raise self.error("no rule given", table, key)
        return [self.table(entry, table, key) for entry in entries]

    # ---- rules

    def marker(self, name: str, entry: Mapping[str, Any]) -> MarkerSpec:
        self.known(entry, {"on", "aliases", "weight", "required"}, "markers", name)
        weight = entry.get("weight", 1.0)
        if not isinstance(weight, int | float) or weight < 0:
            raise self.error(f"weight must not be negative: {weight!r}", "markers", name)
        return MarkerSpec(
            name=name,
            segment=self.text(entry.get("on"), "markers", name),
            aliases=self.texts(entry.get("aliases", []), "markers", name),
            weight=float(weight),
            required=bool(entry.get("required", False)),
        )

    def measurement(self, name: str, entry: Mapping[str, Any]) -> MeasurementRule:
        self.known(entry, {"between", "less", "sum", "source"}, "measurements", name)
        source = str(entry.get("source", ""))
        if "between" in entry:
            points = self.texts(entry["between"], "measurements", name)
            less = self.length(entry.get("less", 0.0), "measurements", name)
            return MeasurementRule(Between(points, less), source)
        if "sum" in entry:
            return MeasurementRule(
                Sum(self.length(entry["sum"], "measurements", name)),
                self.text(entry.get("source"), "measurements", name),
            )
        raise self.error("a measurement needs `between` or `sum`", "measurements", name)

    def point(self, name: str, entry: Mapping[str, Any]) -> PointRule:
        side = side_of(name)
        note = str(entry.get("note", ""))
        action: PointAction
        if "mean" in entry:
            self.known(entry, {"mean", "weights", "note"}, "points", name)
            points = self.texts(entry["mean"], "points", name)
            weights = entry.get("weights", [1.0] * len(points))
            if len(weights) != len(points) or abs(sum(weights)) < 1e-9:
                raise self.error("weights must be one per point", "points", name)
            action = Mean(points, tuple(float(w) / sum(weights) for w in weights))
        elif "offset" in entry:
            words = {*AXIS_WORDS, "lateral", "medial"}
            self.known(entry, {"offset", "frame", "note", *words}, "points", name)
            shift = [Length(0.0, ()), Length(0.0, ()), Length(0.0, ())]
            for word in words & set(entry):
                index, sign = self.axis(word, side, "points", name)
                length = self.length(entry[word], "points", name)
                terms = tuple((sign * c, m) for c, m in length.terms)
                shift[index] = Length(sign * length.constant, terms)
            frame = self.text(entry.get("frame"), "points", name)
            base = self.text(entry["offset"], "points", name)
            action = Offset(base, frame, (shift[0], shift[1], shift[2]))
        elif "along" in entry:
            self.known(entry, {"along", "distance", "note"}, "points", name)
            start, stop = self.texts(entry["along"], "points", name, 2)
            action = Along(start, stop, self.length(entry.get("distance"), "points", name))
        elif "project" in entry:
            self.known(entry, {"project", "on_line", "note"}, "points", name)
            start, stop = self.texts(entry.get("on_line"), "points", name, 2)
            action = Project(self.text(entry["project"], "points", name), (start, stop))
        elif "chord" in entry:
            keys = {"chord", "away_from", "towards", "distance", "rotation", "note"}
            self.known(entry, keys, "points", name)
            proximal, marker = self.texts(entry["chord"], "points", name, 2)
            if ("away_from" in entry) == ("towards" in entry):
                raise self.error("a chord needs `away_from` or `towards`", "points", name)
            towards = None
            if "towards" in entry:
                towards = self.direction(entry["towards"], side, "points", name)
            distance = self.length(entry.get("distance"), "points", name)
            away, rotation = entry.get("away_from"), entry.get("rotation")
            action = Chord(proximal, marker, away, towards, distance, rotation)
        elif "hip" in entry:
            self.known(entry, {"hip", "note"}, "points", name)
            if entry["hip"] not in SIDES:
                raise self.error(f"hip is left or right, not {entry['hip']!r}", "points", name)
            action = HipCentre(entry["hip"])
        else:
            raise self.error(
                "no rule found",
                "points",
                name,
                "Use mean, offset, along, project, chord or hip",
            )
        return PointRule(action, note)

    def frame(self, name: str, entry: Mapping[str, Any]) -> FrameRule:
        keys = {"origin", "first", "second", "like", "level", "neutral", "turn"}
        self.known(entry, keys, "frames", name)
        origin = self.text(entry.get("origin"), "frames", name)
        level = self.texts(entry.get("level", []), "frames", name)
        if "like" in entry:
            like = self.text(entry["like"], "frames", name)
            return FrameRule(origin, None, None, like, (), None)
        axes = []
        for which in ("first", "second"):
            axis = self.table(entry.get(which), "frames", name)
            if len(axis) != 1:
                raise self.error(f"{which} needs one axis", "frames", name)
            ((word, value),) = axis.items()
            index, sign = self.axis(word, side_of(name), "frames", name)
            axes.append((index, sign, self.direction(value, side_of(name), "frames", name)))
        if axes[0][0] == axes[1][0]:
            raise self.error("first and second are the same axis", "frames", name)
        turn = self.text(entry["turn"], "frames", name) if "turn" in entry else None
        return FrameRule(origin, axes[0], axes[1], None, level, entry.get("neutral"), turn)

    def moment_axes(self, value: Any) -> Literal["proximal", "distal", "jcs"]:
        known: tuple[Literal["proximal", "distal", "jcs"], ...] = ("proximal", "distal", "jcs")
        for axes in known:
            if value == axes:
                return axes
        remedy = "Use proximal, distal or jcs"
        raise self.error(f"unknown axes {value!r}", "moment_axes", remedy=remedy)

    # ---- the whole

    def read(self, data: Mapping[str, Any]) -> MarkerSet:
        top = {
            "name",
            "title",
            "source",
            "skeletons",
            "hip_centre",
            "extends",
            "pelvis",
            "moment_axes",
        }
        top |= {"markers", "one_of", "measurements", "points", "frames", "foot"}
        for key in data:
            if key not in top:
                raise self.error(f"unknown entry {key!r}", key, "", f"Known: {sorted(top)}")
        for key in ("name", "title", "source"):
            self.text(data.get(key), key, "")
        markers = {
            name: self.marker(name, self.table(entry, "markers", name))
            for name, entry in sides(data.get("markers", {}))
        }
        if not markers:
            raise self.error("no markers", "markers")
        measurements = {
            name: tuple(
                self.measurement(name, e) for e in self.alternatives(value, "measurements", name)
            )
            for name, value in sides(data.get("measurements", {}))
        }
        points = {
            name: tuple(self.point(name, e) for e in self.alternatives(value, "points", name))
            for name, value in sides(data.get("points", {}))
        }
        frames = {
            name: tuple(self.frame(name, e) for e in self.alternatives(value, "frames", name))
            for name, value in sides(data.get("frames", {}))
        }
        pelvis = None
        if "pelvis" in data:
            entry = self.table(data["pelvis"], "pelvis", "")
            self.known(entry, {"left_asis", "right_asis", "sacrum", "frame"}, "pelvis", "")
            pelvis = PelvisLandmarks(
                *(
                    self.text(entry.get(key), "pelvis", key)
                    for key in ("left_asis", "right_asis", "sacrum", "frame")
                )
            )
        one_of = tuple(
            OneOf(
                self.text(entry.get("name"), "one_of", "name"),
                tuple(self.texts(option, "one_of", "options") for option in entry["options"]),
            )
            for written in data.get("one_of", [])
            for entry in written_out(written)
        )
        foot_points = self.texts(data.get("foot", {}).get("points", []), "foot", "points")
        marker_set = MarkerSet(
            name=data["name"],
            title=data["title"],
            source=data["source"],
            skeletons=self.texts(data.get("skeletons"), "skeletons", ""),
            hip_centre=data.get("hip_centre"),
            moment_axes=self.moment_axes(data.get("moment_axes", "proximal")),
            pelvis=pelvis,
            markers=markers,
            one_of=one_of,
            measurements=measurements,
            points=points,
            frames=frames,
            foot={side: tuple(for_side(p, side) for p in foot_points) for side in SIDES},
            path=self.path,
        )
        self.check_references(marker_set)
        return marker_set

    def check_references(self, marker_set: MarkerSet) -> None:
        """Every name that a rule uses is a marker, a point, a frame or a measurement."""
        things = {*marker_set.markers, *marker_set.points}
        frames = {*marker_set.frames, "world"}
        both = sorted(set(marker_set.markers) & set(marker_set.points))
        if both:
            raise self.error("a point has the name of a marker", "points", both[0])

        def check(table: str, key: str, names: tuple[str, ...], known: set[str], kind: str) -> None:
            for name in names:
                if name not in known:
                    places = {"frame": "[frames]", "marker": "[markers]"}
                    place = places.get(kind, "[markers] or [points]")
                    raise self.error(
                        f"unknown {kind} {name!r}", table, key, f"Define it in {place}"
                    )

        for key, rules in marker_set.points.items():
            for rule in rules:
                used, used_frames = _names_in(rule.action)
                check("points", key, used, things, "point")
                check("points", key, used_frames, frames, "frame")
                if isinstance(rule.action, HipCentre) and marker_set.pelvis is None:
                    raise self.error("a hip rule needs the table [pelvis]", "points", key)
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

_FOLDER = Path(__file__).parent


def shipped_marker_sets() -> tuple[str, ...]:
    """Names of the marker sets that come with Ambulo."""
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.toml")))


@cache
def load_marker_set(name: str | Path) -> MarkerSet:
    """Read a marker set.

    Args:
        name: of a shipped set, or the path of a TOML file.
    Raises:
        InputError: no such set, or the file has a mistake (names the line and the key).
    """
    path = Path(name)
    if path.suffix != ".toml":
        path = _FOLDER / f"{name}.toml"
        if not path.is_file():
            raise InputError(
                what=f"no marker set is called {str(name)!r}",
                where="markers",
                remedy=f"Shipped: {', '.join(shipped_marker_sets())}; or give a .toml file",
            )
    data, text = _parse(path)
    return _Reader(path, text).read(data)


def _parse(path: Path) -> tuple[dict[str, Any], str]:
    """A file's tables, laid over those of the set that it extends."""
    try:
        text = path.read_text(encoding="utf-8")
        data = tomllib.loads(text)
    except OSError as error:
        raise InputError(
            what=f"cannot read the marker set: {error.strerror}",
            where=str(path),
            remedy="Check the path",
        ) from error
    except UnicodeDecodeError as error:
        raise InputError(
            what="the marker set is not UTF-8 text", where=path.name, remedy="Save it as UTF-8"
        ) from error
    except tomllib.TOMLDecodeError as error:
        raise InputError(
            what=f"not valid TOML: {error}", where=path.name, remedy="Correct that line"
        ) from error
    base_name = data.get("extends")
    if base_name is None:
        return data, text
    base_path = path.parent / f"{base_name}.toml"
    base, base_text = _parse(base_path if base_path.is_file() else _FOLDER / f"{base_name}.toml")
    merged = {**base, **data}
    for key, value in base.items():
        if isinstance(value, dict) and isinstance(data.get(key), dict):
            merged[key] = {**value, **data[key]}
    return merged, text + "\n" + base_text
