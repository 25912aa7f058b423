"""Bands of the real trials against the curves of Plug-in Gait and OpenSim: how often they hold.

From the project's root: `python -m tests.reference.bands DATA [TRIAL ...] [--samples N]
[--as HOW]`, where DATA is the folder of the real trials. Prints the tables of
docs/methods/notes/coverage.md, with HOW what is left when the analysis does something as the other
system does it.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from tests.reference import accuracy

import ambulo.model
from ambulo.gait.configuration import Configuration
from ambulo.math.arrays import FloatArray
from ambulo.mocap.files.mot import read_storage
from ambulo.records import SIDES, Analysis
from ambulo.results.trust import frames_on_plates
from ambulo.uncertainty.chosen import analyse_as_chosen

MOMENTS = ("hip_flexion", "hip_adduction", "knee_flexion", "ankle_dorsiflexion")
SHIPPED = Path(ambulo.model.__path__[0]) / "segment_parameters" / "winter2009.toml"
COLUMN = {**accuracy.OPENSIM_COLUMN, "hip_adduction": ("hip_adduction_{}_moment", +1.0)}

OTHERWISE: dict[str, dict[str, Any]] = {
    "usual": {},
    "winter": {"consistency": "none", "parameters": "winter2009"},
    "proximal": {"consistency": "none"},
    "longer-foot": {"consistency": "none"},
    "6hz": {"cutoff": 6.0},
    "delp": {"cutoff": 6.0},
}
"""What is done otherwise: each segment by itself with Winter's (2009) masses; with other numbers in
his table besides; one cut-off; that with other numbers in Winter's table."""

_PROXIMAL = {
    "sagittal = 0.323, transverse = 0.323": "sagittal = 0.540, transverse = 0.540",
    "sagittal = 0.302, transverse = 0.302": "sagittal = 0.528, transverse = 0.528",
}
_FOOT = "com = 0.500, sagittal = 0.475, transverse = 0.475"

NUMBERS: dict[str, dict[str, str]] = {
    # thigh, shank and foot: about the proximal end, not the centre of mass (Winter 2009, table 4.1)
    "proximal": {**_PROXIMAL, _FOOT: "com = 0.500, sagittal = 0.690, transverse = 0.690"},
    # a foot that is a third longer than from ankle to metatarsal
    "longer-foot": {**_PROXIMAL, _FOOT: "com = 0.667, sagittal = 0.920, transverse = 0.920"},
    # thigh, shank, foot and trunk of the models scaled from Delp et al. (1990)
    "delp": {
        "mass = 0.100, com = 0.433": "mass = 0.1237, com = 0.433",
        "mass = 0.0465,": "mass = 0.0493,",
        "mass = 0.0145,": "mass = 0.0208,",
        "mass = 0.355,": "mass = 0.289,",
    },
}


def other_numbers(how: str, folder: Path) -> Path:
    """Winter's table with some of its numbers replaced."""
    text = SHIPPED.read_text(encoding="utf-8").replace('"winter2009"', f'"{how}"')
    for number, other in NUMBERS[how].items():
        assert text.count(number) == 1
        text = text.replace(number, other)
    found = folder / f"{how}.toml"
    found.write_text(text, encoding="utf-8")
    return found


class Share(NamedTuple):
    """Of one leg's moment: share of frames inside, and rms difference in N*m/kg."""

    inside: float
    rms: float


def theirs(data: Path, name: str, found: Analysis, side: str, motion: str) -> FloatArray | None:
    """The other system's curve at our frames; None where it has none."""
    if name in accuracy.PLUG_IN_GAIT:
        return found.reference.get(f"{side}_{motion} [N*m]")
    table = read_storage(data / accuracy.OPENSIM[name])
    column, sign = COLUMN[motion]
    if column.format(side[0]) not in table.names:
        return None
    values = table.of(column.format(side[0]))
    time = found.motion.time
    return sign * np.interp(time, table.time, values, left=np.nan, right=np.nan)


def shares(data: Path, name: str, found: Analysis) -> Iterator[tuple[tuple[str, str, str], Share]]:
    """By motion, side and phase, on a plate or off it, every curve that both systems have."""
    assert found.bands is not None
    mass = accuracy.mass_of(found)
    for motion in MOMENTS:
        for side in SIDES:
            other = theirs(data, name, found, side, motion)
            if other is None:
                continue
            header = f"{side}_{motion} [N*m]"
            low, high = found.bands.low[header], found.bands.high[header]
            apart = accuracy.curve(found.moments, f"{side}_{motion}") - other
            known = np.isfinite(low + other)
            on = frames_on_plates(found, side)
            for phase, of in (("on", on), ("off", ~on)):
                at = known & of
                if at.any():
                    inside = (low[at] <= other[at]) & (other[at] <= high[at])
                    share = Share(float(inside.mean()), accuracy.rms(apart[at]) / mass)
                    yield (motion, side, phase), share


def analysed(data: Path, name: str, samples: int, choices: Mapping[str, Any]) -> Analysis:
    walk = accuracy.WALKS[name]
    chosen = {**walk.choices, **choices, "uncertainty": {"samples": samples}}
    return analyse_as_chosen(
        data / walk.trial,
        static=None if walk.static is None else data / walk.static,
        grf=None if walk.grf is None else data / walk.grf,
        configuration=Configuration(**chosen),
    )


def main(arguments: list[str]) -> None:
    every = (*accuracy.PLUG_IN_GAIT, *accuracy.OPENSIM)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("trial", nargs="*", default=every)
    parser.add_argument("--samples", type=int, default=199)
    parser.add_argument("--as", dest="otherwise", choices=OTHERWISE, default="usual")
    given = parser.parse_args(arguments)
    choices = dict(OTHERWISE[given.otherwise])
    print("| trial | moment | inside, on a plate | rms | inside, off it | rms |")
    print("|---|---|---:|---:|---:|---:|")
    for name in given.trial:
        with tempfile.TemporaryDirectory() as apart:
            if given.otherwise in NUMBERS:
                choices["parameters"] = str(other_numbers(given.otherwise, Path(apart)))
            found = analysed(given.data, name, given.samples, choices)
        by = dict(shares(given.data, name, found))
        for motion in MOMENTS:
            pairs = [[by.get((motion, s, phase)) for s in SIDES] for phase in ("on", "off")]
            cells = [cell for pair in pairs for cell in said(pair)]
            print(f"| {name} | {motion.replace('_', ' ')} | {' | '.join(cells)} |", flush=True)


def said(pair: Sequence[Share | None]) -> tuple[str, str]:
    """Shares [%] and rms of the left and the right leg."""
    inside = ["–" if one is None else f"{100.0 * one.inside:.0f}" for one in pair]
    rms = ["–" if one is None else f"{one.rms:.3f}" for one in pair]
    return ", ".join(inside), ", ".join(rms)


if __name__ == "__main__":
    main(sys.argv[1:])
