"""A variational integrator for a tree in motion.

The action of a step is a sum over the bodies, of each one's mean velocity in it; joints come in
only through the coordinates over which it is made stationary. A step is solved for its displacement
d (nv,), q_1 = q_0 exp(d), by Newton's method with the mass matrix.
"""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import compiled, inner
from ambulo.math.vectors import (
    Matrix3,
    Vector3,
    add,
    angular_at,
    compose,
    cross,
    dot,
    linear_at,
    matrix,
    matrix_at,
    put_triple,
    put_vector_at,
    rotate,
    rotate_back,
    scale,
    subtract,
    transpose,
    triple,
    vector,
    vector_at,
)
from ambulo.multibody.tree.articulated_body import move_frame
from ambulo.multibody.tree.configuration import integrate_one
from ambulo.multibody.tree.driven_motion import (
    Body,
    Drive,
    Room,
    apply_forces,
    give_up,
    input_power,
    keep_row,
    note_effort,
    reference,
    room_of,
)
from ambulo.multibody.tree.effective_mass import CONVERGED, ITERATIONS, ROUNDING, factor_mass
from ambulo.multibody.tree.kinematics import joint_frame, place_bodies
from ambulo.multibody.tree.packing import BALL, FREE, HINGE, SLIDE, Records
from ambulo.multibody.tree.tree_factorisation import solve_factorised

__all__ = ["march_variational"]


@compiled
def march_variational(
    body: Body,
    drive: Drive,
    q: FloatArray,
    v: FloatArray,
    work: FloatArray,
    effort: FloatArray,
    step: float,
) -> int:
    """Discrete Euler-Lagrange equations of the bodies' midpoint action, arguments as before.

    L_d = sum over bodies of m |c_1 - c_0|^2 / 2h + log(R_0^T R_1)^T I log(R_0^T R_1) / 2h - h V,
    V by the trapezoidal rule; symplectic, keeps momenta (Marsden & West 2001, sections 1.3 and
    2.3; Lee, Leok & McClamroch 2007 for rotations).

    Returns:
        The number of Newton iterations; the rows after a step that does not converge are NaN.
    """
    nb, nq, nv = len(body.bodies), q.shape[1], v.shape[1]
    room = room_of(nb, nq, nv)
    frame = room.frame
    moments, H = np.empty((nb, 10)), np.empty(body.chain.shape)
    moment, force = np.empty((nb, 3)), np.empty((nb, 3))
    R_1, p_1 = np.empty((nb, 9)), np.empty((nb, 3))
    d, impulse, residual = np.empty(nv), np.empty(nv), np.empty(nv)
    q_0, v_0, q_1 = q[0].copy(), v[0].copy(), q[0].copy()
    reference(body, drive, 0, 0.0, room)
    move_frame(body.bodies, body.dofs, q_0, v_0, frame)
    _generalised(body, drive, room, moment, force, impulse)
    momentum = np.zeros(nv)
    _add_momentum(body, frame.R, frame.p, frame.V, 1.0, moment, force, momentum)
    before = input_power(v_0, apply_forces(body, drive, room), room)
    count = 0
    for piece in range(len(drive.interval)):
        interval = drive.interval[piece]
        n = max(1, int(np.ceil(interval / step - 1e-6)))
        h = interval / n
        work[piece + 1] = work[piece]
        for k in range(n):
            # momentum after half of the step's impulse, at the posture that it starts from
            for c in range(nv):
                impulse[c] = momentum[c] + 0.5 * h * impulse[c]
                residual[c] = impulse[c]
            positive = factor_mass(body, frame.R, frame.p, drive, 0.0, 0.0, moments, frame.S, H)
            solve_factorised(body.dofs, body.chain, H, residual)
            for c in range(nv):
                d[c] = h * residual[c]
            converged = False
            last = np.inf
            for _ in range(ITERATIONS):
                if not positive:
                    break
                count += 1
                integrate_one(body.bodies, q_0, d, q_1)
                place_bodies(body.bodies, q_1, R_1, p_1)
                _discrete_momentum(body.bodies, frame.R, frame.p, R_1, p_1, h, False, moment, force)
                residual[:] = 0.0
                _add_projected(body.bodies, frame.R, frame.p, moment, force, residual)
                for c in range(nv):
                    residual[c] = h * (impulse[c] - residual[c])
                solve_factorised(body.dofs, body.chain, H, residual)
                largest = 0.0
                for c in range(nv):
                    d[c] += residual[c]
                    largest = max(largest, abs(residual[c]))
                if largest < CONVERGED or (largest < ROUNDING and largest > 0.5 * last):
                    converged = True
                    break
                if not largest < 1e3:
                    break
                last = largest
            if not converged:
                give_up(piece + 1, q, v, work, effort)
                return count
            integrate_one(body.bodies, q_0, d, q_1)
            place_bodies(body.bodies, q_1, R_1, p_1)
            _discrete_momentum(body.bodies, frame.R, frame.p, R_1, p_1, h, True, moment, force)
            momentum[:] = 0.0
            _add_projected(body.bodies, R_1, p_1, moment, force, momentum)
            q_0[:] = q_1
            reference(body, drive, piece, (k + 1) / n, room)
            for c in range(nv):
                v_0[c] = d[c] / h
            _velocity_of_momentum(
                body, drive, q_0, momentum, h, room, moments, H, moment, force, residual, v_0
            )
            _generalised(body, drive, room, moment, force, impulse)
            for c in range(nv):
                momentum[c] += 0.5 * h * impulse[c]
            after = input_power(v_0, apply_forces(body, drive, room), room)
            work[piece + 1] += 0.5 * h * (before + after)
            before = after
            note_effort(room, effort[piece + 1])
        if not keep_row(piece + 1, drive, room, q_0, v_0, q, v, work, effort):
            return count
    return count


