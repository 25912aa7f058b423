"""Double support by every way of sharing, compared with the plates."""

from __future__ import annotations

import numpy as np

from ambulo.gait.sharing.registry import SHARINGS
from ambulo.gait.wrench_comparison import reactions_about
from ambulo.records import SIDES, WRENCH
from ambulo.report.curve_words import units_in_words
from ambulo.report.page_data import (
    Column,
    LinesPanel,
    Plot,
    Role,
    Series,
    Span,
    TablePanel,
    TableRow,
    Unit,
)
from ambulo.report.panels.panel import Panel
from ambulo.report.scene import Scene
from ambulo.report.sharing_table import sharing_tables

# what is drawn before and after the double support, s
_MARGIN = 0.08
_ROLE: dict[str, Role] = {"smooth": "c4", "cfp": "c2", "plates": "c5", "contact": "c1", "sta": "c3"}
WRENCH_PLOTS = (
    ("Fore-aft force", "N", "forward"),
    ("Lateral force", "N", "to the left"),
    ("Vertical force", "N", "up"),
    ("Moment about forward", "N·m", ""),
    ("Moment about left", "N·m", ""),
    ("Moment about up", "N·m", ""),
)
"""Title, unit and positive direction of each component of `WRENCH`."""


def _double_support(scene: Scene) -> tuple[float, float] | None:
    """From strike to off [s] of the double support of which the plates measured the most."""
    measured = scene.analysis.plates_ground
    if measured is None:
        return None
    time = measured.time
    left, right = scene.standing.values()
    phases = [
        (max(a[0], b[0]), min(a[1], b[1]))
        for a in left
        for b in right
        if max(a[0], b[0]) < min(a[1], b[1])
    ]

    def seen(phase: tuple[float, float]) -> int:
        return int(measured.known[(time >= phase[0]) & (time <= phase[1])].sum())

    return max(phases, key=seen, default=None)


def sharing_panel(scene: Scene) -> LinesPanel | None:
    """Curves of one double support; None without plates or without ways to compare."""
    compared, measured = scene.analysis.sharing, scene.analysis.plates_ground
    phase = None if compared is None else _double_support(scene)
    if compared is None or phase is None or measured is None:
        return None
    sharings = compared.sharings
    ankles = np.stack([scene.posture.joint(f"{side}_ankle") for side in SIDES], axis=1)
    time = measured.time
    low, high = max(phase[0] - _MARGIN, float(time[0])), min(phase[1] + _MARGIN, float(time[-1]))
    shown = (time >= low - 1e-9) & (time <= high + 1e-9)
    plates = reactions_about(measured, ankles)
    plates = np.where(measured.known[..., None], plates, np.nan)[shown]
    # what is not corrected is what the plates measured
    ways = {
        name: reactions_about(sharings[name], ankles)[shown]
        for name, way in SHARINGS.items()
        if way.compared and name in sharings
    }
    plots = []
    for row, (title, unit, positive) in enumerate(WRENCH_PLOTS):
        for s, side in enumerate(SIDES):
            series = [Series("plates", "ink", plates[:, s, row], x=time[shown])]
            series += [
                Series(
                    SHARINGS[name].title,
                    _ROLE.get(name, "c6"),
                    curve[:, s, row],
                    x=time[shown],
                    stroke="dash",
                )
                for name, curve in ways.items()
            ]
            plots.append(
                Plot(
                    title=f"{title}, {side} foot",
                    units=(Unit(unit),),
                    series=series,
                    positive=positive,
                    column=s,
                    least=(0.1 if unit == "N" else 0.01) * scene.weight,
                    spans=[Span(*phase, "grey", "double support")],
                )
            )
    return LinesPanel(
        id="sharing",
        title="Sharing the ground reaction in double support",
        plots=plots,
        columns=2,
        caption=(
            "Force of the ground on each foot, and its moment about the ankle joint. The plots "
            "show the double support that the plates measured most completely (Pàmies-Vilà 2012, "
            "figures 4.13 and 4.14). The methods called *corrected plates* and *plates' "
            "proportion* start from the measured forces. All other methods use only the motion. "
            "Except in *corrected plates*, the two reactions add up to the force that the motion "
            "requires."
        ),
        folded=True,
    )


def sharing_table_panel(scene: Scene) -> TablePanel | None:
    """Difference of every way of sharing from the plates; None without a comparison."""
    tables = sharing_tables(scene.analysis.sharing)
    if not tables:
        return None
    rows: list[TableRow] = []
    for table in tables:
        rows.append(TableRow([table.title], heading=True))
        rows += [
            TableRow(
                [r.way, r.side, *(float(r.rms[c]) for c in WRENCH)],
                role=next((side for side in SIDES if side == r.side), None),
            )
            for r in table.rows
        ]
    columns = [Column("way of sharing"), Column("foot")]
    columns += [Column(c, units_in_words(u), number=True) for c, u in WRENCH.items()]
    return TablePanel(
        "sharing-table",
        "Ways of sharing double support, against the plates",
        columns,
        rows,
        caption=(
            "Root mean square differences over whole phases. Moments are about the ankle joint. "
            "Moments of the resultant are about the point of the floor below the lumbar joint "
            "(Pàmies-Vilà 2012, tables 4.1 to 4.3)."
        ),
        folded=True,
    )


TABLE = Panel("detail", sharing_table_panel)
PANEL = Panel("detail", sharing_panel)
