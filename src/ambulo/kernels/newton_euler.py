"""Inverse dynamics by the recursive Newton-Euler algorithm, in world axes.

Outwards from the root: the motion of every body. Inwards from the leaves: Newton's and Euler's
equations of each body, whose joint passes the rest on to its parent.
"""

from __future__ import annotations

import numpy as np

from ambulo.kernels.compilation import compiled
from ambulo.kernels.kinematics import (
    accelerations_in_frame,
    joint_frame,
    place_bodies,
    velocities_in_frame,
)
from ambulo.kernels.packing import (
    BALL,
    FREE,
    HINGE,
    SLIDE,
    TreeArrays,
    over_models,
    pack,
    without_models,
)
from ambulo.kernels.vectors import (
    add,
    cross,
    dot,
    matrix,
    put_vector,
    rotate,
    rotate_back,
    scale,
    subtract,
    vector,
)
from ambulo.records import FloatArray, Tree

__all__ = ["inverse_dynamics", "newton_euler_in_frame"]


def inverse_dynamics(
    tree: Tree,
    q: FloatArray,
    v: FloatArray,
    a: FloatArray,
    wrench: FloatArray | None = None,
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Joint forces that produce a motion, by recursive Newton-Euler.

    tau = M(q) a + h(q, v) - J(q)^T f                      Luh, Walker & Paul (1980);
                                                           Featherstone (2008), section 5.3

    Args:
        tree: the bodies; mass, com, inertia and p_PJ may have a leading models axis.
        q, v, a: (frames, nq), (frames, nv), (frames, nv), or each with a leading models axis.
        wrench: (frames, nb, 6) external moment [N*m] and force [N] at the body origins, world
            axes; none if left out.

    Returns:
        tau (frames, nv), dual to v; moment (frames, nb, 3) [N*m] and force (frames, nb, 3) [N]
        that the proximal body exerts on the distal one at each joint, about the distal body's
        origin, world axes. With a leading models axis if an argument has one.

    Raises:
        ValueError: shapes do not fit the tree.
    """
    packed = pack(tree)
    models = len(packed.mass)
    nothing = np.zeros((1, 0, tree.nb, 6))
    results = _inverse_dynamics(
        packed,
        over_models("q", q, (tree.nq,), models),
        over_models("v", v, (tree.nv,), models),
        over_models("a", a, (tree.nv,), models),
        nothing if wrench is None else over_models("wrench", wrench, (tree.nb, 6), models),
    )
    leading = [q, v, a] if wrench is None else [q, v, a, wrench[..., 0]]
    tau, moment, force = (without_models(x, tree, *leading) for x in results)
    return tau, moment, force


@compiled
def newton_euler_in_frame(
    tree: TreeArrays,
    m: int,
    v: FloatArray,
    R: FloatArray,
    p: FloatArray,
    w: FloatArray,
    alpha: FloatArray,
    acc: FloatArray,
    tau: FloatArray,
    moment: FloatArray,
    force: FloatArray,
) -> None:
    """Fill tau, moment and force of one frame; the latter two hold minus the external wrench."""
    g = vector(tree.gravity)
    for i in range(len(tree.parent) - 1, -1, -1):
        parent, joint, k = tree.parent[i], tree.joint[i], tree.v_start[i]
        R_i = matrix(R[i])

        # Newton: F = m (a_c - g);  Euler: N = I alpha + w x I w, in body axes
        w_i, alpha_i = vector(w[i]), vector(alpha[i])
        c = rotate(R_i, vector(tree.com[m, i]))
        a_c = add(vector(acc[i]), add(cross(alpha_i, c), cross(w_i, cross(w_i, c))))
        F = scale(tree.mass[m, i], subtract(a_c, g))
        inertia = matrix(tree.inertia[m, i])
        w_B = rotate_back(R_i, w_i)
        N_B = add(rotate(inertia, rotate_back(R_i, alpha_i)), cross(w_B, rotate(inertia, w_B)))
        N = add(rotate(R_i, N_B), cross(c, F))

        # what the children took is there already
        f_i = add(vector(force[i]), F)
        n_i = add(vector(moment[i]), N)
        put_vector(force[i], f_i)
        put_vector(moment[i], n_i)
        if parent >= 0:
            d = subtract(vector(p[i]), vector(p[parent]))
            put_vector(force[parent], add(vector(force[parent]), f_i))
            put_vector(moment[parent], add(vector(moment[parent]), add(n_i, cross(d, f_i))))

        if joint == BALL:
            put_vector(tau[k : k + 3], rotate_back(R_i, n_i))
        elif joint == HINGE:
            tau[k] = dot(vector(tree.axis[i]), rotate_back(R_i, n_i))
        elif joint == SLIDE:
            tau[k] = dot(vector(tree.axis[i]), rotate_back(R_i, f_i))
        elif joint == FREE:
            put_vector(tau[k : k + 3], rotate_back(joint_frame(tree, i, R), f_i))
            put_vector(tau[k + 3 : k + 6], rotate_back(R_i, n_i))


@compiled
def _inverse_dynamics(
    tree: TreeArrays, q: FloatArray, v: FloatArray, a: FloatArray, wrench: FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray]:
    models = max(len(tree.mass), len(q), len(v), len(a), len(wrench))
    frames, nb = q.shape[1], len(tree.parent)
    R = np.empty((nb, 3, 3))
    p = np.empty((nb, 3))
    w = np.empty((nb, 3))
    u = np.empty((nb, 3))
    alpha = np.empty((nb, 3))
    acc = np.empty((nb, 3))
    tau = np.empty((models, frames, v.shape[2]))
    moment = np.zeros((models, frames, nb, 3))
    force = np.zeros((models, frames, nb, 3))
    if wrench.shape[1] > 0:
        for m in range(models):
            for f in range(frames):
                for i in range(nb):
                    for c in range(3):
                        moment[m, f, i, c] = -wrench[min(m, len(wrench) - 1), f, i, c]
                        force[m, f, i, c] = -wrench[min(m, len(wrench) - 1), f, i, c + 3]
    for m in range(models):
        body_set = min(m, len(tree.mass) - 1)
        for f in range(frames):
            v_f, a_f = v[min(m, len(v) - 1), f], a[min(m, len(a) - 1), f]
            place_bodies(tree, body_set, q[min(m, len(q) - 1), f], R, p)
            velocities_in_frame(tree, v_f, R, p, w, u)
            accelerations_in_frame(tree, v_f, a_f, R, p, w, alpha, acc)
            newton_euler_in_frame(
                tree, body_set, v_f, R, p, w, alpha, acc, tau[m, f], moment[m, f], force[m, f]
            )
    return tau, moment, force
