"""Equations of motion of a tree of rigid bodies: the operations of `multibody.system`.

Accelerations come from the articulated-body algorithm, variations from the tangent of Newton-Euler,
and Newton's matrix from composite bodies and L^T D L along the tree.
"""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import borrowing, inner
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
from ambulo.math.quaternions import multiply_one
from ambulo.math.so3 import inverse_dexp
from ambulo.math.vectors import add, cross, dot, rotate, rotate_back, subtract
from ambulo.multibody.forces.law import BodyMotion, MotionChange
from ambulo.multibody.forces.laws import (
    apply_all,
    left_any,
    stiffen_all,
    total_states,
    total_stored,
    vary_all,
)
from ambulo.multibody.forces.of_system import meet_forces
from ambulo.multibody.system import (
    accelerate,
    coordinate_rate,
    displace,
    displacement_rate,
    energies,
    factorise_newton,
    imbalance,
    left,
    newton_scratch,
    settle,
    sizes,
    solve_newton,
    vary,
    workspace,
)
from ambulo.multibody.tree.articulated_body import accelerate_frame, move_frame
from ambulo.multibody.tree.composite_inertia import (
    factorise,
    gather_moments,
    project_moments,
    put_body_moments,
    solve_factorised,
)
from ambulo.multibody.tree.configuration import integrate_one
from ambulo.multibody.tree.derivatives import (
    FORCE,
    MOMENT,
    TURN,
    P,
    U,
    W,
    tangent_inwards,
    tangent_outwards,
)
from ambulo.multibody.tree.kinematics import accelerate_bodies
from ambulo.multibody.tree.newton_euler import balance_bodies
from ambulo.multibody.tree.packed_system import (
    TreeNewton,
    TreeSystem,
    TreeWorkspace,
    tree_scratch,
    workspace_size,
)
from ambulo.multibody.tree.packing import BALL, FREE, HINGE, SLIDE, Records, rotation_start


@implements(sizes, TreeSystem, borrows=True)
def _sizes(system: TreeSystem) -> tuple[int, int, int]:
    return system.nq, len(system.dofs), total_states(system.forces)


@implements(workspace, TreeSystem)
def _workspace(system: TreeSystem) -> FloatArray:
    return np.zeros(workspace_size(system))


# --------------------------------------------------------------------------- coordinates


@implements(displace, TreeSystem, borrows=True)
def _displace(system: TreeSystem, q: FloatArray, y: FloatArray, out: FloatArray) -> None:
    integrate_one(system.bodies, q, y, out)


@implements(displacement_rate, TreeSystem, borrows=True)
def _displacement_rate(system: TreeSystem, y: FloatArray, v: FloatArray, out: FloatArray) -> None:
    """y' = v where coordinates add up, in turns dexp^-1 v."""
    copy_to(v, out)
    for i in range(len(system.bodies)):
        d = rotation_start(system.bodies[i].joint, system.bodies[i].v_start)
        if d >= 0:
            put_triple(out, d, inverse_dexp(triple(y, d), triple(v, d)))


@implements(coordinate_rate, TreeSystem, borrows=True)
def _coordinate_rate(
    system: TreeSystem, q: FloatArray, v: FloatArray, scratch: FloatArray, out: FloatArray
) -> None:
    """q' = q w / 2 for quaternions, as body axes have it."""
    for i in range(len(system.bodies)):
        joint, k, d = system.bodies[i].joint, system.bodies[i].q_start, system.bodies[i].v_start
        if joint in (HINGE, SLIDE):
            out[k] = v[d]
        elif joint in (FREE, BALL):
            if joint == FREE:
                put_triple(out, k, triple(v, d))
                k += 3
                d += 3
            turn = multiply_one(
                (q[k], q[k + 1], q[k + 2], q[k + 3]),
                (0.0, 0.5 * v[d], 0.5 * v[d + 1], 0.5 * v[d + 2]),
            )
            for c in range(4):
                out[k + c] = turn[c]


