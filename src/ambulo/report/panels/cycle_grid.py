"""Joints by planes over the stride: the drawing behind the panels of angles, moments and powers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.records import SIDES, Quantity
from ambulo.report import svg
from ambulo.report.scene import Scene
from ambulo.results.columns import LEG_JOINTS, PLANES, layer, meaning, title
from ambulo.results.gait_cycle import CYCLE, cycle_curves, foot_off_percent, side_of_strides

__all__ = ["Curve", "cycle_grid", "joints_of"]

_WIDTH, _LEFT, _TOP, _GAP_X, _GAP_Y, _HEIGHT = 1000.0, 46.0, 64.0, 52.0, 46.0, 112.0
# smallest span of an axis: less than this is flat for a gait analyst
_LEAST = {"angles": 20.0, "moments": 0.4, "powers": 0.6}
_UNIT = {"angles": "°", "moments": "N·m/kg", "powers": "W/kg"}


@dataclass(frozen=True, eq=False)
class Curve:
    """One drawn curve: over the stride where there are strides, else over time.

    Args:
        x, mean: what is drawn; sd: its spread or NaN.
        strides: how many strides went into it; 0 over time.
    """

    quantity: Quantity
    colour: str
    dark: str
    x: FloatArray
    mean: FloatArray
    sd: FloatArray
    strides: int
    truth: FloatArray | None
    reference: FloatArray | None

    @property
    def label(self) -> str:
        """Whose it is."""
        return meaning(self.quantity.name).side or "midline"


def joints_of(scene: Scene, group: str, *, leg: bool) -> list[str]:
    """Joints that have quantities in a group: of the legs, or all others."""
    found = dict.fromkeys(meaning(q.name).joint for q in scene.group(group))
    if leg:
        return [joint for joint in LEG_JOINTS if joint in found]
    return [joint for joint in found if joint not in LEG_JOINTS]


def _curve(scene: Scene, group: str, index: int, quantity: Quantity) -> Curve:
    analysis = scene.analysis
    time = analysis.motion.time
    side = meaning(quantity.name).side
    colour = svg.SIDE_COLOUR[side] if side else svg.INK
    dark = svg.SIDE_DARK[side] if side else svg.INK
    # layers go by the name and unit of the table, not of the drawing (per kg)
    table: Quantity = getattr(analysis, group)[index]
    scale = 1.0 if group == "angles" else 1.0 / scene.mass
    layers = [layer(source, table) for source in (analysis.truth, analysis.reference)]
    scaled = [None if curve is None else curve * scale for curve in layers]
    if not analysis.strides:
        nothing = np.full(len(time), np.nan)
        return Curve(
            quantity, colour, dark, time, quantity.values, nothing, 0, scaled[0], scaled[1]
        )
    mine = scene.strides_of(side_of_strides(side, analysis.strides))
    own = cycle_curves(time, quantity.values, mine)
    means = [None if c is None else cycle_curves(time, c, mine).mean for c in scaled]
    count = int(own.count.max(initial=0))
    return Curve(quantity, colour, dark, CYCLE, own.mean, own.sd, count, means[0], means[1])


def _panel(scene: Scene, group: str, axes: svg.Axes, curves: Sequence[Curve], last: bool) -> str:
    first = meaning(curves[0].quantity.name)
    over_stride = bool(scene.analysis.strides)
    band = None
    if over_stride:
        side = side_of_strides(first.side, scene.analysis.strides)
        band = scene.band.of(group, curves[0].quantity.name, side)
    shown = [c.mean for c in curves] + [c.mean + c.sd for c in curves]
    shown += [c.mean - c.sd for c in curves]
    shown += [extra for c in curves for extra in (c.truth, c.reference) if extra is not None]
    if band is not None:
        shown += [band.mean - band.sd, band.mean + band.sd]
    axes = svg.Axes(
        axes.left,
        axes.top,
        axes.width,
        axes.height,
        axes.xlim,
        svg.limits(shown, least=_LEAST[group]),
    )
    parts = []
    if band is not None:
        parts.append(axes.band(band.cycle, band.mean - band.sd, band.mean + band.sd, svg.NORMAL))
    parts.append(
        axes.frame(
            title=title(curves[0].quantity.name),
            unit=_UNIT[group],
            # positive power is generated in every panel: the caption says so
            positive="" if group == "powers" else curves[0].quantity.positive.split(" (")[0],
            xticks=(0, 20, 40, 60, 80, 100) if over_stride else svg.ticks(*axes.xlim),
            xtick_labels=last,
            xlabel=("stride [%]" if over_stride else "time [s]") if last else "",
        )
    )
    for side in SIDES:
        percent = foot_off_percent(scene.analysis.strides, side)
        if percent is not None and any(meaning(c.quantity.name).side == side for c in curves):
            parts.append(axes.vertical(percent, svg.SIDE_COLOUR[side]))
    for c in curves:
        parts.append(axes.band(c.x, c.mean - c.sd, c.mean + c.sd, c.colour, opacity=0.2))
    for c in curves:
        parts.append(axes.line(c.x, c.mean, c.colour, width=1.9, label=c.label))
    for c in curves:
        if c.truth is not None:
            parts.append(
                axes.line(c.x, c.truth, c.dark, width=1.1, dash="4 2.5", label=f"{c.label} truth")
            )
        if c.reference is not None:
            parts.append(
                axes.line(
                    c.x,
                    c.reference,
                    c.dark,
                    width=1.1,
                    dash="1.2 2.2",
                    label=f"{c.label} other system",
                )
            )
    if not any(np.isfinite(c.mean).any() for c in curves):
        parts.append(
            svg.text(
                axes.left + axes.width / 2,
                axes.top + axes.height / 2,
                "not known in this trial",
                colour=svg.GREY,
                anchor="middle",
            )
        )
    return axes.group(parts, "%" if over_stride else "s", _UNIT[group])


def cycle_grid(scene: Scene, group: str, joints: Sequence[str], description: str) -> str:
    """Grid of axes, one row a joint and one column a plane, both sides in each.

    Args:
        group: "angles", "moments" or "powers".
        joints: rows.
    Returns:
        SVG; "" if the analysis has none of these joints.
    """
    cells: dict[tuple[str, str], list[Curve]] = {}
    for index, quantity in enumerate(scene.group(group)):
        what = meaning(quantity.name)
        if what.joint in joints:
            curve = _curve(scene, group, index, quantity)
            cells.setdefault((what.joint, what.plane), []).append(curve)
    if not cells:
        return ""
    columns = [plane for plane in PLANES if any(key[1] == plane for key in cells)]
    width = (_WIDTH - _LEFT - 12 - _GAP_X * (len(columns) - 1)) / len(columns)
    time = scene.analysis.motion.time
    xlim = (0.0, 100.0) if scene.analysis.strides else (float(time[0]), float(time[-1]))
    parts = [_legend(scene, list(cells.values()), group)]
    for row, joint in enumerate(joints):
        for column, plane in enumerate(columns):
            if (joint, plane) not in cells:
                continue
            axes = svg.Axes(
                _LEFT + column * (width + _GAP_X),
                _TOP + row * (_HEIGHT + _GAP_Y),
                width,
                _HEIGHT,
                xlim,
                (0.0, 1.0),
            )
            below = joints[row + 1 :]
            last = not any((other, plane) in cells for other in below)
            parts.append(_panel(scene, group, axes, cells[joint, plane], last))
    height = _TOP + len(joints) * (_HEIGHT + _GAP_Y) - _GAP_Y + 36
    return svg.document(_WIDTH, height, parts, description)


def _legend(scene: Scene, cells: Sequence[Sequence[Curve]], group: str) -> str:
    curves = [curve for cell in cells for curve in cell]
    keys = []
    for side in SIDES:
        mine = [c for c in curves if meaning(c.quantity.name).side == side]
        known = [c for c in mine if np.isfinite(c.mean).any()]
        if not mine:
            continue
        count = max((c.strides for c in known), default=0)
        plural = "strides" if count != 1 else "stride"
        label = f"{side}, {count} {plural}" if scene.analysis.strides else side
        spread = any(np.isfinite(c.sd).any() for c in known)
        label += " ± 1 sd" if spread else ""
        keys.append(svg.Key(label, svg.SIDE_COLOUR[side], band=spread))
    if any(meaning(c.quantity.name).side is None for c in curves):
        whose = side_of_strides(None, scene.analysis.strides)
        over = f", {whose} strides" if scene.analysis.strides else ""
        keys.append(svg.Key(f"midline{over}", svg.INK))
    if scene.analysis.strides and any(
        scene.band.of(group, c.quantity.name, "left") is not None for c in curves
    ):
        keys.append(svg.Key(f"normal ± 1 sd ({scene.band.name})", svg.NORMAL, area=True))
    if any(c.truth is not None for c in curves):
        keys.append(svg.Key("truth", svg.INK, dash="4 2.5", width=1.2))
    if any(c.reference is not None for c in curves):
        keys.append(svg.Key("other system, in the file", svg.INK, dash="1.2 2.2", width=1.4))
    if any(foot_off_percent(scene.analysis.strides, side) is not None for side in SIDES):
        keys.append(svg.Key("foot off", svg.GREY, dash="3 3", width=1))
    return svg.legend(_LEFT, 14, keys)
