"""Ground reaction on each foot against time."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.records import SIDES, Side
from ambulo.report import svg
from ambulo.report.panels.panel import Panel
from ambulo.report.scene import Scene
from ambulo.results.columns import header
from ambulo.results.gait_cycle import stances

__all__ = ["PANEL", "unknown_intervals"]

_WIDTH, _LEFT, _TOP, _HEIGHT, _GAP = 1000.0, 52.0, 58.0, 104.0, 44.0
_ROWS = (
    ("Fore-aft force Fx", "forward", 0),
    ("Lateral force Fy", "to the left", 1),
    ("Vertical force Fz", "up", 2),
)
_VERTICAL = 2
_HATCHING = (
    '<defs><pattern id="unknown" width="7" height="7" patternUnits="userSpaceOnUse" '
    'patternTransform="rotate(45)"><rect width="1.4" height="7" fill="#c3cad1"/>'
    "</pattern></defs>"
)


def unknown_intervals(time: FloatArray, known: BoolArray) -> list[tuple[float, float]]:
    """Stretches of time [s] in which something is not known."""
    edges = np.flatnonzero(np.diff(np.r_[0, (~known).astype(np.int8), 0]))
    last = len(time) - 1
    return [
        (float(time[a]), float(time[min(b, last)]))
        for a, b in zip(edges[::2], edges[1::2], strict=True)
    ]


@dataclass(frozen=True, eq=False)
class _Layer:
    """Forces (frames, 2, 3) [N] of one source beside the one used; NaN where not known."""

    label: str
    force: FloatArray
    dash: str


def _other_layers(scene: Scene) -> list[_Layer]:
    analysis = scene.analysis
    found = []
    plates = analysis.plates_ground
    if analysis.method == "whole-body" and plates is not None:
        force = np.where(plates.known[:, :, None], plates.force, np.nan)
        found.append(_Layer("measured by the plates", force, "4 2.5"))
    for label, source, dash in (
        ("truth", analysis.truth, "6 2"),
        ("other system, in the file", analysis.reference, "1.2 2.2"),
    ):
        curves = [[source.get(header(f"{s}_F{a}", "N")) for a in "xyz"] for s in SIDES]
        if any(curve is not None for side in curves for curve in side):
            nothing = np.full(len(scene.ground.time), np.nan)
            filled = [[nothing if c is None else c for c in side] for side in curves]
            found.append(_Layer(label, np.moveaxis(np.array(filled), 2, 0), dash))
    return found


def _backdrop(scene: Scene, axes: svg.Axes, side: Side) -> str:
    """When the foot stands, and when its reaction is not known."""
    parts = [
        axes.span(start, stop, svg.SIDE_COLOUR[side], opacity=0.08)
        for start, stop in stances(scene.analysis.events, side, *axes.xlim)
    ]
    known = scene.ground.known[:, SIDES.index(side)]
    parts += [
        axes.span(start, stop, "url(#unknown)", opacity=1.0)
        for start, stop in unknown_intervals(scene.ground.time, known)
    ]
    return "".join(parts)


def _draw(scene: Scene) -> str:
    ground, others = scene.ground, _other_layers(scene)
    time = ground.time
    xlim = (float(time[0]), float(time[-1]))
    width = (_WIDTH - _LEFT - 12 - 56) / 2
    used = np.where(ground.known[:, :, None], ground.force, np.nan)
    parts = []
    for row, (name, way, component) in enumerate(_ROWS):
        shown = [force[:, :, component].ravel() for force in (used, *(o.force for o in others))]
        if component == _VERTICAL:
            shown.append(np.array([0.0, scene.weight]))
        ylim = svg.limits(shown, least=0.1 * scene.weight)
        last = row == len(_ROWS) - 1
        for s, side in enumerate(SIDES):
            axes = svg.Axes(
                _LEFT + s * (width + 56), _TOP + row * (_HEIGHT + _GAP), width, _HEIGHT, xlim, ylim
            )
            drawn = [
                _backdrop(scene, axes, side),
                axes.frame(
                    title=f"{side.capitalize()} foot: {name}",
                    unit="N",
                    positive=way,
                    xticks=svg.ticks(*xlim, 6),
                    xtick_labels=last,
                    xlabel="time [s]" if last else "",
                ),
            ]
            if component == _VERTICAL:
                drawn.append(axes.horizontal(scene.weight, svg.GREY, dash="2 3"))
            colour, dark = svg.SIDE_COLOUR[side], svg.SIDE_DARK[side]
            drawn.append(axes.line(time, used[:, s, component], colour, width=1.8, label=side))
            drawn += [
                axes.line(
                    time,
                    other.force[:, s, component],
                    dark,
                    width=1.1,
                    dash=other.dash,
                    label=other.label,
                )
                for other in others
            ]
            parts.append(axes.group(drawn, "s", "N"))
    keys = [svg.Key(side, svg.SIDE_COLOUR[side]) for side in SIDES]
    keys += [svg.Key(other.label, svg.INK, dash=other.dash, width=1.2) for other in others]
    keys.append(svg.Key("body weight", svg.GREY, dash="2 3", width=1))
    if scene.analysis.events:
        keys.append(svg.Key("foot on the ground", svg.GREY, area=True, opacity=0.2))
    if not ground.known.all():
        keys.append(svg.Key("not known", "url(#unknown)", area=True))
    height = _TOP + 3 * (_HEIGHT + _GAP) - _GAP + 36
    return svg.document(
        _WIDTH,
        height,
        [_HATCHING, svg.legend(_LEFT, 14, keys), *parts],
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
