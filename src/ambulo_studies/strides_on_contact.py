"""Stride after stride of a simulated walk on contact spheres, as a forward simulation."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.demo.consistent_walk import ConsistentWalk
from ambulo.demo.trial import walking_demo
from ambulo.demo.truth import WalkTruth, walk_truth
from ambulo.foot_contact.carried_motion import CarriedMotion, carry
from ambulo.foot_contact.contact_file import ContactParameters
from ambulo.foot_contact.person import body_spheres
from ambulo.foot_contact.recording_prior import RecordingError
from ambulo.forward_check.contact_walk import identify_contact
from ambulo.forward_check.deviation import Deviation, deviation
from ambulo.forward_check.following import Followed, driven_body, follow_on_contact
from ambulo.forward_check.pd import StandingGains
from ambulo.inputs.progress import OnPart
from ambulo.math.arrays import FloatArray
from ambulo.multibody.motion import Motion
from ambulo.multibody.tree.newton_euler import inverse_dynamics
from ambulo.records import SIDES, Model
from ambulo.studies.record import Chart, Curve, Findings, Table

TITLE = "Ten strides of a simulated walk on contact spheres"

SOURCE = (
    "Own study after Pàmies-Vilà R. (2012). Application of multibody dynamics techniques to the "
    "analysis of human gait. Doctoral thesis, Universitat Politècnica de Catalunya. Chapter 7 "
    "leaves the whole body on its contact to future work. The walk is that of ambulo demo."
)

DEVIATIONS = (
    "No published figure is compared.",
    "One stride is repeated ten times. So this shows stability, and not how strides differ.",
    "Legs and trunk are moved alike in every stride, so that its end is the next one's beginning. "
    "The root's orientation is held four times as stiffly as in a single walk on contact. How much "
    "the controller adds depends on the contact that was found, down to its last digits: in the "
    "tenth stride 2.6 % of the joints' moments on one processor, 112 % on another.",
)

STRIDES = 10
_GAINS = StandingGains(turning=40.0)
"""A body topples by some 10 N*m/(rad kg): a root held no stiffer leans off stride by stride."""
_RATE = 100.0
_START = 0.22
"""Of a stride after left foot strike, where the strides are counted from: left single support."""


@dataclass(frozen=True, eq=False)
class CarriedStride:
    """One stride that contact carries, from its first frame to before the next stride's.

    Args:
        model: who walks; contact: under the feet.
        truth: the walk over the stride and the one before it, of which contact remembers.
        carried: moved so that the contact carries it, over the same frames.
        first: frame at which the stride begins; frames: of a stride.
        advance: (3,) m a stride.
    """

    model: Model
    contact: ContactParameters
    truth: WalkTruth
    carried: CarriedMotion
    first: int
    frames: int
    advance: FloatArray

    @property
    def seam(self) -> tuple[float, float]:
        """How far the end of the stride is off the beginning of the next, m and rad."""
        ends = self.carried.motion.q[[self.first, self.first + self.frames]].copy()
        ends[1, :3] -= self.advance
        off = deviation(self.model.tree, ends[1:], ends[:1])
        return float(off.distance.max()), float(off.angle.max())


@dataclass(frozen=True, eq=False)
class Walked:
    """Strides that were simulated.

    Args:
        cycle: that was repeated; strides: how often.
        measured: the walk without contact; followed: the simulation, on the same frames.
        off: how far the two are apart.
    """

    cycle: CarriedStride
    strides: int
    measured: Motion
    followed: Followed
    off: Deviation

    def efforts(self) -> FloatArray:
        """Controller of each stride (strides, 3): root's force [N] and moment, joints' moments.

        Root mean squares, moments in N*m; NaN where the body fell. The first stride begins where
        bristles have come to their stretch.
        """
        time, spent = self.followed.time, self.followed.s[:, : self.cycle.model.tree.nb + 1]
        at = np.arange(self.strides + 1) * self.cycle.frames
        at[0] = np.searchsorted(time, time[0] + RecordingError().onset)
        mean = np.diff(spent[at], axis=0) / np.diff(time[at])[:, None]
        square = np.stack([mean[:, 0], mean[:, 1], mean[:, 2:].mean(axis=1)], axis=1)
        return np.asarray(np.sqrt(square))

    def shares(self) -> FloatArray:
        """(strides, 4): of `efforts`, over body weight and joint moments, and all together."""
        weight = self.cycle.model.mass * float(np.linalg.norm(self.cycle.model.tree.gravity))
        moments = float(np.sqrt((self.followed.moment[:, 1:] ** 2).sum(axis=2).mean()))
        parts = self.efforts() / [weight, moments, moments]
        return np.concatenate([parts, np.linalg.norm(parts, axis=1)[:, None]], axis=1)

    def largest(self, values: FloatArray) -> FloatArray:
        """Largest of values (frames, n) within each stride: (strides,)."""
        n = self.cycle.frames
        return np.array([values[k * n : (k + 1) * n + 1].max() for k in range(self.strides)])


def carried_cycle(walk: ConsistentWalk) -> CarriedStride:
    """A stride of a walk, moved onto contact spheres so that it can be repeated.

    The contact under its feet is identified from the walk and the ground's forces.
    """
    cycle = walk.walk.cycle
    frames = round(_RATE * cycle.stride_time)
    step = cycle.stride_time / frames
    count = 2 * frames + 1
    start = (_START - 1.0) * cycle.stride_time
    truth = walk_truth(walk, start, np.linspace(0.0, step * (count - 1), count))
    part = slice(0, frames + frames // 2)
    ground, motion = truth.ground, truth.motion
    one = Motion(*(x[part] for x in (motion.time, motion.q, motion.v, motion.a)))
    wrench = np.concatenate([ground.moment_origin[part], ground.force[part]], axis=2)
    contact = identify_contact(truth.model, one, wrench).parameters
    carried = carry(truth.model, truth.motion, contact.design, contact.values, period=frames)
    advance = np.array([cycle.stride_length, 0.0, 0.0])
    return CarriedStride(truth.model, contact, truth, carried, frames, frames, advance)


def repeated(cycle: CarriedStride, motion: Motion, strides: int) -> Motion:
    """The cycle's part of a motion, again and again, each time as far ahead as a stride is long.

    Args:
        cycle: says which part.
        motion: over the frames of the cycle's truth.
        strides: number.
    """
    n, frames = cycle.frames, np.arange(strides * cycle.frames + 1)
    part = cycle.first + frames % n
    q, v, a = (x[part].copy() for x in (motion.q, motion.v, motion.a))
    q[:, :3] += (frames // n)[:, None] * cycle.advance
    time = (motion.time[1] - motion.time[0]) * frames
    return Motion(time, q, v, a)


def walked(cycle: CarriedStride, strides: int = STRIDES) -> Walked:
    """Simulate strides on the contact, moments by inverse dynamics, a controller holding them.

    Args:
        cycle: that is repeated.
        strides: how often.
    """
    tree = cycle.model.tree
    motion = repeated(cycle, cycle.carried.motion, strides)
    part = cycle.first + np.arange(len(motion.time)) % cycle.frames
    # a wrench about the segments' own origins is the same wherever the body walks
    wrench = cycle.carried.wrench[part]
    _, moment, _ = inverse_dynamics(tree, motion.q, motion.v, motion.a, wrench)
    spheres = body_spheres(cycle.model, cycle.contact.design, cycle.contact.values)
    body = driven_body(tree, motion, moment, spheres, _GAINS.gains(cycle.model))
    followed = follow_on_contact(body)
    measured = repeated(cycle, cycle.truth.motion, strides)
    return Walked(cycle, strides, measured, followed, deviation(tree, followed.q, measured.q))


def run(progress: OnPart) -> Findings:
    """Carry one stride of the demo's walk, then let the body walk ten of them."""
    progress("contact of one stride", 0.0)
    cycle = carried_cycle(walking_demo())
    progress("walking", 0.7)
    return findings(walked(cycle))


