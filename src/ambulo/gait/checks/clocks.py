"""Plates and cameras on one clock: the force against the body's acceleration and the feet's motion.

Independent signs of a delay are weighed by their spread over public walks: the lags at which the
vertical force and, of the whole body, the forward one follow the acceleration best, and the time
from the heel's stop to the plate's first load. A person's habit shifts the last alike in all steps
of a foot, as it does the time from the plate's last load to the toe's leaving: so a foot's steps
are compared with each other more finely, those on one plate with the others, the first with the
last, by their means. That shows one late plate of two, samples lost between two steps, and a clock
that runs slow. Left is compared with right where one of them has a single step, or where a limp,
which shifts strikes or offs, does not explain it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ambulo.gait.checks.evidence import Evidence, gate, unknown
from ambulo.gait.checks.line_of_action import OFFSET, direction
from ambulo.gait.checks.single_steps import (
    Step,
    body_weight,
    foot_point,
    mid_hips,
    steps_on_plates,
)
from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.mocap.filters.zero_lag import zero_lag
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo.records import SIDES, Gate

__all__ = [
    "StepTimes",
    "best_lag",
    "check",
    "clock_gate",
    "forward_gate",
    "leaving_toe",
    "rate_gate",
    "slow_where_whole",
    "steps_gate",
    "stop_of_heel",
]

# s; over ten public walks of seven people: the vertical force lags the acceleration by 7 ms
# (deviation 6 ms), the plate is loaded 43 ms (15 ms) after the heel has lost two thirds of its
# speed; over seven of four people the forward force of the whole body comes 3 ms before the
# acceleration (4 ms; of so few people 6 are allowed for)
_LAG, _LAG_SPREAD = 0.007, 0.006
_AHEAD, _AHEAD_SPREAD = -0.003, 0.006
_STOP, _STOP_SPREAD = 0.043, 0.015
# s; where the legs alone are known the hips stand for the mass centre: the force lags them by 5 ms
# (6 ms) and passes zero 3 ms (10 ms) after they pass over the foot
_HIPS, _HIPS_SPREAD = 0.005, 0.006
_OVER, _OVER_SPREAD = 0.003, 0.010
# s; by the legs a person's signs go together: the mean of three differs by 6 ms between people,
# not by the 5 ms of independent ones
_HIPS_COMMON = 0.004
# deviations of the weighed mean of those that are seen, 4 ms of the whole body, 6 ms by the legs;
# the mean stays within 5 ms in walks of the whole body, within 13 ms by the legs
DEVIATIONS, UNUSABLE_DEVIATIONS = 2.6, 6.5
# s; by which the steps of one straight walk differ: 1 to 10 ms, 12 ms with a foot partly beside its
# plate; about three of the deviations of 4 ms, and six
APART, APART_UNUSABLE = 0.013, 0.026
# s; by which a foot's stop or off scatters in one person's steps: 4 ms where too few tell his own.
# Where standard errors are larger than the steps of a walk allow for, three of them count
SCATTER, APART_ERRORS = 0.004, 3.0
# median size of the difference of two Gaussian numbers over their deviation; moves that tell it
_SUCCESSIVE, _FEWEST_MOVES = 0.954, 6
# m/s; of the toe over the ground, from which it leaves
_LEAVES = 0.5
# share of the heel's speed in swing at which it stops; s, of swing looked at, and after the strike
_STOPS, _SWING, _JUST = 0.35, 0.4, 0.06
# slope of vertical force per mass over acceleration: 0.70 to 1.06 in these, geometric mean 0.9, the
# logarithm's deviation 0.14; three of them, and five. A rate that is wrong by f changes it by f**2
_SLOPE, SLOPE_LIMIT, SLOPE_UNUSABLE = 0.9, 0.42, 0.70
# the same of forward force and acceleration of the whole body, both below 6 Hz, over seven walks of
# four people: 0.99 to 1.21, the logarithm's deviation 0.08; three of them, and six
FORWARD_LIMIT, FORWARD_UNUSABLE = 0.24, 0.48
_FORWARD_CUTOFF = 6.0
# correlation from which they say anything
_FORWARD_ALIKE = 0.8
# a lag is believed if force and acceleration then correlate as they do in walking
_ALIKE = 0.8
# frames that tell anything
_FEWEST = 30
# s; lags that are tried, and around an off
_REACH, _AROUND = 0.08, 0.12


@dataclass(frozen=True)
class StepTimes:
    """How late a step's force comes after what the foot does, s.

    Args:
        step: on its plate.
        stop: plate's first load after the heel's stop.
        off: plate's last load after the toe leaves.
        over: the forward force's passing zero after the hips' passing where it does in most.
    They are NaN where they are not seen.
    """

    step: Step
    stop: float
    off: float
    over: float


def check(evidence: Evidence) -> list[Gate]:
    """The weighed mean of what can be seen of a walk, the steps beside each other, and Newton."""
    plates, time = evidence.steps.plates, evidence.steps.time
    if plates is None or not evidence.steps.contacts or not evidence.activity.walking:
        return []
    body = evidence.body
    vertical = plates.force[:, :, 2].sum(axis=1)
    known = plates.known.all(axis=1) & (vertical > 0.3 * body_weight(evidence))
    centre = body.mass_centre if evidence.whole_body else mid_hips(evidence)
    acceleration = np.gradient(np.gradient(centre, time, axis=0), time, axis=0)
    lag = best_lag(time, vertical, acceleration[:, 2], known)
    steps = [step_times(evidence, step) for step in steps_on_plates(evidence)]
    usual, spread = (_LAG, _LAG_SPREAD) if evidence.whole_body else (_HIPS, _HIPS_SPREAD)
    found = [] if lag is None else [(lag - usual, spread)]
    pushed: list[Gate] = []
    if evidence.whole_body:
        whole = np.asarray(plates.known.all(axis=1))
        force, forward = slow_where_whole(
            time, plates.force[:, :, 0].sum(axis=1), acceleration[:, 0], whole
        )
        ahead = best_lag(time, force, forward, known)
        if ahead is not None:
            found.append((ahead - _AHEAD, _AHEAD_SPREAD))
        pushed = forward_gate(forward[known], force[known] / _mass(evidence))
    stop = _mean([step.stop for step in steps])
    if np.isfinite(stop):
        found.append((stop - _STOP, _STOP_SPREAD))
    over = _mean([step.over for step in steps])
    if np.isfinite(over) and (lag is None or not evidence.whole_body):
        found.append((over - _OVER, _OVER_SPREAD))
    if not found:
        return [
            unknown(
                "plates and cameras on one clock",
                "No step shows it: no heel strikes on a plate, and the force does not follow the "
                "body's acceleration.",
                "Record a step wholly on one plate",
                "A delay between plates and cameras would not be noticed.",
            )
        ]
    moved = _moved(evidence)
    common = 0.0 if evidence.whole_body else _HIPS_COMMON
    gates = [clock_gate(found, moved, common), *steps_gate(steps, moved)]
    if lag is not None:
        gates.append(rate_gate(acceleration[known, 2], vertical[known] / _mass(evidence)))
    return gates + pushed


def slow_where_whole(
    time: FloatArray, force: FloatArray, acceleration: FloatArray, whole: BoolArray
) -> tuple[FloatArray, FloatArray]:
    """Force and acceleration (frames,) without what is faster than walking.

    Both are zero, before the filter, in frames that are not whole (frames,): in which a foot's
    force is not known. The filter brings in what is beside a frame, and must in both alike.
    """
    rate = (len(time) - 1) / float(time[-1] - time[0])
    both = np.where(whole[:, None], np.column_stack([force, acceleration]), 0.0)
    slow = zero_lag(both, _FORWARD_CUTOFF, rate)
    return slow[:, 0], slow[:, 1]


def _mean(values: Iterable[float]) -> float:
    seen = [value for value in values if np.isfinite(value)]
    return float(np.mean(seen)) if seen else np.nan


def step_times(evidence: Evidence, step: Step) -> StepTimes:
    """What a step on a plate shows."""
    time, rows = evidence.steps.time, step.rows
    heel, ball, toe = (
        foot_point(evidence, step.side, name) for name in ("heel", "metatarsal", "toe")
    )
    hips = mid_hips(evidence)[rows]
    middle = rows[len(rows) // 3 : 2 * len(rows) // 3]
    # of the ground that the foot stands on, as on a treadmill
    ground = (ball[middle[-1]] - ball[middle[0]]) / (time[middle[-1]] - time[middle[0]])
    ground[2] = 0.0
    passed = ground * time[:, None]
    stop = stop_of_heel(time, heel - passed, step.contact.start)
    way, off, over = direction(step, hips), None, np.nan
    # who turns on the foot leaves it otherwise; on a treadmill nobody goes anywhere
    if way is None or np.isfinite(way.turned):
        off = leaving_toe(time, toe - passed, step.contact.stop)
    if way is not None and np.isfinite(way.turned) and way.forward > 0.0:
        speed = np.linalg.norm((hips[-1] - hips[0])[:2]) / (time[rows[-1]] - time[rows[0]])
        # F_x = F_z (k c / h + b) is zero where the hips are c = -b h / k ahead of the foot
        height = float(np.mean(hips[:, 2] - step.point[:, 2]))
        over = (OFFSET - way.offset) / way.forward * height / float(speed)
    return StepTimes(
        step,
        np.nan if stop is None else step.contact.start - stop,
        np.nan if off is None else step.contact.stop - off,
        over,
    )


def rate_gate(acceleration: FloatArray, force: FloatArray) -> Gate:
    """Whether the force changes with the acceleration as Newton says.

    Args:
        acceleration: (n,) m/s^2, upwards; force: (n,) N/kg.
    """
    moving = acceleration - acceleration.mean()
    slope = float(moving @ force / (moving @ moving))
    off = abs(float(np.log(max(slope, 1e-6) / _SLOPE)))
    return gate(
        "force against acceleration",
        off,
        SLOPE_LIMIT,
        "log of the ratio that walks have",
        f"The force changes {slope:.1f} times as much as mass times acceleration: the file's frame "
        "rate, its unit of length, the mass or the plates' gain is wrong",
        unusable=SLOPE_UNUSABLE,
        cost="Moments of inertia forces, and moments per kilogram, are off by as much.",
    )


def _mass(evidence: Evidence) -> float:
    return body_weight(evidence) / STANDARD_GRAVITY


def clock_gate(found: Sequence[tuple[float, float]], moved: float, common: float = 0.0) -> Gate:
    """A delay of the plates, from signs of it.

    Args:
        found: delay and the deviation of this sign between people, s; positive if the plates are
            late.
        moved: N*m a second, by which a flexion moment changes with the delay.
        common: deviation that all signs of a person share, s.
    """
    weight = np.array([1.0 / spread**2 for _, spread in found])
    delay = float(np.array([value for value, _ in found]) @ weight / weight.sum())
    deviation = float(np.hypot(weight.sum() ** -0.5, common))
    return gate(
        "plates and cameras on one clock",
        1e3 * abs(delay),
        1e3 * DEVIATIONS * deviation,
        "ms",
        f"The plates are {1e3 * abs(delay):.0f} ms {'late' if delay > 0 else 'early'}: they are "
        "not synchronised with the cameras, were filtered with a lag, frames were lost, or one "
        "has another rate",
        unusable=1e3 * UNUSABLE_DEVIATIONS * deviation,
        cost=f"Knee and hip moments around strike and push-off are off by up to "
        f"{moved * abs(delay):.0f} N·m.",
    )


@dataclass(frozen=True)
class _Apart:
    """By how much one group of steps comes after another, s, and what scatter makes of it."""

    before: Sequence[StepTimes]
    after: Sequence[StepTimes]
    shift: float
    limit: float


def steps_gate(steps: Sequence[StepTimes], moved: float) -> list[Gate]:
    """Whether the plates are as late in some steps as in others; nothing for a single one.

    Args:
        steps: of one walk.
        moved: as above.
    """
    compared = [found for one, other in _groups(steps) for found in _apart(steps, one, other)]
    if not compared:
        return []
    worst = max(compared, key=lambda found: found.shift / found.limit)
    plates = [{step.step.plate for step in group} for group in (worst.before, worst.after)]
    late = ""
    if not plates[0] & plates[1]:
        *first, last = sorted(plates[0] | plates[1])
        late = f", or one of {', '.join(first)} and {last} is late by itself"
    limp = ""
    if len({step.step.side for step in (*worst.before, *worst.after)}) == 2:
        limp = ", or the subject limps"
    return [
        gate(
            "plates and cameras on one clock in every step",
            1e3 * worst.shift,
            1e3 * worst.limit,
            "ms",
            "Samples or frames were lost between these steps, the plates' clock has another rate"
            + late
            + limp,
            unusable=1e3 * worst.limit * APART_UNUSABLE / APART,
            found=f"The force comes {1e3 * worst.shift:.0f} ms later after the foot's motion in "
            f"{_shown(worst.after)} than in {_shown(worst.before)}.",
            cost="Knee and hip moments around strike and push-off of one of these are off by up to "
            f"{moved * worst.shift:.0f} N·m.",
        )
    ]


def _shown(steps: Sequence[StepTimes]) -> str:
    """What a reader finds them by."""
    plates = " and ".join(sorted({step.step.plate for step in steps}))
    side, starts = steps[0].step.side, [step.step.contact.start for step in steps]
    if len(steps) == 1:
        return f"the {side} step at {starts[0]:.2f} s ({plates})"
    return f"{len(steps)} {side} steps from {starts[0]:.2f} to {starts[-1]:.2f} s ({plates})"


def _groups(
    steps: Sequence[StepTimes],
) -> Iterator[tuple[Sequence[StepTimes], Sequence[StepTimes]]]:
    """Steps that are compared with others: of one foot, and of one foot with the other's."""
    sides = [[step for step in steps if step.step.side == side] for side in SIDES]
    for of_side in sides:
        third = round(len(of_side) / 3)
        if len(of_side) > 1:
            yield of_side[: max(third, 1)], of_side[-max(third, 1) :]
        for plate in sorted({step.step.plate for step in of_side}):
            there = [step for step in of_side if step.step.plate == plate]
            others = [step for step in of_side if step.step.plate != plate]
            if others:
                yield there, others
    left, right = sides
    plates = [{step.step.plate for step in of_side} for of_side in sides]
    if left and right and (min(len(left), len(right)) == 1 or not plates[0] & plates[1]):
        yield left, right


