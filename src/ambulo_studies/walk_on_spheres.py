"""Feet that walk on contact spheres, their forces known: what an identification is judged by.

Each foot of the simulated subject is cut free at the ankle, driven by what its leg does to it, and
carried by spheres under any laws. It sinks in until it is carried, rolls, sticks and slips as the
laws have it, by integration in time, which the identification does not share.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from scipy.spatial.transform import Rotation

from ambulo.demo.consistent_walk import ConsistentWalk
from ambulo.demo.truth import walk_truth
from ambulo.foot_contact.feet_motion import FeetMotion, sole_size
from ambulo.foot_contact.foot_dynamics import FootBody
from ambulo.foot_contact.foot_record import DrivenFoot, driven_foot, foot_body
from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.packed import Packed
from ambulo.multibody.contact.spheres_on_ground import contact_wrenches, spheres_on_ground
from ambulo.multibody.forces.controllers import PoseController
from ambulo.multibody.forces.reference_motion import reference_motion
from ambulo.multibody.forces.stored_loads import WrenchSeries
from ambulo.multibody.integrators.registry import METHODS
from ambulo.multibody.integrators.simulation import simulate_system
from ambulo.multibody.integrators.time_loop import Outcome
from ambulo.multibody.tree.kinematics import body_velocities, forward_kinematics
from ambulo.multibody.tree.system_of_tree import tree_system
from ambulo.records import SIDES

_DRIVEN_AT = 500.0
"""Hz at which the drive is known."""
_TOLERANCE = 1e-5
"""Of the integration; equal steps of 0.25 ms are unstable in push-off, with errors of 160 N."""
_SETTLING = 0.15
"""s before the record, in which the feet come to the motion that is theirs."""
_HOLD_ANKLE = (4000.0, 120.0)
"""N/m, N*s/m of the ankle."""
_HOLD_SEGMENTS = ((60.0, 12.0), (6.0, 0.6))
"""N*m/rad, then N*m*s/rad, of hindfoot and forefoot."""


@dataclass(frozen=True, eq=False)
class Sole:
    """Spheres under one foot.

    Args:
        segment: (spheres,) 0 hindfoot, 1 forefoot; centre: (spheres, 3) m in it; radius: m.
        normal, friction: packed laws, the same for all its spheres.
    """

    segment: IntArray
    centre: FloatArray
    radius: FloatArray
    normal: Packed
    friction: Packed


@dataclass(frozen=True, eq=False)
class ContactTruth:
    """What is true of a walk on spheres.

    Args:
        feet: the motion at the frames.
        wrench: (2, frames, 6) N*m, N, of the ground on each foot about its ankle.
        drive: (2, frames, 9) force at the ankle [N], moments on hindfoot and forefoot [N*m] that
            drove each foot, with those of the controller in it.
        bodies: of both feet, order SIDES.
        soles: on which they walked, by side.
    """

    feet: FeetMotion
    wrench: FloatArray
    drive: FloatArray
    bodies: tuple[FootBody, FootBody]
    soles: Mapping[str, Sole]


def walk_on_spheres(
    walk: ConsistentWalk,
    soles: Mapping[str, Sole],
    time: FloatArray,
    *,
    start: float = 0.0,
) -> ContactTruth:
    """Let both feet of a walk go on their spheres.

    Args:
        walk: whose legs drive the feet.
        soles: by side.
        time: (frames,) s, evenly spaced, of the record.
        start: s, time of the walk when the record's clock is zero.
    Raises:
        ValueError: an integration did not reach the end.
    """
    found = [_one_foot(walk, side, soles[side], time, start) for side in SIDES]
    wrench, drive = (np.stack([each[i] for each in found]) for i in (1, 2))
    R, p, w, u = (np.stack([each[0][i] for each in found]) for i in range(4))
    length, drop = sole_size(walk.model)
    return ContactTruth(
        FeetMotion(time, R, p, w, u, wrench[..., 5] > 0.0, True, length, drop), wrench, drive,
        (found[0][3], found[1][3]), soles,
    )  # fmt: skip


def _one_foot(
    walk: ConsistentWalk, side: str, sole: Sole, time: FloatArray, start: float
) -> tuple[tuple[FloatArray, ...], FloatArray, FloatArray, FootBody]:
    """Segments' motion (R, p, w, u) of a foot, its wrench (frames, 6), its drive, and its body."""
    count = int(np.ceil((time[-1] - time[0] + _SETTLING) * _DRIVEN_AT)) + 3
    known = time[0] - _SETTLING + np.arange(count) / _DRIVEN_AT
    truth = walk_truth(walk, start, known)
    foot = driven_foot(truth.model, truth.motion, truth.forces, side)  # type: ignore[arg-type]
    contact = spheres_on_ground(sole.segment, sole.centre, sole.radius, sole.normal, sole.friction)
    system = tree_system(foot.tree, (_hold(foot), WrenchSeries(known[0], 1.0 / _DRIVEN_AT,
                                                               foot.drive), contact))  # fmt: skip
    instants = np.r_[known[0], time]
    found = simulate_system(
        system, instants, foot.motion.q[0], foot.motion.v[0], METHODS["bogacki-shampine"],
        tolerance=_TOLERANCE, quiet=True,
    )  # fmt: skip
    if found.outcome is not Outcome.REACHED:
        raise ValueError(f"the {side} foot's simulation ended early: {found.outcome}")
    q, v, s = found.q[1:], found.v[1:], found.s[1:]
    R, p = forward_kinematics(foot.tree, q)
    w, u = body_velocities(foot.tree, q, v)
    wrench = contact_wrenches(contact, R, p, w, u, s)
    # about the ankle, from about each segment's own origin
    arm = p[:, 1] - p[:, 0]
    about = wrench.sum(axis=1)
    about[:, :3] += np.cross(arm, wrench[:, 1, 3:])
    truth = walk_truth(walk, start, time)
    wanted = driven_foot(truth.model, truth.motion, truth.forces, side)  # type: ignore[arg-type]
    drive = np.concatenate([wanted.drive[:, 0, 3:], wanted.drive[..., :3].reshape(-1, 6)], axis=1)
    return (R, p, w, u), about, drive + _held(wanted, R, p, w, u), foot_body(foot.tree)


