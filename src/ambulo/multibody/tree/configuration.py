"""Displacements of coordinates along joint velocities, and differences of coordinates."""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import compiled, inner
from ambulo.math.quaternions import exp_one, log_one, multiply_one
from ambulo.multibody.tree.packing import BALL, FREE, HINGE, SLIDE, Records, pack
from ambulo.multibody.tree.tree import JointType, Tree


def neutral(tree: Tree) -> FloatArray:
    """Coordinates (nq,) of the reference posture: zeros, and quaternions of no rotation."""
    q = np.zeros(tree.nq)
    for joint, k in zip(tree.joint, tree.q_start, strict=True):
        if joint == JointType.BALL:
            q[k] = 1.0
        elif joint == JointType.FREE:
            q[k + 3] = 1.0
    return q


def integrate(tree: Tree, q: FloatArray, dv: FloatArray) -> FloatArray:
    """Coordinates reached from q by constant joint velocities dv in unit time.

    Translations and angles are added. A quaternion becomes q exp(dv), because rotational velocities
    are in body axes, and is normalised.

    Args:
        tree: the bodies.
        q: (..., nq); dv: (..., nv), broadcast against each other.

    Returns:
        (..., nq).

    Raises:
        ValueError: shapes do not fit the tree.
    """
    q, dv, leading = _paired(q, tree.nq, dv, tree.nv)
    return _integrate(pack(tree).bodies[0], q, dv).reshape(*leading, tree.nq)


def difference(tree: Tree, q0: FloatArray, q1: FloatArray) -> FloatArray:
    """Joint velocities that lead from q0 to q1 in unit time; each rotation takes the shorter way.

    Args:
        tree: the bodies.
        q0, q1: (..., nq), broadcast against each other.

    Returns:
        (..., nv), with `integrate(tree, q0, difference(tree, q0, q1))` equal to q1 up to the sign
        of quaternions.

    Raises:
        ValueError: shapes do not fit the tree.
    """
    q0, q1, leading = _paired(q0, tree.nq, q1, tree.nq)
    return _difference(pack(tree).bodies[0], q0, q1, tree.nv).reshape(*leading, tree.nv)


def _paired(
    x: FloatArray, x_width: int, y: FloatArray, y_width: int
) -> tuple[FloatArray, FloatArray, tuple[int, ...]]:
    if np.shape(x)[-1:] != (x_width,) or np.shape(y)[-1:] != (y_width,):
        raise ValueError(
            f"arrays of shape {np.shape(x)} and {np.shape(y)} have last axes other than "
            f"{x_width} and {y_width}"
        )
    leading = np.broadcast_shapes(np.shape(x)[:-1], np.shape(y)[:-1])
    rows = [
        np.require(
            np.broadcast_to(np.asarray(z, dtype=np.float64), (*leading, width)).reshape(-1, width),
            requirements=["C_CONTIGUOUS", "WRITEABLE"],
        )
        for z, width in ((x, x_width), (y, y_width))
    ]
    return rows[0], rows[1], leading


@inner
def integrate_one(bodies: Records, q: FloatArray, dv: FloatArray, out: FloatArray) -> None:
    """Fill out (nq,) with q moved by dv (nv,); out may be q itself."""
    for i in range(len(bodies)):
        body = bodies[i]
        joint, k, n = body.joint, body.q_start, body.v_start
        if joint == FREE:
            out[k], out[k + 1], out[k + 2] = (
                q[k] + dv[n],
                q[k + 1] + dv[n + 1],
                q[k + 2] + dv[n + 2],
            )
            k += 3
            n += 3
        if joint in (BALL, FREE):
            # q exp(dv), brought to unit length
            w, x, y, z = multiply_one(
                (q[k], q[k + 1], q[k + 2], q[k + 3]), exp_one((dv[n], dv[n + 1], dv[n + 2]))
            )
            s = 1.0 / np.sqrt(w * w + x * x + y * y + z * z)
            out[k], out[k + 1], out[k + 2], out[k + 3] = s * w, s * x, s * y, s * z
        elif joint in (HINGE, SLIDE):
            out[k] = q[k] + dv[n]


@inner
def difference_one(bodies: Records, q0: FloatArray, q1: FloatArray, out: FloatArray) -> None:
    """Fill out (nv,) with the joint velocities that lead from q0 to q1 (nq,) in unit time."""
    for i in range(len(bodies)):
        body = bodies[i]
        joint, k, n = body.joint, body.q_start, body.v_start
        if joint == FREE:
            for c in range(3):
                out[n + c] = q1[k + c] - q0[k + c]
            k += 3
            n += 3
        if joint in (BALL, FREE):
            # log(q0* q1), axes of the body
            out[n], out[n + 1], out[n + 2] = log_one(
                multiply_one(
                    (q0[k], -q0[k + 1], -q0[k + 2], -q0[k + 3]),
                    (q1[k], q1[k + 1], q1[k + 2], q1[k + 3]),
                )
            )
        elif joint in (HINGE, SLIDE):
            out[n] = q1[k] - q0[k]


@compiled
def _integrate(bodies: Records, q: FloatArray, dv: FloatArray) -> FloatArray:
    out = np.empty_like(q)
    for n in range(len(q)):
        integrate_one(bodies, q[n], dv[n], out[n])
    return out


@compiled
def _difference(bodies: Records, q0: FloatArray, q1: FloatArray, nv: int) -> FloatArray:
    out = np.empty((len(q0), nv))
    for n in range(len(q0)):
        difference_one(bodies, q0[n], q1[n], out[n])
    return out
