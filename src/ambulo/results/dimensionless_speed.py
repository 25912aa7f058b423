"""Walking speed that can be compared between people of different size."""

from __future__ import annotations

import numpy as np

from ambulo.records import SIDES, Analysis
from ambulo.results.gait_cycle import StrideParameters
from ambulo.results.posture import Posture


def leg_length(posture: Posture) -> float:
    """Mean length of both legs [m]: thigh, shank, and the smallest height of the ankle above the
    floor.
    """
    lengths = []
    for side in SIDES:
        hip, knee, ankle = (posture.joint(f"{side}_{name}") for name in ("hip", "knee", "ankle"))
        # the same in every frame but for rounding: joints hold
        thigh, shank = (
            float(np.nanmedian(np.linalg.norm(upper - lower, axis=1)))
            for upper, lower in ((hip, knee), (knee, ankle))
        )
        lengths.append(thigh + shank + max(float(np.nanmin(ankle[:, 2])), 0.0))
    return float(np.mean(lengths))


def dimensionless_speed(
    analysis: Analysis, posture: Posture, strides: tuple[StrideParameters, ...]
) -> float | None:
    """Mean over the strides of v / sqrt(g L) (Hof 1996), L the leg's length; None without any."""
    if not strides:
        return None
    gravity = float(np.linalg.norm(analysis.model.tree.gravity))
    speed = float(np.mean([stride.speed for stride in strides]))
    return speed / float(np.sqrt(gravity * leg_length(posture)))
