"""Marker names that no set knows and that were read as landmarks: which are in doubt."""

from __future__ import annotations

from ambulo.gait.checks.evidence import Evidence
from ambulo.gait.checks.finding import Finding
from ambulo.records import Facts

__all__ = ["check"]


def check(evidence: Evidence) -> list[Finding]:
    """How many of the names in use are doubtful; nothing where a marker set fits."""
    found = evidence.named.match
    if not found.guessed:
        return []
    doubtful = tuple({"marker": name, "why": why} for name, why in found.doubtful.items())
    facts: Facts = {"count": len(found.found), "doubtful": doubtful}
    return [Finding("names_read", "", float(len(doubtful)), facts)]
