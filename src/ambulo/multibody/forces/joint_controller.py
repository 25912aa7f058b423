"""A controller of a body on its feet: moments through the joints, and a wrench at the root.

A joint's moment answers to how far its two bodies are turned against each other off the reference,
N = -K (e_i - e_P) - C (de_i - de_P) with the rotation vectors e of the bodies, world axes: equal
and opposite on both, so that nothing from outside helps. What does help from outside is the root's
wrench alone, likewise proportional and derivative, so that it is seen by itself.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.math.dispatch import implements
from ambulo.math.entries import matrix_at, put_vector_at, vector_at
from ambulo.math.so3 import rotation_between
from ambulo.math.vectors import dot, subtract
from ambulo.multibody.forces.law import (
    BodyMotion,
    Loads,
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


class JointController(NamedTuple):
    """Gains and the motion that is held.

    Own states: integrals over time of the squares of the root's force and of all moments, so that
    its mean effort is exact. It observes the largest sizes of both.

    Args:
        reference: the motion.
        stiffness, damping: (nb + 1,) of the root's origin [N/m, N*s/m], then of the root's
            orientation and every joint [N*m/rad, N*m*s/rad].
        acting: (nb + 1, 3) scratch: force at the root [N], its moment and those through the joints,
            on the distal body [N*m].
    """

    reference: ReferenceMotion
    stiffness: FloatArray
    damping: FloatArray
    acting: FloatArray


def joint_controller(
    reference: ReferenceMotion, stiffness: FloatArray, damping: FloatArray
) -> JointController:
    """Lay a controller out for the compiled loops.

    Args:
        reference: of a tree whose first body alone hangs from the world.
        stiffness, damping: (nb + 1,) as `JointController` has them.
    Raises:
        ValueError: there are not as many gains as the tree has bodies and one.
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
def _apply(
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
            spin = subtract(spin, vector_at(motion.w, parent))
            for c in range(3):
                acting[i + 1, c] = -law.stiffness[i + 1] * e[c]
                acting[i + 1, c] -= law.damping[i + 1] * (spin[c] + there.w[parent, c])
                loads.wrench[parent, c] -= acting[i + 1, c]
        else:
            for c in range(3):
                acting[i + 1, c] = -law.stiffness[i + 1] * e[c] - law.damping[i + 1] * spin[c]
        for c in range(3):
            loads.wrench[i, c] += acting[i + 1, c]
    for c in range(3):
        # force at the root = -k (p - p_ref) - c (u - u_ref)
        acting[0, c] = -law.stiffness[0] * (motion.p[0, c] - there.p[0, c])
        acting[0, c] -= law.damping[0] * (motion.u[0, c] - there.u[0, c])
        loads.wrench[0, 3 + c] += acting[0, c]
    for k in range(nb + 1):
        # integral of the square: its mean is the effort's
        n = vector_at(acting, k)
        sigma[k] = dot(n, n)


@implements(enter_law, JointController)
def _enter(law: JointController, start: float, end: float) -> None:
    enter_reference(law.reference, start, end)


@implements(law_observed_count, JointController)
def _observed_count(law: JointController) -> int:
    return len(law.acting)


@implements(law_observe, JointController)
def _observe(law: JointController, out: FloatArray) -> None:
    for k in range(len(out)):
        n = vector_at(law.acting, k)
        out[k] = max(out[k], np.sqrt(dot(n, n)))
