"""Where the segments of a system are, for drawing it."""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.multibody.bvp.systems import Bodies, ChainInAngles, ChainInVectors, System
from ambulo.multibody.tree.kinematics import forward_kinematics


def segment_ends(system: System, q: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Both ends (frames, segments, 3) [m] of every segment for postures q (frames, nq).

    Raises:
        TypeError: a system without segments.
    """
    if isinstance(system, Bodies):
        _, p = forward_kinematics(system.tree, q)
        parent = np.asarray(system.tree.parent)
        linked = np.flatnonzero(parent >= 0)
        return p[:, parent[linked]], p[:, linked]
    if isinstance(system, ChainInAngles):
        n = system.directions(q)
    elif isinstance(system, ChainInVectors):
        n = q.reshape(len(q), -1, 3)
    else:
        raise TypeError(f"{type(system).__name__} has no segments that could be drawn")
    chain = system.chain
    near, far = np.zeros_like(n), np.zeros_like(n)
    for s in range(chain.segments):
        before = int(chain.parent[s])
        near[:, s] = far[:, before] if before >= 0 else 0.0
        far[:, s] = near[:, s] + chain.length[s] * n[:, s]
    return near, far
