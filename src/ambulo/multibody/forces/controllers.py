"""Proportional-derivative controllers of joints, points and orientations."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.compilation import inner
from ambulo.math.dispatch import implements
from ambulo.math.entries import matrix_at, put_vector_at, vector, vector_at
from ambulo.math.so3 import rotation_between
from ambulo.math.vectors import add, cross, dot, rotate, subtract
from ambulo.multibody.forces.law import (
    BodyMotion,
    Loads,
    add_stiffness,
    add_wrench_unchecked,
    apply_law,
    enter_law,
    law_observe,
    law_observed_count,
    own_states,
)
from ambulo.multibody.forces.reference_motion import (
    ReferenceMotion,
    enter_reference,
    evaluate_reference,
    fill_velocities,
    reference_state,
)
from ambulo.multibody.tree.composite_inertia import add_point_mass
from ambulo.multibody.tree.packing import Records


class PoseController(NamedTuple):
    """Gains, and the motion to follow.

    Args:
        reference: the motion to follow.
        body, point: the controlled point, (3,) m in the frame of its body.
        stiffness, damping: (nb + 1,) of the point [N/m, N*s/m], then of each body's orientation
            [N*m/rad, N*m*s/rad].
        acting: (2 nb + 1, 3) scratch array: force [N], moment on each body [N*m], then the moments
            that pass through each joint. The law observes their largest sizes.
    """

    reference: ReferenceMotion
    body: int
    point: FloatArray
    stiffness: FloatArray
    damping: FloatArray
    acting: FloatArray


@inner
def _held(law: PoseController | JointController, i: int, off: float, rate: float) -> float:
    """Force or moment i for an error and its rate. It is linear, so the resistance to a change of
    the two is its opposite.
    """
    force: float = -law.stiffness[i] * off - law.damping[i] * rate
    return force


@inner
def fill_pose_error(
    reference: ReferenceMotion, b: int, point: FloatArray, t: float, motion: BodyMotion,
    error: FloatArray,
) -> None:  # fmt: skip
    """Fill the errors of the point [m] and of each body's orientation [rad], (nb + 1, 3), world
    axes."""
    evaluate_reference(reference, t)
    there = reference_state(reference)
    arm = rotate(matrix_at(motion.R, b), vector(point))
    arm_ref = rotate(matrix_at(there.R, b), vector(point))
    off = subtract(add(vector_at(motion.p, b), arm), add(vector_at(there.p, b), arm_ref))
    put_vector_at(error, 0, off)
    for i in range(len(motion.p)):
        put_vector_at(error, i + 1, rotation_between(matrix_at(there.R, i), matrix_at(motion.R, i)))


@inner
def push(b: int, point: FloatArray, motion: BodyMotion, acting: FloatArray, loads: Loads) -> None:
    """Add the force on the point and the moment on each body."""
    force = vector_at(acting, 0)
    moment = cross(rotate(matrix_at(motion.R, b), vector(point)), force)
    add_wrench_unchecked(loads, b, moment, force)
    for i in range(len(motion.p)):
        for c in range(3):
            loads.wrench[i, c] += acting[i + 1, c]


@inner
def observe_effort(bodies: Records, acting: FloatArray, out: FloatArray) -> None:
    """Update the largest sizes of the force, of the moments on bodies and of the moments through
    joints."""
    nb = len(bodies)
    for i in range(nb):
        put_vector_at(acting, 1 + nb + i, vector_at(acting, 1 + i))
    # through a joint goes what acts on all bodies beyond it
    for i in range(nb - 1, 0, -1):
        for c in range(3):
            acting[1 + nb + bodies[i].parent, c] += acting[1 + nb + i, c]
    for k in range(len(out)):
        n = vector_at(acting, k)
        out[k] = max(out[k], np.sqrt(dot(n, n)))


@implements(apply_law, PoseController)
def _apply(
    law: PoseController, t: float, motion: BodyMotion, s: FloatArray, loads: Loads,
    sigma: FloatArray,
) -> None:  # fmt: skip
    reference, b, acting = law.reference, law.body, law.acting
    fill_pose_error(reference, b, law.point, t, motion, acting)
    fill_velocities(reference)
    there = reference_state(reference)
    arm = rotate(matrix_at(motion.R, b), vector(law.point))
    arm_ref = rotate(matrix_at(there.R, b), vector(law.point))
    u = add(vector_at(motion.u, b), cross(vector_at(motion.w, b), arm))
    u_ref = add(vector_at(there.u, b), cross(vector_at(there.w, b), arm_ref))
    slip = subtract(u, u_ref)
    for c in range(3):
        acting[0, c] = _held(law, 0, acting[0, c], slip[c])
    for i in range(len(motion.p)):
        spin = subtract(vector_at(motion.w, i), vector_at(there.w, i))
        for c in range(3):
            acting[i + 1, c] = _held(law, i + 1, acting[i + 1, c], spin[c])
    push(b, law.point, motion, acting, loads)


@implements(add_stiffness, PoseController)
def _add_stiffness(
    law: PoseController, motion: BodyMotion, by_v: float, by_q: float, moments: FloatArray
) -> None:
    """An isotropic inertia of every body, and a mass at the point."""
    for i in range(len(moments)):
        for c in range(4, 7):
            moments[i, c] -= _held(law, i + 1, by_q, by_v)
    b = law.body
    arm = rotate(matrix_at(motion.R, b), vector(law.point))
    x, y, z = subtract(add(vector_at(motion.p, b), arm), vector_at(motion.p, 0))
    add_point_mass(moments, b, -_held(law, 0, by_q, by_v), x, y, z)


@implements(law_observe, PoseController)
def _observe(law: PoseController, out: FloatArray) -> None:
    observe_effort(law.reference.bodies, law.acting, out)


class JointController(NamedTuple):
    """Gains, and the motion to follow.

    Own states are the integrals over time of the squares of the root's force and of all moments, so
    the mean effort is exact. The law observes the largest sizes of force and moments.

    Args:
        reference: the motion to follow.
        stiffness, damping: (nb + 1,) of the root's origin [N/m, N*s/m], then of the root's
            orientation and every joint [N*m/rad, N*m*s/rad].
        acting: (nb + 1, 3) scratch array: force at the root [N], then the moments at the root and
            through the joints, on the distal body [N*m].
    """

    reference: ReferenceMotion
    stiffness: FloatArray
    damping: FloatArray
    acting: FloatArray


def joint_controller(
    reference: ReferenceMotion, stiffness: FloatArray, damping: FloatArray
) -> JointController:
    """Pack a controller for the compiled loops.

    Args:
        reference: motion of a tree in which only the first body is attached to the world.
        stiffness, damping: (nb + 1,), as in `JointController`.
    Raises:
        ValueError: the number of gains is not the number of bodies plus one.
    """
    wanted = (len(reference.bodies) + 1,)
    if stiffness.shape != wanted or damping.shape != wanted:
        raise ValueError(
            f"the gains have the shapes {stiffness.shape} and {damping.shape}, not {wanted}"
        )
    return JointController(reference, stiffness, damping, np.zeros((*wanted, 3)))


@implements(own_states, JointController)
def _own_states(law: JointController) -> int:
    return len(law.acting)


@implements(apply_law, JointController)
def _apply_joint(
    law: JointController, t: float, motion: BodyMotion, s: FloatArray, loads: Loads,
    sigma: FloatArray,
) -> None:  # fmt: skip
    reference, acting, bodies = law.reference, law.acting, law.reference.bodies
    evaluate_reference(reference, t)
    fill_velocities(reference)
    there = reference_state(reference)
    nb = len(bodies)
    # turns of all bodies off the reference, then differences from their parents', children first
    for i in range(nb):
        turn = rotation_between(matrix_at(there.R, i), matrix_at(motion.R, i))
        put_vector_at(acting, i + 1, turn)
    for i in range(nb - 1, -1, -1):
        e = vector_at(acting, i + 1)
        # moment = -k (e_i - e_P) - c (dw_i - dw_P), d: less the reference's; its opposite on P
        spin = subtract(vector_at(motion.w, i), vector_at(there.w, i))
        parent = bodies[i].parent
        if parent >= 0:
            e = subtract(e, vector_at(acting, parent + 1))
            spin = subtract(spin, subtract(vector_at(motion.w, parent), vector_at(there.w, parent)))
        for c in range(3):
            acting[i + 1, c] = _held(law, i + 1, e[c], spin[c])
            loads.wrench[i, c] += acting[i + 1, c]
            if parent >= 0:
                loads.wrench[parent, c] -= acting[i + 1, c]
    for c in range(3):
        # force at the root = -k (p - p_ref) - c (u - u_ref)
        off, slip = motion.p[0, c] - there.p[0, c], motion.u[0, c] - there.u[0, c]
        acting[0, c] = _held(law, 0, off, slip)
        loads.wrench[0, 3 + c] += acting[0, c]
    for k in range(nb + 1):
        # integral of the square: its mean is the effort's
        n = vector_at(acting, k)
        sigma[k] = dot(n, n)


@implements(enter_law, PoseController, JointController)
def _enter(law: PoseController | JointController, start: float, end: float) -> None:
    enter_reference(law.reference, start, end)


@implements(law_observed_count, PoseController, JointController)
def _observed_count(law: PoseController | JointController) -> int:
    return len(law.acting)


@implements(law_observe, JointController)
def _observe_joint(law: JointController, out: FloatArray) -> None:
    for k in range(len(out)):
        n = vector_at(law.acting, k)
        out[k] = max(out[k], np.sqrt(dot(n, n)))


class SampledController(NamedTuple):
    """A controller that takes its errors at the ends of steps.

    Args:
        held: the controller, with its gains; its damping [N*s/m, N*m*s/rad] multiplies the
            difference of two errors.
        error, before: (nb + 1, 3) scratch arrays: present errors, and errors at the end of the last
            step [m, rad].
        instant: (2,) s, the times of these errors; NaN before the first.
    """

    held: PoseController
    error: FloatArray
    before: FloatArray
    instant: FloatArray


@implements(apply_law, SampledController)
def _apply_sampled(
    law: SampledController, t: float, motion: BodyMotion, s: FloatArray, loads: Loads,
    sigma: FloatArray,
) -> None:  # fmt: skip
    held, error = law.held, law.error
    fill_pose_error(held.reference, held.body, held.point, t, motion, error)
    law.instant[0] = t
    if np.isnan(law.instant[1]):
        # the first instant, at which the method asks before its first step
        law.before[:] = error
        law.instant[1] = t
    dt = t - law.instant[1]
    for i in range(len(error)):
        for c in range(3):
            # e'(t_0) = 0
            slope = (error[i, c] - law.before[i, c]) / dt if dt > 0.0 else 0.0
            held.acting[i, c] = _held(held, i, error[i, c], slope)
    push(held.body, held.point, motion, held.acting, loads)


@implements(enter_law, SampledController)
def _enter_sampled(law: SampledController, start: float, end: float) -> None:
    enter_reference(law.held.reference, start, end)


@implements(add_stiffness, SampledController)
def _add_stiffness_sampled(
    law: SampledController, motion: BodyMotion, by_v: float, by_q: float, moments: FloatArray
) -> None:
    add_stiffness(law.held, motion, by_v, by_q, moments)


@implements(law_observed_count, SampledController)
def _observed_count_sampled(law: SampledController) -> int:
    return len(law.held.acting)


@implements(law_observe, SampledController)
def _observe_sampled(law: SampledController, out: FloatArray) -> None:
    """The step is done: its errors are those before the next."""
    law.before[:] = law.error
    law.instant[1] = law.instant[0]
    observe_effort(law.held.reference.bodies, law.held.acting, out)
