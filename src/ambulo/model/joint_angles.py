"""Joint angles by the recommendations of the International Society of Biomechanics."""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.model.joint_motions import motions_of
from ambulo.records import Model, Quantities, Quantity

__all__ = ["cardan_yxz", "joint_angles", "relative_rotation"]


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
    """Angles (frames, ..., 3) [rad] about y, then the floating x, then the distal z.

    R (frames, ..., 3, 3) = Ry(alpha) Rx(beta) Rz(gamma); Grood & Suntay (1983) with y
    mediolateral. At |beta| = 90 degrees alpha and gamma are not separable; alpha is then unwrapped
    over time.
    """
    beta = np.arcsin(np.clip(-R[..., 1, 2], -1.0, 1.0))
    alpha = np.arctan2(R[..., 0, 2], R[..., 2, 2])
    gamma = np.arctan2(R[..., 1, 0], R[..., 1, 1])
    return np.stack([_unwrap(alpha), beta, _unwrap(gamma)], axis=-1)


def _unwrap(angle: FloatArray) -> FloatArray:
    """np.unwrap over (frames, ...) that steps over NaN frames."""
    if np.isfinite(angle.sum()):
        return np.asarray(np.unwrap(angle, axis=0))
    unwrapped = np.full_like(angle, np.nan)
    series, out = angle.reshape(len(angle), -1), unwrapped.reshape(len(angle), -1)
    for k in range(series.shape[1]):
        seen = np.isfinite(series[:, k])
        out[seen, k] = np.unwrap(series[seen, k])
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
    relative = R.copy()
    jointed = np.flatnonzero(model.tree.parent >= 0)
    R_parent = R[:, model.tree.parent[jointed]]
    relative[:, jointed] = np.einsum("fbji,fbjk->fbik", R_parent, R[:, jointed])
    # the angles come in the order in which a joint's motions are named
    angles = np.degrees(cardan_yxz(relative)).reshape(len(R), -1).T
    motions = motions_of(model.joints)
    return Quantities(
        Quantity(motion.name, "deg", values, motion.positive)
        for motion, values in zip(motions.each, motions.sign[:, None] * angles, strict=True)
    )
