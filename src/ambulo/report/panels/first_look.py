"""Hip, knee and ankle in the sagittal plane, for the first screen."""

from __future__ import annotations

from dataclasses import replace

from ambulo.records import SIDES
from ambulo.report.knee_range import knee_ranges, normal_knee_range, span_in_words
from ambulo.report.page_data import LinesPanel, Plot, Series, Unit
from ambulo.report.panels.joint_curves import normal_bands
from ambulo.report.panels.panel import Panel
from ambulo.report.scene import Scene

_SHOWN = ("hip_flexion", "knee_flexion", "ankle_dorsiflexion")
# smallest span of an axis [deg]
_LEAST = 20.0
_INSTANT = "The numbers above the plots are the values at the instant of the slider."


def first_look_panel(scene: Scene) -> LinesPanel | None:
    """Three curves, what is above them, and the knee's range; None if the model has no leg."""
    plots = [plot for name in _SHOWN if (plot := _plot(scene, name)) is not None]
    if not plots:
        return None
    return LinesPanel(
        id="first-look",
        title="Hip, knee and ankle",
        plots=plots,
        clock="trial",
        columns=len(plots),
        brief=True,
        caption=f"{_INSTANT} {_knee_in_words(scene)}".rstrip(),
    )


def _plot(scene: Scene, name: str) -> Plot | None:
    angles = {q.name: q for q in scene.group("angles")}
    found = [(side, angles[f"{side}_{name}"]) for side in SIDES if f"{side}_{name}" in angles]
    if not found:
        return None
    cut = bool(scene.analysis.strides)
    return Plot(
        title=name.replace("_", " ").capitalize(),
        units=(Unit("°"),),
        positive=found[0][1].positive.split(" (")[0],
        least=_LEAST,
        series=[Series(side, side, q.values, cut=side if cut else None) for side, q in found],
        bands=[
            replace(band, label=f"normal: {scene.band.short}")
            for band in normal_bands(scene, "angles", found[0][1].name)
        ],
    )


def _knee_in_words(scene: Scene) -> str:
    """Least and greatest flexion of each knee's mean curve over its strides, if any."""
    found = knee_ranges(scene)
    if not found:
        return ""
    said = [f"{side} {span_in_words(span, '°')}" for side, span in found.items()]
    normal = normal_knee_range(scene)
    beside = f" Normal ({scene.band.short}): {span_in_words(normal, '°')}." if normal else ""
    of = " of the mean curve" if scene.analysis.strides else ""
    return f"Least and greatest knee flexion{of}: {', '.join(said)}.{beside}"


PANEL = Panel("legs", first_look_panel)
