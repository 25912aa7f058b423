"""A proportional-derivative controller of a point of a body and of every body's orientation.

F = -K (x - x_ref) - C d(x - x_ref)/dt on the point, and likewise a moment on each body against the
rotation vector, at most pi long, from its reference orientation. Pamies-Vila (2012), eqs. 4.14 to
4.16.
"""

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
    add_wrench,
    apply_law,
    enter_law,
    law_observe,
    law_observed_count,
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
    """Gains and the motion that is held.

    Args:
        reference: the motion.
        body, point: the point held, (3,) m in the frame of its body.
        stiffness, damping: (nb + 1,) of the point [N/m, N*s/m], then of each body's orientation
            [N*m/rad, N*m*s/rad].
        acting: (2 nb + 1, 3) scratch: force [N], moment on each body [N*m], then what these
            moments pass through each joint. It observes their largest sizes.
    """

    reference: ReferenceMotion
    body: int
    point: FloatArray
    stiffness: FloatArray
    damping: FloatArray
    acting: FloatArray


@inner
def fill_pose_error(
    reference: ReferenceMotion, b: int, point: FloatArray, t: float, motion: BodyMotion,
    error: FloatArray,
) -> None:  # fmt: skip
    """Fill how far the point is off [m] and each body is turned [rad], (nb + 1, 3) world axes."""
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
    add_wrench(loads, b, moment, force)
    for i in range(len(motion.p)):
        for c in range(3):
            loads.wrench[i, c] += acting[i + 1, c]


@inner
def observe_effort(bodies: Records, acting: FloatArray, out: FloatArray) -> None:
    """Update the largest sizes of the force, the moments on bodies and those through joints."""
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
        acting[0, c] = -law.stiffness[0] * acting[0, c] - law.damping[0] * slip[c]
    for i in range(len(motion.p)):
        spin = subtract(vector_at(motion.w, i), vector_at(there.w, i))
        for c in range(3):
            held = -law.stiffness[i + 1] * acting[i + 1, c]
            acting[i + 1, c] = held - law.damping[i + 1] * spin[c]
    push(b, law.point, motion, acting, loads)


@implements(enter_law, PoseController)
def _enter(law: PoseController, start: float, end: float) -> None:
    enter_reference(law.reference, start, end)


@implements(add_stiffness, PoseController)
def _add_stiffness(
    law: PoseController, motion: BodyMotion, by_v: float, by_q: float, moments: FloatArray
) -> None:
    """An isotropic inertia of every body, and a mass at the point."""
    for i in range(len(moments)):
        held = by_q * law.stiffness[i + 1] + by_v * law.damping[i + 1]
        for c in range(4, 7):
            moments[i, c] += held
    b = law.body
    arm = rotate(matrix_at(motion.R, b), vector(law.point))
    x, y, z = subtract(add(vector_at(motion.p, b), arm), vector_at(motion.p, 0))
    add_point_mass(moments, b, by_q * law.stiffness[0] + by_v * law.damping[0], x, y, z)


@implements(law_observed_count, PoseController)
def _observed_count(law: PoseController) -> int:
    return len(law.acting)


@implements(law_observe, PoseController)
def _observe(law: PoseController, out: FloatArray) -> None:
    observe_effort(law.reference.bodies, law.acting, out)
