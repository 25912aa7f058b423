"""An orthosis over a knee or ankle: its part of the joint moment.

The net moment is the sum of the person's and the orthosis's moments. Stiffness and neutral angle
are measured on a bench (Bregman et al. 2009, Gait & Posture 30: 144-149).
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import numpy as np
from pydantic import Field

from ambulo.gait.body_motion import ModelMotion
from ambulo.gait.configuration import DeviceForm
from ambulo.gait.devices.kind import DeviceKind, at_frames, columns_of
from ambulo.inputs.errors import InputError
from ambulo.inputs.toml_file import Number
from ambulo.math.arrays import FloatArray
from ambulo.model.joint_angles import cardan_yxz, relative_rotation
from ambulo.model.joint_motions import joint_motions
from ambulo.records import Devices, ForcePlate, Trial


class Orthosis(DeviceForm):
    """Entries: the joint, and one of three ways to give the torque."""

    kind: Literal["orthosis"] = "orthosis"
    joint: Literal["left_ankle", "right_ankle", "left_knee", "right_knee"] = Field(
        description="the joint that it goes over"
    )
    stiffness: Number | None = Field(default=None, gt=0, description="N*m/rad")
    neutral: Number = Field(
        default=0.0, description="deg, the joint's angle at which it is at rest"
    )
    torque_by_angle: Path | None = Field(
        default=None, description="CSV file with the columns angle [deg] and torque [N*m]"
    )
    torque: Path | None = Field(
        default=None, description="CSV file with the columns time [s] and torque [N*m]"
    )

    either = (
        ("stiffness", "torque_by_angle", "torque"), "an orthosis has {given}",
        "Give one of stiffness, torque_by_angle, torque",
    )  # fmt: skip


def _law(entries: Orthosis) -> FloatArray:
    """Torque by angle (2, points), rad and N*m; no point of a measured one."""
    if entries.torque_by_angle is not None:
        angle, torque = columns_of(entries.torque_by_angle, ("angle", "torque"))
        return np.stack([np.radians(angle), torque])
    if entries.stiffness is None:
        return np.zeros((2, 0))
    rest = np.radians(entries.neutral)
    return np.array([[rest, rest + 1.0], [0.0, -entries.stiffness]])


def act(
    entries: Orthosis, body: ModelMotion, _trial: Trial, _plates: tuple[ForcePlate, ...]
) -> Devices:
    """Torque of the orthosis at the frames, as a function of the joint angle or as measured."""
    model, time, joint = body.model, body.motion.time, entries.joint
    if joint not in model.joints:
        raise InputError(
            f"the model has no {joint}", "[[device]] orthosis", "Name a joint of the model"
        )
    motion, distal = joint_motions(joint)[0], model.joints.index(joint)
    law = _law(entries)
    if entries.torque is not None:
        given, torque = columns_of(entries.torque, ("time", "torque"))
        found = at_frames(time, given, torque, entries.torque)
        how = f"measured, by {entries.torque.name}"
    else:
        turned = relative_rotation(body.R, distal, int(model.tree.parent[distal]))
        angle = motion.sign * cardan_yxz(turned)[:, 0]
        k = np.searchsorted(law[0, 1:-1], angle)
        part = (angle - law[0, k]) / (law[0, k + 1] - law[0, k])
        found = law[1, k] + part * (law[1, k + 1] - law[1, k])
        table = entries.torque_by_angle
        how = f"by its angle, {table.name}" if table else f"of {entries.stiffness:g} N*m/rad"
    note = (
        f"An orthosis over the {joint.replace('_', ' ')}, {how}, carries a part of the moment "
        f"{motion.name}."
    )
    return Devices.turning(motion.name, found, law, time, note)


KIND = DeviceKind(Orthosis, act)
