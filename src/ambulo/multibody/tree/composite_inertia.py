"""Mass matrix by composite rigid bodies, and sparse factorisation of matrices with its pattern."""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.compilation import compiled, inner
from ambulo.math.entries import angular_at, linear_at, matrix, matrix_at, vector, vector_at
from ambulo.math.vectors import (
    Vector3,
    add,
    compose,
    cross,
    dot,
    rotate,
    scale,
    subtract,
    transpose,
)
from ambulo.multibody.tree.kinematics import motion_axes, place_bodies
from ambulo.multibody.tree.packing import Records, each_model
from ambulo.multibody.tree.tree import Tree


@inner
def factorise(dofs: Records, chain: IntArray, H: FloatArray, least: float) -> float:
    """Replace H (nv, longest) by its factors: L off the diagonal, D on the diagonal.

    Args:
        dofs, chain: of a `PackedTree`.
        H: lower half, stored by depth; overwritten.
        least: a pivot counts as zero if it is not above this value.

    Returns:
        The smallest pivot. Rows of L and D are zero if their pivot counts as zero.
    """
    lowest = np.inf
    for d in range(len(H) - 1, -1, -1):
        own = dofs[d].depth
        pivot = H[d, own]
        lowest = min(lowest, pivot)
        if pivot <= least:
            for n in range(own + 1):
                H[d, n] = 0.0
            continue
        for n in range(own - 1, -1, -1):
            factor = H[d, n] / pivot
            e = chain[d, n]
            for k in range(n + 1):
                H[e, k] -= factor * H[d, k]
            H[d, n] = factor
    return lowest


@inner
def solve_factorised(dofs: Records, chain: IntArray, H: FloatArray, x: FloatArray) -> None:
    """Replace x (nv,) by the solution of L^T D L y = x; components with a zero pivot become 0."""
    for d in range(len(x) - 1, -1, -1):
        for n in range(dofs[d].depth):
            x[chain[d, n]] -= H[d, n] * x[d]
    for d in range(len(x)):
        own = dofs[d].depth
        pivot = H[d, own]
        y = 0.0 if pivot == 0.0 else x[d] / pivot
        for n in range(own):
            y -= H[d, n] * x[chain[d, n]]
        x[d] = y


@inner
def spread(dofs: Records, chain: IntArray, H: FloatArray, out: FloatArray) -> None:
    """Fill out (nv, nv) with the symmetric matrix that H stores by depth; other entries do not
    change."""
    for d in range(len(H)):
        for n in range(dofs[d].depth + 1):
            e = chain[d, n]
            out[d, e] = H[d, n]
            out[e, d] = H[d, n]


def mass_matrix(tree: Tree, q: FloatArray) -> FloatArray:
    """Joint-space inertia M(q), by the composite-rigid-body algorithm.

    Walker & Orin (1982), method 3; Featherstone (2008), table 6.2.

    Args:
        tree: the bodies, possibly with a leading axis of models.
        q: (frames, nq) or (models, frames, nq).

    Returns:
        (frames, nv, nv), symmetric; with a leading axis of models if an argument has it.

    Raises:
        ValueError: shapes do not fit the tree.
    """
    inputs = [("q", q, (tree.nq,))]
    (M,) = each_model(
        tree, _mass_matrix, inputs, (tree.nv, tree.nv),
        of_tree=lambda packed: (packed.dofs, packed.chain),
    )  # fmt: skip
    return M


# --------------------------------------------------------------------------- one frame


@inner
def add_point_mass(moments: FloatArray, i: int, mass: float, x: float, y: float, z: float) -> None:
    """Add a point mass at (x, y, z) to row i of the moments (nb, >= 10).

    Columns: mass | first moment (3) | inertia xx, yy, zz, xy, xz, yz (entries of the tensor).
    """
    # m, m c, and m (c.c 1 - c c^T) with products of inertia as tensor entries, -m x y
    moments[i, 0] += mass
    moments[i, 1] += mass * x
    moments[i, 2] += mass * y
    moments[i, 3] += mass * z
    moments[i, 4] += mass * (y * y + z * z)
    moments[i, 5] += mass * (x * x + z * z)
    moments[i, 6] += mass * (x * x + y * y)
    moments[i, 7] -= mass * x * y
    moments[i, 8] -= mass * x * z
    moments[i, 9] -= mass * y * z


