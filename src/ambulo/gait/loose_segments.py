"""Segments that follow their own markers, without joints: link-segment inverse dynamics.

This is the classical method of gait laboratories (Bresler & Frankel 1950; Winter 2009). The pose of
every segment is measured separately. Joints may come apart by the measurement errors, and joint
forces are summed from the free ends inwards. A comparison with the jointed fit shows the effect of
the joints.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.quaternions import to_matrix
from ambulo.multibody.motion import JointForces, Motion
from ambulo.multibody.tree.kinematics import body_accelerations, body_velocities
from ambulo.multibody.tree.placed_bodies import coordinates_of
from ambulo.multibody.tree.tree import JointType
from ambulo.records import Model


def loosen(model: Model) -> Model:
    """The same segments, each free in the world."""
    nb = model.tree.nb
    tree = replace(
        model.tree,
        parent=np.full(nb, -1),
        joint=np.full(nb, int(JointType.FREE)),
        p_PJ=np.zeros((nb, 3)),
        R_PJ=np.tile(np.eye(3), (nb, 1, 1)),
        q_start=7 * np.arange(nb),
        v_start=6 * np.arange(nb),
    )
    return replace(model, tree=tree)


def linked_joint_forces(
    model: Model, R: FloatArray, p: FloatArray, loose: JointForces
) -> JointForces:
    """Joint forces and moments of linked segments, from the wrench that each segment needs.

    Args:
        model: with the joints.
        R, p: (frames, nb, 3, 3) and (frames, nb, 3) m, segments in the world.
        loose: inverse dynamics of the separate segments: the wrench that each needs, about its
            origin.
    Returns:
        Wrench in each joint, about the distal segment's origin; joint 0 is the root.
    """
    tree = model.tree
    moment, force = loose.moment.copy(), loose.force.copy()
    tau = np.zeros((len(p), tree.nv))
    for body in range(tree.nb - 1, -1, -1):
        parent, k = int(tree.parent[body]), int(tree.v_start[body])
        if parent >= 0:
            arm = p[:, body] - p[:, parent]
            force[:, parent] += force[:, body]
            moment[:, parent] += moment[:, body] + np.cross(arm, force[:, body])
        else:
            tau[:, k : k + 3] = force[:, body]
            k += 3
        tau[:, k : k + 3] = np.einsum("fji,fj->fi", R[:, body], moment[:, body])
    return JointForces(loose.time, moment, force, tau)


def jointed_motion(model: Model, loose: Model, motion: Motion) -> Motion:
    """Coordinates of the jointed model with the loose segments' orientations and root position.

    Args:
        model: free root and ball joints.
        loose, motion: as they were differentiated.
    """
    tree = model.tree
    root = tree.parent < 0
    q = motion.q.reshape(len(motion.time), tree.nb, 7)
    p, R = q[..., :3], to_matrix(q[..., 3:])
    omega, _ = body_velocities(loose.tree, motion.q, motion.v)
    alpha, _ = body_accelerations(loose.tree, motion.q, motion.v, motion.a)
    # the relative velocity seen from the body, which itself turns with omega
    across = ~root[:, None]
    turning = omega - across * omega[:, tree.parent]
    changing = alpha - across * alpha[:, tree.parent] - np.cross(omega, turning)
    v, a = np.zeros((2, len(q), tree.nv))
    # a free joint's velocities begin with its origin's
    v[:, :3], a[:, :3] = motion.v[:, :3], motion.a[:, :3]
    columns = (tree.v_start + 3 * root)[:, None] + np.arange(3)
    v[:, columns] = np.einsum("fbji,fbj->fbi", R, turning)
    a[:, columns] = np.einsum("fbji,fbj->fbi", R, changing)
    return Motion(motion.time, coordinates_of(tree, R, p), v, a)
