"""The bodies' midpoint action of a tree, for a variational integrator.

L_d = sum over bodies of m |c_1 - c_0|^2 / 2h + log(R_0^T R_1)^T I log(R_0^T R_1) / 2h - h V, with V
by the trapezoidal rule. Joints matter only through the coordinates for which this action is
stationary. Lee, Leok & McClamroch (2007) for rotations.
"""

from __future__ import annotations

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import inner
from ambulo.math.dispatch import implements
from ambulo.math.entries import (
    angular_at,
    copy_to,
    linear_at,
    matrix,
    matrix_at,
    put_triple,
    put_vector_at,
    triple,
    vector,
    vector_at,
)
from ambulo.math.so3 import inverse_dexp, log_between
from ambulo.math.vectors import add, cross, dot, rotate, rotate_back, scale, subtract
from ambulo.multibody.further_operations import (
    discrete_momentum,
    generalised_force,
    momentum,
    start_discrete_step,
)
from ambulo.multibody.tree.articulated_body import move_frame
from ambulo.multibody.tree.equations_of_motion import load
from ambulo.multibody.tree.kinematics import joint_frame, motion_axes, place_bodies
from ambulo.multibody.tree.packed_system import TreeNewton, TreeSystem, tree_scratch
from ambulo.multibody.tree.packing import BALL, FREE, HINGE, SLIDE, Records


@implements(start_discrete_step, TreeSystem)
def _start_discrete_step(
    system: TreeSystem, q: FloatArray, scratch: FloatArray, newton: TreeNewton
) -> None:
    work = tree_scratch(system, scratch)
    frame = work.frame
    place_bodies(system.bodies, q, frame.R, frame.p)
    motion_axes(system.bodies, system.dofs, frame.R, frame.p, vector_at(frame.p, 0), frame.S)
    newton.R[:] = frame.R
    newton.p[:] = frame.p


@implements(generalised_force, TreeSystem)
def _generalised_force(
    system: TreeSystem, t: float, q: FloatArray, v: FloatArray, s: FloatArray,
    scratch: FloatArray, newton: TreeNewton, out: FloatArray, sigma: FloatArray,
) -> float:  # fmt: skip
    work = tree_scratch(system, scratch)
    move_frame(system.bodies, system.dofs, q, v, work.frame)
    power = load(system, t, q, v, s, work, sigma)
    R, p, wrench = work.frame.R, work.frame.p, work.loads.wrench
    g = vector(system.gravity)
    for i in range(len(system.bodies)):
        weight = scale(system.bodies[i].mass, g)
        # weight acts at the mass centre: about the origin c x m g
        n = cross(rotate(matrix_at(R, i), vector(system.bodies[i].com)), weight)
        put_vector_at(newton.moment, i, add(n, angular_at(wrench, i)))
        put_vector_at(newton.force, i, add(weight, linear_at(wrench, i)))
    copy_to(work.loads.tau, out)
    add_projected(system.bodies, R, p, newton.moment, newton.force, out)
    return power


@implements(momentum, TreeSystem)
def _momentum(
    system: TreeSystem, q: FloatArray, v: FloatArray, scratch: FloatArray, newton: TreeNewton,
    out: FloatArray,
) -> None:  # fmt: skip
    """M v as the bodies' momenta, projected on the joints."""
    work = tree_scratch(system, scratch)
    frame = work.frame
    move_frame(system.bodies, system.dofs, q, v, frame)
    base = vector_at(frame.p, 0)
    for i in range(len(system.bodies)):
        body = system.bodies[i]
        R = matrix_at(frame.R, i)
        w = angular_at(frame.V, i)
        c = rotate(R, vector(body.com))
        arm = subtract(add(vector_at(frame.p, i), c), base)
        # P = m u_c,  L = R I R^T w + c x P about the body's origin
        P = scale(body.mass, add(linear_at(frame.V, i), cross(w, arm)))
        spin = rotate(R, rotate(matrix(body.inertia), rotate_back(R, w)))
        put_vector_at(newton.moment, i, add(spin, cross(c, P)))
        put_vector_at(newton.force, i, P)
    out[:] = 0.0
    add_projected(system.bodies, frame.R, frame.p, newton.moment, newton.force, out)


