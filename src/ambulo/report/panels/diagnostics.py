"""Diagnostics of filter and fit: the plots that the chosen methods return."""

from __future__ import annotations

from ambulo.records import Diagnostic
from ambulo.report.page_data import LinesPanel, Plot, Series, Unit
from ambulo.report.panels.panel import Panel
from ambulo.report.plot_data import colour_of
from ambulo.report.scene import Scene

# smallest span of an axis by unit, so that a length that hardly varies looks so
_LEAST = {"mm": 10.0}


def _plot(plot: Diagnostic) -> Plot:
    series = [
        Series(name, colour_of(k), values, x=plot.x)
        for k, (name, values) in enumerate(plot.curves.items())
    ]
    return Plot(
        title=plot.title,
        units=(Unit(plot.unit),),
        series=series,
        xlabel=plot.xlabel,
        least=_LEAST.get(plot.unit, 1.0),
    )


def diagnostics_panel(scene: Scene) -> LinesPanel | None:
    """Plots of filter and fit; None if the methods have none."""
    plots = scene.analysis.diagnostics
    if not plots:
        return None
    return LinesPanel(
        id="diagnostics",
        title="Filter and segment lengths",
        plots=[_plot(plot) for plot in plots],
        caption=" ".join(dict.fromkeys(plot.note for plot in plots)),
        folded=True,
    )


PANEL = Panel("detail", diagnostics_panel)
