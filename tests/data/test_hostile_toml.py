"""Every TOML that a user can give, with anything wrong in it: one line, or it works."""

from __future__ import annotations

import copy
import datetime
import math
import os
import random
import re
import tomllib
from collections.abc import Callable, Sequence
from itertools import product
from pathlib import Path

import pytest
from tests.reaching_arm import CHAIN, FIRST, LAST, MIDDLE

from ambulo.ballistic.problem import read_problem
from ambulo.gait.configuration import read_configuration
from ambulo.gait.planar.planar_tables import PLANAR_BODIES, load_planar_body
from ambulo.inputs.errors import InputError
from ambulo.mocap.marker_sets.marker_names import match_set
from ambulo.mocap.marker_sets.marker_set_file import MARKER_SETS, load_marker_set
from ambulo.model.scaling import build_model
from ambulo.model.segment_table_file import SEGMENT_TABLES
from ambulo.model.skeleton import SKELETONS, load_skeleton
from ambulo.model.standing_posture import generic_geometry
from ambulo.population.study_file import read_study
from ambulo.records import Subject
from ambulo_studies.skating import parameters as skating

CONFIGURATION = """
mass = 70.0
height = 1.75
sex = "m"
age = 30
markers = "plug_in_gait_lower"
model = "legs"
skeleton = "legs"
parameters = "winter2009"
hip = "functional"
functional = ["hips.c3d"]
up = "+z"
force_threshold = 20.0
max_gap = 0.2
consistency = "natural"
filter = "ssa"
cutoff = 8.0
sharing = "cfp"
moment_axes = "jcs"
[measurements]
left_knee_width = 0.1
[weights]
left_knee = 2.0
"""

UNCERTAINTY = """
mass = 70.0
[uncertainty]
samples = 20
share = 0.9
seed = 1
sources = ["segment_mass", "filter_cutoff"]
effects = 0
[uncertainty.source.filter_cutoff]
largest = 0.2
"""

STUDY = """
[[trial]]
subject = "S1"
session = "before"
condition = "barefoot"
static = "static.c3d"
trial = "walk.c3d"
mass = 60.0
height = 1.7
sex = "m"
"""

PROBLEM = f"""
title = "reach"
method = "auto"
search = 0
times = [0.0, 0.25, 0.5]
{CHAIN}
parents = [0, 1]
viscosity = [0.1, 0.2]
{FIRST}{MIDDLE}{LAST}
[[limit]]
joint = "forearm"
most = 145
[[limit]]
point = "forearm"
axis = "z"
least = -0.55
"""

GUIDED = """
duration = 0.3
[chain]
lengths = [0.3, 0.3]
masses = [{ segment = 1, distance = 0.3, mass = 2.0 }, { segment = 2, distance = 0.3, mass = 1.5 }]
[[posture]]
theta = [150, 130]
[[posture]]
theta = [140, 150]
[[guide]]
point = "segment 2"
plane = { normal = [2, 0, 0], offset = 0.4 }
[[guide]]
point = "segment 1"
sphere = { centre = [2, 0, 0], radius = 0.4 }
"""

JOINTS, ENDS = generic_geometry("body18", 1.75, "m")
LEG_LENGTHS = {
    "thigh_length": 0.46, "midthigh_circumference": 0.5, "calf_length": 0.43,
    "calf_circumference": 0.36, "foot_length": 0.26, "foot_breadth": 0.09,
    "malleolus_height": 0.08, "malleolus_width": 0.07,
}  # fmt: skip
MAN = Subject(
    mass=75.0,
    height=1.75,
    sex="m",
    age=12.0,
    measurements={f"{s}_{n}": v for s in ("left", "right") for n, v in LEG_LENGTHS.items()},
)


def a_body_with(path: Path) -> None:
    build_model("body18", JOINTS, ENDS, MAN, str(path))


def a_body_of(path: Path) -> None:
    skeleton = load_skeleton(path)
    joints, ends = generic_geometry(skeleton, 1.75, "m")
    build_model(skeleton, joints, ends, MAN)


def markers_of(path: Path) -> None:
    marker_set = load_marker_set(path)
    match_set(marker_set.markers, marker_set)


def skater(path: Path) -> None:
    skating.load("long_run", path)
    skating.uncertainty(path)


def trials_of(path: Path) -> None:
    for name in ("walk.c3d", "static.c3d"):
        (path.parent / name).touch()
    read_study(path)


SKATER = Path(skating.__file__).with_name("skater.toml").read_text("utf-8")
FILES: dict[str, tuple[str, Callable[[Path], object]]] = {
    "configuration": (CONFIGURATION, read_configuration),
    "uncertainty": (UNCERTAINTY, read_configuration),
    "study": (STUDY, trials_of),
    "ballistic problem": (PROBLEM, read_problem),
    "guided problem": (GUIDED, read_problem),
    "planar body": (PLANAR_BODIES["pamies2012"].read_text("utf-8"), load_planar_body),
    "skater": (SKATER, skater),
    **{f"table {n}": (p.read_text("utf-8"), a_body_with) for n, p in SEGMENT_TABLES.items()},
    "skeleton": (SKELETONS["body18"].read_text("utf-8"), a_body_of),
    **{
        f"marker set {name}": (MARKER_SETS[name].read_text("utf-8"), markers_of)
        for name in ("cast_falisse", "plug_in_gait_full", "vaughan15")
    },
}