@inner
def put_body_moments(
    bodies: Records, R: FloatArray, p: FloatArray, base: Vector3, moments: FloatArray
) -> None:
    """Fill the moments (nb, 10) of each single body, about a point of the world."""
    moments[:] = 0.0
    for i in range(len(bodies)):
        body = bodies[i]
        R_i = matrix_at(R, i)
        x, y, z = subtract(add(vector_at(p, i), rotate(R_i, vector(body.com))), base)
        add_point_mass(moments, i, body.mass, x, y, z)
        # R I R^T about the mass centre, added to the point mass there (Steiner)
        inertia = compose(compose(R_i, matrix(body.inertia)), transpose(R_i))
        moments[i, 4] += inertia[0]
        moments[i, 5] += inertia[4]
        moments[i, 6] += inertia[8]
        moments[i, 7] += inertia[1]
        moments[i, 8] += inertia[2]
        moments[i, 9] += inertia[5]


@inner
def gather_moments(bodies: Records, moments: FloatArray) -> None:
    """Add each body's moments to its parent's, from the leaves inwards."""
    for i in range(len(bodies) - 1, -1, -1):
        parent = bodies[i].parent
        if parent >= 0:
            for c in range(moments.shape[1]):
                moments[parent, c] += moments[i, c]


@inner
def project_moments(
    dofs: Records,
    chain: IntArray,
    moments: FloatArray,
    S: FloatArray,
    H: FloatArray,
) -> None:
    """Fill H (nv, longest), stored by depth, with s_e^T I_d s_d for each e on the chain of d.

    Args:
        dofs, chain: of a `PackedTree`.
        moments: (nb, >= 10) composite moments, see `add_point_mass`.
        S: (nv, 6) from `motion_axes`, about the point of the moments.
        H: out.
    """
    for d in range(len(dofs)):
        b = dofs[d].body
        s, u = angular_at(S, d), linear_at(S, d)
        h = (moments[b, 1], moments[b, 2], moments[b, 3])
        xx, yy, zz = moments[b, 4], moments[b, 5], moments[b, 6]
        xy, xz, yz = moments[b, 7], moments[b, 8], moments[b, 9]
        inertia = (xx, xy, xz, xy, yy, yz, xz, yz, zz)
        # angular and linear momentum of the composite body at unit velocity
        # n = I s + h x u,  f = m u + s x h
        n = add(rotate(inertia, s), cross(h, u))
        f = add(scale(moments[b, 0], u), cross(s, h))
        for c in range(dofs[d].depth + 1):
            e = chain[d, c]
            # H_de = s_e . I^c_d s_d: Featherstone (2008), table 6.2
            H[d, c] = dot(angular_at(S, e), n) + dot(linear_at(S, e), f)


# --------------------------------------------------------------------------- all frames


@compiled
def _mass_matrix(
    bodies: Records, dofs: Records, chain: IntArray, q: FloatArray, M: FloatArray
) -> None:
    nb, nv = len(bodies), len(dofs)
    R, p, moments = np.empty((nb, 9)), np.empty((nb, 3)), np.empty((nb, 10))
    S, H = np.empty((nv, 6)), np.empty(chain.shape)
    for f in range(len(q)):
        place_bodies(bodies, q[f], R, p)
        # everything about the origin of body 0, so that composite inertias are sums
        base = vector_at(p, 0)
        put_body_moments(bodies, R, p, base, moments)
        gather_moments(bodies, moments)
        motion_axes(bodies, dofs, R, p, base, S)
        project_moments(dofs, chain, moments, S, H)
        M[f] = 0.0
        spread(dofs, chain, H, M[f])
