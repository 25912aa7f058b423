"""The checks in the order in which they are shown: a new one is a new module and a line here."""

from __future__ import annotations

from ambulo.gait.checks.evidence import Check, Evidence, NotChecked
from ambulo.records import Gate
from ambulo.registry import Registry

__all__ = ["CHECKS", "judge"]

CHECKS = Registry(
    "check",
    Check,  # type: ignore[type-abstract]  # only asked whether an entry is one
    {
        "calibration": "ambulo.gait.checks.calibration:check",
        "marker_fit": "ambulo.gait.checks.marker_fit:check",
        "trunk_shift": "ambulo.gait.checks.trunk_shift:check",
        "sagittal_plane": "ambulo.gait.checks.sagittal_plane:check",
        "centre_of_pressure": "ambulo.gait.checks.centre_of_pressure:check",
        "mass": "ambulo.gait.checks.mass:check",
        "residuals": "ambulo.gait.checks.residuals:check",
        "plate_contact": "ambulo.gait.checks.plate_contact:check",
        "whole_stride": "ambulo.gait.checks.whole_stride:check",
        "file_events": "ambulo.gait.checks.file_events:check",
    },
)


def judge(evidence: Evidence) -> tuple[tuple[Gate, ...], tuple[str, ...]]:
    """Every check: gates of those made, sentences for those that the trial did not allow."""
    said = [finding for check in CHECKS.values() for finding in check(evidence)]
    return (
        tuple(x for x in said if isinstance(x, Gate)),
        tuple(x.sentence for x in said if isinstance(x, NotChecked)),
    )
