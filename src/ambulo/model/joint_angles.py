"""Joint angles by the recommendations of the International Society of Biomechanics."""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.model.joint_motions import motions_of
from ambulo.records import Model, Quantities, Quantity


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
    return _angles(R[..., 1, 2], R[..., 0, 2], R[..., 2, 2], R[..., 1, 0], R[..., 1, 1])


def _angles(
    yz: FloatArray, xz: FloatArray, zz: FloatArray, yx: FloatArray, yy: FloatArray
) -> FloatArray:
    """The same by the five entries of the matrix that it takes, named by row and column."""
    alpha, beta = np.arctan2(xz, zz), np.arcsin(np.clip(-yz, -1.0, 1.0))
    return np.stack([_unwrap(alpha), beta, _unwrap(np.arctan2(yx, yy))], axis=-1)


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


def joint_angles(model: Model, R: FloatArray, direction: FloatArray | None = None) -> Quantities:
    """Clinical angles of every joint, in degrees, positive as `joint_motions` states.

    Args:
        model: names and tree.
        R: (frames, nb, 3, 3) segment to world rotations of the fitted model.
        direction: (frames,) rad about the vertical from the world's x; there the rotation of the
            pelvis is zero. None: at the world's x.
    Returns:
        Three quantities for each joint (pelvis in the world first), in the order flexion,
        adduction, rotation.
    """
    # seen from its parent, of which the world is one
    R_parent = R[:, model.tree.parent]
    ahead = np.zeros((len(R), 3, 3))
    ahead[:] = np.eye(3)
    if direction is not None:
        ahead[:, 0, 0] = ahead[:, 1, 1] = np.cos(direction)
        ahead[:, 1, 0] = np.sin(direction)
        ahead[:, 0, 1] = -ahead[:, 1, 0]
    R_parent[:, model.tree.parent < 0] = ahead[:, None]

    def entry(i: int, k: int) -> FloatArray:
        return np.asarray(np.einsum("fbj,fbj->fb", R_parent[..., i], R[..., k]))

    # the angles come in the order in which a joint's motions are named
    found = _angles(entry(1, 2), entry(0, 2), entry(2, 2), entry(1, 0), entry(1, 1))
    angles = np.degrees(found).reshape(len(R), -1).T
    motions = motions_of(model.joints)
    return Quantities(
        Quantity(motion.name, "deg", values, motion.positive)
        for motion, values in zip(motions.each, motions.sign[:, None] * angles, strict=True)
    )
