"""Check of the uncertainty of joint centres if not every landmark has a marker.

The same is checked for the tilt of the pelvis without a marker at its back, and for the turn of
thighs and shanks without a marker on the inner side of knee or ankle.
"""

from __future__ import annotations

import math
from itertools import product

from ambulo.gait.checks.evidence import Evidence
from ambulo.gait.checks.finding import Finding
from ambulo.gait.checks.table import limits
from ambulo.mocap.event_timing import NORMAL_90
from ambulo.mocap.naming.readings import words
from ambulo.records import SIDES, Facts

_ENDS = {"thigh": "knee", "shank": "ankle"}
"""Joints whose axis says how a segment is turned."""
_HELPS = 0.9
"""Of the error: a marker that leaves more than this of it is not asked for."""


def check(evidence: Evidence) -> list[Finding]:
    """The ± of the least certain centre; empty if every landmark has a marker."""
    completed = evidence.named.completed
    if completed is None:
        return []
    body = completed.body
    joint = max(body.within, key=body.within.__getitem__)
    landmark, with_it = body.most_helpful(joint)
    within = body.within[joint]
    good = limits("placed_centres")[0]
    unsure = [f"{name}_*" for name, of in body.within.items() if 1e3 * of > good]
    facts: Facts = {
        # rad, standard deviations by which segments are turned about their long axis
        **{
            f"{side}_{segment}": body.axis_spread(f"{side}_{joint}")
            for side, (segment, joint) in product(SIDES, _ENDS.items())
        },
        # m, those by which joints are ahead and aside
        **{
            f"{name}_{way}": math.sqrt(of[axis, axis])
            for name, of in body.covariances.items()
            for axis, way in enumerate(("ahead", "aside"))
        },
        "joint": joint.replace("_", " "),
        "spread": within,
        "helps": float(with_it < _HELPS * within),
        "landmark": words(landmark),
        "left": with_it,
        "moment": evidence.body_weight * NORMAL_90 * body.spread[joint],
        "placed": ", ".join(map(words, sorted(evidence.named.match.carried))),
    }
    place = joint.replace("_", " ")
    found = [Finding("placed_centres", place, 1e3 * within, facts, whose=tuple(unsure))]
    if body.tilt:
        found.append(Finding("placed_tilt", "", math.degrees(NORMAL_90 * body.tilt)))
    return found
