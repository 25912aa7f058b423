"""Basis of the error bands: sources, convergence of the bands, and effect of each source."""

from __future__ import annotations

import numpy as np

from ambulo.report.page_data import (
    Column,
    LinesPanel,
    Plot,
    Series,
    TablePanel,
    TableRow,
    TextPanel,
    Unit,
)
from ambulo.report.panels.panel import Panel
from ambulo.report.scene import Scene


def _sources(scene: Scene) -> TextPanel | None:
    """What was perturbed and by how much; None without bands."""
    bands = scene.analysis.bands
    if bands is None:
        return None
    alone = f" Not chosen, and therefore not perturbed: {', '.join(bands.left_out)}."
    return TextPanel(
        "error-sources",
        "Error bands: what was perturbed",
        items=(*bands.sources, *bands.notes),
        caption=(
            f"Ambulo analysed the trial {bands.samples} times, each time with random errors from "
            f"all these sources. A band contains {100 * bands.share:g} % of these analyses. It "
            "shows how much errors of the inputs change the results. It does not include four "
            "things: the variation of the subject from stride to stride, limits of the model "
            "(segments that bend, joints that slide), a different table of segment masses, and "
            "mistakes such as a plate assigned to the wrong foot or a misplaced marker. In the "
            "list, sigma is the standard deviation of an error."
        )
        + alone * bool(bands.left_out),
        folded=True,
    )


def _settling(scene: Scene) -> LinesPanel | None:
    """How far the ends of the bands moved when the samples were doubled."""
    bands = scene.analysis.bands
    if bands is None or len(bands.settling) < 2:
        return None
    samples = np.array([float(count) for count in bands.settling])
    change = 100.0 * np.array(list(bands.settling.values()))
    plot = Plot(
        title="Largest change of the end of a band",
        units=(Unit("% of the width"),),
        series=[Series("joint moments of the legs", "c1", change, x=samples, stroke="both")],
        xlabel="perturbed analyses [1]",
        log="x",
    )
    return LinesPanel(
        "error-settling",
        "Error bands: did they converge?",
        [plot],
        columns=1,
        caption="Difference from the bands of half as many analyses (rms over the frames).",
        folded=True,
    )


def _effects(scene: Scene) -> TablePanel | None:
    """Sobol indices of the groups of sources; None where nobody asked."""
    bands = scene.analysis.bands
    if bands is None or not bands.effects:
        return None
    columns = (
        Column("peak"),
        Column("source"),
        Column("alone", "%", number=True, decimals=0),
        Column("±", "%", number=True, decimals=0),
        Column("with interactions", "%", number=True, decimals=0),
        Column("±", "%", number=True, decimals=0),
    )
    rows = []
    for effect in bands.effects:
        shares = (effect.first, effect.first_error, effect.total, effect.total_error)
        rows.append(TableRow([effect.quantity, effect.group, *(100.0 * share for share in shares)]))
    return TablePanel(
        "error-effects",
        "Which source matters",
        columns,
        rows,
        caption="Share of each peak's variance that comes from a group of sources (Sobol 2001). "
        "The ± is a 95 % confidence interval. Shares are estimates, so a share may be above 100 % "
        "or below 0, within its ±.",
        folded=True,
    )


SOURCES = Panel("trust", _sources)
SETTLING = Panel("trust", _settling)
EFFECTS = Panel("trust", _effects)
