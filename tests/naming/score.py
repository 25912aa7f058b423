"""How many markers of other laboratories are read right, left in doubt, or wrong unsaid."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np

from ambulo.inputs.errors import MarkersMissing
from ambulo.mocap.naming.guess import guess
from ambulo.mocap.naming.set_text import BASE
from ambulo.records import Markers

Truth = Mapping[str, tuple[str, Collection[str]]]
"""Name -> side ("" on the midline) and the landmarks that are right for it."""


def _table(file: str) -> Mapping[str, Any]:
    return tomllib.loads(Path(__file__).with_name(file).read_text(encoding="utf-8"))


TRUTH = _table("truth.toml")
"""File -> what a person reads in its names, written down before the grammar was."""
HABITS = _table("habits.toml")
"""Source -> names that it publishes and what a person reads in them."""
TERMS = {name for name in HABITS if name.endswith("_terms")}
NO_LANDMARKS = ("laboratory", "sides", "computed", "source", "other", "any")
SAME = {
    "sacral": "sacrum", "crest": "iliac_crest", "tubercle": "tibial_tubercle",
    "fibula": "fibula_head", "calcaneus": "heel", "metatarsal_1": "mt1", "metatarsal_2": "mt2",
    "metatarsal_5": "mt5", "hallux": "toe",
}  # fmt: skip
SKELETON = {
    f"{side[0].upper()}{joint}": f"{side}_{mark}" for side in ("left", "right")
    for joint, mark in (
        ("Hip", "hip_centre"), ("Knee", "knee_centre"), ("Ankle", "ankle_centre"),
        ("Heel", "heel"), ("BigToe", "hallux"), ("SmallToe", "metatarsal_5"),
    )
}  # fmt: skip
"""Joint centres; others of a skeleton are not of the legs."""
RIGID = frozenset({"heel", "mt1", "mt2", "mt5", "toe", "foot"})
# where landmarks lie on a standing body: forwards, outwards and up [m]
PLACES = {
    "asis": (0.10, 0.13, 0.98), "psis": (-0.08, 0.05, 1.00), "sacrum": (-0.10, 0.0, 1.00),
    "iliac_crest": (0.02, 0.15, 1.06), "trochanter": (0.0, 0.18, 0.88),
    "pelvis": (-0.11, 0.03, 1.05),
    "thigh": (0.04, 0.20, 0.70), "knee_lateral": (0.0, 0.16, 0.50),
    "knee_medial": (0.0, 0.06, 0.50),
    "patella": (0.06, 0.11, 0.51), "tibial_tubercle": (0.05, 0.11, 0.44),
    "fibula_head": (-0.02, 0.15, 0.45), "shank": (-0.01, 0.17, 0.30),
    "ankle_lateral": (-0.03, 0.14, 0.08), "ankle_medial": (-0.03, 0.06, 0.09),
    "heel": (-0.09, 0.10, 0.04), "foot": (0.04, 0.09, 0.07), "mt1": (0.11, 0.07, 0.04),
    "mt2": (0.12, 0.09, 0.05), "mt5": (0.08, 0.15, 0.03), "toe": (0.17, 0.09, 0.03),
    "hjc": (0.02, 0.09, 0.90), "kjc": (0.0, 0.11, 0.50), "ajc": (-0.03, 0.10, 0.09),
}  # fmt: skip
ELSEWHERE = ((0.0, 0.20, 1.45), (0.0, 0.27, 1.12), (0.05, 0.30, 0.86), (-0.08, 0.04, 1.35))
"""Shoulder, elbow, wrist, back."""


@dataclass(frozen=True)
class Score:
    """Names by what became of them."""

    right: tuple[str, ...]
    wrong: tuple[str, ...]
    doubtful: tuple[str, ...]
    unread: tuple[str, ...]


def truth_of(entry: Mapping[str, Any]) -> Truth:
    """What the names of a recording or a source mean that are markers of pelvis and legs."""
    return {
        name: (side, landmarks.split("|"))
        for landmarks in entry
        if landmarks not in NO_LANDMARKS and isinstance(entry[landmarks], list)
        for name, side in _spelled(entry, landmarks)
    }


def _spelled(entry: Mapping[str, Any], row: str) -> list[tuple[str, str]]:
    sides = entry.get("sides", ["", ""])
    return [
        (name.replace("{S}", letter), side if "{S}" in name else "")
        for name in entry.get(row, ())
        for side, letter in zip(("left", "right"), sides, strict=True)
        if "{S}" in name or side == "left"
    ]


def standing(entry: Mapping[str, Any]) -> Markers:
    """A body that stands, with the markers of a source; what is elsewhere too."""
    where: dict[str, tuple[float, float, float]] = {}
    for name, (side, landmarks) in truth_of(entry).items():
        _add(where, name, side, PLACES[landmarks[0]])
    for k, (name, side) in zip(count(), _spelled(entry, "other"), strict=False):
        centre = PLACES.get(name[-3:].casefold())
        _add(where, name, side, centre or ELSEWHERE[k // 2 % len(ELSEWHERE)])
    path = np.tile(np.array(list(where.values())), (20, 1, 1))
    return Markers(tuple(where), np.arange(20) / 100.0, path)


def _add(
    where: dict[str, tuple[float, float, float]], name: str, side: str, place: tuple[float, ...]
) -> None:
    """Beside those that are there already, as the markers of a cluster are."""
    x, y, z = place
    y *= {"left": 1.0, "right": -1.0}.get(side, 0.0)
    while any(np.abs(np.subtract((x, y, z), there)).max() < 1e-5 for there in where.values()):
        x, z = x + 0.02, z - 0.015
    where[name] = (x, y, z)


def score(markers: Markers, truth: Truth) -> Score:
    """What was read of a recording against what a person reads."""
    try:
        read = guess(markers)
    except MarkersMissing:
        return Score((), (), (), tuple(truth))
    said: dict[str, list[str]] = {kind: [] for kind in ("right", "wrong", "doubtful", "unread")}
    for own_name, name in read.names.items():
        canonical = SKELETON.get(own_name, own_name)
        if read.base != BASE and canonical == own_name:
            continue
        side = canonical.split("_")[0] if canonical.startswith(("left_", "right_")) else ""
        stem = canonical.removeprefix(f"{side}_")
        mark = SAME.get(stem) or SAME.get(stem.rsplit("_", 1)[0]) or stem.rsplit("_", 1)[0]
        mark = stem if stem.startswith(("knee_", "ankle_")) or stem == "hip_centre" else mark
        mark = SAME.get(stem, stem) if stem in ("asis", "psis", "sacral", "trochanter") else mark
        own, marks = truth.get(name, ("", ()))
        # several on a foot are one rigid group; the first heel marker is the heel
        right = mark in marks or (mark in RIGID and stem[-1] in "2345" and bool(RIGID & {*marks}))
        right = right and (own in ("", side) or not side)
        kind = "doubtful" if name in read.doubtful else "right" if right else "wrong"
        said[kind].append(name)
    rest = [name for name in truth if name not in read.names.values()]
    said["doubtful"] += [name for name in rest if name in read.doubtful]
    said["unread"] += [name for name in rest if name not in read.doubtful]
    return Score(*(tuple(said[kind]) for kind in ("right", "wrong", "doubtful", "unread")))


def total(scores: Collection[Score]) -> Counter[str]:
    """Markers of all recordings by what became of them."""
    return Counter(
        {kind: sum(len(getattr(one, kind)) for one in scores)
         for kind in ("right", "wrong", "doubtful", "unread")}
    )  # fmt: skip
