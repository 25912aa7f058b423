"""A knee's marker lies on the knee's axis, on the left as on the right.

Where it lies ahead of the axis by d, on whichever of thigh and shank it is, its distances to hip
and ankle together get longer by d sin(flexion) as the knee bends. Skin slides alike on both knees,
so that the difference of left and right is what a marker placed wrongly, in both trials, adds. What
both have in common differs more from one person to the next, and only much of it is said.
"""

from __future__ import annotations

import numpy as np

from ambulo.gait.checks.evidence import Evidence, gate
from ambulo.math.arrays import FloatArray
from ambulo.math.vector_arrays import lengths
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo.records import SIDES, Gate, Side

__all__ = ["BOTH_LIMIT", "KNEES_LIMIT", "ahead_of_axis", "check", "knees_gates"]

# m; left less right: 2 to 14 mm in six people whose walks are public (deviation 8 mm); three of
# them
KNEES_LIMIT = 0.024
# m; mean of left and right: -17 to 22 mm in seven people whose walks are public, of six marker sets
# (1 mm, deviation 15 mm); two and a half of them
BOTH_MIDDLE, BOTH_LIMIT = 0.001, 0.039
# m; from a joint to the marker that is taken for it
_NEAR = 0.09
# rad; by which a knee must bend, and up to which skin moves as in walking
_BENDS, _MOST = 0.6, 1.4


def check(evidence: Evidence) -> list[Gate]:
    """Left knee beside right one, and both; nothing where no marker is near a knee or ankle."""
    left, right = (_of_side(evidence, side) for side in SIDES)
    load = (evidence.body.model.subject.mass or np.nan) * STANDARD_GRAVITY
    return [] if np.isnan(left - right) else knees_gates(left, right, load)


def knees_gates(left: float, right: float, load: float) -> list[Gate]:
    """What the markers' places ahead of the axes say.

    Args:
        left, right: m, ahead of the axis about which the knee bends.
        load: N, body weight.
    """
    apart, both = 1e3 * abs(left - right), 0.5e3 * (left + right) - 1e3 * BOTH_MIDDLE
    ahead = "left" if left > right else "right"
    return [
        gate(
            "left and right knee bend about their markers alike",
            apart,
            1e3 * KNEES_LIMIT,
            "mm",
            f"The {ahead} knee's marker sits too far ahead or the other one too far back, in both "
            "trials; or a marker of an ankle does",
            # knees and skins may differ
            unusable=np.inf,
            found=f"The marker lies {apart:.0f} mm farther ahead of the axis about which the knee "
            f"bends on the {ahead} than on the other side.",
            cost="Knee flexion moments are off by up to "
            f"{1e-3 * load * apart:.0f} N·m on one side, and the knee's axis may be turned.",
        ),
        gate(
            "both knees bend about their markers",
            abs(both),
            1e3 * BOTH_LIMIT,
            "mm",
            "The markers of both knees sit too far "
            + ("ahead" if both > 0.0 else "back")
            + ", or those of both ankles too far "
            + ("back" if both > 0.0 else "ahead")
            + ", in both trials",
            unusable=np.inf,
            found=f"Left and right, the markers lie {abs(both):.0f} mm farther "
            + ("ahead of" if both > 0.0 else "behind")
            + " the axes about which the knees bend than in most people.",
            cost="Knee or ankle flexion moments are off by up to "
            f"{1e-3 * load * abs(both):.0f} N·m.",
        ),
    ]


def _of_side(evidence: Evidence, side: Side) -> float:
    """How far ahead of its axis a knee's marker lies, m; NaN where that cannot be seen."""
    body, model = evidence.body, evidence.body.model
    thigh = model.segments.index(f"{side}_thigh")
    shank = model.segments.index(f"{side}_shank")
    foot = int(np.flatnonzero(model.tree.parent == shank)[0])
    knee, ankle = (_outer_marker(evidence, joint, side) for joint in (shank, foot))
    if knee is None or ankle is None:
        return np.nan
    return ahead_of_axis(body.p[:, thigh], evidence.measured[:, knee], evidence.measured[:, ankle])


def _outer_marker(evidence: Evidence, joint: int, side: Side) -> int | None:
    """Index of the nearest marker beside the joint of a segment, on either of its segments."""
    model = evidence.body.model
    tree, body = model.tree, model.marker_body
    above = body == tree.parent[joint]
    local = model.marker_local - np.where(above[:, None], tree.p_PJ[joint], 0.0)
    outward = local[:, 1] * (1.0 if side == "left" else -1.0)
    beside = ((body == joint) | above) & (outward > 0.01)
    away = np.where(beside, lengths(local), np.inf)
    nearest = int(np.argmin(away))
    return nearest if away[nearest] < _NEAR else None


def ahead_of_axis(hip: FloatArray, knee: FloatArray, ankle: FloatArray) -> float:
    """How far ahead of the axis about which a knee bends a marker lies, m; NaN if it bends little.

    Args:
        hip, knee, ankle: (frames, 3) m, of a joint and of two markers.
    """
    upper, lower = lengths(hip - knee), lengths(ankle - knee)
    whole = lengths(hip - ankle)
    # law of cosines
    cosine = (whole**2 - upper**2 - lower**2) / (2.0 * upper * lower)
    bent = np.arccos(np.clip(cosine, -1.0, 1.0))
    seen = np.isfinite(bent) & (bent < _MOST)
    if not seen.any() or np.ptp(bent[seen]) < _BENDS:
        return np.nan
    rows = np.column_stack([np.ones(seen.sum()), np.sin(bent[seen])])
    (_, slope), *_ = np.linalg.lstsq(rows, (upper + lower)[seen], rcond=None)
    return float(slope)
