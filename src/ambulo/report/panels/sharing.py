"""Double support by every way of sharing, against the plates."""

from __future__ import annotations

import itertools

import numpy as np

from ambulo.gait.sharing.registry import SHARINGS
from ambulo.gait.wrench_comparison import reactions_about
from ambulo.records import SIDES
from ambulo.report import svg
from ambulo.report.panels.panel import Panel
from ambulo.report.scene import Scene
from ambulo.results.gait_cycle import stances

__all__ = ["PANEL"]

_WIDTH, _LEFT, _TOP, _HEIGHT, _GAP = 1000.0, 52.0, 58.0, 92.0, 40.0
# what is drawn before and after the double support, s
_MARGIN = 0.08
_COLOUR = {
    "smooth": "#e69f00",
    "cfp": "#d1495b",
    "plates": "#cc79a7",
    "contact": "#0072b2",
    "sta": "#009e73",
}
_OTHER_COLOURS = ("#e69f00", "#56b4e9", "#7d5ba6")
_COMPONENTS = (
    ("Fore-aft force Fx", "N", "forward"),
    ("Lateral force Fy", "N", "to the left"),
    ("Vertical force Fz", "N", "up"),
    ("Moment Mx", "N·m", "about forward"),
    ("Moment My", "N·m", "about left"),
    ("Moment Mz", "N·m", "about up"),
)


def _double_support(scene: Scene) -> tuple[float, float] | None:
    """From strike to off [s] of the double support of which the plates measured the most."""
    analysis, measured = scene.analysis, scene.analysis.plates_ground
    if measured is None:
        return None
    time = measured.time
    whole = (float(time[0]), float(time[-1]))
    left, right = (stances(analysis.events, side, *whole) for side in SIDES)
    phases = [
        (max(a[0], b[0]), min(a[1], b[1]))
        for a in left
        for b in right
        if max(a[0], b[0]) < min(a[1], b[1])
    ]

    def seen(phase: tuple[float, float]) -> int:
        return int(measured.known[(time >= phase[0]) & (time <= phase[1])].sum())

    return max(phases, key=seen, default=None)


def _draw(scene: Scene) -> str:
    compared, measured = scene.analysis.sharing, scene.analysis.plates_ground
    phase = None if compared is None else _double_support(scene)
    if compared is None or phase is None or measured is None:
        return ""
    sharings = compared.sharings
    ankles = np.stack([scene.posture.joint(f"{side}_ankle") for side in SIDES], axis=1)
    time = measured.time
    xlim = (max(phase[0] - _MARGIN, float(time[0])), min(phase[1] + _MARGIN, float(time[-1])))
    shown = (time >= xlim[0] - 1e-9) & (time <= xlim[1] + 1e-9)
    plates = reactions_about(measured, ankles)
    plates = np.where(measured.known[..., None], plates, np.nan)[shown]
    # what is not corrected is what the plates measured
    ways = {
        name: reactions_about(sharings[name], ankles)[shown]
        for name, way in SHARINGS.items()
        if way.compared and name in sharings
    }
    keys = [svg.Key("plates", svg.INK, width=3.0)]
    others = itertools.cycle(_OTHER_COLOURS)
    colour = {name: _COLOUR.get(name) or next(others) for name in ways}
    keys += [svg.Key(SHARINGS[name].title, colour[name]) for name in ways]
    keys.append(svg.Key("double support", svg.GREY, area=True, opacity=0.2))
    width = (_WIDTH - _LEFT - 12 - 56) / 2
    parts = [svg.legend(_LEFT, 14, keys)]
    for row, (name, unit, positive) in enumerate(_COMPONENTS):
        least = (0.1 if unit == "N" else 0.01) * scene.weight
        values = [plates[:, :, row].ravel(), *(curve[:, :, row].ravel() for curve in ways.values())]
        ylim = svg.limits(values, least=least)
        last = row == len(_COMPONENTS) - 1
        for s, side in enumerate(SIDES):
            axes = svg.Axes(
                _LEFT + s * (width + 56), _TOP + row * (_HEIGHT + _GAP), width, _HEIGHT, xlim, ylim
            )
            drawn = [
                axes.span(*phase, svg.GREY, opacity=0.12),
                axes.frame(
                    title=f"{side.capitalize()} foot: {name}",
                    unit=unit,
                    positive=positive,
                    xticks=svg.ticks(*xlim, 6),
                    xtick_labels=last,
                    xlabel="time [s]" if last else "",
                ),
                axes.line(time[shown], plates[:, s, row], svg.INK, width=3.0, label="plates"),
            ]
            drawn += [
                axes.line(time[shown], curve[:, s, row], colour[key], width=1.4, label=key)
                for key, curve in ways.items()
            ]
            parts.append(axes.group(drawn, "s", unit.replace("·", "*")))
    height = _TOP + len(_COMPONENTS) * (_HEIGHT + _GAP) - _GAP + 36
    return svg.document(_WIDTH, height, parts, "Double support by every way of sharing")


def _caption(scene: Scene) -> str:
    del scene
    return (
        "Force of the ground on each foot and its moment about the ankle joint, in the double "
        "support of which the plates measured the most (Pàmies-Vilà 2012, figures 4.13 and 4.14). "
        "Corrected plates and the plates' proportion start from what was measured; smooth joint "
        "moments, contact and least action, and smooth transition know the motion only. By all but "
        "the first of these the feet add up to the resultant that the motion needs."
    )


PANEL = Panel("sharing", "Sharing in double support", _draw, _caption, folded=True)
