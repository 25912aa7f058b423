"""Range of knee flexion, the first question about a gait."""

from __future__ import annotations

import numpy as np

from ambulo.records import SIDES, Side
from ambulo.report.scene import Scene
from ambulo.results.gait_cycle import cycle_curves

_KNEE = "knee_flexion"


def knee_ranges(scene: Scene) -> dict[Side, tuple[float, float]]:
    """Least and greatest flexion [deg] of each knee's mean curve; without strides, of its curve
    over time.
    """
    angles = {q.name: q.values for q in scene.group("angles")}
    time = scene.analysis.motion.time
    found: dict[Side, tuple[float, float]] = {}
    for side in SIDES:
        values = angles.get(f"{side}_{_KNEE}")
        strides = scene.strides_of(side)
        if values is None or (scene.analysis.strides and not strides):
            continue
        if strides:
            values = cycle_curves(time, values, strides).mean
        if np.isfinite(values).any():
            found[side] = float(np.nanmin(values)), float(np.nanmax(values))
    return found


def normal_knee_range(scene: Scene) -> tuple[float, float] | None:
    """Least and greatest flexion of normal walking's mean curve; None if the trial is not a walk
    with a stride.
    """
    if not scene.activity.walking or not scene.analysis.strides:
        return None
    band = scene.band.of("angles", f"left_{_KNEE}", "left")
    return None if band is None else (float(band.mean.min()), float(band.mean.max()))


def span_in_words(span: tuple[float, float], unit: str = "") -> str:
    """A range in whole numbers: `1–63`, `−2 to 59`, `1° to 63°`."""
    low, high = (round(value) for value in span)
    if unit or low < 0:
        return f"{low}{unit} to {high}{unit}".replace("-", "−")
    return f"{low}–{high}"
