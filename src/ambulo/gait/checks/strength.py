"""Joint moments and powers that a person can produce.

Net moments of sprinting and jumping, the greatest that are published, reach some 4.5 N*m/kg at hip,
knee and ankle (Schache et al. 2011, Med Sci Sports Exerc 43:1260; Bobbert et al. 1987, Med Sci
Sports Exerc 19:339), powers 40 W/kg; walking stays below a third of both. What is beyond is no
muscle's: it is noise, a wrong marker or a wrong plate.
"""

from __future__ import annotations

import numpy as np

from ambulo.gait.checks.evidence import Evidence, gate
from ambulo.records import Gate, Quantity

__all__ = ["check", "strength_gate"]

# N*m/kg
MOMENT_LIMIT, MOMENT_UNUSABLE = 4.5, 9.0
# W/kg
POWER_LIMIT, POWER_UNUSABLE = 40.0, 80.0
_LEG = ("left_hip", "left_knee", "left_ankle", "right_hip", "right_knee", "right_ankle")


def check(evidence: Evidence) -> list[Gate]:
    """The legs' moments and powers."""
    mass = evidence.body.model.subject.mass
    assert mass is not None
    gates = []
    for what, unit, found, limit, unusable in (
        ("moment", "N·m/kg", evidence.curves.moments, MOMENT_LIMIT, MOMENT_UNUSABLE),
        ("power", "W/kg", evidence.curves.powers, POWER_LIMIT, POWER_UNUSABLE),
    ):
        legs = [q for q in found if q.name.startswith(_LEG)]
        gates += strength_gate(what, unit, legs, mass, limit, unusable)
    return gates


def strength_gate(
    what: str, unit: str, found: list[Quantity], mass: float, limit: float, unusable: float
) -> list[Gate]:
    """The greatest of some curves against what a person can do; none where nothing is known.

    Args:
        what: "moment" or "power"; unit: per kilogram.
        found: curves (frames,) in N*m or W.
        mass: kg.
        limit, unusable: in `unit`.
    """
    known = [q for q in found if np.isfinite(q.values).any()]
    if not known:
        return []
    peaks = {q.name: float(np.fmax.reduce(np.abs(q.values))) / mass for q in known}
    worst = max(peaks, key=lambda name: peaks[name])
    return [
        gate(
            f"{what} that a person can produce ({worst.replace('_', ' ')})",
            peaks[worst],
            limit,
            unit,
            "Check the markers by this joint, the cut-off frequency (noise of markers grows with "
            "its "
            "square), the plate under this foot, and the mass",
            unusable=unusable,
            cost=f"This {what} is not the muscles'.",
        )
    ]
