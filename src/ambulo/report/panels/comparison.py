"""Agreement of results with the known truth or another system, and of motion with plates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ambulo.math.arrays import FloatArray
from ambulo.records import SIDES
from ambulo.report.comparison import (
    AgreementRow,
    agreement,
    ground_agreement,
    reaction_differences,
)
from ambulo.report.curve_words import UNIT
from ambulo.report.page_data import Column, TablePanel, TableRow
from ambulo.report.panels.panel import Panel
from ambulo.report.scene import Scene


def _rows(rows: Sequence[AgreementRow], heading: str, *, bands: bool) -> list[TableRow]:
    """One row a quantity and group: rms, correlation and share in the band of each side."""
    if not rows:
        return []
    found = [TableRow([heading], heading=True)]
    for row in rows:
        for group, sides in row.groups.items():
            cells: list[str | float | None] = [row.title, UNIT.get(group, group)]
            for side in SIDES:
                both = sides.get(side, sides.get(None) if side == "left" else None)
                cells += [both.rms, both.correlation] if both else [None, None]
                if bands:
                    share = both.inside if both else None
                    cells.append(None if share is None else 100.0 * share)
            found.append(TableRow(cells))
    return found


def _panel(
    scene: Scene, name: str, title: str, source: Mapping[str, FloatArray]
) -> TablePanel | None:
    rows, ground = agreement(scene, source), ground_agreement(scene, source)
    if not rows and not ground:
        return None
    columns = [Column("quantity"), Column("unit")]
    bands = scene.analysis.bands
    banded = bands is not None
    for side in SIDES:
        columns += [
            Column(f"{side}: rms", number=True, role=side, decimals=2),
            Column("correlation", number=True, decimals=3),
        ]
        if banded:
            columns.append(Column("in the band", "%", number=True, decimals=0))
    said = (
        f" In the band: share of these frames in which the other curve is within Ambulo's "
        f"{100 * bands.share:g} % band."
        if bands is not None
        else ""
    )
    return TablePanel(
        name,
        title,
        columns,
        [
            *_rows([r for r in rows if r.leg], "Pelvis and legs", bands=banded),
            *_rows(ground, "Ground reaction", bands=banded),
            *_rows([r for r in rows if not r.leg], "Trunk, arms and forefeet", bands=banded),
        ],
        caption=(
            "Root mean square difference and correlation over all frames in which both results "
            f"are known. Pelvis, trunk and head are in the columns of the left side.{said}"
        ),
        folded=True,
    )


def truth_panel(scene: Scene) -> TablePanel | None:
    """Results compared with the known truth of a simulated subject."""
    return _panel(scene, "against-truth", "Against the known truth", scene.analysis.truth)


def reference_panel(scene: Scene) -> TablePanel | None:
    """Results compared with another system's results in the file."""
    title = "Against Plug-in Gait's results in the file"
    found = _panel(scene, "against-other", title, scene.analysis.reference)
    if found is None or scene.analysis.moment_axes == "distal":
        return found
    said = (
        " Plug-in Gait gives moments about the axes of the distal segments. This table compares "
        "them with moments about the axes of this report."
    )
    return replace(found, caption=found.caption + said)


def reactions_panel(scene: Scene) -> TablePanel | None:
    """Ground reaction from the motion alone, compared with the plates; None if not compared."""
    found = reaction_differences(scene.analysis.plates_vs_inverse)
    if not found:
        return None
    phases = ("single_support", "double_support")
    columns = [Column("component"), Column("unit")]
    for phase in phases:
        for side in SIDES:
            word = phase.replace("_", " ")
            columns += [
                Column(f"{word}, {side}", number=True, role=side),
                Column("of the range", "%", number=True, decimals=0),
            ]
    rows = []
    for row in found:
        cells: list[str | float | None] = [row.component, row.unit]
        for phase in phases:
            for side in SIDES:
                cells += [row.rms.get((phase, side)), row.relative.get((phase, side))]
        rows.append(TableRow(cells))
    return TablePanel(
        "motion-against-plates",
        "Ground reaction: from the motion alone against the plates",
        columns,
        rows,
        caption=(
            "Root mean square difference, also in percent of the range that the plates measured in "
            "the same phase. Moments are about the ankle joint. In double support, the method of "
            "corrected force plates divides the total reaction between the feet, unless another "
            "method was chosen."
        ),
        folded=True,
    )


TRUTH = Panel("detail", truth_panel)
REFERENCE = Panel("detail", reference_panel)
REACTIONS = Panel("detail", reactions_panel)
