"""Joint moments and powers that a person can produce.

Net moments of sprinting and jumping, the greatest that are published, reach some 4.5 N*m/kg at hip,
knee and ankle (Schache et al. 2011, Med Sci Sports Exerc 43:1260; Bobbert et al. 1987, Med Sci
Sports Exerc 19:339), powers 40 W/kg; walking stays below a third of both. What is beyond is no
muscle's: it is noise, a wrong marker or a wrong plate.
"""

from __future__ import annotations

import numpy as np

from ambulo.gait.checks.evidence import Evidence
from ambulo.gait.checks.finding import Finding, worst
from ambulo.records import Quantity

_LEG = ("left_hip", "left_knee", "left_ankle", "right_hip", "right_knee", "right_ankle")


def check(evidence: Evidence) -> list[Finding]:
    """The legs' moments and powers."""
    mass = evidence.body.model.subject.mass
    assert mass is not None
    curves = {"moment": evidence.curves.moments, "power": evidence.curves.powers}
    return [
        finding
        for what, found in curves.items()
        for finding in greatest(what, [q for q in found if q.name.startswith(_LEG)], mass)
    ]


def greatest(what: str, found: list[Quantity], mass: float) -> list[Finding]:
    """The greatest of some curves against what a person can do; none where nothing is known.

    Args:
        what: "moment" or "power".
        found: curves (frames,) in N*m or W.
        mass: kg.
    """
    known = [q for q in found if np.isfinite(q.values).any()]
    if not known:
        return []
    peaks = [
        Finding(
            f"strength.{what}",
            q.name.replace("_", " "),
            float(np.fmax.reduce(np.abs(q.values))) / mass,
            {"side": q.name.partition("_")[0]},
        )
        for q in known
    ]
    return [worst(peaks)]
