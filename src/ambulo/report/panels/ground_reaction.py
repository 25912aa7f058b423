"""Ground reaction on each foot: over the stride or over time, in newton or body weight."""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.math.runs import runs
from ambulo.records import SIDES, Quantity, Side
from ambulo.report.error_bands import band_ends
from ambulo.report.page_data import LinesPanel, Mark, Plot, Series, Span, Unit
from ambulo.report.panels.panel import Panel
from ambulo.report.scene import Scene
from ambulo.report.wording import ground_in_words
from ambulo.results.columns import header
from ambulo.results.gait_cycle import stances

__all__ = ["PANEL", "ground_reaction_panel", "unknown_intervals"]

_ROWS = (
    ("Fore-aft force", "forward", 0),
    ("Lateral force", "to the left", 1),
    ("Vertical force", "up", 2),
)
_VERTICAL = 2
# under how many intervals a plot with both feet stays readable
_UNKNOWN = "not known"


def unknown_intervals(time: FloatArray, known: BoolArray) -> list[tuple[float, float]]:
    """Stretches of time [s] in which something is not known."""
    last = len(time) - 1
    return [(float(time[a]), float(time[min(b, last)])) for a, b in runs(~known)]


def _series(scene: Scene, side: Side, component: int) -> list[Series]:
    analysis, ground = scene.analysis, scene.ground
    s = SIDES.index(side)
    cut = side if analysis.strides else None
    used = np.where(ground.known[:, s], ground.force[:, s, component], np.nan)
    column = Quantity(f"{side}_F{'xyz'[component]}", "N", used)
    low, high = band_ends(analysis.bands, column)
    found = [Series(side, side, used, low=low, high=high, cut=cut)]
    plates = analysis.plates_ground
    if analysis.method == "whole-body" and plates is not None:
        measured = np.where(plates.known[:, s], plates.force[:, s, component], np.nan)
        found.append(Series(f"{side}, by the plates", side, measured, stroke="dash", cut=cut))
    name = header(column.name, column.unit)
    if name in analysis.truth:
        found.append(Series(f"{side}, truth", side, analysis.truth[name], stroke="dash", cut=cut))
    if name in analysis.reference:
        other = analysis.reference[name]
        label = f"{side}, other system in the file"
        found.append(Series(label, side, other, stroke="dot", cut=cut))
    return found


def _spans(scene: Scene, side: Side) -> list[Span]:
    ground = scene.ground
    time = ground.time
    down = stances(scene.analysis.events, side, float(time[0]), float(time[-1]))
    found = [Span(a, b, side, f"{side} foot on the ground") for a, b in down]
    known = ground.known[:, SIDES.index(side)]
    return found + [
        Span(a, b, "grey", _UNKNOWN, hatch=True) for a, b in unknown_intervals(time, known)
    ]


def ground_reaction_panel(scene: Scene) -> LinesPanel:
    """Three forces on each foot."""
    units = (Unit("N"), Unit("% body weight", 100.0 / scene.weight))
    plots = []
    for title, positive, component in _ROWS:
        marks = [Mark("y", scene.weight, "grey", "body weight")] if component == _VERTICAL else []
        for column, side in enumerate(SIDES):
            plots.append(
                Plot(
                    title=f"{title}, {side} foot",
                    units=units,
                    positive=positive,
                    least=0.1 * scene.weight,
                    column=column,
                    series=_series(scene, side, component),
                    spans=_spans(scene, side),
                    marks=marks,
                )
            )
    return LinesPanel(
        id="ground-reaction-forces",
        title="Force on each foot",
        plots=plots,
        clock="trial",
        columns=2,
        caption=_caption(scene),
    )


def _caption(scene: Scene) -> str:
    words = [f"Force of the ground on each foot, from {ground_in_words(scene.ground)}."]
    if not scene.ground.known.all():
        words.append(
            "Where the foot is on the ground but its reaction is not known (not wholly measured, "
            "or not to be told from the other foot's), nothing is drawn, and nothing that depends "
            "on it; over time these stretches are hatched."
        )
    return " ".join(words)


PANEL = Panel("ground", ground_reaction_panel)
