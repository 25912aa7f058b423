"""Pàmies-Vilà (2012), section 4.4 and table 4.1: the motion's ground reaction against plates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ambulo.demo.recording import EXACT, RecordingChoice
from ambulo.gait.configuration import Configuration
from ambulo.gait.sharing.problem import SharingProblem
from ambulo.gait.sharing.wrenches import about
from ambulo.gait.wrench_comparison import COMPONENTS, difference
from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.multibody.tree.energy import centre_of_mass
from ambulo.records import SIDES, Analysis
from ambulo.studies.gait_trials import (
    DEMO,
    MASSES,
    OTHER_MASSES,
    OTHER_SUBJECT,
    PAMIES_VILA_MASS,
    analysed_demo,
    analysed_public_walk,
    on_every_walk,
)
from ambulo.studies.record import Chart, Comparison, Curve, Findings, Table
from ambulo.studies.registry import Progress
from ambulo.studies.shared_again import problem_of, resultant_error

TITLE = "Ground reaction from the motion alone against force plates"

SOURCE = (
    "Pàmies-Vilà R. (2012). Application of multibody dynamics techniques to the analysis of human "
    "gait. Doctoral thesis, Universitat Politècnica de Catalunya. Sections 4.4 and 4.6, figures "
    "4.8 and 4.13, table 4.1."
)

RESULTANT = {"Fz": 24.12, "My": 14.86, "Mz": 3.23}
"""N and N*m, rms about the lumbar joint's projection on the floor (text under figure 4.8)."""

SINGLE_SUPPORT = {
    "right": (8.023, 5.766, 15.188, 11.379, 12.367, 2.294),
    "left": (16.788, 8.899, 9.208, 5.583, 11.771, 4.420),
}
"""Fx, Fy, Fz [N], Mx, My, Mz [N*m] about the ankle, rms (table 4.1)."""

_MASS_CENTRES: Mapping[str, Mapping[str, Any]] = {
    "de Leva 1996 (default)": {},
    "Dumas 2007": {"parameters": "dumas2007"},
    "Dumas 2007, trunk balanced on the plates": {
        "parameters": "dumas2007",
        "trunk_mass_centre": "plates",
    },
}

_CAUSES: tuple[tuple[str, RecordingChoice, Mapping[str, Any]], ...] = (
    ("without noise and skin", EXACT, {}),
    ("by the subject's own masses", RecordingChoice(), {"parameters": MASSES}),
    ("without noise and skin, by the subject's own masses", EXACT, {"parameters": MASSES}),
)
"""What is taken out of the simulated subject's error: what, and by which recording and choices."""

DEVIATIONS = (
    OTHER_SUBJECT,
    OTHER_MASSES,
    "Every frame counts in the resultant, as in Pàmies-Vilà's; there the heel's impact, faster "
    "than any marker, makes most of the difference in Fz and My.",
    "Public markers come filtered by their laboratory at 8 to 10 Hz: the force that the motion "
    "gives begins to rise some 40 ms before the heel strikes.",
    "Where a figure of single support is larger than the printed one, its causes are taken out one "
    "by one: frames near strikes and offs; the force's own error as far as it acts at the mass "
    "centre (moments are then taken about that); what is constant over the phase, as masses or "
    "plates that lie elsewhere are; on the demo subject noise and moving skin, and "
    "masses that are not his.",
)

NEAR = 0.040
"""s; frames so near to a strike or off know its impact."""

_UNITS = ("N", "N", "N", "N*m", "N*m", "N*m")


def run(progress: Progress) -> Findings:
    """Analyse the walks by the whole-body method and set the resultant against the plates."""
    found = on_every_walk(progress, _of_walk)
    progress("segment parameters", 0.8)
    return Findings.joined([found, Findings(tables=tuple(_by_segment_parameters()))])


