"""Check of marker names that are in no marker set and were read as landmarks.

Labels of a set are doubtful if they seem exchanged. The pitch of a foot is doubtful if its sole
never rests.
"""

from __future__ import annotations

from ambulo.gait.checks.evidence import Evidence
from ambulo.gait.checks.finding import Finding, of_legs
from ambulo.mocap.calibration.landmark_rules import NEVER_RESTS
from ambulo.records import Facts


def check(evidence: Evidence) -> list[Finding]:
    """Number of doubtful names; empty if a marker set fits and no label is doubtful."""
    found = evidence.named.match
    if not (found.guessed or found.doubtful):
        return []
    reasons = [(name, why, False) for name, why in found.doubtful.items()]
    reasons += [(name.replace("_", " "), NEVER_RESTS, True) for name in evidence.person.unlevelled]
    doubtful: list[dict[str, str | float]] = [
        {"marker": name, "why": why, "pitch": pitch} for name, why, pitch in reasons
    ]
    facts: Facts = {"count": len({*found.found} - found.carried), "doubtful": tuple(doubtful),
                    "read": found.guessed}  # fmt: skip
    whose = of_legs(evidence.body.model, found.doubtful)
    if evidence.person.unlevelled:
        whose = ("*",)
    return [Finding("names_read", "", float(len(doubtful)), facts, whose=whose)]