def _apart(
    steps: Sequence[StepTimes], one: Sequence[StepTimes], other: Sequence[StepTimes]
) -> Iterator[_Apart]:
    """By strikes and offs together, and by offs alone: where samples are lost in the middle of a
    step only its end is shifted.
    """
    stop, stop_error = _between(steps, one, other, "stop")
    off, off_error = _between(steps, one, other, "off")
    shifts = [(_mean([stop, off]), float(np.hypot(stop_error, off_error)) / 2.0), (off, off_error)]
    if np.isnan(off) or np.isnan(stop):
        shifts = [(stop, stop_error) if np.isnan(off) else (off, off_error)]
    elif one[0].step.side != other[0].step.side and min(len(one), len(other)) > 1:
        # a late plate shifts both alike, one foot's habit does not
        alike = min(stop, off, key=abs) if stop * off > 0.0 else 0.0
        shifts = [(alike, max(stop_error, off_error))]
    for shift, error in shifts:
        if np.isfinite(shift):
            groups = (one, other) if shift > 0.0 else (other, one)
            yield _Apart(*groups, abs(shift), max(APART, APART_ERRORS * error))


def _between(
    steps: Sequence[StepTimes], one: Sequence[StepTimes], other: Sequence[StepTimes], sign: str
) -> tuple[float, float]:
    """By how much the mean of a sign in other steps comes after that in one, s, and its standard
    error; NaN where it is not seen.
    """
    seen = [[at for step in group if np.isfinite(at := getattr(step, sign))]
            for group in (one, other)]  # fmt: skip
    if not all(seen):
        return np.nan, np.nan
    follow: list[float] = []
    for there in {(step.step.side, step.step.plate) for step in steps}:
        of_foot = [
            getattr(step, sign) for step in steps if (step.step.side, step.step.plate) == there
        ]
        follow += [move for move in np.diff(of_foot) if np.isfinite(move)]
    # successive ones on a plate, by their median: what is looked for shifts few of them
    own = float(np.median(np.abs(follow))) / _SUCCESSIVE if len(follow) >= _FEWEST_MOVES else 0.0
    error = max(own, SCATTER) * float(np.sqrt(1.0 / len(seen[0]) + 1.0 / len(seen[1])))
    return float(np.mean(seen[1]) - np.mean(seen[0])), error


