"""What there is to share: the resultant from the motion, the feet, and what the plates measured.

The floor lies at a height of its own under each foot: stairs, boxes and kerbs have several levels.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ambulo.foot_contact.feet_motion import FeetMotion, feet_motion
from ambulo.gait.body_motion import BodyMotion
from ambulo.gait.whole_body import centre_of_pressure_of, resultant_wrench
from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.math.runs import runs
from ambulo.model.foot_loads import foot_segments
from ambulo.multibody.motion import JointForces
from ambulo.records import SIDES, Event, GroundReaction

# m; a stance nearer than this to the ground's height counts as on it: no stair is as low (half of
# what tells stairs, `activities.recognise`); shoes' soles and errors of their points are lower
_STEP = 0.05


def floor_under(sole: FloatArray, stance: BoolArray) -> FloatArray:
    """Height (frames, 2) [m] of the floor under each foot; 0 on the laboratory's, and in the air.

    A stance's level is the median height of the lowest point of its sole. What a sole on the
    laboratory's floor has (its thickness, and the error of its points) is no step and is taken off
    the others; where nobody stands on that floor nothing is.

    Args:
        sole: (frames, 2, k, 3) m, points of each sole.
        stance: (frames, 2) feet on the ground.
    """
    lowest = sole[..., 2].min(axis=2)
    floor = np.zeros(stance.shape)
    stances = [
        (foot, first, stop, float(np.median(lowest[first:stop, foot])))
        for foot in range(stance.shape[1])
        for first, stop in runs(stance[:, foot])
    ]
    ground = [level for _, _, _, level in stances if abs(level) < _STEP]
    sole_height = float(np.median(ground)) if ground else 0.0
    for foot, first, stop, level in stances:
        if abs(level - sole_height) > _STEP:
            floor[first:stop, foot] = level - sole_height
    return floor


LEG_JOINTS = ("ankle", "knee", "hip")
SOLE_POINTS = ("heel", "metatarsal", "toe")


@dataclass(frozen=True, eq=False)
class SharingProblem:
    """The resultant ground reaction of a motion and everything by which it can be shared.

    World axes; feet in the order of SIDES. The moments at the joints of the legs are linear in
    the wrenches on the feet: M_j = M0_j - (moment of the wrench about joint j).

    Args:
        time: (frames,) s.
        total: (frames, 6) resultant about the world origin [N*m, N].
        stance: (frames, 2) whether each foot is on the ground, as the events say.
        events: strikes and offs that bound the stances.
        measured: by the plates, on the same frames; None without plates.
        lumbar: (frames, 3) m, lumbar joint.
        foot_mass_centre: (frames, 2, 3) m.
        sole: (frames, 2, 3, 3) m, SOLE_POINTS of each foot.
        leg_joints: (frames, 2, 3, 3) m, LEG_JOINTS of each leg.
        unloaded_moment: (frames, 2, 3, 3) N*m, M0 at these joints: the moment, proximal on
            distal, that the motion would need without any ground reaction.
        weight: of the body, N.
        body: in motion; None where only the rest is known.
        contact: names of the normal and the friction law of such models; None takes the usual.
        progress: told in words how far a sharing is that takes longer.
    """

    time: FloatArray
    total: FloatArray
    stance: BoolArray
    events: tuple[Event, ...]
    measured: GroundReaction | None
    lumbar: FloatArray
    foot_mass_centre: FloatArray
    sole: FloatArray
    leg_joints: FloatArray
    unloaded_moment: FloatArray
    weight: float
    body: BodyMotion | None = None
    contact: tuple[str, str] | None = None
    progress: Callable[[str], None] | None = None

    @cached_property
    def floor(self) -> FloatArray:
        """Height (frames, 2) [m] of the floor under each foot."""
        return floor_under(self.sole, self.stance)

    @cached_property
    def feet(self) -> FeetMotion | None:
        """How the feet move, for contact models under them; None where that is not known."""
        if self.body is None:
            return None
        return feet_motion(self.body.model, self.body.motion, self.stance)

    @property
    def ankles(self) -> FloatArray:
        """Ankle joints (frames, 2, 3) [m]."""
        return self.leg_joints[:, :, LEG_JOINTS.index("ankle")]


@dataclass(frozen=True)
class DoubleSupport:
    """A stretch of frames with both feet on the ground, between two single supports.

    Args:
        first, last: frames, both inclusive.
        trailing, leading: indices into SIDES.
        start: strike of the leading foot, s; None if it is before the record.
        stop: off of the trailing foot, s; None if it is after the record.
    """

    first: int
    last: int
    trailing: int
    leading: int
    start: float | None
    stop: float | None

    @property
    def frames(self) -> slice:
        """Its frames."""
        return slice(self.first, self.last + 1)

    def progress(self, time: FloatArray) -> FloatArray:
        """Share (n,) of the phase that has passed at its frames: 0 at the strike, 1 at the off.

        A correction that shifts from foot to foot with it stays on the foot whose single support
        is recorded while the phase's other end is not: 1 throughout without a start, 0 without a
        stop.
        """
        now = time[self.frames]
        if self.start is None:
            return np.ones(len(now))
        if self.stop is None:
            return np.zeros(len(now))
        return np.asarray((now - self.start) / (self.stop - self.start))

    def __str__(self) -> str:
        start = "before the record" if self.start is None else f"{self.start:.2f}"
        stop = "after the record" if self.stop is None else f"{self.stop:.2f} s"
        return f"double support from {start} to {stop}"


@dataclass(frozen=True, eq=False)
class Shared:
    """Each foot's ground reaction, and what had to be assumed or is not known, in sentences.

    Args:
        moved: (2,) m forward and left, by which the mass centre had to be moved; None if not.
    """

    ground: GroundReaction
    notes: tuple[str, ...] = ()
    moved: FloatArray | None = None


PhaseMethod = Callable[[SharingProblem, DoubleSupport], tuple[FloatArray | None, str]]
"""Wrench (n, 6) about the world origin of the trailing foot over a double support, None where the
method has nothing to go by; and a sentence where something is assumed or missing."""


@dataclass(frozen=True)
class Sharing:
    """One way of sharing.

    Args:
        title: as the report names it.
        needs_plates: whether it has nothing to go by without.
        adds_up: whether the feet's wrenches add up to the resultant.
        share: from the problem to each foot's ground reaction.
        quick: whether it takes less than a second, so that it is compared in passing.
        off_in_walks: hip, knee, ankle -> rms error [N*m/kg] of flexion moments of a foot that no
            plate measures, the worst foot of four public walks; None where the activities have it,
            which is the default's.
        off_in_turns: the same of two walks that turn by 80 and 85 degrees; None where not measured.
    """

    title: str
    needs_plates: bool
    adds_up: bool
    share: Callable[[SharingProblem], Shared]
    quick: bool = True
    off_in_walks: Mapping[str, float] | None = None
    off_in_turns: Mapping[str, float] | None = None

    @property
    def whole_on_one(self) -> bool:
        """Whether a foot alone on the ground has all of the resultant, with its errors."""
        return self.adds_up or self.needs_plates

    @property
    def compared(self) -> bool:
        """Whether it says anything beside the plates: what is not corrected is what they say."""
        return self.adds_up or not self.needs_plates


def sharing_problem(
    body: BodyMotion,
    forces: JointForces,
    stance: BoolArray,
    events: Sequence[Event],
    measured: GroundReaction | None,
    contact: tuple[str, str] | None = None,
) -> SharingProblem:
    """What there is to share in a motion of the whole body.

    Args:
        body: in motion.
        forces: of the motion without external loads.
        stance: (frames, 2) feet on the ground.
        events: strikes and offs.
        measured: by the plates, None without.
        contact: as `SharingProblem` has it.
    Raises:
        ValueError: the model has no lumbar joint or no points on the soles.
    """
    model, tree = body.model, body.model.tree
    bodies = [[model.joints.index(f"{side}_{name}") for name in LEG_JOINTS] for side in SIDES]
    soles = [
        np.stack([body.points[f"{side}_{name}"] for name in SOLE_POINTS], axis=1) for side in SIDES
    ]
    centres = []
    for side in SIDES:
        parts = [b for b in foot_segments(model, side) if b is not None]
        mass = tree.mass[parts]
        positions = np.stack([_point(body, b, tree.com[b]) for b in parts], axis=1)
        centres.append(np.einsum("b,fbi->fi", mass / mass.sum(), positions))
    return SharingProblem(
        time=body.motion.time,
        total=resultant_wrench(forces, body.p[:, 0]),
        stance=stance,
        events=tuple(events),
        measured=measured,
        lumbar=body.p[:, model.joints.index("lumbar")],
        foot_mass_centre=np.stack(centres, axis=1),
        sole=np.stack(soles, axis=1),
        leg_joints=body.p[:, bodies],
        unloaded_moment=forces.moment[:, bodies],
        weight=model.mass * float(np.linalg.norm(tree.gravity)),
        body=body,
        contact=contact,
    )


def _point(body: BodyMotion, segment: int, local: FloatArray) -> FloatArray:
    """Place (frames, 3) m in the world of a point of a segment."""
    return np.asarray(body.p[:, segment] + np.einsum("fij,j->fi", body.R[:, segment], local))


def double_supports(problem: SharingProblem) -> tuple[tuple[DoubleSupport, ...], tuple[str, ...]]:
    """Every double support of a step, and a sentence on each that is not one.

    The trailing foot stood alone before, the leading foot stands alone after. A record without a
    single support on either side, a jump, or a foot that is put back where it stood is no step.
    """
    both = np.asarray(problem.stance.all(axis=1))
    phases, notes = [], []
    for first, stop in runs(both):
        last = stop - 1
        before = _alone(problem.stance, first - 1)
        after = _alone(problem.stance, last + 1)
        # at an end of the record the one single support that is seen tells both feet
        trailing = before if before is not None else None if after is None else 1 - after
        if trailing is None or after == trailing:
            span = f"{problem.time[first]:.2f} to {problem.time[last]:.2f} s"
            notes.append(
                f"Both feet are on the ground from {span}, but not between the single supports of "
                "two feet: the ground reaction is not shared there."
            )
            continue
        leading = 1 - trailing
        strikes = _times(problem.events, leading, "strike")
        offs = _times(problem.events, trailing, "off")
        now = problem.time
        phases.append(
            DoubleSupport(
                first=first,
                last=last,
                trailing=trailing,
                leading=leading,
                # the strike at or before its first frame, the off after its last
                start=None if before is None else max(t for t in strikes if t <= now[first] + 1e-9),
                stop=None if after is None else min(t for t in offs if t > now[last] - 1e-9),
            )
        )
    return tuple(phases), tuple(notes)


def _alone(stance: BoolArray, frame: int) -> int | None:
    """The one foot that stands at a frame, None outside the record or if not one."""
    if not 0 <= frame < len(stance) or stance[frame].sum() != 1:
        return None
    return int(np.argmax(stance[frame]))


def _times(events: Sequence[Event], foot: int, kind: str) -> list[float]:
    return [e.time for e in events if e.side == SIDES[foot] and e.kind == kind]


def single_support(problem: SharingProblem) -> tuple[FloatArray, BoolArray]:
    """Wrenches (frames, 2, 6) about the world origin where nothing needs sharing, NaN elsewhere.

    The resultant is the stance foot's; in flight both feet carry nothing, and what the motion
    then seems to need is left over at the root.

    Returns:
        Wrenches [N*m, N] and whether they are known (frames, 2).
    """
    stance = problem.stance
    double = np.asarray(stance.all(axis=1))
    wrench = np.zeros((len(stance), 2, 6))
    for foot in range(2):
        alone = stance[:, foot] & ~double
        wrench[alone, foot] = problem.total[alone]
    wrench[double] = np.nan
    known = np.repeat(~double[:, None], 2, axis=1)
    return wrench, known


def share_phases(problem: SharingProblem, methods: Sequence[PhaseMethod], source: str) -> Shared:
    """Share every double support by the first method that can; the leading foot has the rest.

    Args:
        methods: in order of preference.
        source: how it was obtained.
    Returns:
        Known in single support and where a method could share; there the feet add up to the
        resultant.
    """
    wrench, known = single_support(problem)
    phases, notes = double_supports(problem)
    said = list(notes)
    for phase in phases:
        for method in methods:
            trailing, note = method(problem, phase)
            if note:
                said.append(note)
            if trailing is not None:
                wrench[phase.frames, phase.trailing] = trailing
                wrench[phase.frames, phase.leading] = problem.total[phase.frames] - trailing
                known[phase.frames] = True
                break
        else:
            said.append(f"The {phase} is not shared.")
    return Shared(reaction_of(problem, wrench, known, source), tuple(said))


def reaction_of(
    problem: SharingProblem, wrench: FloatArray, known: BoolArray, source: str
) -> GroundReaction:
    """Wrenches on the feet as a ground reaction on the floor under each.

    Args:
        wrench: (frames, 2, 6) about the world origin [N*m, N].
        known: (frames, 2).
        source: how it was obtained.
    """
    wrench = np.where(known[..., None], wrench, np.nan)
    force, moment = wrench[..., 3:], wrench[..., :3]
    point, free_moment = centre_of_pressure_of(force, moment, problem.floor)
    return GroundReaction(problem.time, force, moment, point, free_moment, known, source)


def leg_length(problem: SharingProblem) -> float:
    """Thigh and shank together, mean over both legs and the record [m]."""
    parts = np.diff(problem.leg_joints, axis=2)
    return float(np.linalg.norm(parts, axis=3).sum(axis=2).mean())
