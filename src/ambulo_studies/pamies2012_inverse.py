"""Pàmies-Vilà (2012), section 4.4 and table 4.1: the motion's ground reaction against plates."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from itertools import starmap
from typing import Any

import numpy as np

from ambulo.gait.configuration import Configuration
from ambulo.gait.sharing.problem import SharingProblem
from ambulo.gait.sharing.wrenches import about
from ambulo.gait.wrench_comparison import rms_difference
from ambulo.inputs.progress import OnPart
from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.records import SIDES, WRENCH, Analysis
from ambulo.results.columns import header
from ambulo.studies.printed.lists import printed
from ambulo.studies.record import Chart, Curve, Findings, Table
from ambulo_studies.gait_trials import (
    DEMO,
    HER_CYCLE,
    OTHER_MASSES,
    OTHER_SUBJECT,
    PAMIES_VILA_MASS,
    analysed_public_walk,
    beside_printed,
    experiments,
    on_every_walk,
)
from ambulo_studies.recorded_walk import PARTS, walk_without
from ambulo_studies.shared_again import problem_of, resultant_less_plates

TITLE = "Ground reaction from the motion alone against force plates"

SOURCE = (
    "Pàmies-Vilà R. (2012). Application of multibody dynamics techniques to the analysis of human "
    "gait. Doctoral thesis, Universitat Politècnica de Catalunya. Sections 4.4 and 4.6, figures "
    "4.8 and 4.13, table 4.1."
)


def _printed_single() -> Mapping[str, Mapping[str, float]]:
    """Side -> component -> rms [N, N*m] about the ankle (table 4.1)."""
    numbers = printed("pamies2012").numbers
    return {side: {c: float(numbers[_single(side, c)].value) for c in WRENCH} for side in SIDES}


def _single(side: str, component: str) -> str:
    """Name of a number of table 4.1."""
    what = "force" if component.startswith("F") else "moment"
    return f"table 4.1, {what}, {side}, {component}"


_MASS_CENTRES: Mapping[str, Mapping[str, Any]] = {
    "de Leva 1996 (default)": {},
    "Dumas 2007": {"parameters": "dumas2007"},
    "Dumas 2007, trunk balanced on the plates": {
        "parameters": "dumas2007",
        "trunk_mass_centre": "plates",
    },
}

DEVIATIONS = (
    OTHER_SUBJECT,
    OTHER_MASSES,
    "Every frame counts in the sum of ground reactions, as in Pàmies-Vilà's. The heel's impact, "
    "which no marker follows, makes most of the difference in Fz and My.",
    "Where a figure is larger than the printed one, what may make this is taken out: each part "
    "alone, then two at once, and so on. The first experiment that suffices is named, so it needs "
    "all its parts. The demo subject in her stride time answers figure 4.8 and table 4.1, the "
    "right foot's Fx with her step too. Frames near strikes and offs left out, or moments about "
    "the mass centre, would take away a part of the error, not a cause.",
    "On HC038A four parts are taken out by what another walk says, in which she turns; the "
    "straight walk's own plates have no part in it. 0.9 mm rms of the mass centre's path, 1.4 at "
    "most, make the 16 and 21 N by which Fx is missed.",
    "Masses and centres are fitted to the turn's forces: thighs become 4 % and shanks 6 % "
    "heavier, centres move by 2.7 cm at most.",
    "The public markers come smoothed by HC038A's laboratory. Above 11 Hz they have 0.014 "
    "mm of noise, less than any camera leaves; the force that the motion gives begins to rise some "
    "40 ms before the heel strikes; and with Ambulo's own filter at 20 Hz Fz is missed by as much "
    "(1.5 times hers for 1.6). The cut-off is where the turn's forces differ least: 5.5 Hz, 6.5 "
    "with Ambulo's filter at 20 Hz. What such a low-pass takes from the plates' own resultant is "
    "given back to the motion.",
    "In the fit the skin of the legs moves pelvis and trunk. Here legs yield in natural "
    "coordinates (her weights of the legs are 100, here 1); another part puts centres of mass off "
    "the joints' lines. In the turn both take the error of Fx from 10.8 to 7.8 N and that of My "
    "from 8.1 to 6.3 N·m, but Fz becomes worse, 19.5 N for 16.6.",
    "These parts can answer nine of the 11 numbers that HC038A misses. Fy and Fz of the right foot "
    "need her time: the markers' paths take 1.58 s for 1.06, and filter, fit and inverse dynamics "
    "run anew. No slower walk was recorded, so the plates measure what the same path then needs "
    "by Newton's law. The mean error of the force and the error of the moment about the mass "
    "centre stay, for masses and places make them at any speed. Errors of force are then 0.45 "
    "times as large, those of the demo subject, who walks in both times, 0.28 to 0.45 times.",
)


_RESULTANT = "resultant"

Errors = Mapping[str, Mapping[str, float]]
"""Root mean squares [N, N*m] of the resultant, and of each side, by component."""


def run(progress: OnPart) -> Findings:
    """Analyse the walks by the whole-body method and set the resultant against the plates."""
    found = on_every_walk(progress, _of_walk)
    progress("segment parameters", 0.8)
    return Findings.joined([found, Findings(tables=tuple(_by_segment_parameters()))])


def _of_walk(name: str, analysis: Analysis) -> Findings:
    mass = analysis.model.subject.mass or np.nan
    ours = _errors(problem_of(analysis))
    left_of = partial(_without, name)
    parts = HER_CYCLE if name == DEMO else PARTS
    rows = [(f"resultant, RMSE, {c}", _RESULTANT, c) for c in ("Fz", "My", "Mz")]
    rows += [(_single(side, c), side, c) for side in SIDES for c in WRENCH]
    comparisons = tuple(
        beside_printed(
            row,
            ours[of][c],
            on=name,
            mass=mass,
            without=((cause, left[of][c]) for cause, left in experiments(parts, left_of)),
        )
        for row, of, c in rows
    )
    alone = {part: left for part in parts if (left := left_of((part,))) is not None}
    return Findings(
        comparisons,
        (_table(name, {"here": ours, **alone}, mass / PAMIES_VILA_MASS),),
        (_vertical(name, analysis),),
    )


@cache
def _without(name: str, parts: tuple[str, ...]) -> Errors | None:
    left = walk_without(name, parts)
    return None if left is None else _errors(left)


def _errors(problem: SharingProblem) -> Errors:
    """Motion less plates: both feet's about the lumbar joint's projection on the floor (figure
    4.8), and each foot's alone about its ankle (table 4.1)."""
    error = resultant_less_plates(problem)
    known: BoolArray = np.asarray(np.isfinite(error).all(axis=1))
    single = known & (problem.stance.sum(axis=1) == 1)

    def rms(point: FloatArray, frames: BoolArray) -> Mapping[str, float]:
        return rms_difference(np.roll(about(point, error), 3, axis=1)[frames]).rms

    return {
        _RESULTANT: rms(problem.lumbar * [1.0, 1.0, 0.0], known),
        **{
            side: rms(problem.ankles[:, s], single & problem.stance[:, s])
            for s, side in enumerate(SIDES)
        },
    }


