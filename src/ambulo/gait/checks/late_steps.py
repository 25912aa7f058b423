"""Check whether the delay of the plates is the same in all steps of a walk.

Two times show the delay: from the stop of the heel to the first load on the plate, and from the
last load to the leaving of the toe. A habit of the person shifts each of them in all steps of a
foot. Therefore the steps of a foot are compared by their means: steps on one plate with the others,
and the first with the last steps. This shows one late plate of two, samples lost between two steps,
and a slow clock. Left is compared with right if one foot has a single step, or if no limp explains
the difference. A limp shifts strikes or offs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ambulo.gait.checks.evidence import Evidence
from ambulo.gait.checks.finding import Finding
from ambulo.gait.checks.line_of_action import OFFSET, direction, off_slope
from ambulo.gait.checks.single_steps import PlateStep
from ambulo.gait.checks.table import limits
from ambulo.math.arrays import FloatArray
from ambulo.mocap.fit.foot_roll import shows_heel
from ambulo.records import SIDES, Fact, PlateContact

# s; by which a foot's stop or off scatters in one person's steps: 4 ms where too few tell his own.
# Where standard errors are larger than the steps of a walk allow for, three of them count
SCATTER, APART_ERRORS = 0.004, 3.0
# median size of the difference of two Gaussian numbers over their deviation; moves that tell it
_SUCCESSIVE, _FEWEST_MOVES = 0.954, 6
# m/s; of the toe over the ground, from which it leaves
_LEAVES = 0.5
# share of the heel's speed in swing at which it stops; s, of swing looked at, and after the strike
_STOPS, _SWING, _JUST = 0.35, 0.4, 0.06
# s; around an off
_AROUND = 0.12


@dataclass(frozen=True)
class StepTimes:
    """How late the force of a step comes after the motion of the foot, s. Unseen times are NaN.

    Args:
        step: on its plate.
        stop: plate's first load after the heel's stop.
        off: plate's last load after the toe leaves.
        over: the zero crossing of the forward force after the hips pass the place at which it
            usually occurs.
    """

    step: PlateStep
    stop: float
    off: float
    over: float


def step_times(evidence: Evidence, step: PlateStep) -> StepTimes:
    """The times that a step on a plate shows."""
    time, rows = evidence.steps.time, step.rows
    heel, ball, toe = (
        evidence.body.points[f"{step.side}_{name}"] for name in ("heel", "metatarsal", "toe")
    )
    hips = evidence.body.mid_hips[rows]
    middle = rows[len(rows) // 3 : 2 * len(rows) // 3]
    # of the ground that the foot stands on, as on a treadmill
    ground = (ball[middle[-1]] - ball[middle[0]]) / (time[middle[-1]] - time[middle[0]])
    ground[2] = 0.0
    passed = ground * time[:, None]
    stop = None
    if shows_heel(evidence.body.model, step.side):
        stop = stop_of_heel(time, heel - passed, step.contact.start)
    way, off, over = direction(step, hips), None, np.nan
    # who turns on the foot leaves it otherwise; on a treadmill nobody goes anywhere
    if way is None or np.isfinite(way.turned):
        off = leaving_toe(time, toe - passed, step.contact.stop)
    # a force that does not point to the body passes zero at another time
    points = way is not None and off_slope(way.forward) <= limits("forward_force")[0]
    if way is not None and np.isfinite(way.turned) and points:
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


def stop_of_heel(time: FloatArray, heel: FloatArray, strike: float) -> float | None:
    """The last time [s] until 60 ms after a strike at which the speed of the heel (frames, 3) m
    over the ground falls below a third of its speed in swing; None if it never does, or if half of
    the swing is not seen.
    """
    step = float(time[1] - time[0])
    at = int(np.searchsorted(time, strike))
    first, last = max(at - round(_SWING / step), 0), min(at + round(_JUST / step), len(time) - 1)
    if at - first < round(0.5 * _SWING / step) or last - first < round(_JUST / step):
        return None
    speed = np.linalg.norm(np.gradient(heel[first:last], step, axis=0), axis=1)
    slow = _STOPS * speed.max()
    falls = np.flatnonzero((speed[:-1] >= slow) & (speed[1:] < slow))
    if not len(falls):
        return None
    k = int(falls[-1])
    return float(time[first + k] + (speed[k] - slow) / (speed[k] - speed[k + 1]) * step)


def leaving_toe(time: FloatArray, toe: FloatArray, off: float) -> float | None:
    """The time [s] near an off at which the toe (frames, 3) m gets faster than 0.5 m/s; None if it
    never does.
    """
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


def mean_seen(values: Iterable[float]) -> float:
    """Mean of the values that are not NaN; NaN without one."""
    seen = [value for value in values if np.isfinite(value)]
    return float(np.mean(seen)) if seen else np.nan


@dataclass(frozen=True)
class _Apart:
    """By how much one group of steps comes after another, s, and what scatter makes of it."""

    before: Sequence[StepTimes]
    after: Sequence[StepTimes]
    shift: float
    limit: float


def unlike_steps(
    steps: Sequence[StepTimes],
    cost: Callable[[float, Sequence[PlateContact]], Fact],
) -> list[Finding]:
    """Whether the plates are equally late in all steps; empty for a single step.

    Args:
        steps: of one walk.
        cost: function that gives the change of moments for a delay [s] of these contacts.
    """
    compared = [found for one, other in _groups(steps) for found in _apart(steps, one, other)]
    if not compared:
        return []
    worst = max(compared, key=lambda found: found.shift / found.limit)
    both = (*worst.before, *worst.after)
    plates = [{step.step.plate for step in group} for group in (worst.before, worst.after)]
    *first, last = sorted(plates[0] | plates[1])
    facts: dict[str, Fact] = {
        "delay": worst.shift,
        "earlier": (_group(worst.before),),
        "later": (_group(worst.after),),
        "own_plates": not plates[0] & plates[1],
        "plates": ", ".join(first),
        "last_plate": last,
        "both_feet": len({step.step.side for step in both}) == 2,
        "changes": cost(worst.shift, [step.step.contact for step in both]),
    }
    good, usable = limits("clocks_in_steps")
    own = (1e3 * worst.limit, 1e3 * worst.limit * usable / good)
    return [Finding("clocks_in_steps", "", 1e3 * worst.shift, facts, own)]


def _group(steps: Sequence[StepTimes]) -> Mapping[str, str | float]:
    """What a reader finds them by."""
    return {
        "count": len(steps),
        "side": steps[0].step.side,
        "first": steps[0].step.contact.start,
        "last": steps[-1].step.contact.start,
        "plates": " and ".join(sorted({step.step.plate for step in steps})),
    }


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
    shifts = [
        (mean_seen([stop, off]), float(np.hypot(stop_error, off_error)) / 2.0),
        (off, off_error),
    ]
    if np.isnan(off) or np.isnan(stop):
        shifts = [(stop, stop_error) if np.isnan(off) else (off, off_error)]
    elif one[0].step.side != other[0].step.side and min(len(one), len(other)) > 1:
        # a late plate shifts both alike, one foot's habit does not
        alike = min(stop, off, key=abs) if stop * off > 0.0 else 0.0
        shifts = [(alike, max(stop_error, off_error))]
    for shift, error in shifts:
        if np.isfinite(shift):
            groups = (one, other) if shift > 0.0 else (other, one)
            yield _Apart(
                *groups, abs(shift), max(1e-3 * limits("clocks_in_steps")[0], APART_ERRORS * error)
            )


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
    for there in dict.fromkeys((step.step.side, step.step.plate) for step in steps):
        of_foot = [
            getattr(step, sign) for step in steps if (step.step.side, step.step.plate) == there
        ]
        follow += [move for move in np.diff(of_foot) if np.isfinite(move)]
    # successive ones on a plate, by their median: what is looked for shifts few of them
    own = float(np.median(np.abs(follow))) / _SUCCESSIVE if len(follow) >= _FEWEST_MOVES else 0.0
    error = max(own, SCATTER) * float(np.sqrt(1.0 / len(seen[0]) + 1.0 / len(seen[1])))
    return float(np.mean(seen[1]) - np.mean(seen[0])), error
