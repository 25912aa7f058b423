"""Positions of the fitted model's segments, joints, markers and landmarks in every frame."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.brief_repr import BriefRepr
from ambulo.math.vector_arrays import turned
from ambulo.model.joint_angles import joint_angles
from ambulo.model.markers_on_model import markers_on_model
from ambulo.multibody.motion import Motion
from ambulo.records import Model, Quantities


@dataclass(frozen=True, eq=False)
class Posture(BriefRepr):
    """Segments in the world.

    Args:
        model: whose segments.
        R_WB: (frames, nb, 3, 3) rotation of each segment frame.
        p_WB: (frames, nb, 3) m, origin of each segment, its proximal joint.
    """

    model: Model
    R_WB: FloatArray
    p_WB: FloatArray

    def joint(self, name: str) -> FloatArray:
        """Path (frames, 3) [m] of a joint centre."""
        path: FloatArray = self.p_WB[:, self.model.joints.index(name)]
        return path

    def point(self, name: str) -> FloatArray:
        """Path (frames, 3) [m] of a landmark of the model."""
        body, local = self.model.points[name]
        path: FloatArray = self.p_WB[:, body] + self.R_WB[:, body] @ local
        return path

    def markers(self) -> FloatArray:
        """Paths (frames, markers, 3) [m] of the model's markers."""
        return markers_on_model(self.model, self.R_WB, self.p_WB)

    def mass_centre(self) -> FloatArray:
        """Path (frames, 3) [m] of the centre of mass."""
        tree = self.model.tree
        centres = self.p_WB + turned(self.R_WB, tree.com)
        return np.asarray(np.einsum("b,fbi->fi", tree.mass / tree.mass.sum(), centres))

    def angles(self) -> Quantities:
        """Clinical angles of the joints [deg]."""
        return joint_angles(self.model, self.R_WB)


def posture(model: Model, motion: Motion) -> Posture:
    """Poses of all segments over a motion, by forward kinematics of the tree."""
    return posture_at(model, motion.q)


def posture_at(model: Model, q: FloatArray) -> Posture:
    """Poses of all segments at coordinates (frames, nq)."""
    from ambulo.multibody.tree.kinematics import forward_kinematics

    R_WB, p_WB = forward_kinematics(model.tree, q)
    return Posture(model, R_WB, p_WB)