def forward_gate(acceleration: FloatArray, force: FloatArray) -> list[Gate]:
    """Whether the forward force of the whole body is its mass times acceleration.

    Args:
        acceleration: of the mass centre, m/s^2, and force: N/kg, (n,), of walking's frequencies.
    Returns:
        Nothing where both do not go together at all, which the direction of the force shows.
    """
    if len(force) < _FEWEST:
        return []
    moving, pushed = acceleration - acceleration.mean(), force - force.mean()
    size, answer = float(moving @ moving), float(pushed @ pushed)
    # dead channels push nobody, and a body that stands still tells nothing
    if size == 0.0 or answer == 0.0:
        return []
    slope = float(moving @ pushed) / size
    alike = float(moving @ pushed) / float(np.sqrt(size * answer))
    if not alike >= _FORWARD_ALIKE:
        return []
    return [
        gate(
            "forward force against acceleration",
            abs(float(np.log(slope))),
            FORWARD_LIMIT,
            "log of the ratio that walks have",
            f"The forward force changes {slope:.2f} times as much as mass times acceleration: "
            "gain or unit of the plates' horizontal channels, the mass, or the frame rate is wrong",
            unusable=FORWARD_UNUSABLE,
            cost="Moments of hip and knee are off by up to as much as the horizontal force.",
        )
    ]


