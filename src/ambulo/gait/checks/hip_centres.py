"""Hip centres lie where the thighs turn about the pelvis.

A knee keeps its distance to the hip. Where the hip centre that the model has lies ahead of the one
about which the thigh turns by x, the distance to a marker at the knee grows by x u, u being how far
ahead the thigh points in the pelvis (to first order; a sphere fit about one axis, as Gamage &
Lasenby 2002). A stride shows no more: across and upwards the thigh's direction hardly changes, and
sphere fits of walks there are off by 20 to 90 mm.

By Harrington's regression it is 12 mm and less on 14 people; by Davis' on four of these 0 to 12 mm,
of which Harrington's leaves 0 to 8. A centre moved by 26 mm is seen as 26 mm. So most of what it
finds is the regression's, and little the skin's.
"""

from __future__ import annotations

import numpy as np

from ambulo.gait.checks.evidence import Evidence
from ambulo.gait.checks.finding import Finding
from ambulo.gait.checks.knee_axes import outer_marker
from ambulo.math.arrays import FloatArray
from ambulo.math.vector_arrays import finite, lengths
from ambulo.mocap.rigid_motion import placed_on
from ambulo.records import SIDES, Facts, Side

# part of its length by which the thigh's direction must go ahead and back in the pelvis
_SWINGS = 0.5
# mm; twice the root mean square of ten recordings of ten laboratories whose names were read
_GUESSED = (36.0, np.inf)


def check(evidence: Evidence) -> list[Finding]:
    """Both hips, and left beside right, of who steps; not known where they swing too little.

    Nothing where no marker is near a knee, or the pelvis has less than three.
    """
    if not evidence.activity.stepping:
        return []
    found = [_of_side(evidence, side) for side in SIDES]
    if None in found:
        return []
    left, right = (np.nan if one is None else one for one in found)
    return hips_ahead(left, right, guessed=evidence.named.match.guessed)


def hips_ahead(left: float, right: float, *, guessed: bool = False) -> list[Finding]:
    """What the places ahead of the hips' own centres say.

    Args:
        left, right: m, by which the model's hip centre lies ahead; NaN where that cannot be seen.
        guessed: the names were read: of which knee marker, and how it lies, is less sure.
    """
    wider = _GUESSED if guessed else None
    known = [x for x in (left, right) if np.isfinite(x)]
    if not known:
        return [Finding("hip_centre", why="hips_still")]
    # what regressions miss is alike on both sides, what one marker does is not
    both = float(np.mean(known))
    found = [Finding("hip_centre", "", 1e3 * abs(both), {"ahead": both}, wider)]
    if len(known) == 2:
        more: Side = "left" if left > right else "right"
        apart = abs(left - right)
        facts: Facts = {"apart": apart, "ahead": more}
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
    """How far a hip centre lies ahead of that about which a knee turns, m; NaN if it turns little.

    Args:
        arm: (frames, 3) m, of the knee from that centre, in the pelvis.
    """
    length = lengths(arm)
    ahead = arm[:, 0] / length
    if np.ptp(ahead) < _SWINGS:
        return np.nan
    rows = np.column_stack([np.ones(len(ahead)), ahead])
    return -float(np.linalg.lstsq(rows, length, rcond=None)[0][1])
