"""The walk from above: force plates, footprints and the path of each centre of pressure."""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.records import SIDES
from ambulo.report.page_data import LinesPanel, Plot, Series, Unit
from ambulo.report.panels.footprints import footprints
from ambulo.report.panels.panel import Panel
from ambulo.report.scene import Scene


def _joined(outlines: list[FloatArray]) -> tuple[FloatArray, FloatArray]:
    """Closed outlines (points, 2) in one curve, apart by NaN."""
    gap = np.full((1, 2), np.nan)
    joined = np.vstack([part for o in outlines for part in (o, o[:1], gap)])
    return joined[:, 0], joined[:, 1]


def centre_of_pressure_panel(scene: Scene) -> LinesPanel | None:
    """Paths under the feet; None where none is known."""
    analysis, ground = scene.analysis, scene.ground
    centre = np.where(ground.known[:, :, None], ground.centre_of_pressure, np.nan)
    if not np.isfinite(centre[:, :, 0]).any():
        return None
    series = []
    plates = [p.corners[:, :2] for p in analysis.trial.plates if np.isfinite(p.corners).all()]
    if plates:
        x, y = _joined(plates)
        series.append(Series("force plate", "grey", y, x=x))
    prints = footprints(scene)
    for side in SIDES:
        soles = [print_.outline for print_ in prints if print_.side == side]
        if soles:
            x, y = _joined(soles)
            series.append(Series(f"{side} sole at mid-stance", side, y, x=x, stroke="dash"))
    for s, side in enumerate(SIDES):
        if np.isfinite(centre[:, s, 0]).any():
            label = f"{side} centre of pressure"
            series.append(Series(label, side, centre[:, s, 1], x=centre[:, s, 0]))
    plot = Plot(
        title="To the left",
        units=(Unit("m"),),
        series=series,
        xlabel="forward [m]",
        equal=True,
    )
    words = [
        f"{analysis.trial.plates[c.plate].name.capitalize()}, {c.start:.2f} to {c.stop:.2f} s: "
        f"{c.side or 'no single'} foot, {c.quality}; {c.reason.rstrip('.')}."
        for c in analysis.contacts
    ]
    return LinesPanel(
        id="centre-of-pressure",
        title="Centre of pressure and footprints",
        plots=[plot],
        columns=1,
        caption=" ".join(["Seen from above. Both axes have the same scale.", *words]),
    )


PANEL = Panel("ground", centre_of_pressure_panel)
