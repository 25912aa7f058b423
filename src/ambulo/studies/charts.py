"""Charts of a study as panels of its page."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Literal

import numpy as np

from ambulo.report.curve_words import units_in_words
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

_ROLES: tuple[Role, ...] = ("c1", "c2", "c3", "c4", "c5", "c6")
_OF_SIDE: Mapping[str, Role] = {"left": "left", "right": "right"}
"""Left red, right blue, as everywhere."""
_LOG: Mapping[tuple[bool, bool], Literal["", "x", "y", "xy"]] = {
    (False, False): "",
    (True, False): "x",
    (False, True): "y",
    (True, True): "xy",
}
_LABEL = re.compile(r"^(?P<name>.*?)\s*\[(?P<unit>[^\]]*)\]$")


def chart_panels(charts: Sequence[Chart]) -> list[LinesPanel | MapPanel]:
    """Every chart of a study: curves over their own axis, or a map with the curves on it.

    Maps of one quantity have one scale of colours, so that they can be set side by side.
    """
    ends: dict[str, tuple[float, float]] = {}
    for chart in charts:
        if chart.grid is not None:
            values = np.asarray(chart.grid[2], dtype=float)
            low, high = ends.get(chart.grid_label, (np.inf, -np.inf))
            ends[chart.grid_label] = (
                min(low, float(np.nanmin(values))),
                max(high, float(np.nanmax(values))),
            )
    return [_panel(chart, ends.get(chart.grid_label)) for chart in charts]


def _panel(chart: Chart, ends: tuple[float, float] | None) -> LinesPanel | MapPanel:
    heading = chart.title[:1].upper() + chart.title[1:]
    series = [_series(curve, k) for k, curve in enumerate(chart.curves)]
    name = f"chart-{chart.name}"
    if chart.grid is not None:
        x, y, values = (np.asarray(part, dtype=float) for part in chart.grid)
        label, unit = _split(chart.grid_label)
        return MapPanel(
            name,
            heading,
            x,
            y,
            values,
            units_in_words(chart.x_label),
            units_in_words(chart.y_label),
            label,
            unit,
            range=ends,
            series=series,
            caption=chart.caption,
        )
    title, unit = _split(chart.y_label)
    plot = Plot(
        title,
        (Unit(unit),),
        series,
        xlabel=units_in_words(chart.x_label),
        log=_LOG[chart.log_x, chart.log_y],
        equal=chart.equal,
        marks=[Mark("x", float(at), "grey", "") for at in chart.marks],
    )
    return LinesPanel(name, heading, [plot], columns=1, caption=chart.caption)


def _split(label: str) -> tuple[str, str]:
    """Name and unit of "velocity [m/s]"."""
    found = _LABEL.match(label)
    return (found["name"], units_in_words(found["unit"])) if found else (label, "")


def _series(curve: Curve, k: int) -> Series:
    role: Role = "ink" if curve.style.startswith("k") else _ROLES[k % len(_ROLES)]
    return Series(
        units_in_words(curve.label),
        _OF_SIDE.get(curve.label, role),
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
