"""Forward dynamics by the articulated-body algorithm, O(n), in world axes.

Spatial quantities (angular above linear) are about one point, the origin of body 0, in world axes.
The degrees of freedom of a joint are eliminated one after the other. Each degree of freedom removes
its part D^-1 U U^T from the articulated inertia before the next is eliminated. The result is the
same as that of a block elimination.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import borrowing, compiled, inner
from ambulo.math.entries import (
    angular_at,
    linear_at,
    matrix,
    matrix_at,
    put_matrix_at,
    put_spatial_at,
    vector,
    vector_at,
)
from ambulo.math.shaped import allocator
from ambulo.math.vectors import (
    Vector3,
    add,
    add_matrices,
    compose,
    cross,
    dot,
    less_outer,
    rotate,
    rotate_back,
    scale,
    subtract,
    transpose,
)
from ambulo.multibody.tree.kinematics import motion_axes, place_bodies
from ambulo.multibody.tree.packing import Records, each_model
from ambulo.multibody.tree.tree import Tree


def forward_dynamics(
    tree: Tree, q: FloatArray, v: FloatArray, tau: FloatArray, wrench: FloatArray | None = None
) -> FloatArray:
    """Accelerations from joint forces, by the articulated-body algorithm.

    Featherstone (1983); Featherstone (2008), table 7.1.

    Args:
        tree: the bodies, possibly with a leading axis of models.
        q, v, tau: (frames, nq), (frames, nv), (frames, nv), or each with a leading axis of models.
        wrench: (frames, nb, 6) external moment [N*m] and force [N] at the body origins, world axes;
            none by default.

    Returns:
        a (frames, nv), the time derivative of v; with a leading axis of models if an argument has
        it. It is not finite for a degree of freedom that moves no inertia.

    Raises:
        ValueError: shapes do not fit the tree.
    """
    inputs = [
        ("q", q, (tree.nq,)), ("v", v, (tree.nv,)), ("tau", tau, (tree.nv,)),
        ("wrench", wrench, (tree.nb, 6)),
    ]  # fmt: skip
    (a,) = each_model(
        tree, _forward_dynamics, inputs, (tree.nv,),
        of_tree=lambda packed: (packed.dofs, packed.gravity),
    )  # fmt: skip
    return a


# --------------------------------------------------------------------------- one frame


@inner
def _outwards(
    bodies: Records,
    dofs: Records,
    v: FloatArray,
    S: FloatArray,
    V: FloatArray,
    c: FloatArray,
) -> None:
    """Fill the bodies' spatial velocities V and the accelerations c (nb, 6) that velocities cause.

    A translation's axis turns with the parent and a rotation's with the body, so that
    c = v_P x (S v)_translations + v_i x (S v)_rotations.
    """
    d = 0
    for i in range(len(bodies)):
        parent = bodies[i].parent
        w_i, u_i = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
        if parent >= 0:
            w_i, u_i = angular_at(V, parent), linear_at(V, parent)
        w_P = w_i
        slid = (0.0, 0.0, 0.0)
        turned, swept = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
        # S v of the joint, rotations and translations apart
        while d < len(dofs) and dofs[d].body == i:
            if dofs[d].rotates:
                turned = add(turned, scale(v[d], angular_at(S, d)))
                swept = add(swept, scale(v[d], linear_at(S, d)))
            else:
                slid = add(slid, scale(v[d], linear_at(S, d)))
            d += 1
        w_i = add(w_i, turned)
        u_i = add(add(u_i, slid), swept)
        put_spatial_at(V, i, w_i, u_i)
        swirl = add(cross(w_i, swept), cross(u_i, turned))
        put_spatial_at(c, i, cross(w_i, turned), add(cross(w_P, slid), swirl))


@inner
def _isolated(
    bodies: Records,
    R: FloatArray,
    p: FloatArray,
    base: Vector3,
    V: FloatArray,
    external: FloatArray,
    inertia: FloatArray,
    H: FloatArray,
    M: FloatArray,
    bias: FloatArray,
) -> None:
    """Fill each body's spatial inertia [inertia H; H^T M] (nb, 9 each) and bias force (nb, 6).

    About `base`; the bias force is v x* I v less the external wrench (nb, 6), if there is one.
    """
    for i in range(len(bodies)):
        body = bodies[i]
        R_i, p_i = matrix_at(R, i), vector_at(p, i)
        x, y, z = subtract(add(p_i, rotate(R_i, vector(body.com))), base)
        m = body.mass
        # h = m c, and m (c^2 1 - c c^T): the axes moved from the mass centre to `base`
        h = (m * x, m * y, m * z)
        steiner = (
            m * (y * y + z * z), -m * x * y, -m * x * z,
            -m * x * y, m * (x * x + z * z), -m * y * z,
            -m * x * z, -m * y * z, m * (x * x + y * y),
        )  # fmt: skip
        own = compose(compose(R_i, matrix(body.inertia)), transpose(R_i))
        about_base = add_matrices(own, steiner)
        put_matrix_at(inertia, i, about_base)
        # [inertia H; H^T M] with H = h x and M = m 1, Featherstone (2008), section 2.13
        put_matrix_at(H, i, (0.0, -h[2], h[1], h[2], 0.0, -h[0], -h[1], h[0], 0.0))
        put_matrix_at(M, i, (m, 0.0, 0.0, 0.0, m, 0.0, 0.0, 0.0, m))

        w, u = angular_at(V, i), linear_at(V, i)
        # v x* I v: momentum (n, f), turned by the body's own velocity
        n = add(rotate(about_base, w), cross(h, u))
        f = add(scale(m, u), cross(w, h))
        n_bias, f_bias = add(cross(w, n), cross(u, f)), cross(w, f)
        if len(external) > 0:
            force = linear_at(external, i)
            moment = add(angular_at(external, i), cross(subtract(p_i, base), force))
            n_bias, f_bias = subtract(n_bias, moment), subtract(f_bias, force)
        put_spatial_at(bias, i, n_bias, f_bias)


@inner
def _eliminate(
    bodies: Records,
    dofs: Records,
    tau: FloatArray,
    S: FloatArray,
    c: FloatArray,
    inertia: FloatArray,
    H: FloatArray,
    M: FloatArray,
    bias: FloatArray,
    U: FloatArray,
    D: FloatArray,
    r: FloatArray,
) -> None:
    """From the leaves inwards: articulated inertias and bias forces; fill U (nv, 6), D and r (nv,).

    r is what remains of tau when the degree of freedom's body does not accelerate.
    """
    d = len(dofs) - 1
    for i in range(len(bodies) - 1, -1, -1):
        I_i, H_i, M_i = matrix_at(inertia, i), matrix_at(H, i), matrix_at(M, i)
        n, f = angular_at(bias, i), linear_at(bias, i)
        while d >= 0 and dofs[d].body == i:
            s, u = angular_at(S, d), linear_at(S, d)
            # U = I^A S, D = S^T U, r = tau - S^T p^A: Featherstone (2008), section 7.3
            U_n = add(rotate(I_i, s), rotate(H_i, u))
            U_f = add(rotate_back(H_i, s), rotate(M_i, u))
            D[d] = dot(s, U_n) + dot(u, U_f)
            r[d] = tau[d] - dot(s, n) - dot(u, f)
            put_spatial_at(U, d, U_n, U_f)
            # I^a = I^A - U D^-1 U^T and p^a = p^A + U D^-1 r, one degree of freedom after the other
            n_unit, f_unit = scale(1.0 / D[d], U_n), scale(1.0 / D[d], U_f)
            I_i = less_outer(I_i, U_n, n_unit)
            H_i = less_outer(H_i, U_n, f_unit)
            M_i = less_outer(M_i, U_f, f_unit)
            n = add(n, scale(r[d], n_unit))
            f = add(f, scale(r[d], f_unit))
            d -= 1
        parent = bodies[i].parent
        if parent >= 0:
            # p^a + I^a c, then both to the parent: everything is about `base`, so nothing is moved
            c_w, c_u = angular_at(c, i), linear_at(c, i)
            n = add(n, add(rotate(I_i, c_w), rotate(H_i, c_u)))
            f = add(f, add(rotate_back(H_i, c_w), rotate(M_i, c_u)))
            n, f = add(angular_at(bias, parent), n), add(linear_at(bias, parent), f)
            put_spatial_at(bias, parent, n, f)
            put_matrix_at(inertia, parent, add_matrices(matrix_at(inertia, parent), I_i))
            put_matrix_at(H, parent, add_matrices(matrix_at(H, parent), H_i))
            put_matrix_at(M, parent, add_matrices(matrix_at(M, parent), M_i))


@inner
def _accelerate(
    bodies: Records,
    dofs: Records,
    g: Vector3,
    S: FloatArray,
    c: FloatArray,
    U: FloatArray,
    D: FloatArray,
    r: FloatArray,
    acc: FloatArray,
    a: FloatArray,
) -> None:
    """From the root outwards: joint accelerations a (nv,) and spatial ones acc (nb, 6)."""
    d = 0
    for i in range(len(bodies)):
        parent = bodies[i].parent
        # gravity is an acceleration of the world upwards
        alpha, rise = angular_at(c, i), subtract(linear_at(c, i), g)
        if parent >= 0:
            alpha = add(angular_at(acc, parent), angular_at(c, i))
            rise = add(linear_at(acc, parent), linear_at(c, i))
        while d < len(dofs) and dofs[d].body == i:
            # q'' = D^-1 (r - U^T a'), and the body goes with it
            a[d] = (r[d] - dot(angular_at(U, d), alpha) - dot(linear_at(U, d), rise)) / D[d]
            alpha = add(alpha, scale(a[d], angular_at(S, d)))
            rise = add(rise, scale(a[d], linear_at(S, d)))
            d += 1
        put_spatial_at(acc, i, alpha, rise)


class PassWork(NamedTuple):
    """Results of the passes over one frame, in arrays for many frames.

    Args:
        R, p: orientations and positions [m] of the bodies in the world.
        S: motion of each degree of freedom about the origin of body 0.
        V, c: spatial velocities about this origin, and accelerations due to velocities.
        inertia, H, M, bias: articulated inertias and bias forces.
        U, D, r: of the elimination.
        acc: spatial accelerations.
    """

    R: Annotated[FloatArray, "nb 9"]
    p: Annotated[FloatArray, "nb 3"]
    S: Annotated[FloatArray, "nv 6"]
    V: Annotated[FloatArray, "nb 6"]
    c: Annotated[FloatArray, "nb 6"]
    inertia: Annotated[FloatArray, "nb 9"]
    H: Annotated[FloatArray, "nb 9"]
    M: Annotated[FloatArray, "nb 9"]
    bias: Annotated[FloatArray, "nb 6"]
    U: Annotated[FloatArray, "nv 6"]
    D: Annotated[FloatArray, "nv"]
    r: Annotated[FloatArray, "nv"]
    acc: Annotated[FloatArray, "nb 6"]


frame_of = allocator(PassWork)


@borrowing
def move_frame(
    bodies: Records, dofs: Records, q: FloatArray, v: FloatArray, frame: PassWork
) -> None:
    """First pass: positions (R, p) and motion (S, V, c) of the bodies."""
    place_bodies(bodies, q, frame.R, frame.p)
    motion_axes(bodies, dofs, frame.R, frame.p, vector_at(frame.p, 0), frame.S)
    _outwards(bodies, dofs, v, frame.S, frame.V, frame.c)


@borrowing
def accelerate_frame(
    bodies: Records,
    dofs: Records,
    g: Vector3,
    tau: FloatArray,
    external: FloatArray,
    frame: PassWork,
    a: FloatArray,
) -> None:
    """Second and third pass, after `move_frame`: accelerations a (nv,) for tau (nv,).

    Args:
        external: (nb, 6) moment and force at the body origins, world axes; or length 0.
    """
    base = vector_at(frame.p, 0)
    _isolated(
        bodies, frame.R, frame.p, base, frame.V, external,
        frame.inertia, frame.H, frame.M, frame.bias,
    )  # fmt: skip
    _eliminate(
        bodies, dofs, tau, frame.S, frame.c, frame.inertia, frame.H, frame.M, frame.bias,
        frame.U, frame.D, frame.r,
    )  # fmt: skip
    _accelerate(bodies, dofs, g, frame.S, frame.c, frame.U, frame.D, frame.r, frame.acc, a)


# --------------------------------------------------------------------------- all frames


@compiled
def _forward_dynamics(
    bodies: Records,
    dofs: Records,
    gravity: FloatArray,
    q: FloatArray,
    v: FloatArray,
    tau: FloatArray,
    wrench: FloatArray,
    a: FloatArray,
) -> None:
    g, nothing = vector(gravity), np.empty((0, 6))
    frame: PassWork = frame_of(nb=len(bodies), nv=len(dofs))
    for f in range(len(q)):
        external = wrench[f] if len(wrench) > 0 else nothing
        move_frame(bodies, dofs, q[f], v[f], frame)
        accelerate_frame(bodies, dofs, g, tau[f], external, frame, a[f])
