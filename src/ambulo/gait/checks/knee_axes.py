"""Check of the forward place of the knee markers relative to the knees' axes, left against right.

Let a marker on thigh or shank be in front of the knee's axis by d. The sum of its distances to hip
and ankle then grows by d sin(flexion) as the knee bends. Skin slides in the same way on both knees.
So a difference between left and right comes from a marker that is misplaced in both trials. The
common part of both sides differs more between people, so only large values are reported.
"""

from __future__ import annotations

import numpy as np

from ambulo.gait.checks.evidence import Evidence
from ambulo.gait.checks.finding import Finding
from ambulo.math.arrays import FloatArray
from ambulo.math.vector_arrays import lengths
from ambulo.records import SIDES, Side

# m; mean of left and right in right walks
BOTH_MIDDLE = 0.001
# m; from a joint to the marker that is taken for it
_NEAR = 0.09
# rad; by which a knee must bend, and up to which skin moves as in walking
_BENDS, _MOST = 0.6, 1.4


def check(evidence: Evidence) -> list[Finding]:
    """Left knee compared with right, and both together; empty without a marker near knee or
    ankle.
    """
    left, right = (_of_side(evidence, side) for side in SIDES)
    return [] if np.isnan(left - right) else markers_ahead(left, right, evidence.body_weight)


def markers_ahead(left: float, right: float, load: float) -> list[Finding]:
    """Findings from the forward places of the markers.

    Args:
        left, right: m, in front of the axis about which the knee bends.
        load: N, body weight.
    """
    apart, both = abs(left - right), 0.5e3 * (left + right) - 1e3 * BOTH_MIDDLE
    differ = {"apart": apart, "ahead": "left" if left > right else "right", "moment": load * apart}
    alike = {"ahead": 1e-3 * both, "moment": 1e-3 * load * abs(both)}
    return [
        Finding("knees_alike", "", 1e3 * apart, differ),
        Finding("both_knees", "", abs(both), alike),
    ]


def _of_side(evidence: Evidence, side: Side) -> float:
    """How far ahead of its axis a knee's marker lies, m; NaN where that cannot be seen."""
    body, model = evidence.body, evidence.body.model
    thigh = model.segments.index(f"{side}_thigh")
    shank = model.segments.index(f"{side}_shank")
    foot = int(np.flatnonzero(model.tree.parent == shank)[0])
    knee, ankle = (outer_marker(evidence, joint, side) for joint in (shank, foot))
    if knee is None or ankle is None:
        return np.nan
    return ahead_of_axis(body.p[:, thigh], evidence.measured[:, knee], evidence.measured[:, ankle])


def outer_marker(evidence: Evidence, joint: int, side: Side) -> int | None:
    """Index of the nearest marker beside a joint, on either of its two segments."""
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
    """How far a marker is in front of the knee's axis of flexion, m; NaN if the knee bends little.

    Args:
        hip, knee, ankle: (frames, 3) m, positions of the hip centre and of two markers.
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
