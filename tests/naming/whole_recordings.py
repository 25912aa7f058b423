"""Whole recordings under every source's names: python -m tests.naming.whole_recordings [source].

Each source's names are put on the bodies of known recordings, as far as these show what they mean,
and read without the words that its laboratory alone has. Counted are bodies that the same markers
place under plain names.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from tests.conftest import data_folder
from tests.naming.left_out import without, words_of
from tests.naming.score import HABITS, TERMS, truth_of

from ambulo.gait.configuration import Configuration
from ambulo.gait.stages.markers import NamedMarkers, find_markers
from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.mocap.calibration.landmarks import evaluate_landmarks
from ambulo.mocap.files.trial_file import read_trial
from ambulo.records import SIDES, Markers, Trial

BODIES = ("HC038A11.c3d", "HC030A05.c3d", "FunctionalWalk.c3d", "gait_14.trc")
# landmark -> names of it in these recordings, without the side
OWN = {
    "asis": ("ASI",), "psis": ("PSI",), "thigh": ("THI", "THI1", "THI2", "THI3"),
    "knee_lateral": ("KNE",), "knee_medial": ("KNE_med",),
    "tibial_tubercle": ("TUB",), "fibula_head": ("HFB",),
    "shank": ("TIB", "TIB1", "TIB2", "TIB3"),
    "ankle_lateral": ("ANK",), "ankle_medial": ("ANK_med",),
    "heel": ("HEE",), "toe": ("HLX", "TOE"), "mt1": ("D1M", "P1M"), "mt2": ("TOE",),
    "mt5": ("D5M", "P5M"),
}  # fmt: skip
PLAIN = {
    "asis": "asis", "psis": "psis", "sacrum": "sacrum", "thigh": "thigh", "shank": "shank",
    "knee_lateral": "lateral knee", "knee_medial": "medial knee", "tibial_tubercle": "tubercle",
    "fibula_head": "fibula head", "ankle_lateral": "lateral ankle", "ankle_medial": "medial ankle",
    "heel": "heel", "toe": "toe", "mt1": "mt1", "mt2": "mt2", "mt5": "mt5",
}  # fmt: skip
CHOICE = Configuration(hip="harrington2007")


def shown(trial: Trial) -> dict[tuple[str, str], list[str]]:
    """(side, landmark) -> a recording's own names of it; of a foot's unnamed markers the ends."""
    names = trial.markers.names
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for side in SIDES:
        for what, owns in OWN.items():
            found[side, what] = [n for own in owns if (n := side[0].upper() + own) in names]
        foot = [n for n in names if n.casefold().startswith(f"foot_{side[0]}")]
        if foot:
            apart = {
                (a, b): float(np.nanmedian(np.linalg.norm(path(trial, a) - path(trial, b), axis=1)))
                for a in [*foot, f"{side[0].upper()}ANK"] for b in foot
            }  # fmt: skip
            toe = max(foot, key=lambda b: apart[f"{side[0].upper()}ANK", b])
            found[side, "toe"] = [toe]
            found[side, "heel"] = [max(foot, key=lambda b: apart[toe, b])]
    found["", "sacrum"] = [n for n in ("SACR",) if n in names]
    return found


def path(trial: Trial, name: str) -> FloatArray:
    return trial.markers.position[:, trial.markers.names.index(name)]


def dressed(trial: Trial, source: str) -> tuple[Trial, Trial] | None:
    """A recording under a source's names, and the same markers under plain ones."""
    left, taken = shown(trial), dict[str, tuple[str, str]]()
    for name, (side, marks) in truth_of(HABITS[source]).items():
        for mark in marks:
            owns = [own for own in left[side, mark] if own not in taken]
            if owns and name not in [n for n, _ in taken.values()]:
                taken[owns[0]] = name, f"{side} {PLAIN[mark]}".strip()
    count = Counter[str]()
    plain = dict[str, str]()
    for own, (_, what) in taken.items():
        count[what] += 1
        plain[own] = what if count[what] == 1 else f"{what} {count[what]}"
    names = {own: name for own, (name, _) in taken.items()}
    return renamed(trial, names), renamed(trial, plain)


def renamed(trial: Trial, names: Mapping[str, str]) -> Trial:
    markers = trial.markers
    kept = [k for k, name in enumerate(markers.names) if name in names]
    own = tuple(names[markers.names[k]] for k in kept)
    return replace(trial, markers=Markers(own, markers.time, markers.position[:, kept]))


def named(trial: Trial) -> NamedMarkers | str:
    try:
        return find_markers(trial, CHOICE, subject=trial.subject)
    except InputError as error:
        return str(error)


def centres(found: NamedMarkers, trial: Trial) -> dict[str, FloatArray]:
    points = evaluate_landmarks(
        found.match, found.markers, trial.subject, hip="harrington2007"
    ).points
    return {f"{side}_{joint}": points[f"{side}_{joint}"]
            for side in SIDES for joint in ("hip", "knee", "ankle")}  # fmt: skip


def apart(one: NamedMarkers, other: NamedMarkers, trial: Trial) -> dict[str, float]:
    """mm, median over the frames that both have."""
    ours, theirs = centres(one, trial), centres(other, trial)
    first = max(one.usable.start, other.usable.start)
    stop = min(one.usable.stop, other.usable.stop)
    cut = [slice(first - f.usable.start, stop - f.usable.start) for f in (one, other)]
    return {
        point: 1e3 * float(np.nanmedian(np.linalg.norm(
            ours[point][cut[0]] - theirs[point][cut[1]], axis=1)))
        for point in ours
    }  # fmt: skip


def main(asked: list[str]) -> None:
    trials = {name: read_trial(next(data_folder().rglob(name))) for name in BODIES}
    whole = {name: named(trial) for name, trial in trials.items()}
    sources = [name for name in HABITS if name not in TERMS]
    uses = {name: words_of(list(truth_of(HABITS[name]))) for name in sources}
    of = defaultdict(set)
    for name, words in uses.items():
        for word in words:
            of[word].add(HABITS[name].get("laboratory", name))
    counted, opened, near = 0, 0, 0
    for source in asked or sources:
        own = HABITS[source].get("laboratory", source)
        lone = {word for word, laboratories in of.items() if laboratories == {own}}
        for body, trial in trials.items():
            theirs, plain = dressed(trial, source)
            placed = named(plain)
            if isinstance(placed, str):
                continue
            counted += 1
            with without(lone):
                found = named(theirs)
            if isinstance(found, str):
                print(f"{source} on {body}: {found}", flush=True)
                continue
            opened += 1
            error = apart(found, whole[body], trial)
            far = {point: round(e) for point, e in error.items()
                   if e > (15.0 if "hip" in point else 10.0)}  # fmt: skip
            same = apart(placed, whole[body], trial)
            far_plain = {p: round(same[p]) for p in far}
            near += not far
            if far:
                print(f"{source} on {body}: {far} mm; under plain names {far_plain}", flush=True)
    print(f"{opened} of {counted} open, {near} with all centres near the shipped set's")


if __name__ == "__main__":
    main(sys.argv[1:])
