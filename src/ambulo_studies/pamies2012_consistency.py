"""Pàmies-Vilà (2012), section 4.3.1: segment lengths before and after kinematic consistency."""

from __future__ import annotations

import numpy as np

from ambulo.gait.consistency import CONSTRAINT_LIMIT, MAX_ITERATIONS
from ambulo.inputs.progress import OnPart
from ambulo.records import Analysis
from ambulo.studies.record import Chart, Curve, Findings, Table
from ambulo_studies.gait_trials import analysed_walks, notes_on

TITLE = "Segment lengths before and after kinematic consistency"

SOURCE = (
    "Pàmies-Vilà R. (2012). Application of multibody dynamics techniques to the analysis of human "
    "gait. Doctoral thesis, Universitat Politècnica de Catalunya. Section 4.3.1, equations 4.1 and "
    "4.2, figure 4.6."
)

DEVIATIONS = (
    "Pàmies-Vilà prints the lengths of one subject's right shank and thigh as curves without "
    "figures; they are drawn the same way here, and given for every segment as a table.",
    "The length that is kept is that of the standing trial; Pàmies-Vilà does not say which it "
    "keeps.",
)

_DRAWN = ("right_knee to right_ankle", "right_hip to right_knee")


def run(progress: OnPart) -> Findings:
    """Make the walks consistent by the augmented Lagrangian method and measure the segments."""
    progress("analysing", 0.0)
    walks = analysed_walks(consistency="natural")
    tables: list[Table] = []
    charts: list[Chart] = []
    notes: list[str] = []
    checks: dict[str, bool] = {}
    for name, analysis in walks.items():
        tables.append(_table(name, analysis))
        charts += _charts(name, analysis)
        notes += [f"{name}: {line}" for line in analysis.log if "augmented Lagrangian" in line]
        kept = [plot.curves["consistent"] for plot in analysis.diagnostics]
        checks[f"{name}: every length is kept within 1e-8 m"] = all(
            float(np.ptp(length)) <= 1e-5 for length in kept
        )
    notes.append(
        f"A frame counts as consistent when the norm of its constraints is below "
        f"{CONSTRAINT_LIMIT:g} within {MAX_ITERATIONS} iterations; otherwise the analysis stops."
    )
    return Findings(
        tables=tuple(tables),
        figures=tuple(charts),
        notes=(*notes, *notes_on(walks)),
        checks=checks,
    )


def _table(name: str, analysis: Analysis) -> Table:
    columns = ("measured_min", "measured_mean", "measured_max", "consistent")
    return Table(
        f"{name}: distances between neighbouring joints",
        ("from, to", *(f"{column.replace('_', ', ')} [mm]" for column in columns)),
        tuple(
            (joints.replace("_", " "), *(round(1e3 * getattr(found, c), 1) for c in columns))
            for joints, found in analysis.segment_lengths.items()
        ),
    )


def _charts(name: str, analysis: Analysis) -> list[Chart]:
    """Figure 4.6: shank and thigh."""
    plots = {plot.title: plot for plot in analysis.diagnostics}
    charts = []
    for joints in _DRAWN:
        plot = plots[joints.replace("_", " ").capitalize()]
        charts.append(
            Chart(
                f"{joints}_{name}".replace(" ", "_"),
                f"{name}: {joints.replace('_', ' ')}",
                "time [s]",
                "length [mm]",
                tuple(
                    Curve(label, plot.x, values, style)
                    for (label, values), style in zip(plot.curves.items(), ("-", "--"), strict=True)
                ),
                tuple(event.time for event in analysis.events),
                caption="As Pàmies-Vilà's figure 4.6; marks are foot strikes and offs.",
            )
        )
    return charts
