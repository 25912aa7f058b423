"""Inverse dynamics by the recursive Newton-Euler algorithm, in world axes.

Outwards from the root: the motion of every body. Inwards from the leaves: Newton's and Euler's
equations of each body, whose joint passes the rest on to its parent.
"""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import compiled, inner
from ambulo.math.entries import (
    matrix,
    matrix_at,
    put_item,
    put_triple,
    put_vector_at,
    vector,
    vector_at,
)
from ambulo.math.lanes import WIDTH, read_tile, write_tile
from ambulo.math.vectors import Vector3, add, cross, dot, rotate, rotate_back, scale, subtract
from ambulo.multibody.tree.kinematics import accelerate_bodies, joint_frame, place_bodies
from ambulo.multibody.tree.packing import (
    BALL,
    FREE,
    HINGE,
    SLIDE,
    Records,
    over_frames,
    pack,
    without_models,
)
from ambulo.multibody.tree.tree import Tree


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
    inputs = ("q", q, (tree.nq,)), ("v", v, (tree.nv,)), ("a", a, (tree.nv,))
    arrays = over_frames(packed, *inputs, ("wrench", wrench, (tree.nb, 6)))
    results = _inverse_dynamics(packed.bodies, packed.gravity, *arrays)
    leading = q, v, a, None if wrench is None else wrench[..., 0]
    tau, moment, force = (without_models(x, tree, *leading) for x in results)
    return tau, moment, force


# --------------------------------------------------------------------------- one frame


@inner
def balance_bodies(
    bodies: Records,
    g: Vector3,
    R: FloatArray,
    p: FloatArray,
    w: FloatArray,
    alpha: FloatArray,
    acc: FloatArray,
    tau: FloatArray,
    moment: FloatArray,
    force: FloatArray,
) -> None:
    """Fill tau (nv,), moment and force (nb, 3) from the leaves inwards.

    Args:
        bodies, g: the tree and gravity.
        R, p, w, alpha, acc: motion of the bodies.
        tau: out.
        moment, force: in, minus the external wrench on each body; out, what the joint transmits.
    """
    for i in range(len(bodies) - 1, -1, -1):
        body = bodies[i]
        k = body.v_start
        R_i = matrix_at(R, i)

        # Newton: F = m (a_c - g);  Euler, in body axes: N = I alpha + w x I w
        w_i, alpha_i = vector_at(w, i), vector_at(alpha, i)
        c = rotate(R_i, vector(body.com))
        a_c = add(vector_at(acc, i), add(cross(alpha_i, c), cross(w_i, cross(w_i, c))))
        F = scale(body.mass, subtract(a_c, g))
        inertia = matrix(body.inertia)
        w_B, alpha_B = rotate_back(R_i, w_i), rotate_back(R_i, alpha_i)
        N_B = add(rotate(inertia, alpha_B), cross(w_B, rotate(inertia, w_B)))
        N = add(rotate(R_i, N_B), cross(c, F))

        # what the children take is there already
        f_i = add(vector_at(force, i), F)
        n_i = add(vector_at(moment, i), N)
        put_vector_at(force, i, f_i)
        put_vector_at(moment, i, n_i)
        if body.parent >= 0:
            d = subtract(vector_at(p, i), vector_at(p, body.parent))
            f_P = add(vector_at(force, body.parent), f_i)
            n_P = add(vector_at(moment, body.parent), add(n_i, cross(d, f_i)))
            put_vector_at(force, body.parent, f_P)
            put_vector_at(moment, body.parent, n_P)

        # tau is what the joint transmits along its own directions: S^T (n, f)
        if body.joint == SLIDE:
            put_item(tau, k, dot(vector(body.axis), rotate_back(R_i, f_i)))
        elif body.joint == FREE:
            put_triple(tau, k, rotate_back(joint_frame(bodies, i, R), f_i))
            k += 3  # where its rotation begins
        if body.joint == HINGE:
            put_item(tau, k, dot(vector(body.axis), rotate_back(R_i, n_i)))
        elif body.joint == BALL or body.joint == FREE:
            put_triple(tau, k, rotate_back(R_i, n_i))


# --------------------------------------------------------------------------- all frames


@inner
def transmit_outer(wrench: FloatArray, first: int, moment: FloatArray, force: FloatArray) -> None:
    """Begin what the joints transmit (nb, 3, WIDTH) as minus what acts from outside.

    Args:
        wrench: (frames, nb, 6); (0, nb, 6) where nothing does.
        first: frame of the first lane; the last frame fills the lanes beyond the end.
    """
    moment[:] = 0.0
    force[:] = 0.0
    if len(wrench) == 0:
        return
    for lane in range(WIDTH):
        f = min(first + lane, len(wrench) - 1)
        for i in range(len(moment)):
            for c in range(3):
                moment[i, c, lane] = -wrench[f, i, c]
                force[i, c, lane] = -wrench[f, i, 3 + c]


@compiled
def _inverse_dynamics(
    bodies: Records, gravity: FloatArray, q: FloatArray, v: FloatArray, a: FloatArray,
    wrench: FloatArray,
) -> tuple[FloatArray, FloatArray, FloatArray]:  # fmt: skip
    models = max(len(bodies), len(q), len(v), len(a), len(wrench))
    frames, nb = q.shape[1], bodies.shape[1]
    nq, nv = q.shape[2], v.shape[2]
    g = vector(gravity)
    R = np.empty((nb, 9, WIDTH))
    p = np.empty((nb, 3, WIDTH))
    w = np.empty((nb, 3, WIDTH))
    alpha = np.empty((nb, 3, WIDTH))
    acc = np.empty((nb, 3, WIDTH))
    q_tile = np.empty((nq, WIDTH))
    v_tile = np.empty((nv, WIDTH))
    a_tile = np.empty((nv, WIDTH))
    tau_tile = np.empty((nv, WIDTH))
    n_tile = np.empty((nb, 3, WIDTH))
    f_tile = np.empty((nb, 3, WIDTH))
    tau = np.empty((models, frames, nv))
    moment = np.empty((models, frames, nb, 3))
    force = np.empty((models, frames, nb, 3))
    unloaded = np.empty((0, nb, 6))
    for m in range(models):
        bodies_m, q_m = bodies[min(m, len(bodies) - 1)], q[min(m, len(q) - 1)]
        v_m, a_m = v[min(m, len(v) - 1)], a[min(m, len(a) - 1)]
        wrench_m = wrench[min(m, len(wrench) - 1)] if len(wrench) > 0 else unloaded
        for first in range(0, frames, WIDTH):
            # eight frames side by side; the last ones fill the lanes beyond the end
            read_tile(q_m, first, q_tile)
            read_tile(v_m, first, v_tile)
            read_tile(a_m, first, a_tile)
            transmit_outer(wrench_m, first, n_tile, f_tile)
            place_bodies(bodies_m, q_tile, R, p)
            accelerate_bodies(bodies_m, v_tile, a_tile, R, p, w, alpha, acc)
            balance_bodies(bodies_m, g, R, p, w, alpha, acc, tau_tile, n_tile, f_tile)
            write_tile(tau_tile, first, tau[m])
            write_tile(n_tile.reshape(3 * nb, WIDTH), first, moment[m].reshape(frames, 3 * nb))
            write_tile(f_tile.reshape(3 * nb, WIDTH), first, force[m].reshape(frames, 3 * nb))
    return tau, moment, force
