"""The axes on which joint moments are reported."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.records import MomentAxes

__all__ = ["MOMENT_AXES", "joint_axes"]

MOMENT_AXES: Mapping[MomentAxes, str] = {
    "proximal": "the proximal segment's axes",
    "distal": "the distal segment's axes",
    "jcs": "the joint coordinate system's axes",
}
"""In words, for the log."""


def joint_axes(R_proximal: FloatArray, R_distal: FloatArray, choice: MomentAxes) -> FloatArray:
    """Unit axes (..., 3 axes x y z, 3) in the world on which moments are reported.

    Args:
        R_proximal, R_distal: (..., 3, 3) segment to world.
        choice: the proximal segment's axes, the distal segment's, or the joint coordinate system
            (proximal y, floating x, distal z; not orthogonal; Grood & Suntay 1983).
    """
    if choice == "proximal":
        return np.swapaxes(R_proximal, -1, -2)
    if choice == "distal":
        return np.swapaxes(R_distal, -1, -2)
    y, z = R_proximal[..., 1], R_distal[..., 2]
    floating = np.cross(y, z)
    floating /= np.linalg.norm(floating, axis=-1, keepdims=True)
    return np.stack([floating, y, z], axis=-2)
