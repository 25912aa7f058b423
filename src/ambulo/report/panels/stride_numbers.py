"""Rows of the catalogue that are numbers of strides, such as work, by side."""

from __future__ import annotations

import numpy as np

from ambulo.records import SIDES
from ambulo.report.page_data import Column, Row, TablePanel
from ambulo.report.panels.panel import Panel
from ambulo.report.panels.subject import mean_and_sd
from ambulo.report.scene import Scene
from ambulo.results.catalogue import NUMBERS


def numbers_panel(scene: Scene) -> TablePanel | None:
    """One row a number, mean ± SD of each side's strides in which it is known; None without any."""
    strides = scene.analysis.strides
    mine = [np.array([stride.side == side for stride in strides], dtype=bool) for side in SIDES]
    rows = []
    for row in NUMBERS:
        for one in row.quantities(scene.analysis, scene.posture):
            cells = [one.values[of & np.isfinite(one.values)].tolist() for of in mine]
            if any(cells):
                name = one.name.replace("_", " ").capitalize()
                said = [mean_and_sd(cell, 1) for cell in cells]
                rows.append(Row([name, one.unit, *said, one.positive]))
    if not rows:
        return None
    columns = (
        Column("of a stride"),
        Column("unit"),
        *(Column(side, number=True, role=side) for side in SIDES),
        Column("positive"),
    )
    title = "; ".join(row.title for row in NUMBERS).capitalize()
    return TablePanel("stride-numbers", f"{title}, mean ± SD", columns, rows, folded=True)


PANEL = Panel("joints", numbers_panel)
