"""How many markers of other laboratories are read right, left in doubt, or wrong unsaid."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ambulo.inputs.errors import MarkersMissing
from ambulo.mocap.naming.guess import guess
from ambulo.records import Trial

TRUTH: Mapping[str, Any] = tomllib.loads(
    Path(__file__).with_name("truth.toml").read_text(encoding="utf-8")
)
"""File -> what a person reads in its names, written down before the grammar was."""
SAME = {
    "sacral": "sacrum", "crest": "iliac_crest", "tubercle": "tibial_tubercle",
    "fibula": "fibula_head", "calcaneus": "heel", "metatarsal_1": "mt1", "metatarsal_2": "mt2",
    "metatarsal_5": "mt5", "hallux": "toe",
}  # fmt: skip
RIGID = frozenset({"heel", "mt1", "mt2", "mt5", "toe", "foot"})


@dataclass(frozen=True)
class Score:
    """Names by what became of them."""

    right: tuple[str, ...]
    wrong: tuple[str, ...]
    doubtful: tuple[str, ...]
    unread: tuple[str, ...]


def _truth(file: str) -> dict[str, tuple[str, Collection[str]]]:
    """Name -> side ("" on the midline) and the landmarks that are right for it."""
    entry = TRUTH[file]
    found = {}
    for landmarks, names in entry.items():
        if landmarks in ("laboratory", "sides", "computed") or isinstance(names, bool | str):
            continue
        for name in names:
            sides = entry.get("sides", ["", ""])
            for side, letter in zip(("left", "right"), sides, strict=True):
                known = side if "{S}" in name else ""
                found[name.replace("{S}", letter)] = (known, landmarks.split("|"))
    return found


def score(trial: Trial) -> Score:
    """Of a recording of the table."""
    truth = _truth(trial.path.name)
    try:
        read = guess(trial.markers)
    except MarkersMissing:
        return Score((), (), (), tuple(truth))
    said: dict[str, list[str]] = {kind: [] for kind in ("right", "wrong", "doubtful", "unread")}
    for canonical, name in read.names.items():
        side = canonical.split("_")[0] if canonical.startswith(("left_", "right_")) else ""
        stem = canonical.removeprefix(f"{side}_")
        mark = SAME.get(stem) or SAME.get(stem.rsplit("_", 1)[0]) or stem.rsplit("_", 1)[0]
        mark = (
            stem
            if stem in ("knee_lateral", "knee_medial", "ankle_lateral", "ankle_medial")
            else mark
        )
        mark = SAME.get(stem, stem) if stem in ("asis", "psis", "sacral", "trochanter") else mark
        own, marks = truth.get(name, ("", ()))
        # several on a foot are one rigid group; the first heel marker is the heel
        right = mark in marks or (mark in RIGID and stem[-1] in "2345" and bool(RIGID & {*marks}))
        right = right and own in ("", side)
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
