"""Pàmies-Vilà (2012), section 4.7: the motion back from its own forces."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import cast

import numpy as np

from ambulo.forward_check.files import simulate_folder
from ambulo.forward_check.run import ForwardCheck
from ambulo.records import Analysis
from ambulo.report.write import write
from ambulo.studies.gait_trials import analysed_walks, notes_on
from ambulo.studies.record import Chart, Comparison, Curve, Findings, Table
from ambulo.studies.registry import Progress

__all__ = ["DEVIATIONS", "SOURCE", "TITLE", "run"]

TITLE = "Forward check: from the forces back to the motion"

SOURCE = (
    "Pàmies-Vilà R. (2012). Application of multibody dynamics techniques to the analysis of human "
    "gait. Doctoral thesis, Universitat Politècnica de Catalunya. Section 4.7, figures 4.16, 4.19 "
    "and 4.20."
)

FOLLOWED = 80.0
"""% of the cycle that the printed open loop follows."""
POSITION, ANGLE = 7e-8, 5e-6
"""m at the lumbar joint and rad, largest deviations under control (text under figure 4.19)."""
FORCE, MOMENT = 5e-3, 4e-3
"""N and N*m, bounds on the controller's efforts (text under figure 4.20)."""

DEVIATIONS = (
    "Pàmies-Vilà integrates by the trapezoidal rule at 1 ms from forces stored at that step; here "
    "an adaptive rule of order eight evaluates the forces, from the motion's own splines, at every "
    "stage, so that what is left is rounding.",
    "Where the ground's resultant is carried decides how fast errors grow: at the feet the body is "
    "an inverted pendulum, at the head a hanging one. The moments of the joints between differ, "
    "the motion does not. The table gives every support; Pàmies-Vilà does not name its own.",
)


def run(progress: Progress) -> Findings:
    """Simulate the analysed walks, open loop and with the controller of section 4.7."""
    progress("analysing", 0.0)
    walks = analysed_walks()
    comparisons: list[Comparison] = []
    rows: list[tuple[str | float, ...]] = []
    charts: list[Chart] = []
    for k, (name, analysis) in enumerate(walks.items()):
        progress(f"simulating {name}", (k + 0.5) / len(walks))
        free, held = _simulated(analysis)
        share = float(cast(float, free.summary["followed_percent"]))
        comparisons += [
            Comparison(
                f"{name}: followed within 5° and 10 mm, open loop",
                "%",
                FOLLOWED,
                share,
                None,
                "figure 4.16: about 80 % of a cycle",
            ),
            *_controlled(name, held),
        ]
        for support in cast(list[Mapping[str, float | str]], free.summary["supports"]):
            rows.append(
                (
                    name,
                    str(support["carried"]),
                    round(float(support["followed_s"]), 2),
                    round(float(cast(float, free.summary["recorded_s"])), 2),
                    round(float(support["error_growth_per_s"]), 1),
                )
            )
        charts.append(_chart(name, free))
    return Findings(
        comparisons=tuple(comparisons),
        tables=(
            Table(
                "Open loop by where the ground's resultant is carried",
                ("walk", "carried at", "followed [s]", "recorded [s]", "error growth [1/s]"),
                tuple(rows),
            ),
        ),
        figures=tuple(charts),
        notes=notes_on(walks),
        checks={f"{c.quantity}: at least as good as printed": _as_good(c) for c in comparisons},
    )


def _simulated(analysis: Analysis) -> tuple[ForwardCheck, ForwardCheck]:
    """Open loop, and with the controller."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder)
        write(analysis, out)
        return simulate_folder(out), simulate_folder(out, control="pd")


def _controlled(name: str, held: ForwardCheck) -> list[Comparison]:
    effort = cast(Mapping[str, float], held.summary["controller"])
    root = 1e-3 * float(cast(float, held.summary["largest_root_distance_mm"]))
    angle = math.radians(float(cast(float, held.summary["largest_angle_deg"])))
    return [
        Comparison(f"{name}: deviation at the root, controlled", "m", POSITION, root),
        Comparison(f"{name}: deviation of a segment, controlled", "rad", ANGLE, angle),
        Comparison(f"{name}: controller's force", "N", FORCE, effort["largest_force_N"]),
        Comparison(f"{name}: controller's moment", "N*m", MOMENT, effort["largest_moment_Nm"]),
    ]


def _as_good(comparison: Comparison) -> bool:
    """Whether more was followed, or less deviation or effort was needed, than printed."""
    if comparison.unit == "%":
        return comparison.ours >= comparison.printed
    return comparison.ours <= comparison.printed


def _chart(name: str, free: ForwardCheck) -> Chart:
    time = free.analysis.motion.time
    worst = np.nanmax(np.where(np.isfinite(free.off.angle), free.off.angle, np.nan), axis=1)
    return Chart(
        f"open_loop_{name.replace(' ', '_')}",
        f"{name}: largest deviation of a segment, open loop",
        "time [s]",
        "degrees",
        (Curve("", time[1:], np.degrees(np.maximum(worst[1:], 1e-18))),),
        caption="Pàmies-Vilà's figure 4.16 shows curves that part after 80 % of the cycle.",
        log_y=True,
    )
