"""When the muscles were active: envelopes of the electromyograms."""

from __future__ import annotations

from ambulo.mocap.emg import BAND, ENVELOPE
from ambulo.report.page_data import LinesPanel, Plot, Series, Unit
from ambulo.report.panels.panel import Panel
from ambulo.report.scene import Scene
from ambulo.results.columns import meaning
from ambulo.results.muscle_activity import muscle_activity

__all__ = ["PANEL", "muscles_panel"]


def muscles_panel(scene: Scene) -> LinesPanel | None:
    """One plot a muscle, both sides in it; None where no electromyogram was recorded."""
    by_muscle: dict[str, list[Series]] = {}
    for quantity in muscle_activity(scene.analysis):
        side = meaning(quantity.name).side
        muscle = quantity.name.removeprefix(f"{side}_").removeprefix("emg_")
        role = side or "ink"
        series = Series(side or muscle, role, quantity.values, cut=side)
        by_muscle.setdefault(muscle, []).append(series)
    if not by_muscle:
        return None
    plots = [
        Plot(title=muscle.replace("_", " ").capitalize(), units=(Unit("%"),), series=series,
             positive="active", least=20.0)
        for muscle, series in by_muscle.items()
    ]  # fmt: skip
    return LinesPanel(
        id="muscles",
        title="Muscle activity",
        plots=plots,
        clock="trial",
        columns=min(len(plots), 4),
        caption=f"Electromyograms from {BAND[0]:g} to {BAND[1]:g} Hz, rectified, envelope to "
        f"{ENVELOPE:g} Hz, in percent of each channel's greatest value in the trial: heights of "
        "different muscles or sides cannot be compared, times can.",
        folded=False,
    )


PANEL = Panel("joints", muscles_panel)
