"""Check of marker names that are in no marker set and were read as landmarks.

The pitch of a foot whose sole never rests is doubtful too.
"""

from __future__ import annotations

from ambulo.gait.checks.evidence import Evidence
from ambulo.gait.checks.finding import Finding, of_legs
from ambulo.mocap.calibration.landmark_rules import NEVER_RESTS
from ambulo.records import Facts


def check(evidence: Evidence) -> list[Finding]:
    """Number of doubtful names; empty if a marker set fits."""
    found = evidence.named.match
    if not found.guessed:
        return []
    reasons = [(name, why, False) for name, why in found.doubtful.items()]
    reasons += [(name.replace("_", " "), NEVER_RESTS, True) for name in evidence.person.unlevelled]
    doubtful: list[dict[str, str | float]] = [
        {"marker": name, "why": why, "pitch": pitch} for name, why, pitch in reasons
    ]
    facts: Facts = {"count": len({*found.found} - found.carried), "doubtful": tuple(doubtful)}
    whose = of_legs(evidence.body.model, found.doubtful)
    if evidence.person.unlevelled:
        whose = ("*",)
    return [Finding("names_read", "", float(len(doubtful)), facts, whose=whose)]
