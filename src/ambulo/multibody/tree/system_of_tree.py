"""Pack a tree and the forces on it as a mechanical system."""

from __future__ import annotations

from ambulo.math.arrays import FloatArray
from ambulo.math.dispatch import implements
from ambulo.math.entries import copy_to, put_triple, quadruple, triple
from ambulo.math.packed import Packed
from ambulo.math.quaternions import log_one, multiply_one
from ambulo.math.so3 import inverse_dexp
from ambulo.multibody.forces.laws import held_laws
from ambulo.multibody.further_operations import posture_error, posture_error_variation
from ambulo.multibody.tree import equations_of_motion, tree_variational
from ambulo.multibody.tree.configuration import difference_one
from ambulo.multibody.tree.packed_system import TreeSystem as TreeSystem
from ambulo.multibody.tree.packing import pack, rotation_start
from ambulo.multibody.tree.tree import Tree


@implements(posture_error, TreeSystem)
def _posture_error(
    system: TreeSystem, q: FloatArray, target: FloatArray, basis: FloatArray, e: FloatArray
) -> None:
    difference_one(system.bodies, target, q, e)


@implements(posture_error_variation, TreeSystem)
def _posture_error_variation(
    system: TreeSystem, q: FloatArray, target: FloatArray, basis: FloatArray, dq: FloatArray,
    de: FloatArray,
) -> None:  # fmt: skip
    """For a rotation by its inverse right Jacobian (Chirikjian 2012, 10.86)."""
    copy_to(dq, de)
    for i in range(len(system.bodies)):
        body = system.bodies[i]
        n = rotation_start(body.joint, body.v_start)
        if n >= 0:
            k = rotation_start(body.joint, body.q_start)
            w, x, y, z = quadruple(target, k)
            turn = log_one(multiply_one((w, -x, -y, -z), quadruple(q, k)))
            put_triple(de, n, inverse_dexp(turn, triple(dq, n)))


OPERATIONS = (equations_of_motion, tree_variational)
"""Modules that implement the operations of `multibody.system`."""


def tree_system(tree: Tree, forces: tuple[Packed, ...] = ()) -> TreeSystem:
    """A tree and the forces on it, for `simulate_system`.

    Args:
        tree: one model.
        forces: besides gravity: of `force_table`, `passive_joints` or `spheres_on_ground`, or laws
            of your own, in the order of their own states.

    Raises:
        ValueError: the tree has several models, or its parts do not fit together.
    """
    packed = pack(tree)
    if len(packed.bodies) != 1:
        raise ValueError("the tree has several models, but a system needs a tree of one model")
    return TreeSystem(
        packed.bodies[0], packed.dofs, packed.chain, packed.gravity, tree.nq, held_laws(forces)
    )
