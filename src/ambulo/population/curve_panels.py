"""Mean curves over the stride of several analyses or conditions on each other, leg by leg."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import cycle

import numpy as np

from ambulo.population.averages import Average
from ambulo.records import SIDES, Side
from ambulo.report.normal_band import NormalBand
from ambulo.report.page_data import Band, LinesPanel, Plot, Role, Section, Series, Unit
from ambulo.results.columns import LEG_JOINTS, PLANES, meaning
from ambulo.results.gait_cycle import CYCLE

__all__ = ["leg_sections"]

Curves = Mapping[str, Sequence[Average | None]]
"""By header, in the order of the names."""

_COLOURS: tuple[Role, ...] = ("c1", "c2", "c3", "c4", "c5", "c6")
_UNIT = {"deg": "°", "N*m/kg": "N·m/kg", "W/kg": "W/kg"}
_GROUP = {"angles": "deg", "moments": "N*m/kg", "powers": "W/kg"}
_WORD = {"angles": "", "moments": " moment", "powers": " power"}
# least span of an axis: less than this is flat for a gait analyst
_LEAST = {"angles": 20.0, "moments": 0.4, "powers": 0.6}


def leg_sections(curves: Curves, names: Sequence[str], band: NormalBand | None) -> list[Section]:
    """A section for each leg: joint angles, moments and powers, a series for each name.

    Args:
        curves: means over the stride; None where a name has none of a quantity.
        names: of what is set beside each other.
        band: normal walking behind them.
    """
    found = []
    for side in SIDES:
        panels = [
            panel
            for group in _GROUP
            if (panel := _panel(curves, names, band, side, group)) is not None
        ]
        if panels:
            found.append(Section(side, f"{side.capitalize()} leg, over its strides", panels))
    return found


def _panel(
    curves: Curves, names: Sequence[str], band: NormalBand | None, side: Side, group: str
) -> LinesPanel | None:
    """Pelvis and leg of one side: joints in rows, planes beside; sums of powers in a row."""
    cells: dict[tuple[str, str], Plot] = {}
    for header, averages in curves.items():
        name, _, unit = header.partition(" [")
        # what belongs to neither side stands once for each side's strides
        quantity, _, over = name.partition(" over ")
        what = meaning(quantity)
        whose = what.side or over.removesuffix(" strides")
        total = what.plane == "total"
        if unit != f"{_GROUP[group]}]" or whose != side or what.joint not in LEG_JOINTS:
            continue
        if total != (group == "powers"):
            continue
        motion = "" if total else what.motion
        title = f"{what.joint} {motion}".strip().replace("_", " ").capitalize()
        cells[what.joint, what.plane] = Plot(
            title=title + _WORD[group],
            units=(Unit(_UNIT[_GROUP[group]]),),
            series=_series(averages, names),
            positive="" if group == "powers" else what.positive.split(" (")[0],
            xlabel="stride [%]",
            least=_LEAST[group],
            bands=[] if band is None else _normal(band, group, quantity, side),
        )
    if not cells:
        return None
    plots: list[Plot] = []
    planes = [plane for plane in PLANES if any(key[1] == plane for key in cells)]
    for joint in LEG_JOINTS:
        for k, plane in enumerate(planes):
            if (joint, plane) in cells:
                column = len(plots) if group == "powers" else k
                plots.append(replace(cells[joint, plane], column=column))
    columns = len(plots) if group == "powers" else len(planes)
    return LinesPanel(f"{side}-{group}", f"Joint {group}", plots, columns=columns)


def _series(averages: Sequence[Average | None], names: Sequence[str]) -> list[Series]:
    found = []
    for average, name, role in zip(averages, names, cycle(_COLOURS), strict=False):
        if average is None:
            continue
        known = bool(np.isfinite(average.sd).any())
        low = average.mean - average.sd if known else None
        high = average.mean + average.sd if known else None
        found.append(Series(name, role, average.mean, CYCLE, low=low, high=high))
    return found


def _normal(band: NormalBand, group: str, quantity: str, side: Side) -> list[Band]:
    curve = band.of(group, quantity, side)
    if curve is None:
        return []
    low, high = curve.mean - curve.sd, curve.mean + curve.sd
    label = f"normal: {band.population} ({band.name}), mean ± SD"
    return [Band(label, curve.cycle, low, high, mean=curve.mean)]
