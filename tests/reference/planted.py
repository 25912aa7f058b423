"""Markers and plates moved in real recordings with wands: what checks say that they did not say.

From the project's root: `python -m tests.reference.planted DATA [KIND ...]`, minutes of one
processor. Prints the lines of the table in docs/methods/notes/trust_by_quantity.md.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import NamedTuple

import numpy as np
from tests.reference.agreement import WALKS_COMPARED

from ambulo.analysis import analyse_trial
from ambulo.gait.configuration import Configuration
from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.mocap.files.trial_file import read_trial
from ambulo.records import Trial

WANDS = ("Motion3", "flat foot", "FunctionalWalk", "HC038A", "HC030A", "HC038A turn", "HC030A turn")
FEET = ("Motion3", "FunctionalWalk", "HC038A")
STATIC = (*FEET, "HC030A")
LEGS_ALONE = ("Motion3", "FunctionalWalk")
PELVES = tuple(name for name in WANDS if name != "flat foot")
Change = Callable[[Trial], Trial]


class Planted(NamedTuple):
    """A kind of error: in which walks, in the walk alone or in the static trial too, and what."""

    walks: tuple[str, ...]
    both: bool
    changes: tuple[Change, ...]


def _places(trial: Trial, side: str) -> dict[str, FloatArray]:
    """Markers (frames, 3) of one side by the rest of their names."""
    names = trial.markers.names
    return {name[1:]: trial.markers.of(name) for name in names if name.startswith(side)}


def turned(
    trial: Trial,
    side: str,
    degrees: float,
    names: tuple[str, ...] = ("KNE", "THI"),
    ends: tuple[str, str] = ("ASI", "KNE"),
) -> Trial:
    """Markers turned about the line from 5 cm inside of the lower marker to the upper one."""
    place, other = _places(trial, side), _places(trial, "R" if side == "L" else "L")
    inwards = other[ends[1]] - place[ends[1]]
    centre = place[ends[1]] + 0.05 * inwards / np.linalg.norm(inwards, axis=1)[:, None]
    axis = place[ends[0]] - centre
    if ends[0] == "KNE":
        axis = axis + 0.05 * inwards / np.linalg.norm(inwards, axis=1)[:, None]
    axis = axis / np.linalg.norm(axis, axis=1)[:, None]
    angle = np.radians(degrees)
    position = trial.markers.position.copy()
    for name in names:
        arm = place[name] - centre
        along = axis * np.sum(axis * arm, axis=1)[:, None]
        position[:, trial.markers.names.index(side + name)] = (
            centre + along + (arm - along) * np.cos(angle) - np.cross(axis, arm) * np.sin(angle)
        )
    return replace(trial, markers=replace(trial.markers, position=position))


def moved(trial: Trial, name: str, by: FloatArray) -> Trial:
    """One marker moved by (3,) m, ahead, left, up: it turns with the foot of its side, or with the
    pelvis.
    """
    place, side = _places(trial, name[0]), name[0]
    up = np.array([0.0, 0.0, 1.0])
    other = _places(trial, "R")["ASI"] - _places(trial, "L")["ASI"]
    foot = name[1:] in ("HEE", "TOE")
    ahead = (place["TOE"] - place["HEE"] if foot else np.cross(up, other)) * [1.0, 1.0, 0.0]
    ahead = ahead / np.maximum(np.linalg.norm(ahead, axis=1), 1e-6)[:, None]
    k = trial.markers.names.index(f"{side}{name[1:]}")
    position = trial.markers.position.copy()
    position[:, k] += by[0] * ahead + by[1] * np.cross(up, ahead) + by[2] * up
    return replace(trial, markers=replace(trial.markers, position=position))


def aside(trial: Trial, number: int, by: float) -> Trial:
    """One plate moved by so many m to the left of a straight walk."""
    asis = trial.markers.of("LASI") - trial.markers.of("RASI")
    left = np.nanmean(asis, axis=0) * [1.0, 1.0, 0.0]
    shift = by * left / np.linalg.norm(left)
    plates = list(trial.plates)
    one = plates[number]
    plates[number] = replace(
        one, corners=one.corners + shift, centre_of_pressure=one.centre_of_pressure + shift
    )
    return replace(trial, plates=tuple(plates))


def _turns(size: float, *about: tuple[str, ...]) -> tuple[Change, ...]:
    return tuple(
        lambda trial, side=side, sign=sign: turned(trial, side, sign * size, *about)  # type: ignore[misc]
        for side, sign in product("LR", (1.0, -1.0))
    )


def _moves(size: float, names: tuple[str, ...], along: tuple[int, ...]) -> tuple[Change, ...]:
    return tuple(
        lambda trial, name=name, axis=axis, sign=sign: moved(  # type: ignore[misc]
            trial, name, sign * size * np.eye(3)[axis]
        )
        for name, axis, sign in product(names, along, (1.0, -1.0))
    )


_FOOT = _moves(0.02, ("LHEE", "LTOE"), (0, 1, 2))
KINDS: Mapping[str, Planted] = {
    "knee and thigh wand 20°": Planted(WANDS, True, _turns(20.0)),
    "knee and thigh wand 10°": Planted(WANDS, True, _turns(10.0)),
    "thigh wand 20°": Planted(WANDS, True, _turns(20.0, ("THI",))),
    "thigh wand 10°": Planted(WANDS, True, _turns(10.0, ("THI",))),
    "shank wand 20°": Planted(WANDS, True, _turns(20.0, ("TIB",), ("KNE", "ANK"))),
    "shank wand 10°": Planted(WANDS, True, _turns(10.0, ("TIB",), ("KNE", "ANK"))),
    "heel or toe 2 cm, one trial": Planted(FEET, False, _FOOT),
    "heel or toe 2 cm, both trials": Planted(FEET, True, _FOOT),
    "knee 2 cm forward or back, one trial": Planted(
        STATIC, False, _moves(0.02, ("LKNE", "RKNE"), (0,))
    ),
    "one plate 3 cm aside, legs alone": Planted(LEGS_ALONE, False, tuple(
        lambda trial, number=number, by=by: aside(trial, number, by)  # type: ignore[misc]
        for number, by in product(range(3), (0.03, -0.03))
    )),
    "ASIS 3 cm up or down": Planted(PELVES, True, _moves(0.03, ("LASI", "RASI"), (2,))),
}  # fmt: skip


def _checks(trial: Trial, static: Trial | None, choices: Mapping[str, object]) -> dict[str, float]:
    """Checks beyond their limits, with their values."""
    found = analyse_trial(trial, static, Configuration(**choices))
    return {check.id: check.value for check in found.checks if check.beyond}


def tried(data: Path, kinds: tuple[str, ...]) -> Iterator[tuple[str, str, int, dict[str, float]]]:
    """Kind, walk, number of the change and the checks that mark it and not the walk."""
    for name in WANDS:
        walk = WALKS_COMPARED[name].walk
        trial = read_trial(data / walk.trial)
        static = None if walk.static is None else read_trial(data / walk.static)
        before = _checks(trial, static, walk.choices)
        for kind in kinds:
            one = KINDS[kind]
            for k, change in enumerate(one.changes if name in one.walks else ()):
                standing = change(static) if one.both and static is not None else static
                try:
                    after = _checks(change(trial), standing, walk.choices)
                except InputError as error:
                    after = {f"refused: {error}": np.nan}
                yield kind, name, k, {id: v for id, v in after.items() if id not in before}


def main(arguments: list[str]) -> None:
    kinds = tuple(arguments[1:]) or tuple(KINDS)
    named: dict[str, list[bool]] = {kind: [] for kind in kinds}
    for kind, name, k, new in tried(Path(arguments[0]), kinds):
        named[kind].append(bool(new))
        said = ", ".join(f"{id} {value:.3g}" for id, value in new.items()) or "nothing"
        print(f"{kind}; {name}; {k}: {said}", file=sys.stderr, flush=True)
    for kind, found in named.items():
        print(f"| {kind} | {sum(found)} of {len(found)} |")


if __name__ == "__main__":
    main(sys.argv[1:])