@implements(settle, TreeSystem, borrows=True)
def _settle(
    system: TreeSystem, t: float, q: FloatArray, v: FloatArray, scratch: FloatArray
) -> None:
    """Bring every quaternion back to unit length."""
    for i in range(len(system.bodies)):
        k = rotation_start(system.bodies[i].joint, system.bodies[i].q_start)
        if k >= 0:
            length = np.sqrt(q[k] ** 2 + q[k + 1] ** 2 + q[k + 2] ** 2 + q[k + 3] ** 2)
            for c in range(4):
                q[k + c] /= length


# --------------------------------------------------------------------------- motion


@borrowing
def _fill_velocities(system: TreeSystem, work: TreeWorkspace) -> None:
    """Fill w and u of the bodies for the forces, after `move_frame`."""
    frame = work.frame
    base = vector_at(frame.p, 0)
    for i in range(len(system.bodies)):
        w = angular_at(frame.V, i)
        put_vector_at(work.w, i, w)
        arm = subtract(vector_at(frame.p, i), base)
        put_vector_at(work.u, i, add(linear_at(frame.V, i), cross(w, arm)))


@inner
def _moved(system: TreeSystem, q: FloatArray, v: FloatArray, scratch: FloatArray) -> BodyMotion:
    work = tree_scratch(system, scratch)
    move_frame(system.bodies, system.dofs, q, v, work.frame)
    _fill_velocities(system, work)
    return BodyMotion(q, v, work.frame.R, work.frame.p, work.w, work.u)


@borrowing
def load(
    system: TreeSystem, t: float, q: FloatArray, v: FloatArray, s: FloatArray,
    work: TreeWorkspace, sigma: FloatArray,
) -> float:  # fmt: skip
    """Fill the loads of the forces and sigma, after `move_frame`; return the power of the forces
    [W]."""
    if len(system.forces.place) == 0:
        return 0.0
    loads = work.loads
    loads.wrench[:] = 0.0
    loads.tau[:] = 0.0
    _fill_velocities(system, work)
    motion = BodyMotion(q, v, work.frame.R, work.frame.p, work.w, work.u)
    apply_all(system.forces, t, motion, s, loads, sigma)
    power = 0.0
    for d in range(len(v)):
        # P = tau . v + sum of n . w + f . u over the bodies
        power += loads.tau[d] * v[d]
    for i in range(len(system.bodies)):
        power += dot(angular_at(loads.wrench, i), vector_at(work.w, i))
        power += dot(linear_at(loads.wrench, i), vector_at(work.u, i))
    return power


@implements(accelerate, TreeSystem)
def _accelerate(
    system: TreeSystem, t: float, q: FloatArray, v: FloatArray, s: FloatArray,
    scratch: FloatArray, a: FloatArray, sigma: FloatArray,
) -> float:  # fmt: skip
    work = tree_scratch(system, scratch)
    move_frame(system.bodies, system.dofs, q, v, work.frame)
    power = load(system, t, q, v, s, work, sigma)
    loaded = len(system.bodies) if len(system.forces.place) > 0 else 0
    accelerate_frame(
        system.bodies, system.dofs, vector(system.gravity), work.loads.tau,
        work.loads.wrench[:loaded], work.frame, a,
    )  # fmt: skip
    return power


@implements(energies, TreeSystem)
def _energies(
    system: TreeSystem, t: float, q: FloatArray, v: FloatArray, s: FloatArray, scratch: FloatArray
) -> tuple[float, float]:
    motion = _moved(system, q, v, scratch)
    kinetic, potential = 0.0, total_stored(system.forces, t, motion, s)
    for i in range(len(system.bodies)):
        body = system.bodies[i]
        R, w = matrix_at(motion.R, i), vector_at(motion.w, i)
        c = rotate(R, vector(body.com))
        # m |u_c|^2 / 2 + w . I w / 2 and -m g . (p + c)
        u_c = add(vector_at(motion.u, i), cross(w, c))
        w_B = rotate_back(R, w)
        kinetic += 0.5 * body.mass * dot(u_c, u_c)
        kinetic += 0.5 * dot(w_B, rotate(matrix(body.inertia), w_B))
        potential -= body.mass * dot(vector(system.gravity), add(vector_at(motion.p, i), c))
    return kinetic, potential


