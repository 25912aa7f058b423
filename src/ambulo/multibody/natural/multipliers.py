"""Contact wrench and moments of joints from Lagrange multipliers and generalised forces.

The angles of each segment are driven relative to the ground. So the multipliers of their drivers
are generalised forces Q on three rotations, and Gamma = T^-T Q is the torque on the segment
(Pamies-Vila 2012, eqs. 3.96 to 3.100 and B.3). A joint transmits the sum of the torques beyond it
(eqs. B.4 to B.7). At the base point, the whole sum and the drivers' force remain. They are the
wrench of the contact, on the root segment. If contact wrenches act on the feet, the joints between
root and foot transmit less by these wrenches (eqs. B.8 to B.11).

With M q'' + Phi_q^T lambda = Q (eq. 3.31), the force of a driver is -lambda. Pamies-Vila's F_e =
lambda (eq. 3.89) is the sum of the forces, including inertia, that the driver overcomes.
"""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.multibody.motion import JointForces, Loads, Motion
from ambulo.multibody.natural.angles import rate_matrix
from ambulo.multibody.natural.mass_matrix import element_indices, place_matrix
from ambulo.multibody.natural.matrix_r import driven_motion, independent_motion
from ambulo.multibody.natural.points import NaturalBody
from ambulo.multibody.tree.kinematics import forward_kinematics


def segment_torques(angles: FloatArray, Q_angles: FloatArray) -> FloatArray:
    """Torque of the ground on each segment (..., 3) [N*m] in world axes (eqs. 3.100 and B.3).

    Args:
        angles: (..., 3) rad.
        Q_angles: (..., 3) N*m, generalised forces on the angles.
    """
    turned = np.swapaxes(rate_matrix(angles), -1, -2)
    return np.asarray(np.linalg.solve(turned, Q_angles[..., None])[..., 0])


def joint_forces(body: NaturalBody, motion: Motion, loads: Loads | None = None) -> JointForces:
    """Net joint forces and moments of a motion, by natural coordinates and matrix R.

    They are the quantities that `dynamics.inverse.joint_forces` computes by recursive Newton-Euler,
    here from constraints, a constant mass matrix and a velocity transformation.

    Args:
        motion: motion in the coordinates of the body's model.
        loads: wrenches (frames, nb, 6) at the segments' origins, world axes [N*m, N], on the
            motion's frames.
    Raises:
        InputError: a segment is in a posture in which the three angles are not determined.
    """
    tree = body.tree
    R, p = forward_kinematics(tree, motion.q)
    state = independent_motion(body, motion)
    wrench = None if loads is None else loads.wrench
    acceleration, Q_m = driven_motion(body, state, wrench)
    moment = segment_torques(state.angles, Q_m[:, 3:].reshape(state.angles.shape))
    force = np.empty_like(p)
    for k, element in enumerate(body.elements):
        centre = (
            place_matrix(element, tree.com[k]) @ acceleration[:, list(element_indices(element))]
        )
        force[:, k] = tree.mass[k] * (centre - tree.gravity)
    if wrench is not None:
        force -= wrench[:, :, 3:]
    for k in range(tree.nb - 1, 0, -1):
        moment[:, tree.parent[k]] += moment[:, k]
        force[:, tree.parent[k]] += force[:, k]
    # what the drivers of the base point push with is the resultant
    force[:, 0] = Q_m[:, :3]
    moment[:, 0] += np.cross(state.base - p[:, 0], force[:, 0])
    return JointForces(motion.time, moment, force, _dual_to_velocities(body, R, moment, force))


def under_contact(
    body: NaturalBody,
    free: JointForces,
    R: FloatArray,
    p: FloatArray,
    segment: int,
    contact: FloatArray,
) -> JointForces:
    """Joint forces with a contact on a segment, from joint forces with the contact on the root.

    Each joint between the root and this segment transmits less by the contact's wrench about the
    joint's centre (eqs. B.8 to B.10). The other joints do not change (eq. B.11).

    Args:
        free: joint forces with the contact on the root.
        R, p: (frames, nb, 3, 3) and (frames, nb, 3) m, segments in the world.
        segment: the segment on which the contact acts.
        contact: (frames, 6) moment [N*m] about the segment's origin and force [N], world axes.
    """
    moment, force = free.moment.copy(), free.force.copy()
    at = segment
    while at >= 0:
        moment[:, at] -= contact[:, :3] + np.cross(p[:, segment] - p[:, at], contact[:, 3:])
        force[:, at] -= contact[:, 3:]
        at = int(body.tree.parent[at])
    return JointForces(free.time, moment, force, _dual_to_velocities(body, R, moment, force))


def _dual_to_velocities(
    body: NaturalBody, R: FloatArray, moment: FloatArray, force: FloatArray
) -> FloatArray:
    """Generalised forces (frames, nv) of the root and ball joints."""
    turning: FloatArray = np.einsum("fbji,fbj->fbi", R, moment).reshape(len(R), -1)
    if body.held:
        return turning
    pushing = force[:, 0] @ body.tree.R_PJ[0]
    return np.concatenate([pushing, turning], axis=1)
