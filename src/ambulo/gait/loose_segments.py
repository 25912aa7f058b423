"""Segments that follow their own markers, without joints: link-segment inverse dynamics.

The classical way of gait laboratories (Bresler & Frankel 1950; Winter 2009): every segment's pose
is measured by itself, joints may come apart by the errors of the measurement, and joint forces are
summed from the free ends inwards. Beside the jointed fit it shows what the joints change.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.quaternions import from_matrix, to_matrix
from ambulo.multibody.motion import JointForces, Motion
from ambulo.multibody.tree.kinematics import body_accelerations, body_velocities
from ambulo.multibody.tree.tree import JointType
from ambulo.records import Model

__all__ = ["jointed_motion", "linked_joint_forces", "loose_coordinates", "loosen"]


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


def loose_coordinates(R: FloatArray, p: FloatArray) -> FloatArray:
    """Coordinates (frames, 7 nb) of loose segments from their poses, quaternion signs continuous.

    Args:
        R, p: (frames, nb, 3, 3) and (frames, nb, 3) m, segments in the world.
    """
    return np.concatenate([p, _continuous(from_matrix(R))], axis=2).reshape(len(p), -1)


def linked_joint_forces(
    model: Model, R: FloatArray, p: FloatArray, loose: JointForces
) -> JointForces:
    """Joint forces and moments of linked segments from what each needs by itself.

    Args:
        model: with the joints.
        R, p: (frames, nb, 3, 3) and (frames, nb, 3) m, segments in the world.
        loose: inverse dynamics of the loose segments: what each lacks, about its origin.
    Returns:
        What each joint passes on, about the distal segment's origin; joint 0 is the root.
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
    q = motion.q.reshape(len(motion.time), tree.nb, 7)
    omega, _ = body_velocities(loose.tree, motion.q, motion.v)
    alpha, _ = body_accelerations(loose.tree, motion.q, motion.v, motion.a)
    R = to_matrix(q[:, :, 3:])
    out = Motion(
        motion.time,
        np.zeros((len(q), tree.nq)),
        np.zeros((len(q), tree.nv)),
        np.zeros((len(q), tree.nv)),
    )
    for body in range(tree.nb):
        parent, i, k = (int(x[body]) for x in (tree.parent, tree.q_start, tree.v_start))
        R_body, u, du = R[:, body], omega[:, body], alpha[:, body]
        relative = R_body
        if parent < 0:
            out.q[:, i : i + 3] = q[:, body, :3]
            out.v[:, k : k + 3] = motion.v[:, 6 * body : 6 * body + 3]
            out.a[:, k : k + 3] = motion.a[:, 6 * body : 6 * body + 3]
            i, k = i + 3, k + 3
        else:
            relative = np.einsum("fji,fjk->fik", R[:, parent], R_body)
            u, du = u - omega[:, parent], du - alpha[:, parent]
        out.q[:, i : i + 4] = _continuous(from_matrix(relative)[:, None])[:, 0]
        # the relative velocity seen from the body, which itself turns with omega
        out.v[:, k : k + 3] = np.einsum("fji,fj->fi", R_body, u)
        out.a[:, k : k + 3] = np.einsum("fji,fj->fi", R_body, du - np.cross(omega[:, body], u))
    return out


def _continuous(quaternion: FloatArray) -> FloatArray:
    """Quaternions (frames, n, 4) with signs such that neighbours are on one half of the sphere."""
    turned = np.sum(quaternion[1:] * quaternion[:-1], axis=2) < 0.0
    sign = np.where(np.cumsum(turned, axis=0) % 2 == 1, -1.0, 1.0)
    result = quaternion.copy()
    result[1:] *= sign[..., None]
    return result
