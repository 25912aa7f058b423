"""Inverse dynamics where every frame has a body of its own: other masses of the same skeleton.

Joint forces are linear in what each body's inertia asks for (Atkeson, An & Hollerbach 1986): that
is found with the frame's own mass, centre and inertia, eight frames side by side, and passed down
by `balance_bodies` as if bodies without mass were loaded with it.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import compiled, inner
from ambulo.math.entries import item, matrix_at, put_vector_at, vector, vector_at
from ambulo.math.lanes import WIDTH, read_tile, write_tile
from ambulo.math.vectors import Vector3, add, cross, rotate, rotate_back, scale, subtract
from ambulo.multibody.tree.kinematics import accelerate_bodies, place_bodies
from ambulo.multibody.tree.newton_euler import balance_bodies, transmit_outer
from ambulo.multibody.tree.packing import Records, over_frames, pack, whole
from ambulo.multibody.tree.tree import Tree


def inverse_dynamics_of_each(
    tree: Tree,
    q: FloatArray,
    v: FloatArray,
    a: FloatArray,
    wrench: FloatArray | None = None,
    threads: int = 1,
    out: tuple[FloatArray, FloatArray, FloatArray] | None = None,
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """As `inverse_dynamics`, frame f with the masses of model f.

    Args:
        tree: mass, com and inertia with a leading axis of the frames; p_PJ is one for all.
        q, v, a: (frames, nq), (frames, nv), (frames, nv).
        wrench: (frames, nb, 6) external moment [N*m] and force [N] at the body origins, world
            axes; none if left out.
        threads: that share the frames; results do not depend on how many, to the last bit.
        out: arrays that take the results, contiguous float64; new ones if None, which for many
            frames takes a third of the time.
    Returns:
        tau (frames, nv); moment [N*m] and force [N] (frames, nb, 3) at each joint, as
        `inverse_dynamics` gives them.

    Raises:
        ValueError: shapes do not fit the tree, models are not as many as frames, or no threads.
        TypeError: `out` cannot take the results.
    """
    nb, frames = tree.nb, len(q)
    shapes = (("mass", (frames, nb)), ("com", (frames, nb, 3)), ("inertia", (frames, nb, 3, 3)))
    for name, shape in shapes:
        if getattr(tree, name).shape != shape:
            raise ValueError(f"{name} has shape {getattr(tree, name).shape}, not {shape}")
    if threads < 1:
        raise ValueError(f"{threads} threads are asked for, but at least one is needed")
    # without mass: what is left of the tree is the same in every frame
    empty = replace(tree, mass=np.zeros(nb), com=np.zeros((nb, 3)), inertia=np.zeros((nb, 3, 3)))
    packed = pack(empty)
    q_all, v_all, a_all = over_frames(
        packed, ("q", q, (tree.nq,)), ("v", v, (tree.nv,)), ("a", a, (tree.nv,))
    )
    load = np.empty((0, nb, 6))
    if wrench is not None:
        (load,) = (x[0] for x in over_frames(packed, ("wrench", wrench, (nb, 6))))
        if len(load) != frames:
            raise ValueError(f"wrench has {len(load)} frames, not {frames}")
    inertia = whole(tree.inertia).reshape(frames, nb, 9)
    wide = (frames, tree.nv), (frames, nb, 3), (frames, nb, 3)
    found = out if out is not None else (np.empty(wide[0]), np.empty(wide[1]), np.empty(wide[2]))
    for needed, result in zip(wide, found, strict=True):
        fits = result.shape == needed and result.dtype == np.float64
        if not (fits and result.flags.c_contiguous and result.flags.writeable):
            raise TypeError(f"out must be a writeable, contiguous float64 array of shape {needed}")
    by_frame = (
        whole(tree.mass), whole(tree.com), inertia, q_all[0], v_all[0], a_all[0], load, *found
    )  # fmt: skip

    def share(part: slice) -> None:
        _inverse_dynamics_of_each(packed.bodies[0], packed.gravity, *(x[part] for x in by_frame))

    # whole tiles: a frame has the same neighbours in its lanes whoever computes it
    size = WIDTH * max(-(-frames // (WIDTH * threads)), 1)
    parts = [slice(first, first + size) for first in range(0, frames, size)]
    if threads == 1:
        share(slice(None))
    else:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(share, parts))
    return found


@inner
def _load_with_inertia(
    g: Vector3,
    mass: FloatArray,
    com: FloatArray,
    inertia: FloatArray,
    R: FloatArray,
    w: FloatArray,
    alpha: FloatArray,
    acc: FloatArray,
    moment: FloatArray,
    force: FloatArray,
) -> None:
    """Add F = m (a_c - g) and N = I alpha + w x I w + c x F of every body to moment and force.

    Args:
        mass (nb,), com (nb, 3), inertia (nb, 9): of the frame, in body axes.
        R, w, alpha, acc: motion of the bodies.
    """
    for i in range(len(mass)):
        R_i, w_i, alpha_i = matrix_at(R, i), vector_at(w, i), vector_at(alpha, i)
        # F = m (a_c - g) and N = I alpha + w x I w + c x F, as in `balance_bodies`
        c = rotate(R_i, vector_at(com, i))
        a_c = add(vector_at(acc, i), add(cross(alpha_i, c), cross(w_i, cross(w_i, c))))
        F = scale(item(mass, i), subtract(a_c, g))
        I_B = matrix_at(inertia, i)
        w_B = rotate_back(R_i, w_i)
        N_B = add(rotate(I_B, rotate_back(R_i, alpha_i)), cross(w_B, rotate(I_B, w_B)))
        put_vector_at(force, i, add(vector_at(force, i), F))
        N = add(rotate(R_i, N_B), cross(c, F))
        put_vector_at(moment, i, add(vector_at(moment, i), N))


@compiled
def _inverse_dynamics_of_each(
    bodies: Records,
    gravity: FloatArray,
    mass: FloatArray,
    com: FloatArray,
    inertia: FloatArray,
    q: FloatArray,
    v: FloatArray,
    a: FloatArray,
    wrench: FloatArray,
    tau: FloatArray,
    moment: FloatArray,
    force: FloatArray,
) -> None:
    frames, nb, nq, nv = len(q), len(bodies), q.shape[1], v.shape[1]
    g = vector(gravity)
    R, p = np.empty((nb, 9, WIDTH)), np.empty((nb, 3, WIDTH))
    w, alpha, acc = (
        np.empty((nb, 3, WIDTH)), np.empty((nb, 3, WIDTH)), np.empty((nb, 3, WIDTH))
    )  # fmt: skip
    q_tile, v_tile, a_tile = np.empty((nq, WIDTH)), np.empty((nv, WIDTH)), np.empty((nv, WIDTH))
    tau_tile = np.empty((nv, WIDTH))
    n_tile, f_tile = np.empty((nb, 3, WIDTH)), np.empty((nb, 3, WIDTH))
    m_tile, c_tile = np.empty((nb, WIDTH)), np.empty((nb, 3, WIDTH))
    i_tile = np.empty((nb, 9, WIDTH))
    # vectors and matrices of a frame as one row
    com_rows, inertia_rows = com.reshape(frames, 3 * nb), inertia.reshape(frames, 9 * nb)
    moment_rows, force_rows = moment.reshape(frames, 3 * nb), force.reshape(frames, 3 * nb)
    c_rows, i_rows = c_tile.reshape(3 * nb, WIDTH), i_tile.reshape(9 * nb, WIDTH)
    n_rows, f_rows = n_tile.reshape(3 * nb, WIDTH), f_tile.reshape(3 * nb, WIDTH)
    for first in range(0, frames, WIDTH):
        read_tile(q, first, q_tile)
        read_tile(v, first, v_tile)
        read_tile(a, first, a_tile)
        # own masses, centres and inertias lie side by side as the motion does
        read_tile(mass, first, m_tile)
        read_tile(com_rows, first, c_rows)
        read_tile(inertia_rows, first, i_rows)
        transmit_outer(wrench, first, n_tile, f_tile)
        place_bodies(bodies, q_tile, R, p)
        accelerate_bodies(bodies, v_tile, a_tile, R, p, w, alpha, acc)
        _load_with_inertia(g, m_tile, c_tile, i_tile, R, w, alpha, acc, n_tile, f_tile)
        balance_bodies(bodies, g, R, p, w, alpha, acc, tau_tile, n_tile, f_tile)
        write_tile(tau_tile, first, tau)
        write_tile(n_rows, first, moment_rows)
        write_tile(f_rows, first, force_rows)
