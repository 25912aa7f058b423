"""Check whether the thighs turn about the hip centres of the model.

A knee keeps its distance from the hip. Let the hip centre of the model be in front of the true
centre by x. The distance to a marker at the knee then grows by x u, where u is how far the thigh
points forward in the pelvis (to first order; a sphere fit about one axis, as Gamage & Lasenby
2002). A stride shows only x. The sideways and vertical direction of the thigh hardly changes, and
sphere fits of walks are wrong there by 20 to 90 mm.

With Harrington's regression x is 12 mm or less in 14 people. With Davis' regression it is 0 to 12
mm in four of these people, and Harrington's leaves 0 to 8 mm. A centre that was moved by 26 mm is
found to be 26 mm off. So x comes mostly from the regression and little from the skin.
"""

from __future__ import annotations

import numpy as np

from ambulo.gait.checks.evidence import Evidence
from ambulo.gait.checks.finding import Finding
from ambulo.gait.checks.knee_axes import outer_marker
from ambulo.gait.checks.table import limits
from ambulo.math.arrays import FloatArray
from ambulo.math.vector_arrays import finite, lengths
from ambulo.mocap.rigid_motion import placed_on
from ambulo.records import SIDES, Facts, Side

# part of its length by which the thigh's direction must go ahead and back in the pelvis
_SWINGS = 0.5


def check(evidence: Evidence) -> list[Finding]:
    """Both hips, and left compared with right, in subjects who step; not known if the thighs swing
    too little.

    Empty if no marker is near a knee, or if the pelvis has fewer than three markers.
    """
    if not evidence.activity.stepping:
        return []
    found = [_of_side(evidence, side) for side in SIDES]
    if None in found:
        return []
    left, right = (np.nan if one is None else one for one in found)
    return hips_ahead(left, right, guessed=evidence.named.match.guessed)


def hips_ahead(left: float, right: float, *, guessed: bool = False) -> list[Finding]:
    """Findings from the forward errors of the hip centres.

    Args:
        left, right: m, by which the model's hip centre is too far forward; NaN if this cannot be
            seen.
        guessed: whether the marker names were guessed. The knee markers are then less certain.
    """
    further = "guessed" if guessed else ""
    known = [x for x in (left, right) if np.isfinite(x)]
    if not known:
        return [Finding("hip_centre", why="hips_still")]
    # what regressions miss is alike on both sides, what one marker does is not
    both = float(np.mean(known))
    wider = limits("hip_centre", further)
    found = [Finding("hip_centre", "", 1e3 * abs(both), {"ahead": both}, wider)]
    if len(known) == 2:
        more: Side = "left" if left > right else "right"
        apart = abs(left - right)
        facts: Facts = {"apart": apart, "ahead": more}
        wider = limits("hip_centres_alike", further)
        found.append(Finding("hip_centres_alike", "", 1e3 * apart, facts, wider))
    return found


def _of_side(evidence: Evidence, side: Side) -> float | None:
    model, measured = evidence.body.model, evidence.measured
    pelvis = np.flatnonzero(model.marker_body == 0)
    hip, shank = (model.segments.index(f"{side}_{name}") for name in ("thigh", "shank"))
    knee = outer_marker(evidence, shank, side)
    if knee is None or len(pelvis) < 3:
        return None
    seen = finite(measured[:, pelvis].reshape(len(measured), -1)) & finite(measured[:, knee])
    if seen.sum() < 4:
        return np.nan
    shape = model.marker_local[pelvis]
    arm = placed_on(measured[seen][:, pelvis], shape, measured[seen, knee])
    return centre_ahead(arm + shape.mean(axis=0) - model.tree.p_PJ[hip])


def centre_ahead(arm: FloatArray) -> float:
    """How far a hip centre is in front of the centre about which a knee turns, m; NaN if it turns
    little.

    Args:
        arm: (frames, 3) m, of the knee from that centre, in the pelvis.
    """
    length = lengths(arm)
    ahead = arm[:, 0] / length
    if np.ptp(ahead) < _SWINGS:
        return np.nan
    rows = np.column_stack([np.ones(len(ahead)), ahead])
    return -float(np.linalg.lstsq(rows, length, rcond=None)[0][1])
