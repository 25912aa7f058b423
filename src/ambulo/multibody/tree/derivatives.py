"""The tangent of the recursive Newton-Euler algorithm: changes of joint forces with the motion.

One pass outwards and one pass inwards along a direction (dq, dv), with constant accelerations, give
d RNEA(q, v, a) exactly, in O(n). Carpentier & Mansard (2018) derive the same derivatives. t is the
rotation of a body. A d before a letter means its change. All are in world axes.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import compiled, inner
from ambulo.math.entries import (
    matrix,
    matrix_at,
    put_triple,
    put_vector_at,
    triple,
    vector,
    vector_at,
)
from ambulo.math.vectors import Vector3, add, cross, dot, rotate, rotate_back, scale, subtract
from ambulo.multibody.tree.composite_inertia import mass_matrix
from ambulo.multibody.tree.kinematics import accelerate_bodies, joint_frame, place_bodies
from ambulo.multibody.tree.newton_euler import balance_bodies
from ambulo.multibody.tree.packing import BALL, FREE, HINGE, SLIDE, Records, over_frames, pack
from ambulo.multibody.tree.tree import Tree

TURN, P, W, U, ALPHA, ACC, MOMENT, FORCE = range(8)
"""Rows of the changes (8, nb, 3) along a direction, world axes: rotation [rad] and position of each
body, angular velocity, velocity of the origin, their rates, moment about the origin and force that
the body needs."""


@inner
def _turned(t: Vector3, inertia_w: Vector3, I_dw: Vector3) -> Vector3:
    """Change of I w in world axes when the body turns by t: t x I w + I (dw - t x w)."""
    return add(cross(t, inertia_w), I_dw)


@inner
def tangent_outwards(
    bodies: Records,
    g: Vector3,
    v: FloatArray,
    a: FloatArray,
    R: FloatArray,
    p: FloatArray,
    motion: FloatArray,
    dq: FloatArray,
    dv: FloatArray,
    out: FloatArray,
) -> None:
    """Fill the changes of the bodies' motion, and of the force and moment that this motion needs.

    Args:
        motion: (5, nb, 3) w, alpha, acc, joint moments and forces of the undisturbed motion.
        dq, dv: (nv,) displacement of the coordinates, and change of the velocities.
        out: (8, nb, 3) receives the changes.
    """
    w, alpha, acc = motion[0], motion[1], motion[2]
    zero = (0.0, 0.0, 0.0)
    for i in range(len(bodies)):
        body = bodies[i]
        k, parent, joint = body.v_start, body.parent, body.joint
        R_i = matrix_at(R, i)
        t, dp, dw, du, dalpha, dacc = zero, zero, zero, zero, zero, zero
        w_P, t_P, dw_P = zero, zero, zero
        if parent >= 0:
            w_P, alpha_P = vector_at(w, parent), vector_at(alpha, parent)
            t_P, dw_P = vector_at(out[TURN], parent), vector_at(out[W], parent)
            dalpha_P = vector_at(out[ALPHA], parent)
            d = subtract(vector_at(p, i), vector_at(p, parent))
            t, dw, dalpha = t_P, dw_P, dalpha_P
            dd = cross(t_P, d)
        if joint in (SLIDE, FREE):
            R_J = joint_frame(bodies, i, R)
            if joint == SLIDE:
                axis = rotate(R_J, vector(body.axis))
                # displacement, velocity and its rate along the axis, at the joint's own coordinates
                dp = scale(dq[k], axis)
                rel, du = scale(v[k], axis), scale(dv[k], axis)
                rel_rate = scale(a[k], axis)
            else:
                dp = rotate(R_J, triple(dq, k))
                rel, du = rotate(R_J, triple(v, k)), rotate(R_J, triple(dv, k))
                rel_rate = rotate(R_J, triple(a, k))
            # the joint frame turns with the parent
            du = add(du, cross(t_P, rel))
            dacc = add(cross(t_P, rel_rate), scale(2.0, add(cross(dw_P, rel), cross(w_P, du))))
        if parent >= 0:
            # p_i = p_P + d;  u_i = u_P + w_P x d + rel
            dd = add(dd, dp)
            dp = add(vector_at(out[P], parent), dd)
            spin = cross(w_P, d)
            dspin = add(cross(dw_P, d), cross(w_P, dd))
            du = add(du, add(vector_at(out[U], parent), dspin))
            dacc = add(dacc, vector_at(out[ACC], parent))
            dacc = add(dacc, add(cross(dalpha_P, d), cross(alpha_P, dd)))
            dacc = add(dacc, add(cross(dw_P, spin), cross(w_P, dspin)))
        if joint in (BALL, HINGE, FREE):
            if joint == HINGE:
                axis = rotate(R_i, vector(body.axis))
                turn, nu = scale(dq[k], axis), scale(v[k], axis)
                dnu, nu_rate = scale(dv[k], axis), scale(a[k], axis)
            else:
                n = k + 3 if joint == FREE else k
                turn, nu = rotate(R_i, triple(dq, n)), rotate(R_i, triple(v, n))
                dnu, nu_rate = rotate(R_i, triple(dv, n)), rotate(R_i, triple(a, n))
            # w_i = w_P + nu, alpha_i = alpha_P + nu' + w_P x nu, nu turning with the body by t
            t = add(t, turn)
            dnu = add(dnu, cross(t, nu))
            dw = add(dw, dnu)
            dalpha = add(dalpha, cross(t, nu_rate))
            dalpha = add(dalpha, add(cross(dw_P, nu), cross(w_P, dnu)))
        put_vector_at(out[TURN], i, t)
        put_vector_at(out[P], i, dp)
        put_vector_at(out[W], i, dw)
        put_vector_at(out[U], i, du)
        put_vector_at(out[ALPHA], i, dalpha)
        put_vector_at(out[ACC], i, dacc)

        # Newton and Euler: F = m (a_c - g),  N = I alpha + w x I w + c x F
        w_i, alpha_i = vector_at(w, i), vector_at(alpha, i)
        c = rotate(R_i, vector(body.com))
        # c = R com turns with the body; I w and I alpha change as `_turned` says
        dc = cross(t, c)
        inertia = matrix(body.inertia)
        Iw = rotate(R_i, rotate(inertia, rotate_back(R_i, w_i)))
        Ialpha = rotate(R_i, rotate(inertia, rotate_back(R_i, alpha_i)))
        about = rotate(R_i, rotate(inertia, rotate_back(R_i, subtract(dalpha, cross(t, alpha_i)))))
        spinning = rotate(R_i, rotate(inertia, rotate_back(R_i, subtract(dw, cross(t, w_i)))))
        a_c = add(vector_at(acc, i), add(cross(alpha_i, c), cross(w_i, cross(w_i, c))))
        # a_c = a + alpha x c + w x (w x c), term by term
        da_c = add(dacc, add(cross(dalpha, c), cross(alpha_i, dc)))
        da_c = add(da_c, cross(dw, cross(w_i, c)))
        da_c = add(da_c, cross(w_i, add(cross(dw, c), cross(w_i, dc))))
        F = scale(body.mass, subtract(a_c, g))
        dforce = scale(body.mass, da_c)
        # d(I alpha + w x I w + c x F)
        dmoment = _turned(t, Ialpha, about)
        dmoment = add(dmoment, add(cross(dw, Iw), cross(w_i, _turned(t, Iw, spinning))))
        dmoment = add(dmoment, add(cross(dc, F), cross(c, dforce)))
        put_vector_at(out[FORCE], i, dforce)
        put_vector_at(out[MOMENT], i, dmoment)


@inner
def tangent_inwards(
    bodies: Records,
    R: FloatArray,
    p: FloatArray,
    motion: FloatArray,
    change: FloatArray,
    dtau: FloatArray,
) -> None:
    """Fill dtau (nv,) from the leaves inwards, after `tangent_outwards`.

    Args:
        change: result of `tangent_outwards`, possibly minus changes of external wrenches.
    """
    moment, force = motion[3], motion[4]
    for i in range(len(bodies) - 1, -1, -1):
        body = bodies[i]
        k, parent, joint = body.v_start, body.parent, body.joint
        R_i, t = matrix_at(R, i), vector_at(change[TURN], i)
        f_i, n_i = vector_at(force, i), vector_at(moment, i)
        df, dn = vector_at(change[FORCE], i), vector_at(change[MOMENT], i)
        # n_P += n + d x f and f_P += f, with what a moved lever arm dd adds
        t_P = (0.0, 0.0, 0.0)
        if parent >= 0:
            t_P = vector_at(change[TURN], parent)
            d = subtract(vector_at(p, i), vector_at(p, parent))
            dd = subtract(vector_at(change[P], i), vector_at(change[P], parent))
            put_vector_at(change[FORCE], parent, add(vector_at(change[FORCE], parent), df))
            lever = add(cross(dd, f_i), cross(d, df))
            up = add(vector_at(change[MOMENT], parent), add(dn, lever))
            put_vector_at(change[MOMENT], parent, up)
        # a force measured in axes that turn by t changes by -t x f as well
        dn_B = rotate_back(R_i, subtract(dn, cross(t, n_i)))
        df_J = subtract(df, cross(t_P, f_i))
        if joint == HINGE:
            dtau[k] = dot(vector(body.axis), dn_B)
        elif joint == SLIDE:
            dtau[k] = dot(rotate(joint_frame(bodies, i, R), vector(body.axis)), df_J)
        elif joint == BALL:
            put_triple(dtau, k, dn_B)
        elif joint == FREE:
            put_triple(dtau, k, rotate_back(joint_frame(bodies, i, R), df_J))
            put_triple(dtau, k + 3, dn_B)


class InverseDerivatives(NamedTuple):
    """Derivatives of tau, each (frames, nv, nv): rows for tau, columns for the variable.

    Args:
        by_q: with respect to a displacement of the coordinates (`configuration.integrate`); by_v:
            with respect to v; by_a: with respect to a, the mass matrix M.
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
            axes; none by default.

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