ODD = (
    0, -1, 7, 10**30, 10**400, -(2**63), 0.0, -0.0, 1e308, -1e308, 5e-324, math.nan, math.inf,
    True, False, "", " ", "x", "{side}", "{", "left_hip", "world", "a b.c", "0.5 height - x y",
    "\u2028", "e" * 3000, [], [[]], [1], [1, "a"], [math.nan] * 3, [0.0, 0.0, 0.0], ["a", "a"],
    {}, {"a": 1}, {"": ""}, [{}], datetime.date(2026, 1, 1), datetime.time(1, 2),
)  # fmt: skip


def written(value: object) -> str:
    """A value in TOML, tables inline."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return repr(value).replace("inf", "inf")
    if isinstance(value, int):
        return hex(value) if value > 10**100 else str(value)
    if isinstance(value, str):
        escaped = "".join(
            c if c.isprintable() and c not in '"\\' else f"\\U{ord(c):08x}" for c in value
        )
        return f'"{escaped}"'
    if isinstance(value, list):
        return f"[{', '.join(map(written, value))}]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{written(str(k))} = {written(v)}" for k, v in value.items()) + "}"
    return str(value)


def places(value: object, at: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Keys of everything in a table."""
    inside = (
        value.items() if isinstance(value, dict)
        else enumerate(value) if isinstance(value, list)
        else ()
    )  # fmt: skip
    found = [(*at, key) for key, _ in inside]
    for key, item in inside if isinstance(value, dict) else enumerate(value or []) if found else ():
        found += places(item, (*at, key))
    return found


BARE = re.compile(
    r"^(Correct (it|the number|them)|Write as many as are needed|Shorten it|Write a smaller one|"
    r"Write a (list|table), such as (\[\.\.\.\]|\{ name = \.\.\. \})|See .* documentation)?\W*($|:)"
)
"""Remedies that tell nobody what to write."""
OF_PYTHON = re.compile(
    r"<class|instance of|dictionary|tuple|datetime\.|\w+Form\b|Value error|valid string|"
    r"\b(None|True|False)\b|Error\b"
)
"""Words that are the program's, not the user's."""


def answered(read: Callable[[Path], object], path: Path) -> None:
    """The file is read, or refused in one line that says where and what to do."""
    refused = None
    try:
        read(path)
    except InputError as error:
        refused = error
    if refused is not None:
        assert refused.remedy
        assert not BARE.search(refused.remedy), refused
        assert not OF_PYTHON.search(str(refused)), refused
        assert refused.where
        assert "\n" not in str(refused)
        assert len(str(refused)) < 1500


@pytest.mark.parametrize("kind", FILES)
def test_the_file_itself_is_read(kind, tmp_path):
    text, read = FILES[kind]
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    read(path)
    path.write_text(
        "\n".join(f"{written(k)} = {written(v)}" for k, v in tomllib.loads(text).items()),
        encoding="utf-8",
    )
    read(path)  # as the other tests write it


def changed(tables: dict[str, object], place: Sequence[object], odd: object) -> dict[str, object]:
    """Tables with the entry at a place left out (...) or misspelt, or of a wrong type or size."""
    copied = copy.deepcopy(tables)
    holder = copied
    for key in place[:-1]:
        holder = holder[key]
    if odd is not ...:
        holder[place[-1]] = copy.deepcopy(odd)
    elif isinstance(holder, dict):
        holder[f"{place[-1]}e"] = holder.pop(place[-1])
    else:
        holder.append(holder[place[-1]])
    return copied


@pytest.mark.parametrize("kind", FILES)
def test_every_refusal_says_what_to_write(kind, tmp_path):
    """A sample, always the same; all 40 000 of them are tried with EVERY_REFUSAL=1."""
    text, read = FILES[kind]
    whole = tomllib.loads(text)
    changes = list(product(places(whole), (..., *ODD)))
    if not os.environ.get("EVERY_REFUSAL"):
        changes = random.Random(kind).sample(changes, 50)
    path = tmp_path / "mine.toml"
    for change in changes:
        tables = changed(whole, *change)
        lines = [f"{written(key)} = {written(value)}" for key, value in tables.items()]
        path.write_text("\n".join(lines), encoding="utf-8")
        answered(read, path)


@pytest.mark.parametrize("kind", FILES)
@pytest.mark.parametrize(
    "content",
    ["x = " + "[" * 5000, "x = " + "9" * 5000, "x = " + "9" * 500, "\x00", "a.b.c = 1\na.b = 2"],
)
def test_what_no_parser_likes_is_one_line(kind, content, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(InputError) as refused:
        FILES[kind][1](path)
    assert refused.value.remedy
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("kind", FILES)
def test_a_folder_or_nothing_at_its_place_is_one_line(kind, tmp_path):
    for path in (tmp_path, tmp_path / "none.toml"):
        with pytest.raises(InputError) as refused:
            FILES[kind][1](path)
        assert str(path) in str(refused.value)
        assert refused.value.remedy


def test_an_edited_file_is_read_again(tmp_path):
    """Without a stale answer in one Python session."""
    path = tmp_path / "mine.toml"
    path.write_text(SKELETONS["legs"].read_text("utf-8"))
    assert load_skeleton(path).name == "legs"
    path.write_text(path.read_text().replace('name = "legs"', 'name = "hers"'))
    assert load_skeleton(path).name == "hers"
    base = tmp_path / "base.toml"
    base.write_text(MARKER_SETS["vaughan15"].read_text("utf-8"))
    path.write_text('name = "m"\ntitle = "t"\nsource = "s"\nextends = "base"\n')
    assert "EXTRA" not in load_marker_set(path).markers
    base.write_text(base.read_text() + '\n[markers.EXTRA]\non = "pelvis"\n')
    assert "EXTRA" in load_marker_set(path).markers
