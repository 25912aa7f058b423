"""Rows of the catalogue with one number for each stride, such as work, by side."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ambulo.records import SIDES, PeakBand
from ambulo.report.page_data import Column, TablePanel, TableRow
from ambulo.report.panels.panel import Panel
from ambulo.report.panels.subject import mean_and_sd, spread_in_words
from ambulo.report.panels.trust import of_both
from ambulo.report.peaks import with_band
from ambulo.report.scene import Scene
from ambulo.results.catalogue import NUMBERS
from ambulo.results.columns import layer


def numbers_panel(scene: Scene) -> TablePanel | None:
    """One row for each number: mean ± SD over each side's strides in which it is known, with the
    mean ends of the bands, and grade and ± of the means. These are known per kilogram of the body.
    None without such numbers.
    """
    strides, bands = scene.analysis.strides, scene.analysis.bands
    mine = [np.array([stride.side == side for stride in strides], dtype=bool) for side in SIDES]
    rows = []
    for row in NUMBERS:
        for one in row.quantities(scene.analysis, scene.posture):
            known = [of & np.isfinite(one.values) for of in mine]
            if any(of.any() for of in known):
                name = one.name.replace("_", " ").capitalize()
                band = None if bands is None else layer(bands.strides, one)
                said = [
                    with_band(
                        mean_and_sd(one.values[of].tolist(), 2),
                        PeakBand(one.unit, *map(float, band[:, of].mean(axis=1)))
                        if band is not None and of.any()
                        else None,
                    )
                    for of in known
                ]
                graded = of_both(
                    [
                        replace(trust, error=trust.error * scene.mass, unit=one.unit)
                        for side in SIDES
                        if (trust := scene.trust.get(f"{row.table}/{side}_{one.name}")) is not None
                    ]
                )
                rows.append(TableRow([name, one.unit, *said, graded, one.positive]))
    if not rows:
        return None
    columns = (
        Column("of a stride"),
        Column("unit"),
        *(Column(side, number=True, role=side) for side in SIDES),
        Column("± of the mean"),
        Column("positive"),
    )
    title = "; ".join(row.title for row in NUMBERS).capitalize()
    return TablePanel(
        "stride-numbers", f"{title}{spread_in_words(scene)}", columns, rows, folded=True
    )


PANEL = Panel("joints", numbers_panel)
