"""Orthoses and crutches: the person's share of moments and powers, and forces of crutches."""

from __future__ import annotations

from ambulo.records import Quantity
from ambulo.report.curve_words import units_in_words
from ambulo.report.page_data import LinesPanel, Plot, Role, Series, Unit
from ambulo.report.panels.panel import Panel
from ambulo.report.scene import Scene
from ambulo.results.columns import title
from ambulo.results.device_columns import device_quantities

_ROLES: tuple[Role, ...] = ("ink", "c1", "c2")


def devices_panel(scene: Scene) -> LinesPanel | None:
    """A plot of each shared moment and power, and of each crutch; None without devices."""
    analysis = scene.analysis
    plots: dict[str, list[tuple[str, Quantity]]] = {}
    for quantity in device_quantities(analysis, scene.posture):
        of, _, part = quantity.name.rpartition("_")
        plots.setdefault(of, []).append((part, quantity))
    for of in plots:
        for group in (analysis.moments, analysis.powers):
            if of in group.names and group[of].unit == plots[of][0][1].unit:
                plots[of].insert(0, ("net", group[of]))
    if not plots:
        return None
    said = {
        "person": "The net moment is the sum of the person's moment and the orthosis's moment.",
        "z": "Forces of the ground on a crutch are in laboratory axes: x forward, y left, z up.",
    }
    drawn = {quantity.name.rpartition("_")[2] for parts in plots.values() for _, quantity in parts}
    return LinesPanel(
        id="devices",
        title="Devices on the body",
        plots=[
            Plot(
                title=f"{of.partition('_')[0].capitalize()} {title(of).lower()}",
                units=(Unit(units_in_words(parts[0][1].unit)),),
                positive=parts[0][1].positive,
                series=[
                    Series(part, role, quantity.values)
                    for role, (part, quantity) in zip(_ROLES, parts, strict=False)
                ],
            )
            for of, parts in plots.items()
        ],
        clock="trial",
        columns=min(len(plots), 4),
        caption=" ".join(words for part, words in said.items() if part in drawn),
    )


PANEL = Panel("joints", devices_panel)
