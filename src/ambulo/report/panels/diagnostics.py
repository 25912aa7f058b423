"""How filter and fit went: whatever plots the methods chosen hand over."""

from __future__ import annotations

from ambulo.records import Diagnostic
from ambulo.report import svg
from ambulo.report.panels.panel import Panel
from ambulo.report.scene import Scene

__all__ = ["PANEL"]

_WIDTH, _LEFT, _TOP, _HEIGHT, _GAP = 1000.0, 56.0, 30.0, 100.0, 88.0
_COLUMNS = 3
_COLOURS = ("#0072b2", "#d1495b", "#009e73", "#e69f00", "#56347a")
_LEAST = {"mm": 10.0}
"""Smallest span of an axis by unit, so that a length that hardly varies looks so."""


def _axes(plot: Diagnostic, left: float, top: float, width: float) -> str:
    curves = list(plot.curves.values())
    xlim = (float(plot.x[0]), float(plot.x[-1]))
    ylim = svg.limits(curves, least=_LEAST.get(plot.unit, 1.0))
    axes = svg.Axes(left, top, width, _HEIGHT, xlim, ylim)
    xticks = svg.ticks(*xlim, 5)
    if not (plot.x % 1.0).any():
        xticks = [x for x in xticks if x.is_integer()]  # what is counted has no halves
    drawn = [axes.frame(title=plot.title, unit=plot.unit, xticks=xticks, xlabel=plot.xlabel)]
    keys = []
    for colour, (name, values) in zip(_COLOURS, plot.curves.items(), strict=False):
        drawn.append(axes.line(plot.x, values, colour, width=1.5, label=name))
        keys.append(svg.Key(name, colour))
    legend = svg.legend(left, top + _HEIGHT + 46, keys, right=left + width + 8)
    return axes.group(drawn, plot.xlabel, plot.unit) + legend


def _draw(scene: Scene) -> str:
    plots = scene.analysis.diagnostics
    if not plots:
        return ""
    width = (_WIDTH - _COLUMNS * _LEFT - 12) / _COLUMNS
    parts = [
        _axes(
            plot,
            _LEFT + (k % _COLUMNS) * (width + _LEFT),
            _TOP + (k // _COLUMNS) * (_HEIGHT + _GAP),
            width,
        )
        for k, plot in enumerate(plots)
    ]
    rows = -(-len(plots) // _COLUMNS)
    height = _TOP + rows * (_HEIGHT + _GAP) - 20
    return svg.document(_WIDTH, height, parts, "How filter and fit went")


def _caption(scene: Scene) -> str:
    return " ".join(dict.fromkeys(plot.note for plot in scene.analysis.diagnostics))


PANEL = Panel("diagnostics", "Filter and segment lengths", _draw, _caption, folded=True)
