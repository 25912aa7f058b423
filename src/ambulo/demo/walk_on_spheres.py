"""Feet that walk on contact spheres, their forces known: what an identification is judged by.

Each foot of the simulated subject is cut free at the ankle, driven by what its leg does to it, and
carried by spheres under any laws. It sinks in until it is carried, rolls, sticks and slips as the
laws have it, by integration in time, which the identification does not share.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ambulo.demo.consistent_walk import ConsistentWalk
from ambulo.demo.truth import walk_truth
from ambulo.foot_contact.driven_foot import DrivenFoot, driven_foot
from ambulo.foot_contact.feet_motion import FeetMotion, sole_size
from ambulo.math.arrays import BoolArray, FloatArray, IntArray
from ambulo.math.packed import Packed
from ambulo.multibody.contact.spheres_on_plane import contact_wrenches, spheres_on_plane
from ambulo.multibody.forces.pose_controller import PoseController
from ambulo.multibody.forces.reference_motion import reference_motion
from ambulo.multibody.forces.wrench_series import WrenchSeries
from ambulo.multibody.integrators.registry import METHODS
from ambulo.multibody.integrators.simulation import simulate_system
from ambulo.multibody.integrators.time_loop import Outcome
from ambulo.multibody.tree.kinematics import body_velocities, forward_kinematics
from ambulo.multibody.tree.tree_system import tree_system
from ambulo.records import SIDES

__all__ = ["ContactTruth", "Sole", "walk_on_spheres"]

_DRIVEN_AT = 500.0
"""Hz at which the drive is known."""
_STEP = 2.5e-4
"""s, of the integration."""
_SETTLING = 0.15
"""s before the record, in which the feet come to the motion that is theirs."""
_HOLD_ANKLE = (4000.0, 120.0)
"""N/m, N*s/m of the ankle."""
_HOLD_SEGMENTS = ((60.0, 12.0), (6.0, 0.6))
"""N*m/rad and N*m*s/rad of hindfoot and forefoot."""


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
    """

    feet: FeetMotion
    wrench: FloatArray


def walk_on_spheres(
    walk: ConsistentWalk,
    soles: Mapping[str, Sole],
    time: FloatArray,
    *,
    start: float = 0.0,
    stance: BoolArray | None = None,
) -> ContactTruth:
    """Let both feet of a walk go on their spheres.

    Args:
        walk: whose legs drive the feet.
        soles: by side.
        time: (frames,) s, evenly spaced, of the record.
        start: s, time of the walk when the record's clock is zero.
        stance: (2, frames) feet on the ground; where they touch if left out.
    Raises:
        ValueError: an integration did not reach the end.
    """
    found = [_one_foot(walk, side, soles[side], time, start) for side in SIDES]
    wrench = np.stack([x for _, x in found])
    R, p, w, u = (np.stack([parts[i] for parts, _ in found]) for i in range(4))
    touching = wrench[..., 5] > 0.0 if stance is None else stance
    length, drop = sole_size(walk.model)
    return ContactTruth(FeetMotion(time, R, p, w, u, touching, True, length, drop), wrench)


def _one_foot(
    walk: ConsistentWalk, side: str, sole: Sole, time: FloatArray, start: float
) -> tuple[tuple[FloatArray, ...], FloatArray]:
    """Segments' motion (R, p, w, u) of a foot, and its wrench (frames, 6) about the ankle."""
    count = int(np.ceil((time[-1] - time[0] + _SETTLING) * _DRIVEN_AT)) + 3
    known = time[0] - _SETTLING + np.arange(count) / _DRIVEN_AT
    truth = walk_truth(walk, start, known)
    foot = driven_foot(truth.model, truth.motion, truth.forces, side)  # type: ignore[arg-type]
    contact = spheres_on_plane(sole.segment, sole.centre, sole.radius, sole.normal, sole.friction)
    system = tree_system(foot.tree, (_hold(foot), WrenchSeries(known[0], 1.0 / _DRIVEN_AT,
                                                               foot.drive), contact))  # fmt: skip
    instants = np.r_[known[0], time]
    found = simulate_system(
        system, instants, foot.motion.q[0], foot.motion.v[0], METHODS["rkmk4"], step=_STEP
    )
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
    return (R, p, w, u), about


def _hold(foot: DrivenFoot) -> PoseController:
    """A weak controller of the ankle's place and the segments' orientations."""
    stiffness = np.array([_HOLD_ANKLE[0], *_HOLD_SEGMENTS[0]])
    damping = np.array([_HOLD_ANKLE[1], *_HOLD_SEGMENTS[1]])
    reference = reference_motion(foot.tree, foot.motion)
    acting = np.zeros((2 * foot.tree.nb + 1, 3))
    return PoseController(reference, 0, np.zeros(3), stiffness, damping, acting)
