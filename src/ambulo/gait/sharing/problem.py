"""The problem of sharing: the resultant from the motion, the feet, and the plates' measurements.

The floor has its own height under each foot. Stairs, boxes and kerbs have several levels.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ambulo.foot_contact.feet_motion import FeetMotion, feet_motion
from ambulo.gait.body_motion import ModelMotion
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
    """Height (frames, 2) [m] of the floor under each foot; 0 on the laboratory's floor, and in the
    air.

    The level of a stance is the median height of the lowest point of its sole. On the laboratory's
    floor this height comes from the sole's thickness and the error of its points. It is subtracted
    from the other levels. If nobody stands on that floor, nothing is subtracted.

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
    """The resultant ground reaction of a motion and all data for its sharing.

    World axes; feet in the order of SIDES. The moments at the joints of the legs are linear in the
    wrenches on the feet: M_j = M0_j - (moment of the wrench about joint j).

    Args:
        time: (frames,) s.
        total: (frames, 6) resultant about the world origin [N*m, N].
        stance: (frames, 2) whether each foot is on the ground, according to the events.
        events: strikes and offs that bound the stances.
        measured: by the plates, on the same frames; None without plates.
        lumbar: (frames, 3) m, lumbar joint.
        foot_mass_centre: (frames, 2, 3) m.
        sole: (frames, 2, 3, 3) m, SOLE_POINTS of each foot.
        leg_joints: (frames, 2, 3, 3) m, LEG_JOINTS of each leg.
        unloaded_moment: (frames, 2, 3, 3) N*m, M0 at these joints: the moment, proximal on
            distal, that the motion would need without any ground reaction.
        weight: of the body, N.
        body: in motion; None if not known.
        contact: names of the normal and the friction law of contact models; None for the default.
        progress: called with words on the progress of a slow way of sharing.
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
    body: ModelMotion | None = None
    contact: tuple[str, str] | None = None
    progress: Callable[[str], None] | None = None

    @cached_property
    def floor(self) -> FloatArray:
        """Height (frames, 2) [m] of the floor under each foot."""
        return floor_under(self.sole, self.stance)

    @cached_property
    def feet(self) -> FeetMotion | None:
        """Motion of the feet, for contact models under them; None if not known."""
        if self.body is None:
            return None
        return feet_motion(self.body.model, self.body.motion, self.stance)

    @property
    def ankles(self) -> FloatArray:
        """Ankle joints (frames, 2, 3) [m]."""
        return self.leg_joints[:, :, LEG_JOINTS.index("ankle")]


@dataclass(frozen=True)
class DoubleSupport:
    """Successive frames with both feet on the ground, between two single supports.

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
        """The frames of the phase."""
        return slice(self.first, self.last + 1)

    def progress(self, time: FloatArray) -> FloatArray:
        """Share (n,) of the phase that has passed at its frames: 0 at the strike, 1 at the off.

        If the record shows only one end of the phase, a correction that shifts from foot to foot
        stays on one foot, the one whose single support is recorded. The share is 1 throughout
        without a start, and 0 without a stop.
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
    """Each foot's ground reaction, and sentences on assumptions and on what is not known.

    Args:
        moved: (2,) m forward and left, by which the mass centre had to be moved; None if not.
    """

    ground: GroundReaction
    notes: tuple[str, ...] = ()
    moved: FloatArray | None = None


PhaseMethod = Callable[[SharingProblem, DoubleSupport], tuple[FloatArray | None, str]]
"""Wrench (n, 6) about the world origin of the trailing foot over a double support, None if the
method lacks data; and a sentence if something is assumed or missing.
"""


@dataclass(frozen=True)
class Sharing:
    """One way of sharing.

    Args:
        title: its name in the report.
        needs_plates: whether it cannot work without plates.
        adds_up: whether the feet's wrenches add up to the resultant.
        share: function of the problem that gives each foot's ground reaction.
        quick: whether it takes less than a second, so that it is always compared.
        off_in_walks: hip, knee, ankle -> rms error [N*m/kg] of flexion moments of a foot that no
            plate measures, the worst foot of four public walks; None for the default way, whose
            errors the activities have.
        off_in_turns: the same for two walks that turn by 80 and 85 degrees; None if not measured.
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
        """Whether a comparison with the plates makes sense. Uncorrected plates equal the plates."""
        return self.adds_up or not self.needs_plates


def sharing_problem(
    body: ModelMotion,
    forces: JointForces,
    stance: BoolArray,
    events: Sequence[Event],
    measured: GroundReaction | None,
    contact: tuple[str, str] | None = None,
) -> SharingProblem:
    """The problem of sharing for a motion of the whole body.

    Args:
        body: in motion.
        forces: of the motion without external loads.
        stance: (frames, 2) feet on the ground.
        events: strikes and offs.
        measured: by the plates, None without.
        contact: as in `SharingProblem`.
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
        positions = np.stack(
            [body.p[:, b] + np.einsum("fij,j->fi", body.R[:, b], tree.com[b]) for b in parts],
            axis=1,
        )
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


def double_supports(problem: SharingProblem) -> tuple[tuple[DoubleSupport, ...], tuple[str, ...]]:
    """Every double support of a step, and a sentence on each that belongs to no step.

    Before it the trailing foot stood alone, and after it the leading foot stands alone. These cases
    are no steps: a record without a single support on one side, a jump, or a foot that is put back
    in its place.
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
                f"Both feet are on the ground from {span}. This is not between a single support of "
                "one foot and a single support of the other foot, so the ground reaction is not "
                "shared in this time."
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

    The resultant is that of the stance foot. In flight both feet carry nothing, and the force that
    the motion seems to need remains at the root.

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
    """Share every double support with the first method that can. The leading foot has the rest.

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


def thigh_and_shank(problem: SharingProblem) -> float:
    """Thigh and shank together, mean over both legs and the record [m]."""
    parts = np.diff(problem.leg_joints, axis=2)
    return float(np.linalg.norm(parts, axis=3).sum(axis=2).mean())
