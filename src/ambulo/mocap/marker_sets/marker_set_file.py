"""A marker set as data: names, landmarks, joint centres, segment frames, weights, in one TOML.

A new marker set needs only a new file. Keys and strings may contain `{side}` (left, right), `{S}`
(L, R) and `{s}` (l, r). Such an entry is written out once for each side.

    extends, drop    a set that this set extends, and its markers or points to leave out
    [markers]        canonical name = { on = segment, weight, aliases, required }
    [[one_of]]       groups of markers of which one must be there
    [measurements]   lengths and angles: from the subject, else by the first rule that can be used
    [points]         landmarks and joint centres: the first rule whose inputs are there
    [frames]         segment frames: origin, exact first axis, approximate second axis
    [foot]           points that show when a foot is down: heel, toe, others; and where: on_plates

Points with the name of a skeleton's joint (`lumbar`, `neck`, `head`, `{side}_hip`, ...) are this
joint. Points named `vertex`, `{side}_fingertip`, `{side}_heel`, `{side}_metatarsal` and
`{side}_toe` are the ends of the body.

Directions are `"frame.word"` (`pelvis.left`, `world.up`) or two points `["from", "to"]`. The words
are anterior, posterior, left, right, up, down, lateral and medial. Lateral and medial depend on the
side. A third kind is the normal of three points, `{ normal_to = [a, b, c], facing = "torso.medial"
}`, or `{ normal_to = [a, b, c], bends_forward = "medial" }` for a limb a-b-c that is bent forwards
at b. Lengths are sums such as `"0.5 left_knee_width + 0.5 marker_diameter - 0.01"`, in metres.

If a set leaves out inherited markers or points, all rules that use them are left out too.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from ambulo.inputs.errors import InputError
from ambulo.inputs.registry import FileRegistry, is_file, near, shown
from ambulo.inputs.toml_file import TomlFile, open_toml, text_of
from ambulo.inputs.toml_words import ENTRY
from ambulo.mocap.marker_sets.marker_set import MarkerSet
from ambulo.mocap.marker_sets.marker_set_rules import check_references
from ambulo.mocap.marker_sets.marker_set_sides import for_side, sides, written_out
from ambulo.records import SIDES


def without(tables: Mapping[str, Any], names: Collection[str]) -> dict[str, Any]:
    """Tables, with both sides written out, without markers or points and all rules that use them.

    If a point, frame or measurement has several rules, only those rules are left out. An entry
    without any rule is left out too, and so is what depends on it. A group of `one_of` loses the
    options that need the names left out.

    Args:
        tables: tables of the set that is extended.
        names: names of markers or points.
    """
    found = dict(tables)
    gone = set(names)
    while True:
        found["markers"] = {k: v for k, v in found.get("markers", {}).items() if k not in gone}
        more = set[str]()
        for table in ("points", "measurements", "frames"):
            kept = {}
            for key, rules in found.get(table, {}).items():
                left = _left(rules, gone)
                if left and key not in gone:
                    kept[key] = left
                elif table == "points":
                    more.add(key)
            found[table] = kept
        if more <= gone:
            break
        gone |= more
    groups = [
        {**group, "options": [o for o in group["options"] if not gone & set(_texts(o))]}
        for group in found.get("one_of", [])
    ]
    found["one_of"] = [group for group in groups if group["options"]]
    foot = found.get("foot")
    if isinstance(foot, Mapping):
        found["foot"] = {use: [p for p in points if p not in gone] for use, points in foot.items()}
    return found


def _left(rules: Any, gone: Collection[str]) -> Any:
    """The rules of an entry that use nothing that is gone; None if there are none."""
    if isinstance(rules, list):
        return [rule for rule in rules if not set(gone) & set(_texts(rule))]
    return None if set(gone) & set(_texts(rules)) else rules


def _texts(value: Any) -> Iterator[str]:
    """Every text in a rule, but for its note and source."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for one in value:
            yield from _texts(one)
    elif isinstance(value, Mapping):
        for key, one in value.items():
            if key not in ("note", "source"):
                yield from _texts(one)


_FOLDER = Path(__file__).parent
MARKER_SETS = FileRegistry(
    "marker_set", _FOLDER, naming={"extends": "marker_set", "skeletons": "skeleton"}
)
"""Marker sets by name; an entry is the path of a TOML file."""


def shipped_marker_sets() -> tuple[str, ...]:
    """Names of the marker sets that come with Ambulo or were added to it."""
    return tuple(MARKER_SETS)