@implements(discrete_momentum, TreeSystem)
def _discrete_momentum(
    system: TreeSystem, q: FloatArray, h: float, at_end: bool, scratch: FloatArray,
    newton: TreeNewton, out: FloatArray,
) -> None:  # fmt: skip
    work = tree_scratch(system, scratch)
    R, p = work.frame.R, work.frame.p
    place_bodies(system.bodies, q, R, p)
    _body_momenta(system.bodies, newton.R, newton.p, R, p, h, at_end, newton.moment, newton.force)
    out[:] = 0.0
    if at_end:
        add_projected(system.bodies, R, p, newton.moment, newton.force, out)
    else:
        add_projected(system.bodies, newton.R, newton.p, newton.moment, newton.force, out)


@inner
def _body_momenta(
    bodies: Records,
    R_0: FloatArray,
    p_0: FloatArray,
    R_1: FloatArray,
    p_1: FloatArray,
    h: float,
    at_end: bool,
    moment: FloatArray,
    force: FloatArray,
) -> None:
    """Fill each body's angular (about its origin) and linear momentum at one end of a step.

    With r = log(R_0^T R_1): I r - r x I r / 2 + c r x (r x I r) over h at the end, in the axes of
    R_1, and with the other sign of the second term at the start, in those of R_0.
    """
    for i in range(len(bodies)):
        A_0, A_1 = matrix_at(R_0, i), matrix_at(R_1, i)
        com = vector(bodies[i].com)
        c_0, c_1 = rotate(A_0, com), rotate(A_1, com)
        # P = m (c_1 - c_0) / h
        moved = subtract(add(vector_at(p_1, i), c_1), add(vector_at(p_0, i), c_0))
        P = scale(bodies[i].mass / h, moved)
        # d/dr of |r|^2_I / 2h through dexp^-1, whose sign depends on the end
        r = log_between(A_0, A_1)
        spin = scale(1.0 / h, rotate(matrix(bodies[i].inertia), r))
        L = inverse_dexp(scale(-1.0 if at_end else 1.0, r), spin)
        if at_end:
            put_vector_at(moment, i, add(rotate(A_1, L), cross(c_1, P)))
        else:
            put_vector_at(moment, i, add(rotate(A_0, L), cross(c_0, P)))
        put_vector_at(force, i, P)


@inner
def add_projected(
    bodies: Records,
    R: FloatArray,
    p: FloatArray,
    moment: FloatArray,
    force: FloatArray,
    out: FloatArray,
) -> None:
    """Add J^T times wrenches (nb, 3 each) at the body origins to out (nv,); the wrenches are
    replaced by sums."""
    for i in range(len(bodies) - 1, -1, -1):
        body = bodies[i]
        k = body.v_start
        n, f = vector_at(moment, i), vector_at(force, i)
        if body.parent >= 0:
            # n_P += n + (p_i - p_P) x f
            arm = subtract(vector_at(p, i), vector_at(p, body.parent))
            put_vector_at(force, body.parent, add(vector_at(force, body.parent), f))
            up = add(n, cross(arm, f))
            put_vector_at(moment, body.parent, add(vector_at(moment, body.parent), up))
        R_i = matrix_at(R, i)
        if body.joint in (BALL, FREE):
            if body.joint == FREE:
                put_triple(out, k, add(triple(out, k), rotate_back(joint_frame(bodies, i, R), f)))
                k += 3
            put_triple(out, k, add(triple(out, k), rotate_back(R_i, n)))
        elif body.joint == HINGE:
            out[k] += dot(vector(body.axis), rotate_back(R_i, n))
        elif body.joint == SLIDE:
            out[k] += dot(vector(body.axis), rotate_back(R_i, f))
