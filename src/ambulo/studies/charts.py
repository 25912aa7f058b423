"""Charts of a study as panels of its page."""

from __future__ import annotations

import re

import numpy as np

from ambulo.report.page_data import (
    LinesPanel,
    MapPanel,
    Mark,
    Plot,
    Role,
    Series,
    Stroke,
    Unit,
)
from ambulo.studies.record import Chart, Curve

__all__ = ["chart_panel"]

_ROLES: tuple[Role, ...] = ("c1", "c2", "c3", "c4", "c5", "c6")
_LABEL = re.compile(r"^(?P<name>.*?)\s*\[(?P<unit>[^\]]*)\]$")


def chart_panel(chart: Chart) -> LinesPanel | MapPanel:
    """One chart: curves over their own axis, or a map with the curves on it.

    Args:
        chart: of a study.
    """
    series = [_series(curve, k) for k, curve in enumerate(chart.curves)]
    name = f"chart-{chart.name}"
    if chart.grid is not None:
        x, y, values = (np.asarray(part, dtype=float) for part in chart.grid)
        label, unit = _split(chart.grid_label)
        return MapPanel(
            name,
            chart.title,
            x,
            y,
            values,
            chart.x_label,
            chart.y_label,
            label,
            unit,
            series=series,
            caption=chart.caption,
        )
    title, unit = _split(chart.y_label)
    plot = Plot(
        title,
        (Unit(unit),),
        series,
        xlabel=chart.x_label,
        log="y" if chart.log_y else "",
        equal=chart.equal,
        marks=[Mark("x", float(at), "grey", "") for at in chart.marks],
    )
    return LinesPanel(name, chart.title, [plot], columns=1, caption=chart.caption)


def _split(label: str) -> tuple[str, str]:
    """Name and unit of "velocity [m/s]"."""
    found = _LABEL.match(label)
    return (found["name"], {"deg": "°"}.get(found["unit"], found["unit"])) if found else (label, "")


def _series(curve: Curve, k: int) -> Series:
    role: Role = "ink" if curve.style.startswith("k") else _ROLES[k % len(_ROLES)]
    return Series(
        curve.label,
        role,
        np.asarray(curve.y, dtype=float),
        x=np.asarray(curve.x, dtype=float),
        stroke=_stroke(curve.style.removeprefix("k")),
    )


def _stroke(style: str) -> Stroke:
    if style.startswith(("o", ".")):
        return "both" if style.endswith("-") else "points"
    if style.startswith("--"):
        return "dash"
    return "dot" if style.startswith((":", "-.")) else "solid"
