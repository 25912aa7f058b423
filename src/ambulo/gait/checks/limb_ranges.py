"""Checks for joint angles and moments that are outside the range of people in this activity.

The accepted range of angles in any movement is the range of joints moved by hand, plus 10 to 25
degrees for flexible people and for markers. The sources are: hip and ankle, the most mobile groups
of 674 people (Soucie et al. 2011); abduction, rotation and inversion, clinical norms (American
Academy of Orthopaedic Surgeons 1965); rotation of the knee, 45 degrees outwards and 35 inwards
(Kapandji 1974). The ranges of walking are narrower. Mean and two standard deviations of 83 children
at five speeds (Schwartz, Rozumalski & Trost 2008) fill 0.35 to 0.65 of each range of angles and
moments. The rest allows for other people. For subjects who crouch throughout, the ranges of any
movement apply. The pelvis may tilt in any way in other movements. Its rotation follows the path. It
therefore has ranges of tilt and obliquity only in walking. For inversion, foot angles and moments
of rotation the children give no values. Their ranges are two to three times those of fourteen
public walks. Moments in runs, jumps and all other movements may be three times as large.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from ambulo.gait.checks.evidence import Evidence
from ambulo.gait.checks.finding import Finding, farthest
from ambulo.gait.checks.joint_ranges import held_frames, lasting
from ambulo.math.arrays import FloatArray
from ambulo.records import Facts, Quantity
from ambulo.records.sides import without_side

# deg; least and greatest of any movement, and of walking
_ANGLES = {
    "pelvis_tilt": ((-np.inf, np.inf), (-25.0, 45.0)),
    "pelvis_obliquity": ((-np.inf, np.inf), (-20.0, 20.0)),
    "hip_flexion": ((-50.0, 165.0), (-45.0, 90.0)),
    "hip_adduction": ((-70.0, 50.0), (-35.0, 35.0)),
    "hip_rotation": ((-65.0, 65.0), (-50.0, 50.0)),
    "knee_adduction": ((-35.0, 35.0), (-30.0, 30.0)),
    "knee_rotation": ((-60.0, 55.0), (-55.0, 45.0)),
    "ankle_dorsiflexion": ((-85.0, 60.0), (-55.0, 45.0)),
    "ankle_inversion": ((-40.0, 55.0), (-30.0, 35.0)),
    "ankle_rotation": ((-60.0, 60.0), (-45.0, 45.0)),
}
# N*m/kg in walking, either way
_MOMENTS = {
    "hip_flexion": 3.5,
    "hip_adduction": 2.0,
    "hip_rotation": 0.8,
    "knee_flexion": 2.0,
    "knee_adduction": 1.4,
    "knee_rotation": 0.6,
    "ankle_dorsiflexion": 3.0,
    "ankle_inversion": 0.8,
    "ankle_rotation": 0.7,
}
_OF_ALL_ELSE = 3.0
"""Moments of runs, jumps and squats over those of walking."""


def check(evidence: Evidence) -> list[Finding]:
    """Pelvis, hips, knees and ankles, with the ranges of the activity."""
    frames = held_frames(evidence.steps.time)
    walking = evidence.activity.walking and not evidence.crouched
    angles, moments = list(evidence.curves.angles), list(evidence.curves.moments)
    return [
        *turned_beyond(angles, frames, walking=walking),
        *moments_beyond(moments, evidence.mass, frames, walking=walking),
    ]


def turned_beyond(angles: Sequence[Quantity], frames: int, *, walking: bool) -> list[Finding]:
    """For each joint, the angle that is farthest beyond its range.

    Args:
        angles: curves (n,) in deg.
        frames: number of successive frames for which a posture must last.
        walking: by the ranges of walking.
    """
    over: dict[str, float] = {}
    for name, values in _of_legs(angles, _ANGLES):
        least, greatest = _ANGLES[without_side(name)][walking]
        over[name] = lasting(np.maximum(values - greatest, least - values), frames)
    return _worst("angle_range", over, walking=walking)


def moments_beyond(
    moments: Sequence[Quantity], mass: float, frames: int, *, walking: bool
) -> list[Finding]:
    """For each joint, the moment that is farthest beyond its range.

    Args:
        moments: curves (n,) in N*m.
        mass: kg.
        frames: number of successive frames for which an effort must last.
        walking: by the ranges of walking.
    """
    over: dict[str, float] = {}
    for name, values in _of_legs(moments, _MOMENTS):
        most = _MOMENTS[without_side(name)] * (1.0 if walking else _OF_ALL_ELSE)
        over[name] = lasting(np.abs(values) / (mass * most), frames) - 1.0
    return _worst("moment_range", over, walking=walking)


def _of_legs(
    curves: Sequence[Quantity], known: Mapping[str, object]
) -> list[tuple[str, FloatArray]]:
    return [(q.name, q.values) for q in curves if without_side(q.name) in known]


def _worst(id: str, over: Mapping[str, float], *, walking: bool) -> list[Finding]:
    """One finding a joint; how far its motions are beyond, zero where they are within."""
    doing = "walking" if walking else "any movement"
    found = []
    for joint in ("pelvis", "hip", "knee", "ankle"):
        of: list[Finding] = []
        for name, value in over.items():
            if without_side(name).startswith(joint) and np.isfinite(value):
                side = name.partition("_")[0]
                facts: Facts = {"over": max(0.0, value), "side": side, "doing": doing}
                of.append(Finding(f"{id}.{joint}", name.replace("_", " "), value, facts))
        found += farthest(of)
    return found
