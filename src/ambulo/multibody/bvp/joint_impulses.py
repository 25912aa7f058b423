"""From generalised impulses to what each joint gives, and the velocity it gives it along.

A chain's coordinates turn every segment in space, so a segment's impulse is the joint at its near
end less the joints at its far end; summing from the leaves inwards gives the joints. A tree's
coordinates are joint coordinates already.
"""

from __future__ import annotations

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray, IntArray
from ambulo.multibody.bvp.systems import Bodies, ChainInAngles, ChainInVectors, System
from ambulo.multibody.tree.tree import NV, JointType


def joint_components(system: System, q: FloatArray, generalised: FloatArray) -> FloatArray:
    """Impulse (or moment) of every joint.

    Args:
        system: what moves.
        q: (nq,) posture.
        generalised: (dim,) dual to the minimal velocities.

    Returns:
        (joints, 3) world components for a chain; (joints, 6) for a tree: the components along the
        joint's own degrees of freedom in their order, zeros after them.

    Raises:
        InputError: the system has no joints known here.
    """
    if isinstance(system, ChainInVectors):
        n = q.reshape(-1, 3)
        along = (system.velocity_map(q) @ generalised).reshape(-1, 3)
        return _to_joints(np.cross(n, along), system.chain.parent)
    if isinstance(system, ChainInAngles):
        vectors = ChainInVectors(system.chain)
        n = system.directions(q)
        T = system.direction_jacobian(q)
        # the force on n, tangent to the sphere, with T^T force = generalised
        force = (np.linalg.pinv(T.T) @ generalised).reshape(-1, 3)
        along = vectors.velocity_map(n.ravel()).T @ force.ravel()
        return joint_components(vectors, n.ravel(), along)
    if isinstance(system, Bodies):
        return _by_joint(system, generalised)
    raise InputError(
        "the joints of this system are not known",
        type(system).__name__,
        "Give a chain, a tree or bodies with joints.",
    )


def joint_velocity(system: System, q: FloatArray, velocity: FloatArray) -> FloatArray:
    """Relative velocity of every joint, in the components of `joint_components`.

    Args:
        system: what moves.
        q: (nq,) posture.
        velocity: (dim,) minimal velocity.

    Returns:
        (joints, 3) rad/s for a chain, (joints, 6) for a tree.
    """
    if isinstance(system, Bodies):
        return _by_joint(system, velocity)
    if isinstance(system, ChainInAngles):
        n = system.directions(q)
        u = (system.direction_jacobian(q) @ velocity).reshape(-1, 3)
    else:
        n = q.reshape(-1, 3)
        u = (system.velocity_map(q) @ velocity).reshape(-1, 3)
    omega = np.cross(n, u)
    relative = omega.copy()
    for s, p in enumerate(_chain_parents(system)):
        if p >= 0:
            relative[s] -= omega[p]
    return relative


def _chain_parents(system: System) -> list[int]:
    assert isinstance(system, ChainInVectors | ChainInAngles)
    return [int(p) for p in system.chain.parent]


def _to_joints(segment: FloatArray, parent: IntArray) -> FloatArray:
    joint = segment.copy()
    for s in range(len(parent) - 1, -1, -1):
        if parent[s] >= 0:
            joint[parent[s]] += joint[s]
    return joint


def _by_joint(system: Bodies, x: FloatArray) -> FloatArray:
    tree = system.tree
    out = np.zeros((tree.nb, 6))
    for i in range(tree.nb):
        count = NV[JointType(int(tree.joint[i]))]
        out[i, :count] = x[tree.v_start[i] : tree.v_start[i] + count]
    return out
