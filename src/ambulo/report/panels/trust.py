"""Trust in the results of this trial: each curve, time and length with a grade and a ±. The title
summarises them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ambulo.records import SIDES
from ambulo.records.sides import without_side
from ambulo.report.page_data import Column, TablePanel, TableRow
from ambulo.report.panels.panel import Panel
from ambulo.report.scene import Scene
from ambulo.results.columns import meaning
from ambulo.results.trust import Trust, in_words

UNITS = {"deg": "°", "N*m/kg": " N·m/kg", "W/kg": " W/kg", "s": " ms", "m": " mm", "%": " %",
         "J": " J", "J/kg": " J/kg", "m/s": " m/s", "steps/min": " steps/min"}  # fmt: skip
_GROUPS = {
    "angles": "Angles",
    "moments": "Moments [N·m/kg]",
    "powers": "Powers [W/kg]",
    "events": "Foot strikes and offs",
    "strides": "Strides, mean",
    "work": "Work of a stride [J/kg], mean",
}


def trust_panel(scene: Scene) -> TablePanel | None:
    """One row for each quantity, with left and right side by side."""
    found = scene.trust
    if not found:
        return None
    columns = [
        Column("quantity"),
        *(Column(side, role=side) for side in SIDES),
        Column("source of the ±"),
    ]
    if any(one.lowered for one in found.values()):
        columns.append(Column("check that lowered the grade"))
    return TablePanel(
        "trust-table",
        "What this trial can say",
        columns,
        [replace(row, cells=row.cells[: len(columns)]) for row in _rows(found)],
        caption=(
            "±: in nine of ten cases the error of a curve (root mean square) is smaller. The ± "
            "comes from walks that were analysed with Ambulo and with Plug-in Gait or OpenSim. It "
            "is the difference between the two results, or half of the error band if that is "
            "larger. The table says how many laboratories recorded these walks. A curve is good if "
            "two things hold: in nine of ten of these walks its correlation with the other system "
            "is 0.95 or more, and its ± is at most a third of its range. A curve is fair if the "
            "correlation is 0.8 or more, and its ± is at most two thirds of its range. A number is "
            "good if its ± is at most a tenth of the number, and fair up to three tenths. An event "
            "is good if its ± is at most 2 % of the stride, and fair up to 4 %. A check that is "
            "not good lowers the grades of the quantities that it names. Unknown: no comparison "
            "exists."
        ),
        folded=True,
        line=in_words(found),
    )


def grade_in_words(one: Trust, unit: bool = True) -> str:
    """Grade and ±, as "good ±2.1°"."""
    if not math.isfinite(one.error):
        return "± unknown" if one.grade == "unknown" else one.grade
    return f"{one.grade} {_plus_minus(one)}{UNITS[one.unit] if unit else ''}"


def of_both(sides: Sequence[Trust], unit: bool = True) -> str:
    """Grade and ± of both sides in few words. If the grades are equal, the larger ± is given."""
    words = [grade_in_words(one, unit) for one in sides]
    if len({*words}) < 2:
        return "".join(words[:1])
    if len({one.error for one in sides}) == 1 and math.isfinite(sides[0].error):
        grades = ", ".join(f"{meaning(one.name).side} {one.grade}" for one in sides)
        return f"{grades} {_plus_minus(sides[0])}{UNITS[sides[0].unit] if unit else ''}"
    if len({one.grade for one in sides}) == 1 and all(math.isfinite(one.error) for one in sides):
        return grade_in_words(max(sides, key=lambda one: one.error), unit)
    bare = (grade_in_words(one, unit and one is sides[-1]) for one in sides)
    return ", ".join(
        f"{meaning(one.name).side} {word}" for one, word in zip(sides, bare, strict=True)
    )


def _plus_minus(one: Trust) -> str:
    """Two figures, whole numbers from ten on; ms and mm."""
    value = 1e3 * one.error if one.unit in ("s", "m") else one.error
    places = 2 if value == 0.0 else max(0, 1 - math.floor(math.log10(value) + 0.02))
    return f"±{value:.{places}f}"


def _rows(found: Mapping[str, Trust]) -> Iterator[TableRow]:
    for group, heading in _GROUPS.items():
        mine = [one for one in found.values() if one.group == group]
        if mine:
            yield TableRow([heading], heading=True)
        for name in dict.fromkeys(without_side(one.name) for one in mine):
            pair = [one for one in mine if without_side(one.name) == name]
            by_side = {meaning(one.name).side: one for one in pair}
            both = [by_side.get(side, by_side.get(None)) for side in SIDES]
            in_cell = group not in ("moments", "powers", "work")
            cells = [grade_in_words(one, in_cell) if one is not None else "" for one in both]
            by = [f"{t.laboratories} laboratories" if t.laboratories else t.by for t in pair]
            lowered = [c.name for t in pair for c in t.lowered]
            words = [name.replace("_", " ").capitalize(), *cells]
            yield TableRow([*words, *("; ".join(dict.fromkeys(those)) for those in (by, lowered))])


PANEL = Panel("trust", trust_panel)
