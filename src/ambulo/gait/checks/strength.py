"""Check whether a person can produce the joint moments and powers.

The largest published net moments, in sprinting and jumping, are about 4.5 N*m/kg at hip, knee and
ankle (Schache et al. 2011, Med Sci Sports Exerc 43:1260; Bobbert et al. 1987, Med Sci Sports Exerc
19:339). Powers reach 40 W/kg. Walking stays below a third of both. Larger values come from noise, a
wrong marker or a wrong plate.
"""

from __future__ import annotations

import numpy as np

from ambulo.gait.checks.evidence import Evidence
from ambulo.gait.checks.finding import Finding, worst
from ambulo.records import Quantity

_LEG = ("left_hip", "left_knee", "left_ankle", "right_hip", "right_knee", "right_ankle")


def check(evidence: Evidence) -> list[Finding]:
    """Moments and powers of the legs."""
    curves = {"moment": evidence.curves.moments, "power": evidence.curves.powers}
    return [
        finding
        for what, found in curves.items()
        for finding in greatest(what, [q for q in found if q.name.startswith(_LEG)], evidence.mass)
    ]


def greatest(what: str, found: list[Quantity], mass: float) -> list[Finding]:
    """The largest value of some curves, compared with what a person can produce; empty if nothing
    is known.

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
