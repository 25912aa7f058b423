"""Everything that is known about the demo's walk: motion, ground reaction, joint moments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ambulo.demo.consistent_walk import ConsistentWalk
from ambulo.demo.foot_sharing import resultant, share_between_feet
from ambulo.gait.inverse import joint_forces
from ambulo.math.arrays import FloatArray
from ambulo.model.foot_loads import foot_loads
from ambulo.model.joint_angles import joint_angles
from ambulo.model.joint_moments import reported_moments, reported_powers
from ambulo.multibody.motion import JointForces, Loads, Motion
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.records import SIDES, Event, GroundReaction, Model
from ambulo.records.measurement import LOADED


@dataclass(frozen=True, eq=False)
class WalkTruth:
    """The walk on a grid of times, all exact for the model.

    Args:
        walk: it can be evaluated at any time.
        start: s, time of the walk at which the recording's clock is zero.
        model: true geometry and inertia, without markers.
        motion: at the frames; time counts from the recording's start.
        ground: each foot's ground reaction; zero in the air, both feet known throughout.
        loads: the same on the segments of the feet.
        forces: of the proximal on the distal segment at every joint, world axes; the root's is
            zero to rounding.
        events: foot strikes and offs within the recording.
    """

    walk: ConsistentWalk
    start: float
    model: Model
    motion: Motion
    ground: GroundReaction
    loads: Loads
    forces: JointForces
    events: tuple[Event, ...]

    @property
    def time(self) -> FloatArray:
        """(frames,) s, from the recording's start."""
        return self.motion.time


def walk_truth(walk: ConsistentWalk, start: float, time: FloatArray) -> WalkTruth:
    """Evaluate a walk.

    Args:
        walk: the walk.
        start: s, time of the walk when the recording's clock is zero.
        time: (frames,) s on the recording's clock.
    """
    moved = walk.motion(time + start)
    motion = Motion(time, moved.q, moved.v, moved.a)
    ground = feet_share(walk, start, time)
    R, p = forward_kinematics(walk.model.tree, motion.q)
    loads = foot_loads(walk.model, R, p, ground)
    return WalkTruth(
        walk=walk,
        start=start,
        model=walk.model,
        motion=motion,
        ground=ground,
        loads=loads,
        forces=joint_forces(walk.model, motion, loads),
        events=_events(walk, start, time),
    )


def feet_share(walk: ConsistentWalk, start: float, time: FloatArray) -> GroundReaction:
    """Ground reaction of each foot; the two add up to what the motion needs, exactly.

    Args:
        walk: the walk.
        start: s, time of the walk when the recording's clock is zero.
        time: (samples,) s on the recording's clock.
    """
    at = time + start
    whole = resultant(walk.model, walk.motion(at))
    return share_between_feet(time, whole, walk.foot_plan(at))


def truth_quantities(truth: WalkTruth, time: FloatArray) -> Mapping[str, Mapping[str, FloatArray]]:
    """What the tables hold, as it truly is.

    Args:
        truth: the walk.
        time: (frames,) s on the recording's clock.
    Returns:
        "angles" [deg], "moments" [N*m] and "powers" [W], each name -> (frames,), with the names
        and signs of the tables.
    """
    at = walk_truth(truth.walk, truth.start, time)
    R, _ = forward_kinematics(at.model.tree, at.motion.q)
    groups = {
        "angles": joint_angles(at.model, R),
        "moments": reported_moments(at.model, at.forces, R),
        "powers": reported_powers(at.model, at.motion, at.forces, R),
    }
    return {group: {x.name: x.values for x in found} for group, found in groups.items()}


def _events(walk: ConsistentWalk, start: float, time: FloatArray) -> tuple[Event, ...]:
    """When each foot's vertical force passes the contact threshold."""
    fine = np.arange(time[0], time[-1], 5e-4)
    vertical = feet_share(walk, start, fine).force[..., 2]
    events = []
    for i, side in enumerate(SIDES):
        loaded = (vertical[:, i] > LOADED).astype(int)
        for k in np.flatnonzero(np.diff(loaded)):
            time_of = float(fine[k + 1])
            events.append(Event(side, "strike" if loaded[k + 1] else "off", time_of, "file"))
    return tuple(sorted(events, key=lambda event: event.time))
