"""Posture of the walking body at equal phases of the stride, from pelvis path and foot contact."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.demo.foot_rockers import FootShape, roll_foot, smooth_step
from ambulo.demo.leg_placement import place_leg
from ambulo.demo.normal_walk import NormalWalk
from ambulo.demo.swing import bridge_swing, periodic_spline
from ambulo.records import FloatArray, Model

__all__ = ["Posture", "PostureBuilder"]

_MIRROR = np.diag([1.0, -1.0, 1.0])

_CLEARANCE = 0.038
"""m, by which the swinging foot is lifted for its stiff sole to clear the floor."""

_KNEE_RESERVE = float(np.radians(7.0))
"""Knee flexion beyond the published in late swing, or the leg would be stretched on landing."""


@dataclass(frozen=True, eq=False)
class Posture:
    """The body over one stride, in a frame that moves with the mean walking speed.

    Args:
        root: (n, 3) m, pelvis origin.
        R: (n, nb, 3, 3) segments to world.
    """

    root: FloatArray
    R: FloatArray


@dataclass(frozen=True, eq=False)
class PostureBuilder:
    """Everything about the posture but the path of the pelvis.

    Args:
        model: an 18-segment body, left and right alike.
        walk: published patterns.
        shape: sole.
        phase: (n,) of the left stride, 0 to 1 in equal steps, n even.
    """

    model: Model
    walk: NormalWalk
    shape: FootShape
    phase: FloatArray

    def __call__(self, root: FloatArray, ankle: FloatArray, twist: FloatArray) -> Posture:
        """Body with its pelvis origin and left ankle on given paths.

        Args:
            root, ankle: (n, 3) m, in the moving frame.
            twist: (n,) rad, turn of the torso to the left beyond the published one.
        Raises:
            ValueError: the ankle is out of the leg's reach.
        """
        segments = self.model.segments
        half = len(self.phase) // 2
        R = np.empty((len(self.phase), len(segments), 3, 3))
        for name, rotation in self._trunk(twist).items():
            R[:, segments.index(name)] = rotation
        for name, rotation in (self._arm() | self._leg(root, ankle, R[:, 0])).items():
            R[:, segments.index(f"left_{name}")] = rotation
            # the right side does half a stride later what the left does, mirrored
            mirrored = _MIRROR @ np.roll(rotation, half, axis=0) @ _MIRROR
            R[:, segments.index(f"right_{name}")] = mirrored
        return Posture(root, R)

    def sole_point(self, along: FloatArray, phase: FloatArray) -> FloatArray:
        """Points (n, 2) [m] on the floor under the flat left foot, in the moving frame.

        Args:
            along: (n,) m, ahead of the ankle along the foot.
            phase: (n,) of the left stride.
        """
        c = self.walk.cycle
        x, y = along * np.cos(c.toe_out), along * np.sin(c.toe_out)
        return np.stack([x - c.stride_length * phase, 0.5 * c.step_width + y], axis=1)

    def stance_ankle(self, phase: FloatArray) -> FloatArray:
        """Left ankle (n, 3) [m] rolling over its sole, in the moving frame."""
        ankle = roll_foot(self.walk, self.shape, phase).ankle
        return np.column_stack([self.sole_point(ankle[:, 0], phase), ankle[:, 1]])

    def _angle(self, name: str) -> FloatArray:
        return self.walk.angles[name](self.phase)

    def _offset(self, joint: str) -> FloatArray:
        return np.asarray(self.model.tree.p_PJ[self.model.joints.index(joint)])

    def _leg_lengths(self) -> tuple[float, float]:
        knee, ankle = self._offset("left_knee"), self._offset("left_ankle")
        return float(np.linalg.norm(knee)), float(np.linalg.norm(ankle))

    def _pelvis(self) -> FloatArray:
        return self._cardan("pelvis", 1.0)

    def _trunk(self, twist: FloatArray) -> dict[str, FloatArray]:
        return {
            "pelvis": self._pelvis(),
            "torso": self._cardan("torso", 1.0, twist),
            "neck": self._cardan("torso", 0.6, twist),
            # the head is kept nearly level: Pozzo, Berthoz & Lefort (1990)
            "head": self._cardan("torso", 0.2, twist),
        }

    def _cardan(self, part: str, share: float, twist: FloatArray | float = 0.0) -> FloatArray:
        """Orientation (n, 3, 3) by a share of the published rotation, tilt and obliquity."""
        return np.asarray(
            _about_z(share * (twist - self._angle(f"{part}_rotation")))
            @ _about_y(share * self._angle(f"{part}_tilt"))
            @ _about_x(share * self._angle(f"{part}_obliquity"))
        )

    def _arm(self) -> dict[str, FloatArray]:
        posture = self.walk.posture
        still = np.zeros_like(self.phase)
        upper = (
            _about_y(-self._angle("shoulder_flexion"))
            @ _about_x(still + posture["shoulder_abduction"])
            @ _about_z(still - posture["shoulder_rotation"])
        )
        fore = upper @ _about_y(-self._angle("elbow_flexion"))
        fore = fore @ _about_z(still - posture["elbow_pronation"])
        return {"upper_arm": upper, "forearm": fore, "hand": fore}

    def _leg(
        self, root: FloatArray, ankle: FloatArray, R_pelvis: FloatArray
    ) -> dict[str, FloatArray]:
        thigh, shank = self._leg_lengths()
        hip = root + R_pelvis @ self._offset("left_hip")
        # to the left is external for the left leg
        heading = -self._angle("pelvis_rotation") - self._angle("hip_rotation")
        leg = place_leg(hip, ankle, thigh, shank, heading)
        foot = roll_foot(self.walk, self.shape, self.phase)
        toe_out = _about_z(np.full_like(self.phase, self.walk.cycle.toe_out))
        return {
            "thigh": leg.R_thigh,
            "shank": leg.R_shank @ _about_z(-self._angle("knee_rotation")),
            "hindfoot": toe_out @ _about_y(-foot.pitch),
            "forefoot": toe_out @ _about_y(-foot.pitch - foot.toe_extension),
        }

    def height(self, level: FloatArray, straightest: float) -> FloatArray:
        """Height (n,) [m] of the pelvis origin at which the knee bends in stance as published.

        Two harmonics of the step come as close to that as they can, and are then lowered until
        the knee is nowhere straighter than given.

        Args:
            level: (n, 2) m, x and y of the pelvis origin in the moving frame.
            straightest: rad, least flexion of the knee in stance.
        """
        stance = self.phase < self.walk.cycle.foot_off
        phase = self.phase[stance]
        ankle = self.stance_ankle(phase)
        offset = (self._pelvis() @ self._offset("left_hip"))[stance]
        apart = np.sum((level[stance] + offset[:, :2] - ankle[:, :2]) ** 2, axis=1)
        thigh, shank = self._leg_lengths()

        def height_at(flexion: FloatArray) -> FloatArray:
            reach2 = thigh**2 + shank**2 + 2 * thigh * shank * np.cos(flexion)
            return np.asarray(ankle[:, 2] + np.sqrt(reach2 - apart) - offset[:, 2])

        def basis(s: FloatArray) -> FloatArray:
            angle = 4 * np.pi * np.multiply.outer(s, [1, 2])
            return np.column_stack([np.ones_like(s), np.cos(angle), np.sin(angle)])

        published = np.maximum(self.walk.angles["knee_flexion"](phase), straightest)
        leading = phase < 0.5  # from then on the other leg carries
        series = np.linalg.lstsq(basis(phase[leading]), height_at(published)[leading], rcond=None)
        highest = height_at(np.full_like(phase, straightest))
        excess = np.max(basis(phase) @ series[0] - highest)
        return np.asarray(basis(self.phase) @ series[0] - max(excess, 0.0))

    def ankle_path(self, root: FloatArray) -> FloatArray:
        """Left ankle (n, 3) [m]: on its rockers in stance, hung from the hip by angles in swing.

        Args:
            root: (n, 3) m, smooth path of the pelvis origin in the moving frame.
        """
        hip = root + self._pelvis() @ self._offset("left_hip")
        thigh, shank = self._leg_lengths()
        c = self.walk.cycle
        at_thigh = self._angle("thigh_inclination")
        knee = self._angle("knee_flexion")
        # continued into stance as a periodic curve, where it is not used
        late = smooth_step(self.phase, 0.74, 0.90) + 1 - smooth_step(self.phase, 0.0, c.foot_off)
        knee = knee + _KNEE_RESERVE * late
        lead_of_shank = np.arctan2(shank * np.sin(knee), thigh + shank * np.cos(knee))
        across = 0.5 * c.step_width - hip[:, 1]
        swing = np.stack([at_thigh - lead_of_shank, across, knee], axis=1)
        hip_path = periodic_spline(self.phase, hip)

        def stance(s: FloatArray) -> FloatArray:
            return _leg_coordinates(self.stance_ankle(s) - hip_path(s), thigh, shank)

        leg = bridge_swing(self.phase, swing, stance, c.foot_off)
        path = hip + _span(leg, thigh, shank)
        lift = smooth_step(self.phase, c.foot_off, 0.74) - smooth_step(self.phase, 0.77, 1.0)
        path[:, 2] += _CLEARANCE * lift
        return np.asarray(path)


def _leg_coordinates(span: FloatArray, thigh: float, shank: float) -> FloatArray:
    """Sagittal direction [rad], lateral offset [m] and knee flexion [rad] of spans (n, 3) down."""
    length2 = np.sum(span**2, axis=1)
    flexion = np.arccos((length2 - thigh**2 - shank**2) / (2 * thigh * shank))
    return np.stack([np.arctan2(span[:, 0], -span[:, 2]), span[:, 1], flexion], axis=1)


def _span(leg: FloatArray, thigh: float, shank: float) -> FloatArray:
    """Span (n, 3) [m] from hip to ankle of leg coordinates (n, 3)."""
    direction, across, flexion = leg.T
    length2 = thigh**2 + shank**2 + 2 * thigh * shank * np.cos(flexion)
    down = np.sqrt(length2 - across**2)
    return np.stack([down * np.sin(direction), across, -down * np.cos(direction)], axis=1)


def _about_x(angle: FloatArray) -> FloatArray:
    return _about(angle, 1, 2)


def _about_y(angle: FloatArray) -> FloatArray:
    return _about(angle, 2, 0)


def _about_z(angle: FloatArray) -> FloatArray:
    return _about(angle, 0, 1)


def _about(angle: FloatArray, i: int, j: int) -> FloatArray:
    """Rotations (n, 3, 3) by angles (n,) [rad] that carry axis i towards axis j."""
    R = np.zeros((len(angle), 3, 3))
    R[:, (3 - i - j)] = np.eye(3)[3 - i - j]
    R[:, i, i] = R[:, j, j] = np.cos(angle)
    R[:, j, i] = np.sin(angle)
    R[:, i, j] = -np.sin(angle)
    return R