def _moved(evidence: Evidence) -> float:
    """Weight times the speed of the hips over the foot, N*m/s."""
    hips, time = mid_hips(evidence), evidence.steps.time
    speed = float(np.linalg.norm(hips[-1, :2] - hips[0, :2]) / (time[-1] - time[0]))
    return body_weight(evidence) * speed


def best_lag(
    time: FloatArray, force: FloatArray, acceleration: FloatArray, known: BoolArray
) -> float | None:
    """Lag [s] of a force behind an acceleration (frames,), by their correlation; None if poor.

    Args:
        known: (frames,) in which the force is that of the whole body.
    """
    step = float(time[1] - time[0])
    most = round(_REACH / step)
    rows = np.flatnonzero(known)
    rows = rows[(rows >= most) & (rows < len(time) - most)]
    if len(rows) < _FEWEST:
        return None
    lags = np.arange(-most, most + 1)
    there = force[rows] - force[rows].mean()
    here = acceleration[rows[None, :] - lags[:, None]]
    here = here - here.mean(axis=1, keepdims=True)
    alike = here @ there / np.sqrt((here**2).sum(axis=1) * (there @ there) + 1e-12)
    k = int(np.argmax(alike))
    if alike[k] < _ALIKE or not 0 < k < len(lags) - 1:
        return None
    # vertex of the parabola through the best and its neighbours
    bend = alike[k - 1] - 2 * alike[k] + alike[k + 1]
    return float((lags[k] + 0.5 * (alike[k - 1] - alike[k + 1]) / bend) * step)


