"""Forward dynamics by the articulated-body algorithm, O(n), in world axes.

Spatial quantities (angular over linear) are about one point, the origin of body 0, in world axes.
A joint of several degrees of freedom is eliminated one at a time, which is the same elimination as
by its block: each takes its part D^-1 U U^T out of the articulated inertia before the next.
"""

from __future__ import annotations

import numpy as np

from ambulo.kernels.compilation import compiled, inner
from ambulo.kernels.kinematics import motion_axes, place_bodies
from ambulo.kernels.packing import Input, Records, over_frames, pack, without_models
from ambulo.kernels.vectors import (
    Vector3,
    add,
    angular_at,
    compose,
    cross,
    linear_at,
    matrix,
    matrix_at,
    put_spatial_at,
    rotate,
    scale,
    subtract,
    transpose,
    vector,
    vector_at,
)
from ambulo.records import FloatArray, Tree

__all__ = ["forward_dynamics"]


def forward_dynamics(
    tree: Tree,
    q: FloatArray,
    v: FloatArray,
    tau: FloatArray,
    wrench: FloatArray | None = None,
) -> FloatArray:
    """Accelerations that joint forces produce, by the articulated-body algorithm.

    Featherstone (1983); Featherstone (2008), table 7.1.

    Args:
        tree: the bodies; may have a leading models axis.
        q, v, tau: (frames, nq), (frames, nv), (frames, nv), or each with a leading models axis.
        wrench: (frames, nb, 6) external moment [N*m] and force [N] at the body origins, world
            axes; none if left out.

    Returns:
        a (frames, nv), the time derivative of v; with a leading models axis if an argument has
        one. Not finite where a degree of freedom moves no inertia.

    Raises:
        ValueError: shapes do not fit the tree.
    """
    packed = pack(tree)
    inputs: list[Input] = [("q", q, (tree.nq,)), ("v", v, (tree.nv,)), ("tau", tau, (tree.nv,))]
    if wrench is not None:
        inputs.append(("wrench", wrench, (tree.nb, 6)))
    arrays = over_frames(packed, *inputs)
    if wrench is None:
        arrays.append(np.empty((0, 0, tree.nb, 6)))
    a = _forward_dynamics(packed.bodies, packed.dofs, packed.gravity, *arrays)
    leading = [q, v, tau] if wrench is None else [q, v, tau, wrench[..., 0]]
    return without_models(a, tree, *leading)


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
    inertia: FloatArray,
    bias: FloatArray,
) -> None:
    """Fill each body's spatial inertia (nb, 6, 6) and bias force v x* I v (nb, 6) about `base`."""
    for i in range(len(bodies)):
        body = bodies[i]
        R_i = matrix_at(R, i)
        x, y, z = subtract(add(vector_at(p, i), rotate(R_i, vector(body.com))), base)
        mass = body.mass
        own = compose(compose(R_i, matrix(body.inertia)), transpose(R_i))
        about_base = (
            own[0] + mass * (y * y + z * z),
            own[1] - mass * x * y,
            own[2] - mass * x * z,
            own[3] - mass * x * y,
            own[4] + mass * (x * x + z * z),
            own[5] - mass * y * z,
            own[6] - mass * x * z,
            own[7] - mass * y * z,
            own[8] + mass * (x * x + y * y),
        )
        h = (mass * x, mass * y, mass * z)
        h_cross = (0.0, -h[2], h[1], h[2], 0.0, -h[0], -h[1], h[0], 0.0)
        for row in range(3):
            for col in range(3):
                inertia[i, row, col] = about_base[3 * row + col]
                inertia[i, row, 3 + col] = h_cross[3 * row + col]
                inertia[i, 3 + row, col] = h_cross[3 * col + row]
                inertia[i, 3 + row, 3 + col] = mass if row == col else 0.0
        w_i, u_i = angular_at(V, i), linear_at(V, i)
        n = add(rotate(about_base, w_i), cross(h, u_i))
        f = add(scale(mass, u_i), cross(w_i, h))
        put_spatial_at(bias, i, add(cross(w_i, n), cross(u_i, f)), cross(w_i, f))


@inner
def _eliminate(
    bodies: Records,
    dofs: Records,
    tau: FloatArray,
    S: FloatArray,
    c: FloatArray,
    inertia: FloatArray,
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
        while d >= 0 and dofs[d].body == i:
            D[d] = 0.0
            r[d] = tau[d]
            for row in range(6):
                U[d, row] = 0.0
                for col in range(6):
                    U[d, row] += inertia[i, row, col] * S[d, col]
                D[d] += S[d, row] * U[d, row]
                r[d] -= S[d, row] * bias[i, row]
            for row in range(6):
                for col in range(6):
                    inertia[i, row, col] -= U[d, row] * U[d, col] / D[d]
                bias[i, row] += U[d, row] * (r[d] / D[d])
            d -= 1
        parent = bodies[i].parent
        if parent >= 0:
            for row in range(6):
                bias[parent, row] += bias[i, row]
                for col in range(6):
                    inertia[parent, row, col] += inertia[i, row, col]
                    bias[parent, row] += inertia[i, row, col] * c[i, col]


@inner
def _accelerate(
    bodies: Records,
    dofs: Records,
    gravity: FloatArray,
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
        for k in range(6):
            if parent >= 0:
                acc[i, k] = acc[parent, k] + c[i, k]
            else:
                acc[i, k] = c[i, k] - (gravity[k - 3] if k >= 3 else 0.0)
        while d < len(dofs) and dofs[d].body == i:
            rest = r[d]
            for k in range(6):
                rest -= U[d, k] * acc[i, k]
            a[d] = rest / D[d]
            for k in range(6):
                acc[i, k] += S[d, k] * a[d]
            d += 1


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
) -> FloatArray:
    models = max(len(bodies), len(q), len(v), len(tau), len(wrench))
    frames, nb, nv = q.shape[1], bodies.shape[1], len(dofs)
    R = np.empty((nb, 9))
    p = np.empty((nb, 3))
    S = np.empty((nv, 6))
    V = np.empty((nb, 6))
    c = np.empty((nb, 6))
    inertia = np.empty((nb, 6, 6))
    bias = np.empty((nb, 6))
    U = np.empty((nv, 6))
    D = np.empty(nv)
    r = np.empty(nv)
    acc = np.empty((nb, 6))
    a = np.empty((models, frames, nv))
    for m in range(models):
        bodies_m, q_m = bodies[min(m, len(bodies) - 1)], q[min(m, len(q) - 1)]
        v_m, tau_m = v[min(m, len(v) - 1)], tau[min(m, len(tau) - 1)]
        for f in range(frames):
            place_bodies(bodies_m, q_m[f], R, p)
            base = vector_at(p, 0)
            motion_axes(bodies_m, dofs, R, p, base, S)
            _outwards(bodies_m, dofs, v_m[f], S, V, c)
            _isolated(bodies_m, R, p, base, V, inertia, bias)
            if len(wrench) > 0:
                external = wrench[min(m, len(wrench) - 1), f]
                for i in range(nb):
                    force = linear_at(external, i)
                    arm = subtract(vector_at(p, i), base)
                    moment = add(angular_at(external, i), cross(arm, force))
                    for k in range(3):
                        bias[i, k] -= moment[k]
                        bias[i, 3 + k] -= force[k]
            _eliminate(bodies_m, dofs, tau_m[f], S, c, inertia, bias, U, D, r)
            _accelerate(bodies_m, dofs, gravity, S, c, U, D, r, acc, a[m, f])
    return a