def _table(name: str, by_cause: Mapping[str, Errors], scale: float) -> Table:
    rows: list[tuple[str | float, ...]] = []
    for side, row in _printed_single().items():
        rows.append((f"{side}, printed, scaled", *(round(scale * x, 2) for x in row.values())))
        rows += [
            (f"{side}, {what}", *(round(found[side][c], 2) for c in WRENCH))
            for what, found in by_cause.items()
        ]
    return Table(
        f"{name}: single support, rms about the ankle (table 4.1)",
        ("foot", *starmap(header, WRENCH.items())),
        tuple(rows),
    )


def _by_segment_parameters() -> list[Table]:
    """The public walk's resultant with centres of mass on the joints' lines, and in space."""
    rows: list[tuple[str | float, ...]] = []
    for name, choices in _MASS_CENTRES.items():
        choice = Configuration(method="whole-body", compare_sharing=True, **choices)
        analysis = analysed_public_walk(choice)
        if analysis is None:
            return []
        assert analysis.sharing is not None
        assert analysis.sharing.resultant is not None
        found = analysis.sharing.resultant.rms
        rows.append((name, *(round(found[component], 2) for component in WRENCH)))
    return [
        Table(
            "HC038A: the resultant by where the mass lies, rms",
            ("mass", *starmap(header, WRENCH.items())),
            tuple(rows),
            "De Leva's tables have centres of mass on the lines between joints, Dumas' behind "
            "them in thigh, shank and trunk: 2 cm of the whole body, most of My's mean.",
        )
    ]


def _vertical(name: str, analysis: Analysis) -> Chart:
    """Vertical force of both feet together, from the motion and from the plates (figure 4.8)."""
    time = analysis.motion.time
    motion = analysis.ground.force[:, :, 2].sum(axis=1)
    plates = analysis.plates_ground
    assert plates is not None
    measured = np.where(plates.known.all(axis=1), plates.force[:, :, 2].sum(axis=1), np.nan)
    marks = tuple(e.time for e in analysis.events)
    return Chart(
        f"vertical_{name.replace(' ', '_')}",
        f"{name}: vertical force on both feet",
        "time [s]",
        "vertical force [N]",
        (Curve("from the motion", time, motion), Curve("plates", time, measured, "k--")),
        marks,
        caption="As Pàmies-Vilà's figure 4.8; marks are foot strikes and offs.",
    )
