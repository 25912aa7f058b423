"""Joint angles by the recommendations of the International Society of Biomechanics."""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.model.joint_motions import joint_motions
from ambulo.records import Model, Quantities, Quantity

__all__ = ["cardan_yxz", "joint_angles", "pelvis_progression_angles", "relative_rotation"]


def relative_rotation(R: FloatArray, child: int, parent: int) -> FloatArray:
    """Rotation (frames, 3, 3) from the child segment's to the parent segment's axes.

    Args:
        R: (frames, nb, 3, 3) segment to world.
        child, parent: segment indices; parent -1 is the world.
    """
    if parent < 0:
        return np.asarray(R[:, child])
    return np.asarray(np.einsum("fji,fjk->fik", R[:, parent], R[:, child]))


def cardan_yxz(R: FloatArray) -> FloatArray:
    """Angles (frames, 3) [rad] about y, then the floating x, then the distal z.

    R = Ry(alpha) Rx(beta) Rz(gamma); Grood & Suntay (1983) with y mediolateral. At
    |beta| = 90 degrees alpha and gamma are not separable; alpha is then unwrapped over time.
    """
    beta = np.arcsin(np.clip(-R[:, 1, 2], -1.0, 1.0))
    alpha = np.arctan2(R[:, 0, 2], R[:, 2, 2])
    gamma = np.arctan2(R[:, 1, 0], R[:, 1, 1])
    return np.stack([_unwrap(alpha), beta, _unwrap(gamma)], axis=1)


def _unwrap(angle: FloatArray) -> FloatArray:
    """np.unwrap that steps over NaN frames, starting within half a turn of zero."""
    unwrapped = np.full_like(angle, np.nan)
    seen = np.isfinite(angle)
    unwrapped[seen] = np.unwrap(angle[seen])
    return unwrapped


def joint_angles(model: Model, R: FloatArray) -> Quantities:
    """Clinical angles of every joint, in degrees, positive as `joint_motions` states.

    Args:
        model: names and tree.
        R: (frames, nb, 3, 3) segment to world rotations of the fitted model.
    Returns:
        Three quantities a joint (pelvis in the world first), in the order flexion, adduction,
        rotation.
    """
    quantities = []
    for body, joint in enumerate(model.joints):
        angles = np.degrees(cardan_yxz(relative_rotation(R, body, int(model.tree.parent[body]))))
        for column, motion in enumerate(joint_motions(joint)):
            quantities.append(
                Quantity(motion.name, "deg", motion.sign * angles[:, column], motion.positive)
            )
    return Quantities(quantities)


def pelvis_progression_angles(R_pelvis: FloatArray, R_progression: FloatArray) -> FloatArray:
    """Cardan angles (frames, 3) [rad] of the pelvis in a frame that follows the walking direction.

    Args:
        R_pelvis: (frames, 3, 3) pelvis to world.
        R_progression: (3, 3) or (frames, 3, 3) frame of progression to world, z up.
    """
    return cardan_yxz(np.swapaxes(R_progression, -1, -2) @ R_pelvis)