def stop_of_heel(time: FloatArray, heel: FloatArray, strike: float) -> float | None:
    """When the heel (frames, 3) m over the ground falls below a third of its speed in swing, the
    last time until 60 ms after a strike [s]; None if never."""
    step = float(time[1] - time[0])
    at = int(np.searchsorted(time, strike))
    first, last = max(at - round(_SWING / step), 0), min(at + round(_JUST / step), len(time) - 1)
    if last - first < round(_JUST / step):
        return None
    speed = np.linalg.norm(np.gradient(heel[first:last], step, axis=0), axis=1)
    slow = _STOPS * speed.max()
    falls = np.flatnonzero((speed[:-1] >= slow) & (speed[1:] < slow))
    if not len(falls):
        return None
    k = int(falls[-1])
    return float(time[first + k] + (speed[k] - slow) / (speed[k] - speed[k + 1]) * step)


def leaving_toe(time: FloatArray, toe: FloatArray, off: float) -> float | None:
    """When the toe (frames, 3) m gets faster than half a metre a second around an off [s]; None
    if never."""
    step = float(time[1] - time[0])
    around, at = round(_AROUND / step), int(np.searchsorted(time, off))
    first, last = max(at - around, 0), at + around
    if last > len(time) - 1 or last - first < around:
        return None
    speed = np.linalg.norm(np.gradient(toe[first:last], step, axis=0), axis=1)
    rises = np.flatnonzero((speed[:-1] < _LEAVES) & (speed[1:] >= _LEAVES))
    if not len(rises):
        return None
    k = int(rises[-1])
    return float(time[first + k] + (_LEAVES - speed[k]) / (speed[k + 1] - speed[k]) * step)
