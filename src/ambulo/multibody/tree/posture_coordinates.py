"""Coordinates of a tree from where its segments are in the world."""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.quaternions import from_matrix
from ambulo.multibody.tree.tree import JointType, Tree

__all__ = ["posture_coordinates"]


def posture_coordinates(tree: Tree, R: FloatArray, root: FloatArray) -> FloatArray:
    """Coordinates (frames, nq) of a tree with free or held root and ball joints.

    Args:
        R: (frames, nb, 3, 3) segments in the world.
        root: (frames, 3) m, origin of the first.
    Returns:
        Quaternions are continuous in sign.
    """
    q = np.empty((len(R), tree.nq))
    for body in range(tree.nb):
        parent, i = int(tree.parent[body]), int(tree.q_start[body])
        R_WJ = tree.R_PJ[body] if parent < 0 else R[:, parent] @ tree.R_PJ[body]
        if tree.joint[body] == JointType.FREE:
            q[:, i : i + 3] = (root - tree.p_PJ[body]) @ tree.R_PJ[body]
            i += 3
        turn = from_matrix(np.swapaxes(R_WJ, -1, -2) @ R[:, body])
        flipped = np.sum(turn[1:] * turn[:-1], axis=1) < 0.0
        turn[1:] *= np.where(np.cumsum(flipped) % 2 == 1, -1.0, 1.0)[:, None]
        q[:, i : i + 4] = turn
    return q
