"""Pàmies-Vilà (2012), section 4.4 and table 4.1: the motion's ground reaction against plates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ambulo.gait.configuration import Configuration
from ambulo.gait.wrench_comparison import COMPONENTS
from ambulo.records import Analysis, WrenchDifference
from ambulo.studies.gait_trials import (
    OTHER_SUBJECT,
    PAMIES_VILA_MASS,
    analysed_public_walk,
    analysed_walks,
    notes_on,
)
from ambulo.studies.record import Chart, Comparison, Curve, Findings, Table
from ambulo.studies.registry import Progress

__all__ = ["DEVIATIONS", "SOURCE", "TITLE", "run"]

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

DEVIATIONS = (
    OTHER_SUBJECT,
    "Every frame counts in the resultant, as in Pàmies-Vilà's; there the heel's impact, faster "
    "than any marker, makes most of the difference in Fz and My.",
    "Public markers come filtered by their laboratory at 8 to 10 Hz: the force that the motion "
    "gives begins to rise some 40 ms before the heel strikes.",
)


def run(progress: Progress) -> Findings:
    """Analyse the walks by the whole-body method and set the resultant against the plates."""
    progress("analysing", 0.0)
    walks = analysed_walks()
    found = [_of_walk(name, analysis) for name, analysis in walks.items()]
    progress("segment parameters", 0.8)
    by_parameters = Findings(tables=tuple(_by_segment_parameters()), notes=notes_on(walks))
    return Findings.joined([*found, by_parameters])


def _of_walk(name: str, analysis: Analysis) -> Findings:
    scale = (analysis.model.subject.mass or np.nan) / PAMIES_VILA_MASS
    assert analysis.sharing is not None
    assert analysis.sharing.resultant is not None
    resultant = analysis.sharing.resultant.rms
    return Findings(
        tuple(
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
        (_table(name, analysis.sharing.single_support, scale),),
        (_vertical(name, analysis),),
    )


def _table(name: str, found: Mapping[str, WrenchDifference], scale: float) -> Table:
    rows: list[tuple[str | float, ...]] = []
    for side, printed in SINGLE_SUPPORT.items():
        rows.append((f"{side}, printed, scaled", *(round(scale * x, 2) for x in printed)))
        rows.append((f"{side}, here", *(round(found[side].rms[c], 2) for c in COMPONENTS)))
    units = ["N"] * 3 + ["N*m"] * 3
    return Table(
        f"{name}: single support, rms about the ankle (table 4.1)",
        ("foot", *(f"{c} [{u}]" for c, u in zip(COMPONENTS, units, strict=True))),
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
        rows.append((name, *(round(found[component], 2) for component in COMPONENTS)))
    units = ["N"] * 3 + ["N*m"] * 3
    return [
        Table(
            "HC038A: the resultant by where the mass lies, rms",
            ("mass", *(f"{c} [{u}]" for c, u in zip(COMPONENTS, units, strict=True))),
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
        "N",
        (Curve("from the motion", time, motion), Curve("plates", time, measured, "k--")),
        marks,
        caption="As Pàmies-Vilà's figure 4.8; marks are foot strikes and offs.",
    )
