"""Peak joint moments per kilogram, named after what the muscles do."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.records import SIDES, Side
from ambulo.report.scene import Scene

__all__ = ["Peak", "peak_moments"]

# what is called, whose quantity, and the sign that makes it positive
_PEAKS = (
    ("Hip extension", "hip_flexion", -1.0),
    ("Hip flexion", "hip_flexion", 1.0),
    ("Hip abduction", "hip_adduction", -1.0),
    ("Knee extension", "knee_flexion", -1.0),
    ("Knee flexion", "knee_flexion", 1.0),
    ("Knee abduction", "knee_adduction", -1.0),
    ("Ankle plantarflexion", "ankle_dorsiflexion", -1.0),
)


@dataclass(frozen=True)
class Peak:
    """Largest internal moment of one kind [N*m/kg] by side; None where it is not known.

    Args:
        normal: peak of the normal mean curve.
    """

    name: str
    sides: dict[Side, float | None]
    normal: float | None


def peak_moments(scene: Scene) -> list[Peak]:
    """Peaks within the strides of each side, or within the trial where there are none."""
    time = scene.analysis.motion.time
    curves = {q.name: q.values for q in scene.group("moments")}
    band = scene.band.curves["moments"]
    found = []
    for name, quantity, sign in _PEAKS:
        sides: dict[Side, float | None] = {}
        for side in SIDES:
            values = curves.get(f"{side}_{quantity}")
            if values is None:
                continue
            strides = scene.strides_of(side)
            inside = np.ones(len(time), dtype=bool)
            if strides:
                inside = np.any([(time >= s.start) & (time <= s.stop) for s in strides], axis=0)
            known = values[inside & np.isfinite(values)]
            sides[side] = float((sign * known).max()) if known.size else None
        if sides:
            normal = float((sign * band[quantity].mean).max()) if quantity in band else None
            found.append(Peak(name, sides, normal))
    return found
