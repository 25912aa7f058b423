"""The walk from above: force plates, footprints and the path of each centre of pressure.

Footprints are outlines of the soles at mid-stance, seen from above.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.mocap.plates.plate_contacts import MEASURED
from ambulo.records import SIDES, Side
from ambulo.report.page_data import LinesPanel, Plot, Series, Unit
from ambulo.report.panels.panel import Panel
from ambulo.report.scene import Scene

# ball and heel half-widths over foot length, for a drawing (not measured on this subject)
_BALL, _HEEL = 0.19, 0.13
_SCALE = "Seen from above. Both axes have the same scale."
_MOST_CONTACTS = 8


@dataclass(frozen=True, eq=False)
class Footprint:
    """Sole of one foot on the floor.

    Args:
        outline: (points, 2) m, world x and y.
    """

    side: Side
    outline: FloatArray


def footprints(scene: Scene) -> list[Footprint]:
    """One print for every stance; none for a model without heel and toe landmarks."""
    analysis, model = scene.analysis, scene.analysis.model
    time = analysis.motion.time
    prints = []
    for side in SIDES:
        if not {f"{side}_heel", f"{side}_toe"} <= set(model.points):
            continue
        heel, toe = scene.posture.point(f"{side}_heel"), scene.posture.point(f"{side}_toe")
        for start, stop in scene.standing[side]:
            frame = int(np.argmin(np.abs(time - (0.6 * start + 0.4 * stop))))
            prints.append(Footprint(side, _sole(heel[frame, :2], toe[frame, :2])))
    return prints


def _sole(heel: FloatArray, toe: FloatArray) -> FloatArray:
    along = toe - heel
    across = np.array([-along[1], along[0]])
    turn = np.linspace(0.0, np.pi, 9)
    front = np.column_stack([0.74 + 0.28 * np.sin(turn), _BALL * np.cos(turn)])
    back = np.column_stack([0.08 - 0.13 * np.sin(turn), -_HEEL * np.cos(turn)])
    shape = np.vstack([front, back])
    return np.asarray(heel + shape[:, :1] * along + shape[:, 1:] * across)


def _joined(outlines: list[FloatArray]) -> tuple[FloatArray, FloatArray]:
    """Closed outlines (points, 2) in one curve, apart by NaN."""
    gap = np.full((1, 2), np.nan)
    joined = np.vstack([part for o in outlines for part in (o, o[:1], gap)])
    return joined[:, 0], joined[:, 1]


def centre_of_pressure_panel(scene: Scene) -> LinesPanel | None:
    """Paths under the feet; None if no path is known."""
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
    named = analysis.contacts
    many = ""
    if len(named) > _MOST_CONTACTS:
        named = tuple(c for c in named if c.quality != "whole")
        whole = len(analysis.contacts) - len(named)
        many = f"{whole} of {len(analysis.contacts)} contacts are wholly measured."
    words = [
        f"{analysis.trial.plates[c.plate].name.capitalize()}, {c.start:.2f} to {c.stop:.2f} s: "
        f"{c.side or 'no single'} foot, {MEASURED[c.quality]}. "
        f"{c.reason[:1].upper()}{c.reason[1:].rstrip('.')}."
        for c in named[:_MOST_CONTACTS]
    ]
    if len(named) > len(words):
        words.append("The file log.txt names the other contacts.")
    return LinesPanel(
        id="centre-of-pressure",
        title="Centre of pressure and footprints",
        plots=[plot],
        columns=1,
        caption=" ".join(filter(None, [_SCALE, many, *words])),
    )


PANEL = Panel("ground", centre_of_pressure_panel)
