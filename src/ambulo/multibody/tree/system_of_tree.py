"""Pack a tree and the forces on it as a mechanical system."""

from __future__ import annotations

# the operations of a tree are registered where they are written
from ambulo.math.packed import Packed
from ambulo.multibody.tree import equations_of_motion, posture_error, tree_variational
from ambulo.multibody.tree.packed_system import TreeSystem
from ambulo.multibody.tree.packing import pack
from ambulo.multibody.tree.tree import Tree

OPERATIONS = (equations_of_motion, posture_error, tree_variational)
"""Modules that implement them."""


def tree_system(tree: Tree, forces: tuple[Packed, ...] = ()) -> TreeSystem:
    """Lay a tree and the forces on it out for the compiled loops.

    Args:
        tree: one model.
        forces: packed laws, in the order of their own states.

    Raises:
        ValueError: the tree has several models or does not fit together.
    """
    packed = pack(tree)
    if len(packed.bodies) != 1:
        raise ValueError("the tree has several models, but a system needs a tree of one model")
    return TreeSystem(
        packed.bodies[0], packed.dofs, packed.chain, packed.gravity, tree.nq, tuple(forces)
    )
