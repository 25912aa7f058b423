"""The activity that was asked for is the one that the motion shows."""

from __future__ import annotations

import numpy as np

from ambulo.gait.checks.evidence import Evidence, gate
from ambulo.records import Gate

__all__ = ["check"]


def check(evidence: Evidence) -> list[Gate]:
    """Only where it is not: what is asked for and seen, or not asked for, needs no check."""
    if not evidence.unlike:
        return []
    return [
        gate(
            "the activity asked for",
            1,
            0,
            "missing",
            "Leave the activity out, unless you know better",
            unusable=np.inf,
            found=f"{evidence.unlike[0].upper()}{evidence.unlike[1:]}",
            cost="Events, numbers and checks are those of the "
            f"{evidence.activity.noun}, as asked for.",
        )
    ]