def _held(
    wanted: DrivenFoot, R: FloatArray, p: FloatArray, w: FloatArray, u: FloatArray
) -> FloatArray:
    """What the controller adds (frames, 9) to a drive: force at the ankle, moments on segments."""
    q, v = wanted.motion.q, wanted.motion.v
    R_ref, p_ref = forward_kinematics(wanted.tree, q)
    w_ref, u_ref = body_velocities(wanted.tree, q, v)
    force = _HOLD_ANKLE[0] * (p_ref - p)[:, 0] + _HOLD_ANKLE[1] * (u_ref - u)[:, 0]
    turn = Rotation.from_matrix((R_ref @ R.swapaxes(2, 3)).reshape(-1, 3, 3)).as_rotvec()
    stiffness, damping = (np.array(x)[:, None] for x in _HOLD_SEGMENTS)
    moment = stiffness * turn.reshape(-1, 2, 3) + damping * (w_ref - w)
    return np.concatenate([force, moment.reshape(-1, 6)], axis=1)


def _hold(foot: DrivenFoot) -> PoseController:
    """A weak controller of the ankle's place and the segments' orientations."""
    stiffness, damping = (
        np.array([ankle, *own]) for ankle, own in zip(_HOLD_ANKLE, _HOLD_SEGMENTS, strict=True)
    )
    reference = reference_motion(foot.tree, foot.motion)
    acting = np.zeros((2 * foot.tree.nb + 1, 3))
    return PoseController(reference, 0, np.zeros(3), stiffness, damping, acting)
