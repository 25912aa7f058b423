"""The properties of an activity that the analysis needs, and how it is recognised and described."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.records import SIDES, Event, ForcePlate, GroundReaction, Number, Phase, Side


@dataclass(frozen=True, eq=False)
class ObservedMotion:
    """A motion from which the activity is recognised.

    Args:
        time: (frames,) s.
        feet: points (frames, k, 3) m of each foot near the sole: heel, toe, then others.
        rest: (frames,) by side, whether the foot is on the ground.
        floor: (2,) m/s, velocity of the floor under each foot.
        hips: (frames, 3) m, middle of the hip joints.
        centre: (frames, 3) m, centre of mass; of a model of the legs the middle of the hips.
        whole_body: whether `centre` is that of the whole body.
        leg: length of thigh and shank, m.
        plates_carry: (frames,) vertical force of all plates over the body weight; NaN without.
    """

    time: FloatArray
    feet: Mapping[Side, FloatArray]
    rest: Mapping[Side, BoolArray]
    floor: Mapping[Side, FloatArray]
    hips: FloatArray
    centre: FloatArray
    whole_body: bool
    leg: float
    plates_carry: FloatArray

    @property
    def step(self) -> float:
        """Frame interval, s."""
        return float(self.time[1] - self.time[0])

    @property
    def down(self) -> BoolArray:
        """Feet on the ground (frames, 2), order SIDES."""
        return np.stack([self.rest[side] for side in SIDES], axis=1)

    @property
    def belt(self) -> FloatArray:
        """Velocity (2,) m/s of the floor; for two belts the mean."""
        return np.asarray(np.mean([self.floor[side] for side in SIDES], axis=0))

    @property
    def speed(self) -> float:
        """Mean horizontal speed of the hips relative to the floor, m/s."""
        way = (self.hips[-1] - self.hips[0])[:2] - self.belt * (self.time[-1] - self.time[0])
        return float(np.hypot(*way) / (self.time[-1] - self.time[0]))

    @property
    def sinks(self) -> float:
        """How far the hips sink or rise, as a share of leg length."""
        return float(np.ptp(self.hips[:, 2])) / self.leg

    def velocity(self, path: FloatArray) -> FloatArray:
        """Derivative (frames, ...) of a path."""
        return np.asarray(np.gradient(path, self.time, axis=0))


@dataclass(frozen=True, eq=False)
class Done:
    """A recognised motion with its events and ground reaction.

    Args:
        movement: as recognised.
        events: strikes and offs used.
        measured: by the plates; None without plates.
        plates: with their samples, whether assigned to feet or not.
        weight: of the body, N.
        knee_flexion: (frames,) deg, of the knee that is more flexed.
        apart: s, delay between plates and cameras; 0 if none is seen.
    """

    movement: ObservedMotion
    events: tuple[Event, ...]
    measured: GroundReaction | None
    plates: tuple[ForcePlate, ...]
    weight: float
    knee_flexion: FloatArray
    apart: float = 0.0


@dataclass(frozen=True)
class Description:
    """Phases and key numbers of an activity."""

    phases: tuple[Phase, ...] = ()
    numbers: tuple[Number, ...] = ()


@dataclass(frozen=True)
class LargerMoments:
    """Measured errors for trials whose joint moments are larger than in the usual recordings of an
    activity.

    Args:
        without_plates, size_of_moments, on: as `ActivityKind` has them.
    """

    without_plates: Mapping[str, float]
    size_of_moments: Mapping[str, float]
    on: str


@dataclass(frozen=True)
class ActivityKind:
    """One activity.

    Args:
        noun: for use in a sentence after "the".
        doing: what the subject did, in the past.
        describe: its phases and numbers.
        seen: function that says how a motion without flights shows the activity, in the end of a
            sentence; "" if it does not. It is called for motions with strides if the activity is
            `stepping`, otherwise for motions in place.
        shows: what the motion shows, and `key_numbers`: what `describe` gives; each a phrase, or
            several with semicolons, for the table of activities in
            docs/methods/events_and_plates.md (`make outputs` writes it).
        walking: whether it can be compared with normal walking.
        stepping: whether it consists of strides.
        sudden: whether landings move the pelvis at more than 15 Hz.
        seat: whether a seat carries a part of the weight.
        still: whether knees and hips hardly move.
        without_plates: hip, knee, ankle -> rms error [N*m/kg] of flexion moments from motion alone,
            as measured (docs/methods/notes/checks.md), with the default sharing; None if not
            measured.
        without_plates_on: the reference, as the beginning of a sentence.
        turning: the same two values for paths that turn; None if this makes no difference.
        size_of_moments: joint -> rms [N*m/kg] of the true moments in stance there, the largest.
        larger: errors if moments are larger than these; None if not measured.
    """

    noun: str
    doing: str
    describe: Callable[[Done], Description]
    seen: Callable[[ObservedMotion], str] | None = None
    shows: str = ""
    key_numbers: str = ""
    walking: bool = False
    stepping: bool = False
    sudden: bool = False
    seat: bool = False
    still: bool = False
    without_plates: Mapping[str, float] | None = None
    without_plates_on: str = "In simulated recordings of this activity, with known true moments,"
    turning: tuple[Mapping[str, float], str] | None = None
    size_of_moments: Mapping[str, float] | None = None
    larger: LargerMoments | None = None
