"""Checks of left against right: a marker that is misplaced in both trials moves a joint on one side
only.

Static trial and walk then agree, and the lengths of thigh and shank too. But the back of the pelvis
must be behind the middle of its front, and both ankles must have the same place on the foot.
"""

from __future__ import annotations

import numpy as np

from ambulo.gait.checks.finding import Finding
from ambulo.gait.checks.static_trial import body_weight, calibrated_length
from ambulo.math.arrays import FloatArray
from ambulo.math.medians import median, quantile
from ambulo.math.vector_arrays import lengths
from ambulo.mocap.calibration.landmarks import Landmarks
from ambulo.mocap.calibration.placement import LOWER_BODY
from ambulo.mocap.files.lab_frame import right_partner
from ambulo.mocap.marker_sets.marker_names import Match
from ambulo.mocap.marker_sets.marker_set import PelvisLandmarks
from ambulo.records import SIDES, Facts, Markers, Model, Side

_FOOT = ("ankle", "heel", "metatarsal")
# m; a left marker farther to the right of its partner is not on the left
_SIDE = 0.03
# m; of the front of a pelvis: farther from level is a posture, and no marker
_LIES_OVER = 0.08


def compare_legs(model: Model) -> Finding:
    """Whether thigh and shank have the same length on the left and on the right.

    Args:
        model: calibrated.
    """
    found = []
    for joint, segment in (("knee", "thigh"), ("ankle", "shank")):
        left, right = (calibrated_length(model, side, joint) for side in SIDES)
        found.append((abs(left / right - 1.0), segment, left - right))
    off, segment, longer = max(found)
    return Finding(
        "legs_alike",
        segment,
        100 * off,
        {"longer": longer, "moment": 0.5 * body_weight(model) * abs(longer)},
    )


def compare_pelvis_sides(landmarks: Landmarks, pelvis: PelvisLandmarks | None) -> list[Finding]:
    """Whether the back of the pelvis is behind the middle of its front, and whether its front is
    level.

    Args:
        landmarks: of the trial used for calibration.
        pelvis: which of them are its front and back; None if the marker set does not say.
    Returns:
        Empty if a landmark is not seen. The level is not checked if the pelvis is not upright.
    """
    names = () if pelvis is None else (pelvis.left_asis, pelvis.right_asis, pelvis.sacrum)
    if not names or not set(names) <= set(landmarks.points):
        return []
    left, right, back = (landmarks.points[name] for name in names)
    across = (left - right) / lengths(left - right)[:, None]
    aside = _median(np.sum((back - 0.5 * (left + right)) * across, axis=1))
    if np.isnan(aside):
        return []
    found = [Finding("pelvis_alike", "", 1e3 * abs(aside), {"aside": aside})]
    # a stride goes up and down as far: its middle hangs less on the part that was recorded; what
    # else people do may stay at one end for long: what both say counts
    above = (left - right)[:, 2]
    above = above[np.isfinite(above)]
    middle = 0.5 * (quantile(above, 0.02) + quantile(above, 0.98))
    higher = min(median(above), middle, key=abs)
    if abs(higher) < _LIES_OVER:
        place = "left" if higher > 0.0 else "right"
        found.append(Finding("pelvis_level", "", 1e3 * abs(higher), {"higher": place}))
    return found


def compare_feet(landmarks: Landmarks) -> list[Finding]:
    """Whether both ankles have the same place between heel and ball.

    Args:
        landmarks: of the trial used for calibration.
    Returns:
        Empty if a foot lacks a landmark, or if the two feet are made by different rules.
    """
    left, right = (_ankle_on_foot(landmarks, side) for side in SIDES)
    apart = abs(left - right)
    if np.isnan(apart) or not all(map(landmarks.built_alike, _FOOT)):
        return []
    # both distances change by as much as the ankle is off
    return [
        Finding(
            "feet_alike",
            "",
            1e3 * apart,
            {"farther": "left" if left < right else "right", "ahead": 0.5 * apart},
        )
    ]


def _ankle_on_foot(landmarks: Landmarks, side: Side) -> float:
    """Ankle to ball less ankle to heel, m; NaN where one is not seen."""
    names = [f"{side}_{part}" for part in _FOOT]
    if not set(names) <= set(landmarks.points):
        return np.nan
    ankle, heel, ball = (landmarks.points[name] for name in names)
    return _median(lengths(ball - ankle) - lengths(heel - ankle))


def compare_sides(match: Match, markers: Markers, landmarks: Landmarks) -> Finding:
    """Whether the left markers of pelvis, trunk, head and arms are on the left in the trial to be
    analysed.

    Exchanged legs cannot be analysed and are refused. Exchanged or crossed arms can be analysed.

    Args:
        match, markers, landmarks: of that trial.
    """
    leftward = landmarks.frames["pelvis"].R[:, :, 1]
    exchanged, segments = [], set[str]()
    column = {canonical.upper(): name for canonical, name in match.found.items()}
    for canonical, name in match.found.items():
        partner = column.get(right_partner(canonical) or "")
        segment = match.marker_set.markers[canonical].segment
        if partner is None or segment in LOWER_BODY - {"pelvis"}:
            continue
        apart = np.sum((markers.of(name) - markers.of(partner)) * leftward, axis=1)
        apart = apart[np.isfinite(apart)]
        if apart.size and median(apart) < -_SIDE:
            exchanged.append({"left": name, "right": partner})
            segments.add(segment)
    # of these only arms can be crossed
    part = "pelvis" if segments == {"pelvis"} else "above"
    facts: Facts = {"pairs": tuple(exchanged), "part": part}
    return Finding("exchanged_sides", "", len(exchanged), facts)


def _median(values: FloatArray) -> float:
    return median(values[np.isfinite(values)])