# --------------------------------------------------------------------------- during a simulation


meet_forces(TreeSystem, _moved)


@implements(left, TreeSystem)
def _left(system: TreeSystem, t: float, q: FloatArray, v: FloatArray, scratch: FloatArray) -> bool:
    work = tree_scratch(system, scratch)
    if len(system.forces.place) == 0:
        return False
    motion = BodyMotion(q, v, work.frame.R, work.frame.p, work.w, work.u)
    return left_any(system.forces, t, motion)


# --------------------------------------------------------------------------- variations


@borrowing
def _balance(
    system: TreeSystem, v: FloatArray, a: FloatArray, work: TreeWorkspace, out: FloatArray
) -> None:
    """Fill out (nv,) with the forces that a motion needs besides the loads on the bodies."""
    frame, wrench = work.frame, work.loads.wrench
    w, alpha, acc = work.motion[0], work.motion[1], work.motion[2]
    moment, force = work.motion[3], work.motion[4]
    accelerate_bodies(system.bodies, v, a, frame.R, frame.p, w, alpha, acc)
    for i in range(len(system.bodies)):
        for c in range(3):
            # `balance_bodies` begins with minus what acts from outside
            moment[i, c] = -wrench[i, c]
            force[i, c] = -wrench[i, 3 + c]
    balance_bodies(
        system.bodies, vector(system.gravity), frame.R, frame.p, w, alpha, acc, out, moment, force
    )


@borrowing
def _factorise_mass(
    system: TreeSystem, q: FloatArray, v: FloatArray, work: TreeWorkspace, by_v: float, by_q: float
) -> bool:
    """Factorise M + by_v C + by_q K at the posture that `move_frame` has placed."""
    frame, moments = work.frame, work.moments
    put_body_moments(system.bodies, frame.R, frame.p, vector_at(frame.p, 0), moments)
    if by_v != 0.0 or by_q != 0.0:
        motion = BodyMotion(q, v, frame.R, frame.p, work.w, work.u)
        stiffen_all(system.forces, motion, by_v, by_q, moments)
    gather_moments(system.bodies, moments)
    project_moments(system.dofs, system.chain, moments, frame.S, work.H)
    return factorise(system.dofs, system.chain, work.H, 0.0) > 0.0


@implements(vary, TreeSystem)
def _vary(
    system: TreeSystem, t: float, q: FloatArray, v: FloatArray, s: FloatArray,
    scratch: FloatArray, a: FloatArray, sigma: FloatArray, x: FloatArray, rate: FloatArray,
) -> None:  # fmt: skip
    _fill_variations(system, t, q, v, s, tree_scratch(system, scratch), a, x, rate)


