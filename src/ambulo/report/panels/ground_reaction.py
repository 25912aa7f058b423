"""Ground reaction on each foot against time."""

from __future__ import annotations

import numpy as np

from ambulo.records import SIDES, BoolArray, FloatArray
from ambulo.report import svg
from ambulo.report.gait_cycle import stances
from ambulo.report.panels.panel import Panel
from ambulo.report.scene import Scene

__all__ = ["PANEL", "unknown_intervals"]

_WIDTH, _LEFT, _TOP, _HEIGHT, _GAP = 1000.0, 52.0, 58.0, 104.0, 44.0
_ROWS = (
    ("Fore-aft force Fx", "forward", 0),
    ("Lateral force Fy", "to the left", 1),
    ("Vertical force Fz", "up", 2),
)


def unknown_intervals(time: FloatArray, known: BoolArray) -> list[tuple[float, float]]:
    """Stretches of time [s] in which something is not known."""
    edges = np.flatnonzero(np.diff(np.r_[0, (~known).astype(np.int8), 0]))
    last = len(time) - 1
    return [
        (float(time[a]), float(time[min(b, last)]))
        for a, b in zip(edges[::2], edges[1::2], strict=True)
    ]


def _draw(scene: Scene) -> str:
    analysis, ground = scene.analysis, scene.ground
    time = ground.time
    plates = analysis.plates_ground if analysis.method == "whole-body" else None
    xlim = (float(time[0]), float(time[-1]))
    width = (_WIDTH - _LEFT - 12 - 56) / 2
    parts = []
    for row, (name, way, component) in enumerate(_ROWS):
        shown = [ground.force[:, :, component].ravel()]
        if plates is not None:
            shown.append(np.where(plates.known, plates.force[:, :, component], np.nan).ravel())
        if component == 2:
            shown.append(np.array([0.0, scene.weight]))
        ylim = svg.limits(shown, least=0.1 * scene.weight)
        for s, side in enumerate(SIDES):
            axes = svg.Axes(
                _LEFT + s * (width + 56), _TOP + row * (_HEIGHT + _GAP), width, _HEIGHT, xlim, ylim
            )
            colour = svg.SIDE_COLOUR[side]
            for start, stop in stances(analysis.events, side, *xlim):
                parts.append(axes.span(start, stop, colour, opacity=0.08))
            for start, stop in unknown_intervals(time, ground.known[:, s]):
                parts.append(axes.span(start, stop, "url(#unknown)", opacity=1.0))
            last = row == len(_ROWS) - 1
            parts.append(
                axes.frame(
                    title=f"{side.capitalize()} foot: {name}",
                    unit="N",
                    xticks=svg.ticks(*xlim, 6),
                    xtick_labels=last,
                    xlabel="time [s]" if last else "",
                )
            )
            parts.append(
                svg.text(
                    axes.left + width,
                    axes.top - 7,
                    f"↑ {way}",
                    size=10,
                    colour=svg.GREY,
                    anchor="end",
                )
            )
            if component == 2:
                parts.append(axes.horizontal(scene.weight, svg.GREY, dash="2 3"))
            force = np.where(ground.known[:, s], ground.force[:, s, component], np.nan)
            parts.append(axes.line(time, force, colour, width=1.8))
            if plates is not None:
                measured = np.where(plates.known[:, s], plates.force[:, s, component], np.nan)
                parts.append(
                    axes.line(plates.time, measured, svg.SIDE_DARK[side], width=1.1, dash="4 2.5")
                )
    pattern = (
        '<defs><pattern id="unknown" width="7" height="7" patternUnits="userSpaceOnUse" '
        'patternTransform="rotate(45)"><rect width="1.4" height="7" fill="#c3cad1"/>'
        "</pattern></defs>"
    )
    keys = [svg.Key(side, svg.SIDE_COLOUR[side]) for side in SIDES]
    if plates is not None:
        keys.append(svg.Key("measured by the plates", svg.INK, dash="4 2.5", width=1.2))
    keys.append(svg.Key("body weight", svg.GREY, dash="2 3", width=1))
    if analysis.events:
        keys.append(svg.Key("foot on the ground", svg.GREY, area=True, opacity=0.2))
    if not ground.known.all():
        keys.append(svg.Key("not known", "url(#unknown)", area=True))
    height = _TOP + 3 * (_HEIGHT + _GAP) - _GAP + 36
    return svg.document(
        _WIDTH,
        height,
        [pattern, svg.legend(_LEFT, 16, keys), *parts],
        "Ground reaction on each foot",
    )


def _caption(scene: Scene) -> str:
    words = [f"Force of the ground on each foot; source: {scene.ground.source}."]
    if not scene.ground.known.all():
        words.append(
            "Hatched: the foot is on the ground but its reaction is not known (not wholly "
            "measured, or not to be told from the other foot's); nothing that depends on it is "
            "given there."
        )
    return " ".join(words)


PANEL = Panel("ground-reaction", "Ground reaction", _draw, _caption)
