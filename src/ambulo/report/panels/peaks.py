"""Peak joint moments by side, with the peaks of normal walking."""

from __future__ import annotations

from ambulo.records import SIDES
from ambulo.report.page_data import Column, Row, TablePanel
from ambulo.report.panels.panel import Panel
from ambulo.report.peaks import peak_moments
from ambulo.report.scene import Scene

__all__ = ["PANEL", "peaks_panel"]


def peaks_panel(scene: Scene) -> TablePanel | None:
    """One row a peak; None where no moment is known."""
    peaks = peak_moments(scene)
    if not peaks:
        return None
    rows = [Row([p.name, *(p.sides.get(side) for side in SIDES), p.normal]) for p in peaks]
    columns = (
        Column("net internal moment"),
        Column("left", "N·m/kg", number=True, role="left", decimals=2),
        Column("right", "N·m/kg", number=True, role="right", decimals=2),
        Column("normal", "N·m/kg", number=True, decimals=2),
    )
    return TablePanel(
        "peaks",
        "Peak joint moments",
        columns,
        rows,
        caption=(
            "Largest value over the stances in which the moment is known throughout, and the "
            f"swings after them. Normal: peak of the mean curve of {scene.band.population} "
            f"({scene.band.name}); the subject's age, size and speed may differ from theirs."
        ),
    )


PANEL = Panel("joints", peaks_panel)
