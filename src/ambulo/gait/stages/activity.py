"""Stage activity: what the subject does; after the ground reaction is known, its description."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from ambulo.gait.activities.kind import Done, ObservedMotion
from ambulo.gait.activities.recognise import recognise
from ambulo.gait.activities.registry import ACTIVITIES
from ambulo.gait.body_motion import ModelMotion
from ambulo.gait.configuration import Configuration
from ambulo.gait.stages.markers import NamedMarkers
from ambulo.gait.stages.steps import Steps
from ambulo.math.arrays import FloatArray
from ambulo.math.brief_repr import BriefRepr
from ambulo.math.vector_arrays import lengths
from ambulo.mocap.foot_contact import (
    feet_at_rest,
    floor_velocities,
    point_velocities,
    without_held_feet,
)
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo.records import SIDES, Activity, Quantities, Side, Subject, Trial


@dataclass(frozen=True, eq=False)
class Recognised(BriefRepr):
    """The recognised activity.

    Args:
        activity: the activity, without its phases and key numbers.
        movement: the movement from which the activity was recognised.
        velocity: (frames, k, 3) m/s of the feet's points, smoothed.
        unlike: what the motion shows if it contradicts the requested activity, a sentence without a
            capital; otherwise "".
    """

    activity: Activity
    movement: ObservedMotion
    velocity: Mapping[Side, FloatArray]
    unlike: str = ""

    @property
    def notes(self) -> tuple[str, ...]:
        """For the log."""
        belt = " on a moving floor" if self.activity.treadmill else ""
        left, right = (float(np.hypot(*self.movement.floor[side])) for side in SIDES)
        if belt and left != right:
            belt = (
                f" on two belts, the left at {left:.2f} and the right at {right:.2f} m/s (strides "
                "and their speed are relative to the mean of both belts)"
            )
        return (f"Activity: {self.activity.noun}{belt}. Reason: {self.activity.reason}",)


def find_activity(
    trial: Trial,
    named: NamedMarkers,
    body: ModelMotion,
    subject: Subject,
    choice: Configuration,
) -> Recognised:
    """Recognise the activity, unless it is given.

    Args:
        trial: the trial, with plates.
        named: markers of the frames that are used.
        body: the body in motion.
        subject: the subject, with mass.
        choice: `activity`.
    """
    markers, model = named.markers, body.model
    feet = named.feet
    velocity = {side: point_velocities(markers.time, points) for side, points in feet.items()}
    floor = floor_velocities(feet, velocity)
    rest = feet_at_rest(markers.time, feet, velocity, floor)
    joints = {
        joint: np.stack([body.p[:, model.joints.index(f"{side}_{joint}")] for side in SIDES])
        for joint in ("hip", "knee", "ankle")
    }
    hips = joints["hip"].mean(axis=0)
    leg = sum(
        float(lengths(joints[a] - joints[b]).mean())
        for a, b in (("hip", "knee"), ("knee", "ankle"))
    )
    centre = body.mass_centre if model.whole_body else hips
    rest = without_held_feet(rest, feet, centre)
    movement = ObservedMotion(
        markers.time,
        feet,
        rest,
        floor,
        hips,
        centre,
        model.whole_body,
        leg,
        _carried(trial, named, subject),
    )
    name, reason = recognise(movement)
    unlike = ""
    if choice.activity is not None:
        unlike = _unlike(choice.activity, name, reason)
        but = f"{unlike[:1].upper()}{unlike[1:]}"
        name, reason = choice.activity, f"your choice. {but}".rstrip()
    kind = ACTIVITIES.named(name, "activity")
    return Recognised(
        Activity(
            name,
            kind.noun,
            kind.doing,
            kind.walking,
            kind.stepping,
            (float(movement.belt[0]), float(movement.belt[1])) if kind.stepping else (0.0, 0.0),
            reason,
        ),
        movement,
        velocity,
        unlike,
    )


def _unlike(asked: str, seen: str, reason: str) -> str:
    """What the motion shows, where it contradicts what was asked for.

    Anything may be called a movement, and a run and a sprint differ by their speed alone.
    """
    if asked in (seen, "other") or {asked, seen} == {"run", "sprint"}:
        return ""
    return f"the motion looks like {ACTIVITIES[seen].noun}: {reason}"


def described(
    recognised: Recognised,
    trial: Trial,
    steps: Steps,
    angles: Quantities,
    subject: Subject,
    apart: float,
) -> Activity:
    """The activity with its phases and key numbers.

    Args:
        recognised: the activity.
        trial: the trial, with plates.
        steps: events, and what the plates measured of the feet.
        angles: of the joints, deg.
        subject: the subject, with mass.
        apart: s, by which the clocks of plates and cameras seem to differ.
    """
    kind = ACTIVITIES[recognised.activity.name]
    bends = [q.values for q in angles if q.name in ("left_knee_flexion", "right_knee_flexion")]
    frames = len(recognised.movement.time)
    done = Done(
        recognised.movement,
        steps.events,
        steps.plates,
        trial.plates,
        (subject.mass or np.nan) * STANDARD_GRAVITY,
        np.max(bends, axis=0) if bends else np.full(frames, np.nan),
        apart,
    )
    found = kind.describe(done)
    return replace(recognised.activity, phases=found.phases, numbers=found.numbers)


def _carried(trial: Trial, named: NamedMarkers, subject: Subject) -> FloatArray:
    """Vertical force (frames,) of all plates over the body weight; NaN without plates."""
    time = named.markers.time
    if not trial.plates or subject.mass is None:
        return np.full(len(time), np.nan)
    total = np.zeros(len(time))
    for plate in trial.plates:
        total += np.interp(time, plate.time, np.nan_to_num(plate.force[:, 2]))
    return total / (subject.mass * STANDARD_GRAVITY)