@inner
def _velocity_of_momentum(
    body: Body,
    drive: Drive,
    q: FloatArray,
    momentum: FloatArray,
    h: float,
    room: Room,
    moments: FloatArray,
    H: FloatArray,
    moment: FloatArray,
    force: FloatArray,
    residual: FloatArray,
    v: FloatArray,
) -> None:
    """Solve M v = momentum + h Q(q, v) / 2 by Newton's method from a guess v (nv,).

    Without a controller Q does not depend on v, and the first correction is the last.
    """
    frame = room.frame
    for sweep in range(ITERATIONS):
        move_frame(body.bodies, body.dofs, q, v, frame)
        if sweep == 0:
            factor_mass(body, frame.R, frame.p, drive, 0.0, 0.5 * h, moments, frame.S, H)
        _generalised(body, drive, room, moment, force, residual)
        for c in range(len(v)):
            residual[c] = momentum[c] + 0.5 * h * residual[c]
        _add_momentum(body, frame.R, frame.p, frame.V, -1.0, moment, force, residual)
        solve_factorised(body.dofs, body.chain, H, residual)
        largest = 0.0
        for c in range(len(v)):
            v[c] += residual[c]
            largest = max(largest, abs(residual[c]))
        if len(drive.stiffness) == 0 or not largest > ROUNDING:
            break
    move_frame(body.bodies, body.dofs, q, v, frame)


@inner
def _generalised(
    body: Body,
    drive: Drive,
    room: Room,
    moment: FloatArray,
    force: FloatArray,
    out: FloatArray,
) -> None:
    """Fill out (nv,) with the generalised force of inputs and gravity, after `move_frame`."""
    R, p = room.frame.R, room.frame.p
    external = apply_forces(body, drive, room)
    g = vector(body.gravity)
    for i in range(len(body.bodies)):
        weight = scale(body.bodies[i].mass, g)
        n = cross(rotate(matrix_at(R, i), vector(body.bodies[i].com)), weight)
        if len(external) > 0:
            n, weight = add(n, angular_at(external, i)), add(weight, linear_at(external, i))
        put_vector_at(moment, i, n)
        put_vector_at(force, i, weight)
    out[:] = room.tau
    _add_projected(body.bodies, R, p, moment, force, out)


@inner
def _add_momentum(
    body: Body,
    R: FloatArray,
    p: FloatArray,
    V: FloatArray,
    times: float,
    moment: FloatArray,
    force: FloatArray,
    out: FloatArray,
) -> None:
    """Add a multiple of M v to out (nv,), from the spatial velocities about body 0's origin."""
    base = vector_at(p, 0)
    for i in range(len(body.bodies)):
        R_i = matrix_at(R, i)
        w = angular_at(V, i)
        c = rotate(R_i, vector(body.bodies[i].com))
        arm = subtract(add(vector_at(p, i), c), base)
        P = scale(times * body.bodies[i].mass, add(linear_at(V, i), cross(w, arm)))
        spin = rotate(R_i, rotate(matrix(body.bodies[i].inertia), rotate_back(R_i, w)))
        put_vector_at(moment, i, add(scale(times, spin), cross(c, P)))
        put_vector_at(force, i, P)
    _add_projected(body.bodies, R, p, moment, force, out)


@inner
def _discrete_momentum(
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
        moved = subtract(add(vector_at(p_1, i), c_1), add(vector_at(p_0, i), c_0))
        P = scale(bodies[i].mass / h, moved)
        r = _log_between(A_0, A_1)
        spin = scale(1.0 / h, rotate(matrix(bodies[i].inertia), r))
        turned = cross(r, spin)
        square = dot(r, r)
        factor = 1 / 12 + square * (1 / 720 + square * (1 / 30240 + square / 1209600))
        sign = -0.5 if at_end else 0.5
        L = add(add(spin, scale(sign, turned)), scale(factor, cross(r, turned)))
        if at_end:
            put_vector_at(moment, i, add(rotate(A_1, L), cross(c_1, P)))
        else:
            put_vector_at(moment, i, add(rotate(A_0, L), cross(c_0, P)))
        put_vector_at(force, i, P)


@inner
def _log_between(A: Matrix3, B: Matrix3) -> Vector3:
    """Rotation vector of A^T B, less than a right angle."""
    T = compose(transpose(A), B)
    x, y, z = 0.5 * (T[7] - T[5]), 0.5 * (T[2] - T[6]), 0.5 * (T[3] - T[1])
    square = x * x + y * y + z * z
    if square < 1e-4:  # arcsin(s) / s, the next term is below 4e-18
        factor = 1.0 + square * (
            1 / 6 + square * (3 / 40 + square * (5 / 112 + square * 35 / 1152))
        )
    else:
        sine = np.sqrt(square)
        factor = np.arctan2(sine, 0.5 * (T[0] + T[4] + T[8] - 1.0)) / sine
    return factor * x, factor * y, factor * z


@inner
def _add_projected(
    bodies: Records,
    R: FloatArray,
    p: FloatArray,
    moment: FloatArray,
    force: FloatArray,
    out: FloatArray,
) -> None:
    """Add J^T of wrenches (nb, 3 each) at the body origins to out (nv,); they are summed up."""
    for i in range(len(bodies) - 1, -1, -1):
        body = bodies[i]
        k = body.v_start
        n, f = vector_at(moment, i), vector_at(force, i)
        if body.parent >= 0:
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
