"""How a fitted model's markers follow small changes of the measured ones: the fit to first order.

Where a posture fits its markers, J^T W J + C is the whole second derivative of the fit's cost (see
`marker_equations`), and markers that move by s take the posture along by
(J^T W J + C)^-1 J^T W s and the model's own markers by J times that.
"""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.compilation import compiled
from ambulo.math.entries import matrix_at, put_vector_at, vector_at
from ambulo.math.vectors import add, cross, rotate
from ambulo.mocap.fit.marker_equations import add_prior, assemble, damped_step
from ambulo.multibody.tree.configuration import difference_one
from ambulo.multibody.tree.kinematics import move_bodies, place_bodies
from ambulo.multibody.tree.packing import Records, pack, whole
from ambulo.multibody.tree.tree import Tree

__all__ = ["followed_change"]


def followed_change(
    tree: Tree,
    marker_body: IntArray,
    marker_local: FloatArray,
    weight: FloatArray,
    prior_weight: FloatArray,
    q_prior: FloatArray,
    q: FloatArray,
    change: FloatArray,
) -> FloatArray:
    """Changes (frames, nm, 3) m of the model's markers as those that it is fitted to change.

    A direction that neither markers nor prior determine does not move.

    Args:
        tree, marker_body, marker_local, weight, prior_weight, q_prior: as `fit_markers`.
        q: (frames, nq) postures that fit.
        change: (frames, nm, 3) m, of the measured markers.
    """
    packed = pack(tree)
    moved = np.empty_like(change)
    _follow(
        packed.bodies[0], packed.dofs, packed.chain, marker_body, whole(marker_local),
        whole(weight), whole(prior_weight), whole(q_prior), whole(q), whole(change), moved,
    )  # fmt: skip
    return moved


@compiled
def _follow(
    bodies: Records,
    dofs: Records,
    chain: IntArray,
    marker_body: IntArray,
    marker_local: FloatArray,
    weight: FloatArray,
    prior: FloatArray,
    q_prior: FloatArray,
    q: FloatArray,
    change: FloatArray,
    moved: FloatArray,
) -> None:
    nm, nb, nv, longest = len(marker_body), len(bodies), len(prior), chain.shape[1]
    R, p, placed, shifted = (
        np.empty((nb, 9)), np.empty((nb, 3)), np.empty((nm, 3)), np.empty((nm, 3)),
    )  # fmt: skip
    moments, S = np.empty((nb, 22)), np.empty((nv, 6))
    H, L = np.empty((nv, longest)), np.empty((nv, longest))
    g, unused, away, dv = np.empty(nv), np.empty(nv), np.empty(nv), np.empty(nv)
    w, u = np.empty((nb, 3)), np.empty((nb, 3))
    for f in range(len(q)):
        place_bodies(bodies, q[f], R, p)
        for k in range(nm):
            b = marker_body[k]
            at = add(vector_at(p, b), rotate(matrix_at(R, b), vector_at(marker_local, k)))
            put_vector_at(placed, k, at)
            put_vector_at(shifted, k, add(at, vector_at(change[f], k)))
        # g = J^T W s; the prior pulls before and after, so that only its stiffness counts
        assemble(bodies, dofs, chain, marker_body, weight, shifted, R, p, placed, moments, S, H, g)
        difference_one(bodies, q_prior, q[f], away)
        unused[:] = 0.0
        add_prior(bodies, dofs, prior, away, bool(1), H, unused)
        damped_step(dofs, chain, H, g, 0.0, L, dv)
        # J dv: velocities of the markers at the rate dv
        move_bodies(bodies, dv, R, p, w, u)
        for k in range(nm):
            b = marker_body[k]
            arm = rotate(matrix_at(R, b), vector_at(marker_local, k))
            put_vector_at(moved[f], k, add(vector_at(u, b), cross(vector_at(w, b), arm)))
