"""A tree of rigid bodies: joints, geometry, inertia.

SI units and radians; world axes with Z up unless stated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.brief_repr import BriefRepr


class JointType(IntEnum):
    """Joints of a tree.

    Coordinates q and velocities v of each joint:

        FREE   q = x, y, z in the parent's joint frame, unit quaternion w, x, y, z;
               v = velocity of the origin in the parent's joint frame,
                   angular velocity in the body's
        BALL   q = unit quaternion w, x, y, z (R_joint-frame<-body);
               v = angular velocity in the body's
        HINGE  q = angle about `axis`
        SLIDE  q = displacement along `axis`
        FIXED  no coordinate
    """

    FREE = 0
    BALL = 1
    HINGE = 2
    SLIDE = 3
    FIXED = 4


NQ = {
    JointType.FREE: 7,
    JointType.BALL: 4,
    JointType.HINGE: 1,
    JointType.SLIDE: 1,
    JointType.FIXED: 0,
}
NV = {
    JointType.FREE: 6,
    JointType.BALL: 3,
    JointType.HINGE: 1,
    JointType.SLIDE: 1,
    JointType.FIXED: 0,
}


@dataclass(frozen=True, eq=False)
class Tree(BriefRepr):
    """A tree of rigid bodies; joint i connects body i to body parent[i] < i.

    Args:
        parent: (nb,); -1 is the world.
        joint: (nb,) JointType.
        p_PJ: (nb, 3) m, joint in the parent's body frame; it is the body's origin at q = 0.
        R_PJ: (nb, 3, 3) joint frame in the parent's body frame.
        axis: (nb, 3) unit axis of hinges and slides in the joint frame.
        q_start, v_start: (nb,) first coordinate and velocity of each joint.
        mass: (..., nb) kg; leading axes are models.
        com: (..., nb, 3) m, centre of mass in the body frame.
        inertia: (..., nb, 3, 3) kg*m^2, about the centre of mass, in the body frame.
        gravity: (3,) m/s^2, world frame.
    """

    parent: IntArray
    joint: IntArray
    p_PJ: FloatArray
    R_PJ: FloatArray
    axis: FloatArray
    q_start: IntArray
    v_start: IntArray
    mass: FloatArray
    com: FloatArray
    inertia: FloatArray
    gravity: FloatArray

    @property
    def nb(self) -> int:
        """Number of bodies."""
        return len(self.parent)

    @cached_property
    def nq(self) -> int:
        """Number of coordinates (quaternions count four)."""
        return sum(NQ[JointType(j)] for j in self.joint)

    @cached_property
    def nv(self) -> int:
        """Number of degrees of freedom."""
        return sum(NV[JointType(j)] for j in self.joint)


def joint_coordinates(
    joints: Sequence[str], tree: Tree, names: Mapping[JointType, Sequence[str]]
) -> list[str]:
    """A name for each coordinate, in the tree's order.

    Args:
        joints: (nb,) names.
        names: for each kind of joint, one name for each coordinate, with {} for the joint's name; a
            kind that is missing has no names.
    """
    kinds = map(JointType, tree.joint)
    return [
        name.format(joint)
        for joint, kind in zip(joints, kinds, strict=True)
        for name in names.get(kind, ())
    ]
