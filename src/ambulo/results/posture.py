"""Where the fitted model's segments, joints, markers and landmarks are in every frame."""

from __future__ import annotations

from dataclasses import dataclass

from ambulo.math.arrays import FloatArray
from ambulo.model.markers_on_model import markers_on_model
from ambulo.multibody.motion import Motion
from ambulo.records import Model

__all__ = ["Posture", "posture"]


@dataclass(frozen=True, eq=False)
class Posture:
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
        """Paths (frames, markers, 3) [m] of the markers as the model carries them."""
        return markers_on_model(self.model, self.R_WB, self.p_WB)


def posture(model: Model, motion: Motion) -> Posture:
    """Poses of all segments over a motion, by forward kinematics of the tree."""
    from ambulo.multibody.tree.kinematics import forward_kinematics

    R_WB, p_WB = forward_kinematics(model.tree, motion.q)
    return Posture(model, R_WB, p_WB)
