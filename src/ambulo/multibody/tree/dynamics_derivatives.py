"""Derivatives of inverse dynamics of a tree by its motion.

With tau = RNEA(q, v, a): d tau / d a = M, and the derivatives by q and v are tangent passes of the
same recursion (Carpentier & Mansard 2018, section IV).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import compiled
from ambulo.math.entries import vector
from ambulo.multibody.tree.composite_inertia import mass_matrix
from ambulo.multibody.tree.derivatives import tangent_inwards, tangent_outwards
from ambulo.multibody.tree.kinematics import accelerate_bodies, place_bodies
from ambulo.multibody.tree.newton_euler import balance_bodies
from ambulo.multibody.tree.packing import Records, over_frames, pack
from ambulo.multibody.tree.tree import Tree


class InverseDerivatives(NamedTuple):
    """Derivatives of tau, each (frames, nv, nv): row of tau, column of the variable.

    Args:
        by_q: by a displacement of the coordinates (`configuration.integrate`); by_v; by_a: M.
    """

    by_q: FloatArray
    by_v: FloatArray
    by_a: FloatArray


def inverse_dynamics_derivatives(
    tree: Tree, q: FloatArray, v: FloatArray, a: FloatArray, wrench: FloatArray | None = None
) -> InverseDerivatives:
    """Derivatives of `newton_euler.inverse_dynamics`.

    Args:
        tree: one model.
        q, v, a: (frames, nq), (frames, nv), (frames, nv).
        wrench: (frames, nb, 6) external moment and force at the body origins, constant in world
            axes; none if left out.

    Raises:
        ValueError: shapes do not fit the tree, or it has several models.
    """
    packed = pack(tree)
    acting = np.zeros((len(q), tree.nb, 6)) if wrench is None else wrench
    q_all, v_all, a_all, w_all = over_frames(
        packed, ("q", q, (tree.nq,)), ("v", v, (tree.nv,)), ("a", a, (tree.nv,)),
        ("wrench", acting, (tree.nb, 6)),
    )  # fmt: skip
    if len(packed.bodies) != 1 or len(q_all) != 1:
        raise ValueError("the tree has several models; derivatives need a tree of one model")
    by_q, by_v = _derivatives(
        packed.bodies[0], packed.gravity, q_all[0], v_all[0], a_all[0], w_all[0]
    )
    return InverseDerivatives(by_q, by_v, mass_matrix(tree, q))


@compiled
def _derivatives(
    bodies: Records, gravity: FloatArray, q: FloatArray, v: FloatArray, a: FloatArray,
    wrench: FloatArray,
) -> tuple[FloatArray, FloatArray]:  # fmt: skip
    frames, nv, nb = len(q), v.shape[1], len(bodies)
    g = vector(gravity)
    R, p = np.empty((nb, 9)), np.empty((nb, 3))
    motion, change = np.empty((5, nb, 3)), np.empty((8, nb, 3))
    tau, direction, still = np.empty(nv), np.zeros(nv), np.zeros(nv)
    by_q, by_v = np.empty((frames, nv, nv)), np.empty((frames, nv, nv))
    for f in range(frames):
        # the motion that they are taken at; motion[3:] are the joints' moments and forces
        place_bodies(bodies, q[f], R, p)
        accelerate_bodies(bodies, v[f], a[f], R, p, motion[0], motion[1], motion[2])
        for i in range(nb):
            for c in range(3):
                motion[3, i, c] = -wrench[f, i, c]
                motion[4, i, c] = -wrench[f, i, 3 + c]
        balance_bodies(bodies, g, R, p, motion[0], motion[1], motion[2], tau, motion[3], motion[4])
        for d in range(nv):
            # column d: the tangent pass along a unit change of q (by 0) or of v (by 1)
            direction[d] = 1.0
            for by in range(2):
                dq, dv = (direction, still) if by == 0 else (still, direction)
                tangent_outwards(bodies, g, v[f], a[f], R, p, motion, dq, dv, change)
                tangent_inwards(bodies, R, p, motion, change, tau)
                out = by_q[f] if by == 0 else by_v[f]
                for e in range(nv):
                    out[e, d] = tau[e]
            direction[d] = 0.0
    return by_q, by_v
