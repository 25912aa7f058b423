"""Names and signs of joint motions: one table for angles, moments and powers.

Segment frames are x anterior, y left, z up. A joint rotation has components about the proximal
segment's mediolateral axis (y), a floating axis (x), and the distal segment's longitudinal axis
(z): Grood & Suntay (1983); Wu et al. (2002, 2005). A rotation of the distal segment about +y moves
its lower end backwards, about +x to the left. A rotation about +z moves its front to the left. A
positive clinical motion is this rotation times a sign. For x and z the sign depends on the side.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from ambulo.math.arrays import FloatArray, IntArray


@dataclass(frozen=True)
class JointMotion:
    """One reported motion of a joint.

    Args:
        name: column name without side and unit, e.g. "hip_flexion".
        axis: 0, 1, 2 for x, y, z of the segment frames.
        sign: +1 or -1, the clinical motion is positive along sign * axis.
        positive: what a positive value means.
    """

    name: str
    axis: int
    sign: int
    positive: str


X, Y, Z = 0, 1, 2

# (motion, axis, sign on the right side, what positive means), in the order of the sequence y, x, z
_LIMB_JOINTS: dict[str, tuple[tuple[str, int, int, str], ...]] = {
    "hip": (
        ("flexion", Y, -1, "flexion"),
        ("adduction", X, +1, "adduction"),
        ("rotation", Z, +1, "internal rotation"),
    ),
    "knee": (
        ("flexion", Y, +1, "flexion"),
        ("adduction", X, +1, "adduction (varus)"),
        ("rotation", Z, +1, "internal rotation"),
    ),
    "ankle": (
        ("dorsiflexion", Y, -1, "dorsiflexion"),
        ("inversion", X, +1, "inversion"),
        ("rotation", Z, +1, "internal rotation"),
    ),
    "metatarsal": (
        ("dorsiflexion", Y, -1, "dorsiflexion"),
        ("inversion", X, +1, "inversion"),
        ("rotation", Z, +1, "internal rotation"),
    ),
    "shoulder": (
        ("flexion", Y, -1, "flexion"),
        ("adduction", X, +1, "adduction"),
        ("rotation", Z, +1, "internal rotation"),
    ),
    "elbow": (
        ("flexion", Y, -1, "flexion"),
        ("adduction", X, +1, "adduction"),
        ("rotation", Z, +1, "pronation"),
    ),
    # hanging with the palm medial, the fingers move forwards in radial deviation
    "wrist": (
        ("deviation", Y, -1, "radial deviation"),
        ("flexion", X, +1, "palmar flexion"),
        ("rotation", Z, +1, "pronation"),
    ),
}

_AXIAL_JOINTS: dict[str, tuple[JointMotion, ...]] = {
    joint: (
        JointMotion(f"{joint}_flexion", Y, +1, "flexion (forwards)"),
        JointMotion(f"{joint}_bending", X, +1, "bending to the right"),
        JointMotion(f"{joint}_rotation", Z, +1, "turn to the left"),
    )
    for joint in ("lumbar", "neck", "head")
}
_AXIAL_JOINTS["root"] = (
    JointMotion("pelvis_tilt", Y, +1, "anterior tilt"),
    JointMotion("pelvis_obliquity", X, +1, "left side up"),
    JointMotion("pelvis_rotation", Z, +1, "turn to the left"),
)

JOINTS = (*_AXIAL_JOINTS, *_LIMB_JOINTS)
"""Joints whose motions have names, without side."""


@cache
def joint_motions(joint: str) -> tuple[JointMotion, ...]:
    """The three motions of a joint in the order of the rotation sequence y, x, z.

    Args:
        joint: as in `Model.joints`, e.g. "left_knee", "lumbar", "root" (pelvis in the world).
    Returns:
        Mediolateral, anteroposterior and longitudinal motion; names carry the side.
    Raises:
        KeyError: the joint has no clinical names.
    """
    if joint in _AXIAL_JOINTS:
        return _AXIAL_JOINTS[joint]
    side, _, kind = joint.partition("_")
    mirror = -1 if side == "left" else 1
    return tuple(
        JointMotion(f"{joint}_{motion}", axis, sign if axis == Y else sign * mirror, positive)
        for motion, axis, sign, positive in _LIMB_JOINTS[kind]
    )


@dataclass(frozen=True, eq=False)
class JointMotions:
    """The motions of several joints, three for each, and their places among the components.

    Args:
        each: (3 n,) in the order of the joints.
        column: (3 n,) of a motion in components (frames, n joints, 3 axes), flattened.
        sign: (3 n,) of the clinical motion along its axis.
    """

    each: tuple[JointMotion, ...]
    column: IntArray
    sign: FloatArray

    def components(self, values: FloatArray) -> FloatArray:
        """Each motion's component (3 n, frames) of values (frames, n, 3) along x, y, z."""
        return np.ascontiguousarray(values.reshape(len(values), -1)[:, self.column].T)

    def signed(self, values: FloatArray) -> FloatArray:
        """The same with clinical signs."""
        return self.sign[:, None] * self.components(values)


@cache
def motions_of(joints: tuple[str, ...]) -> JointMotions:
    """The motions of several joints in their order.

    Raises:
        KeyError: a joint has no clinical names.
    """
    each = [(k, motion) for k, joint in enumerate(joints) for motion in joint_motions(joint)]
    return JointMotions(
        tuple(motion for _, motion in each),
        np.array([3 * k + motion.axis for k, motion in each], dtype=np.int64),
        np.array([float(motion.sign) for _, motion in each]),
    )
