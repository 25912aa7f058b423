"""How far a tree is from a posture: displacement of every joint, the short way."""

from __future__ import annotations

from ambulo.math.arrays import FloatArray
from ambulo.math.dispatch import implements
from ambulo.math.entries import put_triple, quadruple, triple
from ambulo.math.quaternions import log_one, multiply_one
from ambulo.math.so3 import inverse_dexp
from ambulo.multibody.posture_error import posture_error, posture_error_variation
from ambulo.multibody.tree.configuration import difference_one
from ambulo.multibody.tree.packed_system import TreeSystem
from ambulo.multibody.tree.packing import BALL, FREE, HINGE, SLIDE

__all__ = ["OF_TREES"]

OF_TREES = (posture_error, posture_error_variation)
"""The operations implemented here."""


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
    for i in range(len(system.bodies)):
        joint, k, n = system.bodies[i].joint, system.bodies[i].q_start, system.bodies[i].v_start
        if joint in (HINGE, SLIDE):
            de[n] = dq[n]
        if joint == FREE:
            put_triple(de, n, triple(dq, n))
            k += 3
            n += 3
        if joint in (BALL, FREE):
            w, x, y, z = quadruple(target, k)
            turn = log_one(multiply_one((w, -x, -y, -z), quadruple(q, k)))
            put_triple(de, n, inverse_dexp(turn, triple(dq, n)))
