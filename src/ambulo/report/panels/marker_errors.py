"""Distance of the model's markers from the recorded ones: against time and by marker."""

from __future__ import annotations

import numpy as np

from ambulo.report.page_data import Column, LinesPanel, Plot, Series, TablePanel, TableRow, Unit
from ambulo.report.panels.panel import Panel
from ambulo.report.scene import Scene
from ambulo.results.over_time import rms


def marker_errors_panel(scene: Scene) -> LinesPanel | None:
    """Root mean square over all markers at each instant; None if nothing was fitted."""
    errors = 1e3 * scene.analysis.marker_residual
    if not np.isfinite(errors).any():
        return None
    seen = np.isfinite(errors)
    count = np.maximum(seen.sum(axis=1), 1)
    over_time = np.sqrt(np.where(seen, errors**2, 0.0).sum(axis=1) / count)
    over_time[~seen.any(axis=1)] = np.nan
    plot = Plot(
        title="All markers, rms",
        units=(Unit("mm"),),
        series=[Series("", "ink", over_time)],
        least=10.0,
    )
    return LinesPanel(
        id="marker-errors",
        title="Marker errors",
        plots=[plot],
        clock="trial",
        columns=1,
        caption=(
            "Distance between the recorded markers and the same markers on the fitted model: "
            f"{rms(errors):.1f} mm rms over all markers and frames. At foot strike, skin moves "
            "over bone by 5 to 20 mm. Much larger errors point to a wrong label, or to a static "
            "trial that does not belong to this recording."
        ),
        folded=True,
        line=f"{rms(errors):.1f} mm rms",
    )


def marker_table_panel(scene: Scene) -> TablePanel | None:
    """Every marker's error, the largest first."""
    analysis = scene.analysis
    model, errors = analysis.model, 1e3 * analysis.marker_residual
    if not np.isfinite(errors).any():
        return None
    each = np.array([rms(errors[:, m]) for m in range(errors.shape[1])])
    largest = np.nanmax(np.where(np.isfinite(errors), errors, -np.inf), axis=0)
    order = [m for m in np.argsort(-np.nan_to_num(each, nan=-1.0)) if np.isfinite(each[m])]
    rows = [
        TableRow(
            [
                model.marker_names[m],
                model.segments[model.marker_body[m]].replace("_", " "),
                float(each[m]),
                float(largest[m]),
            ]
        )
        for m in order
    ]
    columns = (
        Column("marker"),
        Column("segment"),
        Column("rms", "mm", number=True, decimals=1),
        Column("largest", "mm", number=True, decimals=1),
    )
    return TablePanel("marker-table", "Errors by marker", columns, rows, folded=True)


PANEL = Panel("detail", marker_errors_panel)
TABLE = Panel("detail", marker_table_panel)
