"""Check whether something besides the feet carries the subject: a seat, a rail or a cane."""

from __future__ import annotations

import numpy as np

from ambulo.gait.activities.registry import ACTIVITIES
from ambulo.gait.checks.evidence import Evidence
from ambulo.gait.checks.finding import Finding
from ambulo.gait.checks.table import limits
from ambulo.gait.other_support import OtherSupport
from ambulo.multibody.gravity import STANDARD_GRAVITY


def check(evidence: Evidence) -> list[Finding]:
    """Found from plates under both feet. If no plate measures a seat, the activity alone shows
    it.
    """
    weight = evidence.body.model.mass * STANDARD_GRAVITY
    if evidence.other_support:
        on_plates = evidence.ground.method == "plates"
        return [most_support(evidence.other_support, weight, from_plates=on_plates)]
    if evidence.ground.method == "plates" or not ACTIVITIES[evidence.activity.name].seat:
        return []
    return [Finding("other_support", "", np.inf, {"supports": (), "feet_have": "seat"})]


def most_support(
    supports: tuple[OtherSupport, ...], weight: float, *, from_plates: bool
) -> Finding:
    """How much of the body weight something besides the feet carries, when and where.

    Args:
        supports: one or more.
        weight: of the body, N.
        from_plates: whether joint moments are computed from the plates upwards.
    """
    most = max(support.most for support in supports)
    each = tuple(
        {"start": s.start, "stop": s.stop, "most": s.most, "ahead": s.ahead, "aside": s.left}
        for s in supports
    )
    facts = {"supports": each, "feet_have": "own" if from_plates else "all"}
    good, usable = limits("other_support")
    of_legs = (good, np.inf if from_plates else usable)
    return Finding("other_support", "", 100.0 * most / weight, facts, of_legs)