def _of_walk(name: str, analysis: Analysis) -> Findings:
    scale = (analysis.model.subject.mass or np.nan) / PAMIES_VILA_MASS
    assert analysis.sharing is not None
    assert analysis.sharing.resultant is not None
    resultant = analysis.sharing.resultant.rms
    single = _single_support(analysis)
    if name == DEMO:
        for what, recorded, choices in _CAUSES:
            choice = Configuration(method="whole-body", **choices)
            without = _single_support(analysed_demo(choice, recorded))
            for side, found in single.items():
                found[what] = without[side]["here"]
    return Findings(
        (
            *(
                Comparison(
                    f"{name}: rms of the resultant's {component}",
                    "N" if component.startswith("F") else "N*m",
                    scale * printed,
                    resultant[component],
                    None,
                    f"printed {printed} for {PAMIES_VILA_MASS:.0f} kg",
                )
                for component, printed in RESULTANT.items()
            ),
            *(
                Comparison(
                    f"{name}: rms of {component} in single support, {side} foot",
                    unit,
                    scale * printed,
                    single[side]["here"][component],
                    None,
                    "table 4.1, scaled by body mass",
                )
                for side, row in SINGLE_SUPPORT.items()
                for component, unit, printed in zip(COMPONENTS, _UNITS, row, strict=True)
            ),
        ),
        (_table(name, single, scale), _misses(name, single, scale)),
        (_vertical(name, analysis),),
    )


def _single_support(analysis: Analysis) -> dict[str, dict[str, Mapping[str, float]]]:
    """Side -> what is left out -> root mean square by component, about the ankle (table 4.1)."""
    problem = problem_of(analysis)
    error = resultant_error(problem)
    alone = problem.stance & (problem.stance.sum(axis=1) == 1)[:, None]
    quiet = _away_from_events(problem)
    centre, _ = centre_of_mass(analysis.model.tree, analysis.motion.q)
    found: dict[str, dict[str, Mapping[str, float]]] = {}
    for s, side in enumerate(SIDES):
        frames = alone[:, s] & np.isfinite(error).all(axis=1)
        gap = np.roll(about(problem.ankles[:, s], error), 3, axis=1)
        of_centre = np.roll(about(centre, error), 3, axis=1)
        found[side] = {
            "here": _rms(gap[frames]),
            f"without {1e3 * NEAR:.0f} ms around strikes and offs": _rms(gap[frames & quiet]),
            "moments about the mass centre": _rms(of_centre[frames]),
            "without what is constant": _rms(gap[frames] - gap[frames].mean(axis=0)),
        }
    return found


def _away_from_events(problem: SharingProblem) -> BoolArray:
    """Frames (frames,) that no strike or off is near to."""
    events = np.array([event.time for event in problem.events])
    return np.asarray(np.abs(problem.time[:, None] - events).min(axis=1) > NEAR)


def _rms(gap: FloatArray) -> Mapping[str, float]:
    return difference(gap).rms


def _table(
    name: str, found: Mapping[str, Mapping[str, Mapping[str, float]]], scale: float
) -> Table:
    rows: list[tuple[str | float, ...]] = []
    for side, printed in SINGLE_SUPPORT.items():
        rows.append((f"{side}, printed, scaled", *(round(scale * x, 2) for x in printed)))
        rows += [
            (f"{side}, {what}", *(round(rms[c], 2) for c in COMPONENTS))
            for what, rms in found[side].items()
        ]
    return Table(
        f"{name}: single support, rms about the ankle (table 4.1)",
        ("foot", *(f"{c} [{u}]" for c, u in zip(COMPONENTS, _UNITS, strict=True))),
        tuple(rows),
    )


def _misses(
    name: str, found: Mapping[str, Mapping[str, Mapping[str, float]]], scale: float
) -> Table:
    """Figures above the printed ones, with the first that takes enough of each away."""
    rows: list[tuple[str | float, ...]] = []
    for side, row in SINGLE_SUPPORT.items():
        for component, printed in zip(COMPONENTS, row, strict=True):
            left = {what: rms[component] for what, rms in found[side].items()}
            ours = left.pop("here")
            if ours <= scale * printed:
                continue
            enough = [what for what, rms in left.items() if rms <= scale * printed]
            what = enough[0] if enough else min(left, key=left.__getitem__)
            cause = what if enough else f"not isolated; least {what}"
            rows.append((side, component, round(scale * printed, 2), round(ours, 2),
                         round(left[what], 2), cause))  # fmt: skip
    return Table(
        f"{name}: single support, figures above the printed ones and what takes them away",
        ("foot", "component", "printed, scaled", "here", "what is left", "cause"),
        tuple(rows),
        "Root mean square of force [N] or moment [N*m].",
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
        rows.append((name, *(round(found[component], 2) for component in COMPONENTS)))
    return [
        Table(
            "HC038A: the resultant by where the mass lies, rms",
            ("mass", *(f"{c} [{u}]" for c, u in zip(COMPONENTS, _UNITS, strict=True))),
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
