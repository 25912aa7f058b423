"""Names of a tree's coordinates or velocities, made from those of its joints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ambulo.multibody.tree.tree import JointType, Tree


def joint_coordinates(
    joints: Sequence[str], tree: Tree, names: Mapping[JointType, Sequence[str]]
) -> list[str]:
    """A name for each coordinate, in the tree's order.

    Args:
        joints: (nb,) names.
        names: of each kind of joint, one a coordinate, with {} for the joint's; a kind that is not
            there has none.
    """
    kinds = map(JointType, tree.joint)
    return [
        name.format(joint)
        for joint, kind in zip(joints, kinds, strict=True)
        for name in names.get(kind, ())
    ]
