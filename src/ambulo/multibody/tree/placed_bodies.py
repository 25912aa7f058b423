"""A tree's coordinates and velocities from positions and velocities of its bodies."""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.quaternions import from_matrix
from ambulo.multibody.tree.kinematics import body_velocities
from ambulo.multibody.tree.tree import Tree


def coordinates_of(tree: Tree, R: FloatArray, p: FloatArray) -> FloatArray:
    """Coordinates (frames, nq) of a tree with free root and ball joints; quaternions are
    continuous.

    Args:
        R, p: (frames, nb, 3, 3) and (frames, nb, 3) m, bodies in the world. The joints must be
            closed, so only p of roots is used.
    """
    root = tree.parent < 0
    R_WJ = R[:, tree.parent] @ tree.R_PJ
    R_WJ[:, root] = tree.R_PJ[root]
    turn = from_matrix(np.swapaxes(R_WJ, -1, -2) @ R)
    # signs such that each is on the half of the sphere of the one before
    flipped = np.sum(turn[1:] * turn[:-1], axis=2) < 0.0
    turn[1:] *= np.where(np.cumsum(flipped, axis=0) % 2 == 1, -1.0, 1.0)[..., None]
    q = np.empty((len(p), tree.nq))
    # a free joint's coordinates begin with its position
    q[:, (tree.q_start + 3 * root)[:, None] + np.arange(4)] = turn
    for body in np.flatnonzero(root):
        i = int(tree.q_start[body])
        q[:, i : i + 3] = (p[:, body] - tree.p_PJ[body]) @ tree.R_PJ[body]
    return q


def velocities_of(tree: Tree, q: FloatArray, omega: FloatArray, root: FloatArray) -> FloatArray:
    """Velocities (frames, nv) of a tree with free root and ball joints.

    The bodies' angular velocities and the root's velocity are linear in v, and equal in number. So
    this function solves linear equations frame by frame, and does not repeat the joints'
    conventions.

    Args:
        q: (frames, nq).
        omega: (frames, nb, 3) rad/s of the bodies, world axes.
        root: (frames, 3) m/s of the root's origin, world axes.
    """
    n, nv = len(q), tree.nv
    turning, moving = body_velocities(tree, np.repeat(q, nv, axis=0), np.tile(np.eye(nv), (n, 1)))
    # columns are the bodies' velocities under each unit velocity
    columns = np.concatenate([turning.reshape(n * nv, -1), moving[:, 0]], axis=1)
    A = np.swapaxes(columns.reshape(n, nv, -1), 1, 2)
    wanted = np.concatenate([omega.reshape(n, -1), root], axis=1)
    return np.asarray(np.linalg.solve(A, wanted[..., None])[..., 0])
