"""Inverse dynamics by the recursive Newton-Euler algorithm, in world axes.

The pass outwards from the root computes the motion of each body. The pass inwards from the leaves
solves Newton's and Euler's equations of each body; its joint transmits the rest to the parent.
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
    each_model,
)
from ambulo.multibody.tree.tree import Tree


def inverse_dynamics(
    tree: Tree,
    q: FloatArray,
    v: FloatArray,
    a: FloatArray,
    wrench: FloatArray | None = None,
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Joint forces of a motion, by the recursive Newton-Euler algorithm.

        tau = M(q) a + h(q, v) - J(q)^T f

    Luh, Walker & Paul (1980); Featherstone (2008), section 5.3.

    Args:
        tree: the bodies; mass, com, inertia and p_PJ may have a leading axis of models.
        q, v, a: (frames, nq), (frames, nv), (frames, nv), or each with a leading axis of models.
        wrench: (frames, nb, 6) external moment [N*m] and force [N] at the body origins, world axes;
            none by default.

    Returns:
        tau (frames, nv), dual to v; moment (frames, nb, 3) [N*m] and force (frames, nb, 3) [N] of
        the proximal body on the distal body at each joint, about the distal body's origin, world
        axes. With a leading axis of models if an argument has it.

    Raises:
        ValueError: shapes do not fit the tree.
    """
    inputs = [
        ("q", q, (tree.nq,)), ("v", v, (tree.nv,)), ("a", a, (tree.nv,)),
        ("wrench", wrench, (tree.nb, 6)),
    ]  # fmt: skip
    tau, moment, force = each_model(
        tree, _inverse_dynamics, inputs, (tree.nv,), (tree.nb, 3), (tree.nb, 3),
        of_tree=lambda packed: (packed.gravity,),
    )  # fmt: skip
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
        tau: receives the joint forces.
        moment, force: contain minus the external wrench on each body; receive moment and force of
            the joints.
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
    """Set the moments and forces of joints (nb, 3, WIDTH) to minus the external loads.

    Args:
        wrench: (frames, nb, 6); (0, nb, 6) for no external loads.
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
    wrench: FloatArray, tau: FloatArray, moment: FloatArray, force: FloatArray,
) -> None:  # fmt: skip
    (frames, nq), nv, nb = q.shape, v.shape[1], len(bodies)
    g = vector(gravity)
    R, p = np.empty((nb, 9, WIDTH)), np.empty((nb, 3, WIDTH))
    w, alpha, acc = (
        np.empty((nb, 3, WIDTH)), np.empty((nb, 3, WIDTH)), np.empty((nb, 3, WIDTH))
    )  # fmt: skip
    q_tile, v_tile, a_tile = np.empty((nq, WIDTH)), np.empty((nv, WIDTH)), np.empty((nv, WIDTH))
    tau_tile = np.empty((nv, WIDTH))
    n_tile, f_tile = np.empty((nb, 3, WIDTH)), np.empty((nb, 3, WIDTH))
    for first in range(0, frames, WIDTH):
        # eight frames side by side; the last ones fill the lanes beyond the end
        read_tile(q, first, q_tile)
        read_tile(v, first, v_tile)
        read_tile(a, first, a_tile)
        transmit_outer(wrench, first, n_tile, f_tile)
        place_bodies(bodies, q_tile, R, p)
        accelerate_bodies(bodies, v_tile, a_tile, R, p, w, alpha, acc)
        balance_bodies(bodies, g, R, p, w, alpha, acc, tau_tile, n_tile, f_tile)
        write_tile(tau_tile, first, tau)
        write_tile(n_tile.reshape(3 * nb, WIDTH), first, moment.reshape(frames, 3 * nb))
        write_tile(f_tile.reshape(3 * nb, WIDTH), first, force.reshape(frames, 3 * nb))
