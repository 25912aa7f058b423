"""The man who walks in the demo: the subject of Pàmies-Vilà (2012), made symmetrical."""

from __future__ import annotations

import numpy as np

from ambulo.demo.foot_rockers import FootShape
from ambulo.math.arrays import FloatArray
from ambulo.model.scaling import build_model
from ambulo.records import SIDES, Model, Subject

MEASUREMENTS: dict[str, float] = {
    "asis_breadth": 0.290,
    **{
        f"{side}_{name}": value
        for side in SIDES
        for name, value in {
            "thigh_length": 0.405,
            "midthigh_circumference": 0.490,
            "calf_length": 0.410,
            "calf_circumference": 0.375,
            "knee_width": 0.099,
            "foot_length": 0.275,
            "malleolus_height": 0.087,
            "malleolus_width": 0.073,
            "foot_breadth": 0.091,
        }.items()
    },
}
"""Lengths [m] of Table 3.2 but for the mass (A2 to A20)."""

MASSES = "de_leva1996"
"""Segment parameter table of his body, where nobody asks for another."""

_HEIGHT = 1.82

SUBJECT = Subject(
    name="Demo", mass=85.0, height=_HEIGHT, sex="m", age=34.0, measurements=MEASUREMENTS
)
"""Section 3.1.1: healthy man, 34 years, 85 kg, 1.82 m."""

SOLE = FootShape(ankle_height=0.076, heel=0.046, metatarsal=(0.150, 0.028), toe=0.229)
"""Foot of the measured length; the metatarsal joint about 0.16 m from the ankle as in Table 3.5."""

# mean of left and right lengths, Tables 3.4 and 3.5; distances between trunk joints, Figure 3.7
_THIGH, _SHANK = 0.398, 0.448
_UPPER_ARM, _FOREARM = 0.3145, 0.243
_HIP_HALF_WIDTH, _LUMBAR_ABOVE_HIPS = 0.344 * 0.290, 0.790 * 0.290
_SHOULDER_HALF_WIDTH, _SHOULDER_ABOVE_LUMBAR, _NECK_ABOVE_LUMBAR = 0.212, 0.250, 0.253
_NECK, _NECK_BEHIND_LUMBAR = 0.142, 0.030
# appendix A's offsets of elbow and wrist from markers that define the forearm's long axis
_WRIST_AHEAD, _WRIST_LATERAL = 0.0455 - 0.025, 0.035 - 0.015
_METATARSAL_JOINT_MEDIAL = 0.030  # appendix A: close to the first metatarsal's head

# markers of heel and great toe: above the sole, the former beside the ankle's plane, the latter
# behind the tip
_HEEL_HEIGHT, _HEEL_LATERAL, _TOE_HEIGHT, _TOE_TIP_AHEAD = 0.025, 0.0107, 0.020, 0.012

VERTEX: FloatArray = np.array(
    [
        0.04,
        0.0,
        _HEIGHT
        - (SOLE.ankle_height + _SHANK + _THIGH + _LUMBAR_ABOVE_HIPS + _NECK_ABOVE_LUMBAR + _NECK),
    ]
)
"""m, top of the head in the head's frame."""


def _joint_positions() -> dict[str, FloatArray]:
    """Joints in the frame of the parent segment, m."""
    positions = {
        "lumbar": np.array([0.0, 0.0, _LUMBAR_ABOVE_HIPS]),
        "neck": np.array([-_NECK_BEHIND_LUMBAR, 0.0, _NECK_ABOVE_LUMBAR]),
        "head": np.array([0.0, 0.0, _NECK]),
    }
    for side, left in zip(SIDES, (1.0, -1.0), strict=True):
        forward, height = SOLE.metatarsal
        positions |= {
            f"{side}_hip": np.array([0.0, left * _HIP_HALF_WIDTH, 0.0]),
            f"{side}_knee": np.array([0.0, 0.0, -_THIGH]),
            f"{side}_ankle": np.array([0.0, 0.0, -_SHANK]),
            f"{side}_metatarsal": np.array(
                [forward, -left * _METATARSAL_JOINT_MEDIAL, height - SOLE.ankle_height]
            ),
            f"{side}_shoulder": np.array(
                [0.0, left * _SHOULDER_HALF_WIDTH, _SHOULDER_ABOVE_LUMBAR]
            ),
            f"{side}_elbow": np.array([0.0, 0.0, -_UPPER_ARM]),
            f"{side}_wrist": np.array([_WRIST_AHEAD, left * _WRIST_LATERAL, -_FOREARM]),
        }
    return positions


def _endpoints() -> dict[str, FloatArray]:
    """Ends of the segments that carry no other, in their own frames, m; on the skin."""
    ends = {"head": VERTEX}
    for side, left in zip(SIDES, (1.0, -1.0), strict=True):
        forward, height = SOLE.metatarsal
        ends |= {
            f"{side}_heel": np.array(
                [-SOLE.heel, left * _HEEL_LATERAL, _HEEL_HEIGHT - SOLE.ankle_height]
            ),
            f"{side}_forefoot": np.array(
                [
                    SOLE.toe - _TOE_TIP_AHEAD - forward,
                    left * _METATARSAL_JOINT_MEDIAL,
                    _TOE_HEIGHT - height,
                ]
            ),
        }
    return ends


def walking_man(parameters: str = MASSES, subject: Subject = SUBJECT) -> Model:
    """The subject's 18-segment model.

    Args:
        parameters: name of the segment parameter table.
        subject: of his build.
    """
    return build_model("body18", _joint_positions(), _endpoints(), subject, parameters)
