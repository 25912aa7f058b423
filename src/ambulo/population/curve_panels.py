"""Superimposed mean curves over the stride of several analyses or conditions, for each leg."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.population.group import Average
from ambulo.records import SIDES, Side
from ambulo.report.curve_words import UNIT, normal_walking, readable
from ambulo.report.normal_band import NormalBand
from ambulo.report.page_data import LinesPanel, PanelGroup, Plot, Series, Unit
from ambulo.report.plot_data import colour_of
from ambulo.results.columns import GROUPS, LEG_JOINTS, PER_KG, PLANES, meaning
from ambulo.results.conventions import axes_by_group
from ambulo.results.gait_cycle import CYCLE

Curves = Mapping[str, Sequence[Average | None]]
"""Curves by header, in the order of the names."""
Ends = Mapping[str, Sequence[tuple[FloatArray, FloatArray] | None]]
"""Low and high end (101,) of the error bands by header, in the order of the names; None: no band.
"""


def leg_sections(
    curves: Curves,
    names: Sequence[str],
    band: NormalBand | None,
    ends: Ends | None = None,
    *,
    conventions: Mapping[str, str],
) -> list[PanelGroup]:
    """A section for each leg, with joint angles, moments and powers, and a series for each name.

    Args:
        curves: mean curves over the stride; None if a name lacks the quantity.
        names: names of the compared analyses or conditions.
        band: normal walking behind the curves.
        ends: error bands, drawn in place of the standard deviation.
        conventions: conventions of the curves in words, by choice; the captions state the axes.
    """
    found, axes = [], axes_by_group(conventions)
    for side in SIDES:
        panels = [
            replace(panel, caption=f"{panel.caption} {axes.get(group, '')}".rstrip())
            for group in PER_KG
            if (panel := _panel(curves, names, band, ends or {}, side, group)) is not None
        ]
        if panels:
            found.append(PanelGroup(side, f"{side.capitalize()} leg, over its strides", panels))
    return found


def _panel(
    curves: Curves,
    names: Sequence[str],
    band: NormalBand | None,
    ends: Ends,
    side: Side,
    group: str,
) -> LinesPanel | None:
    """Pelvis and leg of one side: joints in rows, planes beside; sums of powers in a row."""
    cells: dict[tuple[str, str], Plot] = {}
    shown: list[Sequence[Average | None]] = []
    for header, averages in curves.items():
        name, _, unit = header.partition(" [")
        # what belongs to neither side stands once for each side's strides
        quantity, _, over = name.partition(" over ")
        what = meaning(quantity)
        whose = what.side or over.removesuffix(" strides")
        total = what.plane == "total"
        if unit != f"{PER_KG[group]}]" or whose != side or what.joint not in LEG_JOINTS:
            continue
        if total != (group == "powers"):
            continue
        shown.append(averages)
        normal = None if band is None else normal_walking(band, group, quantity, side)
        cells[what.joint, what.plane] = Plot(
            title=readable(quantity, group),
            units=(Unit(UNIT[group]),),
            series=_series(averages, names, ends.get(header, ())),
            positive="" if group == "powers" else what.positive.split(" (")[0],
            xlabel="stride [%]",
            least=GROUPS[group].least,
            bands=[] if normal is None else [normal],
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
    return LinesPanel(
        f"{side}-{group}", f"Joint {group}", plots, columns=columns, caption=_counts(shown, names)
    )


def _counts(shown: Sequence[Sequence[Average | None]], names: Sequence[str]) -> str:
    """How many strides each mean is of: "Strides: before 2, after 1 to 2."."""
    said = []
    for name, averages in zip(names, zip(*shown, strict=True), strict=True):
        counts = [0 if average is None else average.strides for average in averages]
        least, most = min(counts), max(counts)
        said.append(f"{name} {most}" if least == most else f"{name} {least} to {most}")
    return f"Strides: {', '.join(said)}."


def _series(
    averages: Sequence[Average | None],
    names: Sequence[str],
    ends: Sequence[tuple[FloatArray, FloatArray] | None],
) -> list[Series]:
    found = []
    for k, (average, name) in enumerate(zip(averages, names, strict=True)):
        if average is None:
            continue
        spread = average.mean - average.sd, average.mean + average.sd
        low, high = (ends[k] if ends else None) or spread
        known = bool(np.isfinite(low).any())
        found.append(
            Series(
                name,
                colour_of(k),
                average.mean,
                CYCLE,
                low=low if known else None,
                high=high if known else None,
            )
        )
    return found
