"""Ground reaction on each foot: over the stride or over time, in newton or body weight."""

from __future__ import annotations

from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.math.runs import runs
from ambulo.records import SIDES, Quantities, Side
from ambulo.report.page_data import LinesPanel, Mark, Plot, Series, Span, Unit
from ambulo.report.panels.joint_curves import series_of
from ambulo.report.panels.panel import Panel
from ambulo.report.scene import Scene
from ambulo.report.wording import ground_in_words
from ambulo.results.foot_reaction import ground_reaction_quantities

_TITLES = {"Fx": "Fore-aft force", "Fy": "Lateral force", "Fz": "Vertical force"}


def unknown_intervals(time: FloatArray, known: BoolArray) -> list[tuple[float, float]]:
    """Stretches of time [s] in which something is not known."""
    last = len(time) - 1
    return [(float(time[a]), float(time[min(b, last)])) for a, b in runs(~known)]


def _series(scene: Scene, side: Side, name: str) -> list[Series]:
    """A column of ground_reaction.csv, and beside it what is known from elsewhere."""
    used, *beside = series_of(scene, column := scene.reactions[name], column)
    plates = scene.analysis.plates_ground
    if scene.analysis.method == "whole-body" and plates is not None:
        values = Quantities(ground_reaction_quantities(plates, scene.posture))[name].values
        measured = Series(f"{side}, by the plates", side, values, stroke="dash", cut=used.cut)
        beside.insert(0, measured)
    return [used, *beside]


def _spans(scene: Scene, side: Side) -> list[Span]:
    ground = scene.ground
    found = [Span(a, b, side, f"{side} foot on the ground") for a, b in scene.standing[side]]
    known = ground.known[:, SIDES.index(side)]
    return found + [
        Span(a, b, side, f"{side} not known", hatch=True)
        for a, b in unknown_intervals(ground.time, known)
    ]


def ground_reaction_panel(scene: Scene) -> LinesPanel:
    """Three plots with the force on each foot."""
    units = (Unit("N"), Unit("% body weight", 100.0 / scene.weight))
    plots = []
    for name, title in _TITLES.items():
        plots.append(
            Plot(
                title=title,
                units=units,
                positive=scene.reactions[f"left_{name}"].positive.split(",")[0],
                least=0.1 * scene.weight,
                series=[s for side in SIDES for s in _series(scene, side, f"{side}_{name}")],
                spans=[span for side in SIDES for span in _spans(scene, side)],
                marks=[Mark("y", scene.weight, "grey", "body weight")] if name == "Fz" else [],
            )
        )
    return LinesPanel(
        id="ground-reaction-forces",
        title="Force on each foot",
        plots=plots,
        clock="trial",
        caption=_caption(scene),
    )


def _caption(scene: Scene) -> str:
    by = ground_in_words(scene.ground)
    words = [f"Force of the ground on each foot{by and f', from {by}'}."]
    if not scene.ground.known.all():
        words.append(
            "The ground reaction of a foot is not known if no plate measured all of it, or if it "
            "cannot be separated from the reaction of the other foot. The report then leaves out "
            "this reaction and the curves that depend on it. Plots over time are hatched at these "
            "times."
        )
    return " ".join(words)


PANEL = Panel("ground", ground_reaction_panel)
