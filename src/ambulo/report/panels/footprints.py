"""Where the feet stand: outlines of the soles at mid-stance, seen from above."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.records import SIDES, Side
from ambulo.report.scene import Scene
from ambulo.results.gait_cycle import stances

# ball and heel half-widths over foot length, for a drawing (not measured on this subject)
_BALL, _HEEL = 0.19, 0.13


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
        for start, stop in stances(analysis.events, side, float(time[0]), float(time[-1])):
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
