"""The axes on which joint moments are reported."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.records import MomentAxes

MOMENT_AXES: Mapping[MomentAxes, str] = {
    "jcs": "the joint coordinate system's axes",
    "proximal": "the proximal segment's axes",
    "distal": "the distal segment's axes",
}
"""In words; a moment's component is its projection (dot product) on each axis."""


def working_axis(R_proximal: FloatArray, R_distal: FloatArray) -> FloatArray:
    """Direction (..., 3) of a unit moment that works on the flexion angle alone, world axes.

    The dual of the joint coordinate system's first axis y: (y - (y.z) z) / (1 - (y.z)^2).

    Args:
        R_proximal, R_distal: (..., 3, 3) segment to world.
    """
    y, z = R_proximal[..., 1], R_distal[..., 2]
    yz = np.einsum("...i,...i->...", y, z)[..., None]
    return np.asarray((y - yz * z) / (1.0 - yz**2))


def joint_axes(R_proximal: FloatArray, R_distal: FloatArray, choice: MomentAxes) -> FloatArray:
    """Unit axes (..., 3 axes x y z, 3) in the world on which moments are reported.

    On the joint coordinate system the dot product M . e_i is the moment that does work on the
    angle about e_i: P = sum (M . e_i) d(angle_i)/dt, what OpenSim calls a generalised force. The
    components do not add up to M; those that do are the oblique ones, of another meaning
    (Desroches, Cheze & Dumas 2010; O'Reilly, Sena, Feeley & Lotz 2013).

    Args:
        R_proximal, R_distal: (..., 3, 3) segment to world.
        choice: the joint coordinate system (proximal y, floating x, distal z; not orthogonal;
            Grood & Suntay 1983; of moments Schache & Baker 2007), the proximal segment's axes, or
            the distal segment's.
    """
    if choice == "proximal":
        return np.swapaxes(R_proximal, -1, -2)
    if choice == "distal":
        return np.swapaxes(R_distal, -1, -2)
    y, z = R_proximal[..., 1], R_distal[..., 2]
    floating = np.cross(y, z)
    floating /= np.linalg.norm(floating, axis=-1, keepdims=True)
    return np.stack([floating, y, z], axis=-2)
