"""Sides in order, and a static trial of the same subject: judged while calibrating."""

from __future__ import annotations

from ambulo.gait.checks.evidence import Evidence
from ambulo.records import Gate

__all__ = ["check"]


def check(evidence: Evidence) -> tuple[Gate, ...]:
    """What the calibration found, see `mocap.calibration.calibration_checks`."""
    return evidence.person.gates
