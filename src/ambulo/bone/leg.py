"""One leg of an analysed trial as a right leg: joint centres, segment axes, net joint loads."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.records import Model, Side


class NetLoad(NamedTuple):
    """Action of the proximal segment on the distal segment at a joint.

    Args:
        force: (frames, 3) N.
        moment: (frames, 3) N*m about the joint's centre.
    """

    force: FloatArray
    moment: FloatArray


class Leg(NamedTuple):
    """A leg in the world. A left leg is mirrored, so that x is forwards, y medial, z up.

    Args:
        hip_centre, knee_centre, ankle_centre: (frames, 3) m.
        pelvis, thigh, shank, foot: (frames, 3, 3) axes of the segments, as columns.
        knee, ankle: net loads on shank and foot.
    """

    hip_centre: FloatArray
    knee_centre: FloatArray
    ankle_centre: FloatArray
    pelvis: FloatArray
    thigh: FloatArray
    shank: FloatArray
    foot: FloatArray
    knee: NetLoad
    ankle: NetLoad

    @property
    def thigh_length(self) -> float:
        """Mean distance of hip and knee centres, m."""
        return float(np.linalg.norm(self.knee_centre - self.hip_centre, axis=1).mean())

    @property
    def shank_length(self) -> float:
        """Mean distance of knee and ankle centres, m."""
        return float(np.linalg.norm(self.ankle_centre - self.knee_centre, axis=1).mean())

    @property
    def knee_flexion(self) -> FloatArray:
        """(frames,) rad, about the medial axis of the thigh."""
        R = np.swapaxes(self.thigh, 1, 2) @ self.shank
        return np.asarray(np.arctan2(R[:, 0, 2], R[:, 2, 2]))


def right_leg(
    model: Model, q: FloatArray, joint_force: FloatArray, joint_moment: FloatArray, side: Side
) -> Leg:
    """Take a leg from an analysed trial. A left leg is mirrored in the plane y = 0.

    Args:
        q: (frames, nq) of the model.
        joint_force, joint_moment: (frames, nb, 3) proximal on distal segment, world axes, moments
            about the joints [N, N*m].

    Raises:
        InputError: the model has no such leg.
    """
    index = {}
    for part, name in (
        ("pelvis", "pelvis"),
        ("thigh", f"{side}_thigh"),
        ("shank", f"{side}_shank"),
    ):
        if name not in model.segments:
            raise InputError(
                what=f"the model has no segment {name}",
                where=model.name,
                remedy="Analyse the trial with a model that has legs (--model body or legs)",
            )
        index[part] = model.segments.index(name)
    # the hindfoot or the whole foot, as the model has it
    index["foot"] = int(np.nonzero(np.asarray(model.tree.parent) == index["shank"])[0][0])
    S = np.diag([1.0, 1.0 if side == "right" else -1.0, 1.0])
    R, p = forward_kinematics(model.tree, q)
    R, p = S @ R @ S, p @ S
    force = joint_force @ S
    # an axial vector: its image in a mirror turns the other way
    moment = np.linalg.det(S) * (joint_moment @ S)
    shank, foot = index["shank"], index["foot"]
    return Leg(
        hip_centre=p[:, index["thigh"]],
        knee_centre=p[:, shank],
        ankle_centre=p[:, foot],
        **{part: R[:, body] for part, body in index.items()},
        knee=NetLoad(force[:, shank], moment[:, shank]),
        ankle=NetLoad(force[:, foot], moment[:, foot]),
    )