@borrowing
def _fill_variations(
    system: TreeSystem, t: float, q: FloatArray, v: FloatArray, s: FloatArray,
    work: TreeWorkspace, a: FloatArray, x: FloatArray, rate: FloatArray,
) -> None:  # fmt: skip
    """With a held, M da = d(Q - RNEA(q, v, a)) along each variation: a tangent pass, a solution."""
    nv = len(v)
    tangent, dloads, frame = work.tangent, work.dloads, work.frame
    _balance(system, v, a, work, frame.r)
    if not _factorise_mass(system, q, v, work, 0.0, 0.0):
        rate[:] = np.nan
        return
    motion = BodyMotion(q, v, frame.R, frame.p, work.w, work.u)
    forced = len(system.forces.place) > 0
    for m in range(len(x)):
        # one variation (dq, dv, ds) and its rate, nv, nv and ns long
        dq, dv, ds = x[m, :nv], x[m, nv : 2 * nv], x[m, 2 * nv :]
        dq_rate, da, dsigma = rate[m, :nv], rate[m, nv : 2 * nv], rate[m, 2 * nv :]
        tangent_outwards(
            system.bodies, vector(system.gravity), v, a, frame.R, frame.p, work.motion, dq, dv,
            tangent,
        )  # fmt: skip
        if forced:
            dloads.wrench[:] = 0.0
            dloads.tau[:] = 0.0
            # how all bodies move by it is there already: the forces' change follows
            change = MotionChange(dq, dv, tangent[TURN], tangent[P], tangent[W], tangent[U])
            vary_all(system.forces, t, motion, s, change, ds, dloads, dsigma)
            for i in range(len(system.bodies)):
                for c in range(3):
                    tangent[MOMENT, i, c] -= dloads.wrench[i, c]
                    tangent[FORCE, i, c] -= dloads.wrench[i, 3 + c]
        tangent_inwards(system.bodies, frame.R, frame.p, work.motion, tangent, da)
        for d in range(nv):
            # dQ - dRNEA, the right side of M da
            da[d] = (dloads.tau[d] - da[d]) if forced else -da[d]
        solve_factorised(system.dofs, system.chain, work.H, da)
        _displacement_change(system.bodies, v, dq, dv, dq_rate)


@borrowing
def _displacement_change(
    bodies: Records, v: FloatArray, dq: FloatArray, dv: FloatArray, rate: FloatArray
) -> None:
    """Fill rate (nv,) of a displacement dq that moves on with v + dv: dv, less v x dq in turns.

    A turn is seen from axes that turn with v.
    """
    copy_to(dv, rate)
    for i in range(len(bodies)):
        d = rotation_start(bodies[i].joint, bodies[i].v_start)
        if d >= 0:
            drift = cross(triple(v, d), triple(dq, d))
            put_triple(rate, d, subtract(triple(dv, d), drift))


# --------------------------------------------------------------------------- Newton's method


@implements(newton_scratch, TreeSystem)
def _newton_scratch(system: TreeSystem) -> TreeNewton:
    nb = len(system.bodies)
    return TreeNewton(np.empty((nb, 9)), np.empty((nb, 3)), np.empty((nb, 3)), np.empty((nb, 3)))


@implements(imbalance, TreeSystem)
def _imbalance(
    system: TreeSystem, t: float, q: FloatArray, v: FloatArray, s: FloatArray,
    scratch: FloatArray, newton: TreeNewton, a: FloatArray, out: FloatArray, sigma: FloatArray,
) -> float:  # fmt: skip
    """Fill out with M a + h - Q, by Newton-Euler."""
    work = tree_scratch(system, scratch)
    move_frame(system.bodies, system.dofs, q, v, work.frame)
    power = load(system, t, q, v, s, work, sigma)
    _balance(system, v, a, work, out)
    for d in range(len(out)):
        # RNEA(q, v, a) has the wrenches in it already
        out[d] -= work.loads.tau[d]
    return power


@implements(factorise_newton, TreeSystem)
def _factorise_newton(
    system: TreeSystem, t: float, q: FloatArray, v: FloatArray, s: FloatArray,
    scratch: FloatArray, newton: TreeNewton, by_v: float, by_q: float, by_s: float,
) -> bool:  # fmt: skip
    """M + by_v C + by_q K with what the forces say of C and K; own states by substitution."""
    work = tree_scratch(system, scratch)
    return _factorise_mass(system, q, v, work, by_v, by_q)


@implements(solve_newton, TreeSystem)
def _solve_newton(
    system: TreeSystem, scratch: FloatArray, newton: TreeNewton, r: FloatArray
) -> None:
    work = tree_scratch(system, scratch)
    solve_factorised(system.dofs, system.chain, work.H, r[: len(system.dofs)])
