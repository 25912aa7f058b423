"""The checks in the order in which they are shown: a new one is a module, a line here, and rows
of `checks.toml`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import get_args

from ambulo.gait.checks.evidence import Check, Evidence
from ambulo.gait.checks.finding import Finding, judged
from ambulo.inputs.errors import InputError
from ambulo.inputs.registry import Registry, raised, shown
from ambulo.inputs.untouched import Untouched
from ambulo.records import Gate, Grade

__all__ = ["CHECKS", "judge"]

CHECKS = Registry(
    "check",
    Check,  # type: ignore[type-abstract]  # only asked whether an entry is one
    {
        "activity_asked": "ambulo.gait.checks.of_stages:activity_asked",
        "mass": "ambulo.gait.checks.mass:check",
        "plates_alike": "ambulo.gait.checks.plates_alike:check",
        "calibration": "ambulo.gait.checks.of_stages:calibration",
        "names_read": "ambulo.gait.checks.names_read:check",
        "marker_jumps": "ambulo.gait.checks.marker_jumps:check",
        "marker_fit": "ambulo.gait.checks.of_stages:marker_fit",
        "trunk_shift": "ambulo.gait.checks.of_stages:trunk_shift",
        "sagittal_plane": "ambulo.gait.checks.of_stages:sagittal_plane",
        "centre_of_pressure": "ambulo.gait.checks.centre_of_pressure:check",
        "joint_ranges": "ambulo.gait.checks.joint_ranges:check",
        "foot_rolled": "ambulo.gait.checks.foot_rolled:check",
        "knee_axes": "ambulo.gait.checks.knee_axes:check",
        "cross_talk": "ambulo.gait.checks.cross_talk:check",
        "limb_ranges": "ambulo.gait.checks.limb_ranges:check",
        "marker_noise": "ambulo.gait.checks.marker_noise:check",
        "camera_frames": "ambulo.gait.checks.of_stages:camera_frames",
        "plate_faults": "ambulo.gait.checks.plate_faults:check",
        "place_on_foot": "ambulo.gait.checks.place_on_foot:check",
        "plates_apart": "ambulo.gait.checks.plates_apart:check",
        "line_of_action": "ambulo.gait.checks.line_of_action:check",
        "speed_change": "ambulo.gait.checks.speed_change:check",
        "clocks": "ambulo.gait.checks.clocks:check",
        "lagging_plates": "ambulo.gait.checks.lagging_plates:check",
        "other_support": "ambulo.gait.checks.other_support:check",
        "residuals": "ambulo.gait.checks.residuals:check",
        "acceleration_noise": "ambulo.gait.checks.acceleration_noise:check",
        "smoothed_before": "ambulo.gait.checks.smoothed_before:check",
        "strength": "ambulo.gait.checks.strength:check",
        "moments_without_plates": "ambulo.gait.checks.moments_without_plates:check",
        "plate_contact": "ambulo.gait.checks.plate_contact:check",
        "whole_stride": "ambulo.gait.checks.of_stages:whole_stride",
        "file_events": "ambulo.gait.checks.file_events:check",
    },
)


def judge(evidence: Evidence) -> tuple[Gate, ...]:
    """Every check; those that the trial did not allow have the grade unknown."""
    found = (one for name in CHECKS for one in _found(name, evidence))
    return tuple(one if isinstance(one, Gate) else judged(one) for one in found)


def _found(name: str, evidence: Evidence) -> Sequence[Finding | Gate]:
    """What a check finds.

    Raises:
        InputError: a check that is not shipped gives something else, or writes into the evidence.
    """
    check = CHECKS[name]
    if not CHECKS.whose(name):
        return check(evidence)
    try:
        found: object = Untouched(evidence=evidence).by(lambda: check(evidence))
    except SystemExit as end:
        raise CHECKS.refused(name, raised(end)) from end
    except InputError as error:
        raise CHECKS.refused(name, error.what, error.remedy) from error
    if not isinstance(found, Sequence):
        raise CHECKS.refused(name, f"it gives {shown(found)}, not gates")
    for gate in found:
        if not (isinstance(gate, Gate) and gate.grade in get_args(Grade)):
            raise CHECKS.refused(name, f"it gives {shown(gate)} for a gate")
    return [gate if gate.id else replace(gate, id=gate.name) for gate in found]
