"""The checks in the order in which they are shown: a new one is a new module and a line here."""

from __future__ import annotations

from ambulo.gait.checks import (
    calibration,
    centre_of_pressure,
    file_events,
    marker_fit,
    mass,
    plate_contact,
    residuals,
    sagittal_plane,
    trunk_shift,
    whole_stride,
)
from ambulo.gait.checks.evidence import Check, Evidence, NotChecked
from ambulo.records import Gate

__all__ = ["CHECKS", "judge"]

CHECKS: tuple[Check, ...] = (
    calibration.check,
    marker_fit.check,
    trunk_shift.check,
    sagittal_plane.check,
    centre_of_pressure.check,
    mass.check,
    residuals.check,
    plate_contact.check,
    whole_stride.check,
    file_events.check,
)


def judge(evidence: Evidence) -> tuple[tuple[Gate, ...], tuple[str, ...]]:
    """Every check: gates of those made, sentences for those that the trial did not allow."""
    said = [finding for check in CHECKS for finding in check(evidence)]
    return (
        tuple(x for x in said if isinstance(x, Gate)),
        tuple(x.sentence for x in said if isinstance(x, NotChecked)),
    )
