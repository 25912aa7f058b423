"""Rigid segments with inertia and joint rotation, on the tree kernels, with exact variations.

The nominal acceleration is that of the composite-rigid-body and Newton-Euler algorithms. The
variations come from the same equations: with a held, M da = -d(RNEA(q, v, a)) along each direction,
so each variation is one tangent pass of Newton-Euler and one substitution with M's factors.
State: q with quaternions, v; a variation is (dq, dv) with dq the displacement in joint velocities.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.compilation import inner
from ambulo.math.quaternions import log_one, multiply_one
from ambulo.math.vectors import (
    Vector3,
    add,
    compose,
    cross,
    dot,
    matrix,
    matrix_at,
    put_vector_at,
    rotate,
    rotate_back,
    scale,
    subtract,
    transpose,
    vector,
    vector_at,
)
from ambulo.multibody.tree.composite_inertia import add_point_mass, gather_moments, project_moments
from ambulo.multibody.tree.kinematics import (
    accelerate_bodies,
    joint_frame,
    motion_axes,
    place_bodies,
)
from ambulo.multibody.tree.newton_euler import balance_bodies
from ambulo.multibody.tree.packing import BALL, FREE, HINGE, SLIDE, Records, pack
from ambulo.multibody.tree.tree import Tree
from ambulo.multibody.tree.tree_factorisation import factorise, solve_factorised

__all__ = [
    "PassiveTree",
    "energies",
    "error_variation",
    "pack_tree",
    "scratch",
    "stabilise",
    "state_rate",
    "target_error",
]


class PassiveTree(NamedTuple):
    """A tree of rigid bodies with passive joints, as the compiled loops take it.

    Args:
        bodies, dofs, chain, gravity: of a `PackedTree`, one model.
        nq: entries of q.
        viscosity: (nv,) N*m*s/rad or N*s/m, a force -viscosity * v on every degree of freedom.
        stiffness: (nv,) N*m/rad or N/m, of hinges and slides, from `rest` on.
        rest: (nv,) coordinate at which the elastic moment of a hinge or slide vanishes.
    """

    bodies: Records
    dofs: Records
    chain: IntArray
    gravity: FloatArray
    nq: int
    viscosity: FloatArray
    stiffness: FloatArray
    rest: FloatArray


class Scratch(NamedTuple):
    """Work arrays of one evaluation."""

    R: FloatArray
    p: FloatArray
    motion: FloatArray
    moments: FloatArray
    S: FloatArray
    H: FloatArray
    tau: FloatArray
    tangent: FloatArray


def pack_tree(
    tree: Tree,
    viscosity: FloatArray | None = None,
    stiffness: FloatArray | None = None,
    rest: FloatArray | None = None,
) -> PassiveTree:
    """Lay a tree out for the compiled loops.

    Args:
        tree: one model.
        viscosity, stiffness, rest: (nv,) as in `PassiveTree`; zeros if left out.

    Raises:
        ValueError: the tree has several models or does not fit together.
    """
    packed = pack(tree)
    if len(packed.bodies) != 1:
        raise ValueError("a ballistic movement has one model, not several")
    return PassiveTree(
        bodies=packed.bodies[0],
        dofs=packed.dofs,
        chain=packed.chain,
        gravity=packed.gravity,
        nq=tree.nq,
        viscosity=_of_dofs(viscosity, tree.nv),
        stiffness=_of_dofs(stiffness, tree.nv),
        rest=_of_dofs(rest, tree.nv),
    )


def _of_dofs(x: FloatArray | None, nv: int) -> FloatArray:
    return np.zeros(nv) if x is None else np.array(np.broadcast_to(x, (nv,)), dtype=np.float64)


@inner
def scratch(system: PassiveTree) -> Scratch:
    """Work arrays of `state_rate`."""
    nb, nv = len(system.bodies), len(system.dofs)
    return Scratch(
        R=np.empty((nb, 9)),
        p=np.empty((nb, 3)),
        motion=np.empty((5, nb, 3)),
        moments=np.empty((nb, 10)),
        S=np.empty((nv, 6)),
        H=np.empty(system.chain.shape),
        tau=np.empty(nv),
        tangent=np.empty((8, nb, 3)),
    )


@inner
def stabilise(system: PassiveTree, y: FloatArray) -> None:
    """Bring every quaternion in y back to unit length."""
    for i in range(len(system.bodies)):
        body = system.bodies[i]
        if body.joint == BALL or body.joint == FREE:
            k = body.q_start + (3 if body.joint == FREE else 0)
            square = 0.0
            for c in range(4):
                square += y[k + c] * y[k + c]
            for c in range(4):
                y[k + c] /= math.sqrt(square)


@inner
def energies(system: PassiveTree, y: FloatArray) -> tuple[float, float]:
    """Kinetic and potential energy [J] of the state y = (q, v)."""
    bodies = system.bodies
    nb, nv = len(bodies), len(system.dofs)
    v = y[system.nq : system.nq + nv]
    R, p = np.empty((nb, 9)), np.empty((nb, 3))
    S = np.empty((nv, 6))
    place_bodies(bodies, y[: system.nq], R, p)
    kinetic, potential = 0.0, 0.0
    for i in range(nb):
        body = bodies[i]
        at = add(vector_at(p, i), rotate(matrix_at(R, i), vector(body.com)))
        potential -= body.mass * dot(vector(system.gravity), at)
        motion_axes(bodies, system.dofs, R, p, at, S)
        w, u = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
        j = i
        while j >= 0:  # every degree of freedom between the body and the world
            for d in range(nv):
                if system.dofs[d].body == j:
                    w = add(w, scale(v[d], (S[d, 0], S[d, 1], S[d, 2])))
                    u = add(u, scale(v[d], (S[d, 3], S[d, 4], S[d, 5])))
            j = bodies[j].parent
        w_B = rotate_back(matrix_at(R, i), w)
        kinetic += 0.5 * body.mass * dot(u, u)
        kinetic += 0.5 * dot(w_B, rotate(matrix(body.inertia), w_B))
        if body.joint == HINGE or body.joint == SLIDE:
            stretch = y[body.q_start] - system.rest[body.v_start]
            potential += 0.5 * system.stiffness[body.v_start] * stretch * stretch
    return kinetic, potential


@inner
def _coordinate_rates(system: PassiveTree, q: FloatArray, v: FloatArray, dq: FloatArray) -> None:
    for i in range(len(system.bodies)):
        body = system.bodies[i]
        k, n = body.q_start, body.v_start
        if body.joint == HINGE or body.joint == SLIDE:
            dq[k] = v[n]
        if body.joint == FREE:
            for c in range(3):
                dq[k + c] = v[n + c]
            k += 3
            n += 3
        if body.joint == BALL or body.joint == FREE:
            rate = multiply_one(
                (q[k], q[k + 1], q[k + 2], q[k + 3]), (0.0, v[n], v[n + 1], v[n + 2])
            )
            for c in range(4):
                dq[k + c] = 0.5 * rate[c]


@inner
def state_rate(system: PassiveTree, y: FloatArray, dy: FloatArray, work: Scratch) -> None:
    """Fill dy with the rate of y: q, v, then any number of variations dq, dv (nv each).

    Args:
        system: the tree.
        y: (nq + nv + 2 nv m,) state and m variations of it.
        dy: like y.
        work: from `scratch`.
    """
    bodies, dofs = system.bodies, system.dofs
    nq, nv = system.nq, len(dofs)
    q, v, a = y[:nq], y[nq : nq + nv], dy[nq : nq + nv]
    R, p = work.R, work.p
    w, alpha, acc = work.motion[0], work.motion[1], work.motion[2]
    moment, force = work.motion[3], work.motion[4]
    _coordinate_rates(system, q, v, dy)

    # h(q, v): what the joints would transmit if nothing accelerated
    a[:] = 0.0
    moment[:] = 0.0
    force[:] = 0.0
    place_bodies(bodies, q, R, p)
    accelerate_bodies(bodies, v, a, R, p, w, alpha, acc)
    g = vector(system.gravity)
    balance_bodies(bodies, g, R, p, w, alpha, acc, work.tau, moment, force)

    base = vector_at(p, 0)
    work.moments[:] = 0.0
    for i in range(len(bodies)):
        body = bodies[i]
        R_i = matrix_at(R, i)
        x, z, s = subtract(add(vector_at(p, i), rotate(R_i, vector(body.com))), base)
        add_point_mass(work.moments, i, body.mass, x, z, s)
        inertia = compose(compose(R_i, matrix(body.inertia)), transpose(R_i))
        work.moments[i, 4] += inertia[0]
        work.moments[i, 5] += inertia[4]
        work.moments[i, 6] += inertia[8]
        work.moments[i, 7] += inertia[1]
        work.moments[i, 8] += inertia[2]
        work.moments[i, 9] += inertia[5]
    gather_moments(bodies, work.moments)
    motion_axes(bodies, dofs, R, p, base, work.S)
    project_moments(dofs, system.chain, work.moments, work.S, work.H)
    for d in range(nv):
        a[d] = -work.tau[d] - system.viscosity[d] * v[d]
    for i in range(len(bodies)):
        body = bodies[i]
        if body.joint == HINGE or body.joint == SLIDE:
            d = body.v_start
            a[d] -= system.stiffness[d] * (q[body.q_start] - system.rest[d])
    if factorise(dofs, system.chain, work.H, 0.0) <= 0.0:
        a[:] = math.nan
    solve_factorised(dofs, system.chain, work.H, a)

    if len(y) > nq + nv:
        accelerate_bodies(bodies, v, a, R, p, w, alpha, acc)
        moment[:] = 0.0
        force[:] = 0.0
        balance_bodies(bodies, g, R, p, w, alpha, acc, work.tau, moment, force)
        for m in range((len(y) - nq - nv) // (2 * nv)):
            at = nq + nv + 2 * nv * m
            _variation(
                system,
                v,
                a,
                work,
                y[at : at + nv],
                y[at + nv : at + 2 * nv],
                dy[at : at + nv],
                dy[at + nv : at + 2 * nv],
            )


@inner
def _turned(t: Vector3, inertia_w: Vector3, I_dw: Vector3) -> Vector3:
    """Change of I w in world axes when the body turns by t: t x I w + I (dw - t x w)."""
    return add(cross(t, inertia_w), I_dw)


@inner
def _variation(
    system: PassiveTree,
    v: FloatArray,
    a: FloatArray,
    work: Scratch,
    dq: FloatArray,
    dv: FloatArray,
    rate: FloatArray,
    da: FloatArray,
) -> None:
    """Fill rate and da (nv,) of the variation dq, dv around the motion held in `work`.

    t is the turn of a body, and d before a letter its change, all in world axes.
    """
    bodies = system.bodies
    R, p = work.R, work.p
    w, alpha, acc = work.motion[0], work.motion[1], work.motion[2]
    moment, force = work.motion[3], work.motion[4]
    T, dP, dW = work.tangent[0], work.tangent[1], work.tangent[2]
    dAlpha, dAcc = work.tangent[3], work.tangent[4]
    dN, dF = work.tangent[5], work.tangent[6]
    zero = (0.0, 0.0, 0.0)

    for i in range(len(bodies)):
        body = bodies[i]
        k, parent, joint = body.v_start, body.parent, body.joint
        R_i = matrix_at(R, i)
        t, dp, dw, dalpha, dacc = zero, zero, zero, zero, zero
        w_P = zero
        t_P, dw_P = zero, zero
        if parent >= 0:
            w_P, alpha_P = vector_at(w, parent), vector_at(alpha, parent)
            t_P, dw_P = vector_at(T, parent), vector_at(dW, parent)
            dalpha_P = vector_at(dAlpha, parent)
            d = subtract(vector_at(p, i), vector_at(p, parent))
            t, dw, dalpha = t_P, dw_P, dalpha_P
            dd = cross(t_P, d)
        if joint in (SLIDE, FREE):
            R_J = joint_frame(bodies, i, R)
            if joint == SLIDE:
                axis = rotate(R_J, vector(body.axis))
                shift = scale(dq[k], axis)
                u, du = scale(v[k], axis), scale(dv[k], axis)
                u_rate = scale(a[k], axis)
            else:
                shift = rotate(R_J, (dq[k], dq[k + 1], dq[k + 2]))
                u = rotate(R_J, (v[k], v[k + 1], v[k + 2]))
                du = rotate(R_J, (dv[k], dv[k + 1], dv[k + 2]))
                u_rate = rotate(R_J, (a[k], a[k + 1], a[k + 2]))
            # the joint frame turns with the parent
            du = add(du, cross(t_P, u))
            dacc = add(cross(t_P, u_rate), scale(2.0, add(cross(dw_P, u), cross(w_P, du))))
            dp = shift
        if parent >= 0:
            dd = add(dd, dp)
            dp = add(vector_at(dP, parent), dd)
            spin = cross(w_P, d)
            dspin = add(cross(dw_P, d), cross(w_P, dd))
            dacc = add(dacc, vector_at(dAcc, parent))
            dacc = add(dacc, add(cross(dalpha_P, d), cross(alpha_P, dd)))
            dacc = add(dacc, add(cross(dw_P, spin), cross(w_P, dspin)))
        if joint in (BALL, HINGE, FREE):
            if joint == HINGE:
                axis = rotate(R_i, vector(body.axis))
                turn, nu = scale(dq[k], axis), scale(v[k], axis)
                dnu, nu_rate = scale(dv[k], axis), scale(a[k], axis)
            else:
                n = k + 3 if joint == FREE else k
                turn = rotate(R_i, (dq[n], dq[n + 1], dq[n + 2]))
                nu = rotate(R_i, (v[n], v[n + 1], v[n + 2]))
                dnu = rotate(R_i, (dv[n], dv[n + 1], dv[n + 2]))
                nu_rate = rotate(R_i, (a[n], a[n + 1], a[n + 2]))
            t = add(t, turn)
            dnu = add(dnu, cross(t, nu))
            dw = add(dw, dnu)
            dalpha = add(dalpha, cross(t, nu_rate))
            dalpha = add(dalpha, add(cross(dw_P, nu), cross(w_P, dnu)))
        put_vector_at(T, i, t)
        put_vector_at(dP, i, dp)
        put_vector_at(dW, i, dw)
        put_vector_at(dAlpha, i, dalpha)
        put_vector_at(dAcc, i, dacc)

        w_i, alpha_i = vector_at(w, i), vector_at(alpha, i)
        c = rotate(R_i, vector(body.com))
        dc = cross(t, c)
        inertia = matrix(body.inertia)
        Iw = rotate(R_i, rotate(inertia, rotate_back(R_i, w_i)))
        Ialpha = rotate(R_i, rotate(inertia, rotate_back(R_i, alpha_i)))
        about = rotate(R_i, rotate(inertia, rotate_back(R_i, subtract(dalpha, cross(t, alpha_i)))))
        spinning = rotate(R_i, rotate(inertia, rotate_back(R_i, subtract(dw, cross(t, w_i)))))
        a_c = add(vector_at(acc, i), add(cross(alpha_i, c), cross(w_i, cross(w_i, c))))
        da_c = add(dacc, add(cross(dalpha, c), cross(alpha_i, dc)))
        da_c = add(da_c, cross(dw, cross(w_i, c)))
        da_c = add(da_c, cross(w_i, add(cross(dw, c), cross(w_i, dc))))
        F = scale(body.mass, subtract(a_c, vector(system.gravity)))
        dforce = scale(body.mass, da_c)
        dmoment = _turned(t, Ialpha, about)
        dmoment = add(dmoment, add(cross(dw, Iw), cross(w_i, _turned(t, Iw, spinning))))
        dmoment = add(dmoment, add(cross(dc, F), cross(c, dforce)))
        put_vector_at(dF, i, dforce)
        put_vector_at(dN, i, dmoment)

    for i in range(len(bodies) - 1, -1, -1):
        body = bodies[i]
        k, parent, joint = body.v_start, body.parent, body.joint
        R_i, t = matrix_at(R, i), vector_at(T, i)
        f_i, n_i = vector_at(force, i), vector_at(moment, i)
        df, dn = vector_at(dF, i), vector_at(dN, i)
        t_P = zero
        if parent >= 0:
            t_P = vector_at(T, parent)
            d = subtract(vector_at(p, i), vector_at(p, parent))
            dd = subtract(vector_at(dP, i), vector_at(dP, parent))
            put_vector_at(dF, parent, add(vector_at(dF, parent), df))
            lever = add(cross(dd, f_i), cross(d, df))
            put_vector_at(dN, parent, add(vector_at(dN, parent), add(dn, lever)))
        # a force measured in axes that turn by t changes by -t x f as well
        dn_B = rotate_back(R_i, subtract(dn, cross(t, n_i)))
        df_J = subtract(df, cross(t_P, f_i))
        if joint == HINGE:
            da[k] = -dot(vector(body.axis), dn_B)
            da[k] -= system.viscosity[k] * dv[k] + system.stiffness[k] * dq[k]
            rate[k] = dv[k]
        elif joint == SLIDE:
            da[k] = -dot(rotate(joint_frame(bodies, i, R), vector(body.axis)), df_J)
            da[k] -= system.viscosity[k] * dv[k] + system.stiffness[k] * dq[k]
            rate[k] = dv[k]
        if joint == FREE:
            df_B = rotate_back(joint_frame(bodies, i, R), df_J)
            for n in range(3):
                da[k + n] = -df_B[n] - system.viscosity[k + n] * dv[k + n]
                rate[k + n] = dv[k + n]
            k += 3
        if joint in (BALL, FREE):
            # q exp(dq) moves on with v + dv: dq' = dv - v x dq
            nu, turn = (v[k], v[k + 1], v[k + 2]), (dq[k], dq[k + 1], dq[k + 2])
            drift = cross(nu, turn)
            for n in range(3):
                da[k + n] = -dn_B[n] - system.viscosity[k + n] * dv[k + n]
                rate[k + n] = dv[k + n] - drift[n]
    solve_factorised(system.dofs, system.chain, work.H, da)


@inner
def target_error(
    system: PassiveTree, y: FloatArray, target: FloatArray, basis: FloatArray, e: FloatArray
) -> None:
    """Fill e (nv,) [rad, m]: the displacement of every joint from the target, the short way.

    Args:
        system: the tree.
        y: (>= nq,) the posture q first; target: (nq,) posture aimed at.
        basis: not used.
        e: filled.
    """
    for i in range(len(system.bodies)):
        body = system.bodies[i]
        k, n = body.q_start, body.v_start
        if body.joint == HINGE or body.joint == SLIDE:
            e[n] = y[k] - target[k]
        if body.joint == FREE:
            for c in range(3):
                e[n + c] = y[k + c] - target[k + c]
            k += 3
            n += 3
        if body.joint == BALL or body.joint == FREE:
            turn = log_one(
                multiply_one(
                    (target[k], -target[k + 1], -target[k + 2], -target[k + 3]),
                    (y[k], y[k + 1], y[k + 2], y[k + 3]),
                )
            )
            for c in range(3):
                e[n + c] = turn[c]


@inner
def error_variation(
    system: PassiveTree,
    y: FloatArray,
    target: FloatArray,
    basis: FloatArray,
    dq: FloatArray,
    de: FloatArray,
) -> None:
    """Fill de (nv,) with the change of `target_error` when the posture moves by dq (nv,).

    For a rotation by its inverse right Jacobian (Chirikjian 2012, 10.86).
    """
    for i in range(len(system.bodies)):
        body = system.bodies[i]
        k, n = body.q_start, body.v_start
        if body.joint == HINGE or body.joint == SLIDE:
            de[n] = dq[n]
        if body.joint == FREE:
            for c in range(3):
                de[n + c] = dq[n + c]
            k += 3
            n += 3
        if body.joint == BALL or body.joint == FREE:
            turn = log_one(
                multiply_one(
                    (target[k], -target[k + 1], -target[k + 2], -target[k + 3]),
                    (y[k], y[k + 1], y[k + 2], y[k + 3]),
                )
            )
            d = (dq[n], dq[n + 1], dq[n + 2])
            angle = math.sqrt(dot(turn, turn))
            factor = 1.0 / 12.0
            if angle > 1e-3:
                factor = (1.0 - 0.5 * angle / math.tan(0.5 * angle)) / (angle * angle)
            once = cross(turn, d)
            change = add(d, add(scale(0.5, once), scale(factor, cross(turn, once))))
            for c in range(3):
                de[n + c] = change[c]