def own_folder() -> Path:
    """The folder `ambulo` of the user's configurations."""
    return Path(os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")) / "ambulo"


def own_marker_sets(recording: Path) -> tuple[Path, ...]:
    """Marker sets that a laboratory keeps: TOML files with a table of markers.

    Args:
        recording: the files are beside it, or in the folder `ambulo` of the user's configurations.
    """
    return tuple(
        path
        for folder in (recording.parent, own_folder())
        for path in sorted(folder.glob("*.toml"))
        if is_file(path) and b"[markers]" in map(bytes.strip, path.read_bytes().splitlines())
    )


def load_marker_set(given: str | Path) -> MarkerSet:
    """Read a marker set.

    Args:
        given: name of a set, or the path of a TOML file.
    Raises:
        InputError: there is no such set, or the file has a mistake. The message gives line and key.
    """
    path = MARKER_SETS.located(given, "--markers")
    return _shipped(path) if path.parent == _FOLDER else _marker_set(_files(path))


@lru_cache(maxsize=64)
def _shipped(path: Path) -> MarkerSet:
    """Of a file of Ambulo's own, which nobody changes while it runs: not read at every analysis."""
    return _marker_set(_files(path))


@lru_cache(maxsize=64)
def _file(path: Path, text: str) -> TomlFile:
    return open_toml(path, "the marker set", text)


_DEEPEST = 50
"""Sets that one can be laid over, one over the other."""


def _files(path: Path, above: tuple[Path, ...] = ()) -> tuple[TomlFile, ...]:
    """A file and those that it extends, one after the other."""
    file = _file(path, text_of(path, "the marker set"))
    base = file.tables.get("extends")
    if base is None:
        return (file,)
    if not isinstance(base, str):
        raise file.error(
            f"{ENTRY} is {base!r} and should be text", ("extends",), "Name a marker set"
        )
    if path.resolve() in above:
        raise file.error("the set extends itself", ("extends",), "Name another one")
    if len(above) >= _DEEPEST:
        raise file.error(
            f"{ENTRY} is the {_DEEPEST + 1}th set in a chain of extensions",
            ("extends",),
            "Merge some of these sets",
        )
    names = (base, f"{base}.toml")
    beside = next((path.parent / n for n in names if is_file(path.parent / n)), None)
    try:
        below = beside or MARKER_SETS.located(base)
    except InputError as error:
        raise file.error(error.what, ("extends",), error.remedy) from error
    return (file, *_files(below, (*above, path.resolve())))


def required_names(name: str) -> Iterator[tuple[str, ...]]:
    """All names of each marker that one of Ambulo's sets requires, read without building the set.

    This avoids building a set that cannot fit, which takes some milliseconds.
    """
    path = MARKER_SETS.located(name, "--markers")
    if path.parent == _FOLDER:
        for canonical, entry in _laid_over(_files(path))[1]["markers"].items():
            if entry.get("required", False):
                yield canonical, *entry.get("aliases", ())


@lru_cache(maxsize=64)
def _marker_set(files: tuple[TomlFile, ...]) -> MarkerSet:
    """The set of a file laid over those that it extends."""
    base, tables = _laid_over(files)
    found = base.read(MarkerSet, tables)
    check_references(base, found)
    return found.of_file(base.path)


def _laid_over(files: tuple[TomlFile, ...]) -> tuple[TomlFile, dict[str, Any]]:
    """The tables of a file laid over those that it extends, and where they are written."""
    tables: dict[str, Any] = {}
    spelt: dict[str, str] = {}
    base: TomlFile | None = None
    for file in reversed(files):
        # both sides are written out first: a template takes the place of what it names below
        own = _written_out(file.tables)
        tables = _thinned(file, tables, own.pop("drop", []))
        merged = {**tables, **own}
        for key, value in tables.items():
            if isinstance(value, dict) and isinstance(own.get(key), dict):
                merged[key] = {**value, **own[key]}
        tables = merged
        spelt |= _written(file.tables)
        base = TomlFile(file.path, file.text, file.tables, dict(spelt), base)
    assert base is not None
    return base, tables


def _thinned(file: TomlFile, tables: dict[str, Any], drop: object) -> dict[str, Any]:
    """What is inherited, without what the file drops.

    Raises:
        InputError: that is no list of texts, or names nothing that is inherited.
    """
    if not isinstance(drop, list) or not all(isinstance(name, str) for name in drop):
        remedy = 'Write a list of texts, such as drop = ["{S}THI"]'
        raise file.error(
            f"{ENTRY} is {shown(drop)} and should be a list of texts", ("drop",), remedy
        )
    known = [*tables.get("markers", {}), *tables.get("points", {})]
    names = list(dict.fromkeys(for_side(name, side) for name in drop for side in SIDES))
    for name in names:
        if name not in known:
            raise file.error(
                f"{name!r} is not a marker or point of the set that is extended",
                ("drop",),
                near(name, known, "leave it out"),
            )
    return without(tables, names) if names else tables


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
