"""Energy, momentum and centre of mass of a whole tree."""

from __future__ import annotations

from typing import Literal

import numpy as np

from ambulo.math.arrays import FloatArray, vector_product
from ambulo.math.compilation import compiled
from ambulo.math.entries import matrix, matrix_at, vector, vector_at
from ambulo.math.vector_arrays import turned
from ambulo.math.vectors import add, cross, dot, rotate, rotate_back, scale
from ambulo.multibody.tree.kinematics import (
    body_velocities,
    forward_kinematics,
    move_bodies,
    place_bodies,
)
from ambulo.multibody.tree.packing import Records, each_model
from ambulo.multibody.tree.tree import Tree


def kinetic_energy(tree: Tree, q: FloatArray, v: FloatArray) -> FloatArray:
    """Kinetic energy, sum of m |v_c|^2 / 2 + w^T I w / 2 over the bodies.

    Args:
        tree: the bodies, possibly with a leading axis of models.
        q, v: (frames, nq), (frames, nv), or each with a leading axis of models.

    Returns:
        (frames,) J; with a leading axis of models if an argument has it.

    Raises:
        ValueError: shapes do not fit the tree.
    """
    return _totals(tree, q, v)[..., 10]


def potential_energy(tree: Tree, q: FloatArray) -> FloatArray:
    """Potential energy in the tree's gravity; it is zero if the centre of mass is at the world
    origin.

    Args:
        tree: the bodies, possibly with a leading axis of models.
        q: (frames, nq) or (models, frames, nq).

    Returns:
        (frames,) J; with a leading axis of models if an argument has it.

    Raises:
        ValueError: shapes do not fit the tree.
    """
    first_moment = _totals(tree, q, _at_rest(tree, q))[..., 1:4]
    return np.asarray(-(first_moment @ tree.gravity))


def centre_of_mass(
    tree: Tree, q: FloatArray, v: FloatArray | None = None
) -> tuple[FloatArray, FloatArray]:
    """Position and velocity of the whole tree's centre of mass.

    Args:
        tree: the bodies, possibly with a leading axis of models.
        q, v: (frames, nq), (frames, nv), or each with a leading axis of models; at rest by default.

    Returns:
        Position (frames, 3) [m] and velocity (frames, 3) [m/s], world frame; with a leading axis of
        models if an argument has it.

    Raises:
        ValueError: shapes do not fit the tree.
    """
    R, p = forward_kinematics(tree, q)
    com = tree.com if tree.com.ndim == 2 else tree.com[:, None]
    arm = turned(R, com)
    share = tree.mass / tree.mass.sum(axis=-1, keepdims=True)
    share = share[..., None] if share.ndim == 1 else share[:, None, :, None]
    position = np.asarray((share * (p + arm)).sum(axis=-2))
    if v is None:
        return position, np.zeros_like(position)
    w, u = body_velocities(tree, q, v)
    return position, np.asarray((share * (u + vector_product(w, arm))).sum(axis=-2))


def momentum(
    tree: Tree,
    q: FloatArray,
    v: FloatArray,
    about: Literal["origin", "centre of mass"] = "origin",
) -> tuple[FloatArray, FloatArray]:
    """Angular and linear momentum of the whole tree, world axes.

    Args:
        tree: the bodies, possibly with a leading axis of models.
        q, v: (frames, nq), (frames, nv), or each with a leading axis of models.
        about: point of the angular momentum: the world's origin, or the tree's centre of mass.

    Returns:
        Angular momentum (frames, 3) [N*m*s] and linear momentum (frames, 3) [N*s]; with a leading
        axis of models if an argument has it.

    Raises:
        ValueError: shapes do not fit the tree, or `about` is neither of the two points.
    """
    totals = _totals(tree, q, v)
    linear, angular = totals[..., 4:7], totals[..., 7:10]
    if about == "origin":
        return angular, linear
    if about != "centre of mass":
        raise ValueError(f'about must be "origin" or "centre of mass", not {about!r}')
    return angular - np.cross(totals[..., 1:4] / totals[..., :1], linear), linear


def _at_rest(tree: Tree, q: FloatArray) -> FloatArray:
    return np.zeros((*np.shape(q)[:-1], tree.nv))


def _totals(tree: Tree, q: FloatArray, v: FloatArray) -> FloatArray:
    inputs = [("q", q, (tree.nq,)), ("v", v, (tree.nv,))]
    (totals,) = each_model(tree, _sum_bodies, inputs, (11,))
    return totals


@compiled
def _sum_bodies(bodies: Records, q: FloatArray, v: FloatArray, out: FloatArray) -> None:
    """Fill (frames, 11): mass | first moment | linear, angular momentum | kinetic energy."""
    nb = len(bodies)
    R, p, w, u = np.empty((nb, 9)), np.empty((nb, 3)), np.empty((nb, 3)), np.empty((nb, 3))
    out[:] = 0.0
    for f in range(len(q)):
        place_bodies(bodies, q[f], R, p)
        move_bodies(bodies, v[f], R, p, w, u)
        for i in range(nb):
            body = bodies[i]
            R_i = matrix_at(R, i)
            # of the mass centre x_c: P = m u_c, and L = I w + x_c x P about the origin
            c = rotate(R_i, vector(body.com))
            at = add(vector_at(p, i), c)
            u_c = add(vector_at(u, i), cross(vector_at(w, i), c))
            P = scale(body.mass, u_c)
            w_B = rotate_back(R_i, vector_at(w, i))
            spin = rotate(matrix(body.inertia), w_B)
            L = add(rotate(R_i, spin), cross(at, P))
            out[f, 0] += body.mass
            for k in range(3):
                out[f, 1 + k] += body.mass * at[k]
                out[f, 4 + k] += P[k]
                out[f, 7 + k] += L[k]
            # T = m u_c^2 / 2 + w^T I w / 2
            out[f, 10] += 0.5 * (dot(P, u_c) + dot(w_B, spin))
