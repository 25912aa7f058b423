"""Left beside right: a marker that sits wrongly in both trials moves a joint on one side alone.

Static trial and walk agree then, and so do the lengths of thigh and shank. But the back of a pelvis
lies behind the middle of its front, and an ankle sits alike in both feet.
"""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.medians import median
from ambulo.math.vector_arrays import lengths
from ambulo.mocap.calibration.landmarks import Landmarks
from ambulo.mocap.marker_sets.marker_set import PelvisLandmarks
from ambulo.records import SIDES, Gate, Side, graded

__all__ = ["compare_feet", "compare_pelvis_sides"]

# m; sacrum or mid-PSIS beside the middle of the ASIS: 0 to 12 mm in seven people whose trials are
# public, deviation 6.5 mm; two and a half of them
PELVIS_LIMIT = 0.017
# m; ankle to ball less ankle to heel, left less right: 1 to 26 mm in the same, deviation 15 mm
FEET_LIMIT = 0.038


def compare_pelvis_sides(landmarks: Landmarks, pelvis: PelvisLandmarks | None) -> list[Gate]:
    """Whether the back of the pelvis lies behind the middle of its front.

    Args:
        landmarks: of the trial that calibrates.
        pelvis: which of them are its front and back; None if the marker set does not say.
    Returns:
        One gate, none where a landmark is not seen. Nobody is do-not-use by it: some are crooked.
    """
    names = () if pelvis is None else (pelvis.left_asis, pelvis.right_asis, pelvis.sacrum)
    if not names or not set(names) <= set(landmarks.points):
        return []
    left, right, back = (landmarks.points[name] for name in names)
    across = (left - right) / lengths(left - right)[:, None]
    aside = _median(np.sum((back - 0.5 * (left + right)) * across, axis=1))
    if np.isnan(aside):
        return []
    value = 1e3 * abs(aside)
    side = "left" if aside > 0 else "right"
    return [
        _gate(
            "left and right of the pelvis alike",
            value,
            1e3 * PELVIS_LIMIT,
            "Unless the pelvis is crooked: a marker of an ASIS, or at the back of the "
            "pelvis, is placed wrongly in the trial that calibrates (the static one)",
            found=f"The back of the pelvis lies {value:.0f} mm to the {side} of the middle of its "
            "front.",
            cost=f"Hip joint centres are up to {value:.0f} mm off, and hip moments by body weight "
            "times as much.",
        )
    ]


def compare_feet(landmarks: Landmarks) -> list[Gate]:
    """Whether both ankles sit alike between heel and ball.

    Args:
        landmarks: of the trial that calibrates.
    Returns:
        One gate, none where a foot lacks a landmark. Nobody is do-not-use by it: feet may differ.
    """
    left, right = (_ankle_on_foot(landmarks, side) for side in SIDES)
    value = 1e3 * abs(left - right)
    if np.isnan(value):
        return []
    farther = "left" if left < right else "right"
    return [
        _gate(
            "left and right foot alike",
            value,
            1e3 * FEET_LIMIT,
            "Unless the feet differ: a marker of an ankle, heel or toe is placed wrongly in "
            "the trial that calibrates (the static one)",
            # both distances change by as much as the ankle is off
            found=f"The {farther} ankle lies {0.5 * value:.0f} mm farther ahead between heel and "
            "ball than the other.",
            cost="Flexion moments of ankle and knee are off by up to body weight times "
            f"{0.5 * value:.0f} mm on one side.",
        )
    ]


def _gate(name: str, value: float, limit: float, remedy: str, *, found: str, cost: str) -> Gate:
    """Of a distance [mm]; however large, nobody is do-not-use by it."""
    grade = graded(value, limit, np.inf)
    return Gate(name, value, limit, "mm", grade=grade, remedy=remedy, found=found, cost=cost)


def _ankle_on_foot(landmarks: Landmarks, side: Side) -> float:
    """Ankle to ball less ankle to heel, m; NaN where one is not seen."""
    names = [f"{side}_{part}" for part in ("ankle", "heel", "metatarsal")]
    if not set(names) <= set(landmarks.points):
        return np.nan
    ankle, heel, ball = (landmarks.points[name] for name in names)
    return _median(lengths(ball - ankle) - lengths(heel - ankle))


def _median(values: FloatArray) -> float:
    return median(values[np.isfinite(values)])