def findings(found: Walked) -> Findings:
    """What the simulated strides show.

    Args:
        found: the strides.
    """
    cycle, followed = found.cycle, found.followed
    names = cycle.model.segments
    feet = [i for i, name in enumerate(names) if name.endswith("foot")]
    shares, moved = found.shares(), cycle.carried
    distance, angle = 1e3 * found.off.distance, np.degrees(found.off.angle)
    columns = np.stack(
        [
            found.largest(distance),
            found.largest(angle),
            found.largest(angle[:, feet]),
            *(100.0 * shares.T),
        ],
        axis=1,
    )
    rows = [(k + 1, *(round(float(x), 2) for x in row)) for k, row in enumerate(columns)]
    middle = slice(cycle.first, cycle.first + cycle.frames)
    shift, turn = 1e3 * float(moved.moved[middle].max()), float(moved.turned[middle].max())
    turn, seam = float(np.degrees(turn)), cycle.seam
    length = float(followed.time[-1] - followed.time[0])
    vertical = {
        side: followed.wrench[:, [i for i in feet if names[i].startswith(side)], 5].sum(axis=1)
        for side in SIDES
    }
    return Findings(
        tables=(
            Table(
                f"{found.strides} strides of {length / found.strides:.2f} s",
                ("stride", "off the walk, largest [mm]", "largest turn [deg]", "of a foot [deg]",
                 "root's force of weight [%]", "root's moment of joint moments [%]",
                 "joints' of joint moments [%]", "together [%]"),
                tuple(rows),
                "Distances and turns from the walk before it was moved onto the contact; "
                "controller as root mean squares, together as the root of the sum of squares.",
            ),
            Table(
                "The stride that is repeated",
                ("figure", "value", "unit"),
                (
                    ("moved onto the contact, largest", shift, "mm"),
                    ("turned, largest", turn, "deg"),
                    ("end off the next one's beginning", 1e3 * seam[0], "mm"),
                    ("end turned off the next one's beginning", float(np.degrees(seam[1])), "deg"),
                    ("simulated without falling", followed.reached, "s"),
                ),
            ),
        ),
        figures=(
            Chart(
                "distance", "Distance of the joints from the walk", "time [s]", "distance [mm]",
                (Curve("largest", followed.time, distance.max(axis=1)),),
                caption="Of the simulated body, the largest over its joints.",
            ),
            Chart(
                "vertical", "Vertical force on the feet", "time [s]", "force [N]",
                tuple(Curve(side, followed.time, force) for side, force in vertical.items()),
                caption="As the contact spheres give it.",
            ),
        ),
        checks={
            f"{found.strides} strides without falling": bool(followed.reached >= length - 1e-9),
        },
    )  # fmt: skip
