"""Which activity a motion is: by when feet rest, how far they go, and what the hips do.

| seen | taken for |
|---|---|
| most steps with a flight between, of the feet or of the body's fall | run; sprint from 5.5 m/s |
| flights that both feet begin together, or that one foot begins and ends | jump |
| a body in the air as the record begins or ends, slower than anybody runs | jump |
| steps, each on another level | stairs |
| steps, or a way of the hips with a foot lifted | walk; by where the feet point backwards or
sideways |
| feet stay, or one of them; heels rise and the hips with them | heel-rises |
| feet stay; the weight is beyond them at rest, or plates carry far less than it | sit-to-stand |
| feet stay; hips sink and rise | squat |
| feet stay, or one of them; hips all but still | stand |
| hips that travel where no step is seen | other |
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ambulo.gait.activities.flights import cut_flight, falls, flights
from ambulo.gait.activities.heel_rises import heel_lift, rises_on_toes
from ambulo.gait.activities.kind import Movement
from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.math.medians import medians
from ambulo.math.runs import runs
from ambulo.records import SIDES

_STEP = 0.12
"""m; a foot put down nearer than this to where it was lifted has made no step."""
_LEVEL = 0.07
"""m; from one step to the next; no floor is as uneven, no stair as flat."""
_RUNNING = 1.5
"""m/s; nobody runs slower than walkers begin to (Hreljac 1993: the change is near 2)."""
_WALKING = 4.5
"""m/s; nobody walks faster: the world record over 20 km is 4.3 m/s."""
_SPRINT = 5.5
"""m/s; from here on runners land on the forefoot, with contacts below 0.15 s (Mann 2011)."""
_WAY = 0.5
"""m; hips that get farther do not stand."""
_STOPPED = 0.42
"""m/s; hips that go faster over feet that stay cannot be stopped over them: x + v / w0 keeps within
13 cm, half a foot, of its middle (Hof et al. 2005; w0 = 3.2 1/s, a pendulum as long as a leg)."""
_SINKS = 0.12
"""Of the leg's length: hips that sink less stand."""
_MOSTLY = 0.7
"""Of the way, in one direction: within 45 degrees of it."""
_UNCARRIED = 0.15
"""Of the body weight, that plates under both feet must lack for something else to carry it."""
_HELD = 0.2
"""s; a support that lasts."""
_BEYOND = 0.05
"""m; a mass centre at rest this far behind the heels is carried by something else."""


@dataclass(frozen=True)
class Footfall:
    """A foot put down: when [s], where [m] against the floor, at what height [m]."""

    foot: int
    time: float
    place: tuple[float, float]
    level: float


def placements(movement: Movement) -> list[Footfall]:
    """Every stance of both feet in order of time; a stance at the record's start counts.

    Places are taken against the floor, so that a belt does not move them.
    """
    found = []
    for foot, side in enumerate(SIDES):
        points = movement.feet[side]
        for first, stop in runs(movement.rest[side]):
            middle = slice(first + (stop - first) // 4, max(stop - (stop - first) // 4, first + 1))
            where = np.nanmean(points[middle].mean(axis=1), axis=0)
            lowest = float(np.nanmin(medians(points[middle, :, 2])))
            when = float(movement.time[middle].mean())
            x, y = where[:2] - movement.floor[side] * when
            begins = float(movement.time[first])
            found.append(Footfall(foot, begins, (float(x), float(y)), lowest))
    return sorted(found, key=lambda placement: placement.time)


def recognise(movement: Movement) -> tuple[str, str]:
    """Name of the activity, and how it is known."""
    steps = _steps(placements(movement))
    flown = flights(movement.time, movement.down)
    hops = [flight for flight in flown if flight.jumped]
    speed = movement.speed
    # feet near the ground all but rest before they strike: a short flight shows in the body alone
    fallen = falls(movement.time, movement.centre[:, 2], whole_body=movement.whole_body)
    flying = max(len(flown), len(fallen))
    if speed > _WALKING or (
        flying and len(hops) < flying and speed > _RUNNING and 2 * flying >= len(steps)
    ):
        name = "sprint" if speed > _SPRINT else "run"
        if not flying:
            return name, f"faster than anybody walks, {speed:.1f} m/s."
        return name, (
            f"{flying} flight{'s' if flying > 1 else ''} between steps of one foot and the "
            f"other, at {speed:.1f} m/s."
        )
    if hops:
        longest = max(hops, key=lambda flight: flight.on - flight.off)
        return "jump", (
            f"the feet that leave the ground at {longest.off:.2f} s land again after "
            f"{longest.on - longest.off:.2f} s."
        )
    cut = cut_flight(
        movement.time, movement.down, movement.centre[:, 2], whole_body=movement.whole_body
    )
    if cut and speed <= _RUNNING:
        return "jump", (
            f"the body is in the air for {cut:.2f} s, and the recording shows only one end of this."
        )
    way = speed * float(movement.time[-1] - movement.time[0])
    if len(steps) >= 2 or (way > _WAY and not movement.down.all()):
        levels = [abs(b.level - a.level) for a, b in steps]
        climbed = sum(level > _LEVEL for level in levels)
        if climbed >= 2 and 2 * climbed >= len(levels):
            return "stairs", f"{climbed} of {len(levels)} steps end on another level."
        return _direction(movement), f"feet step without a flight, at {speed:.1f} m/s."
    return _in_place(movement)


def _steps(placed: list[Footfall]) -> list[tuple[Footfall, Footfall]]:
    """Placements of one foot, one after the other, that lie apart."""
    found = []
    for foot in range(2):
        mine = [p for p in placed if p.foot == foot]
        for before, after in pairwise(mine):
            if np.hypot(*np.subtract(after.place, before.place)) > _STEP:
                found.append((before, after))
    return found


def _direction(movement: Movement) -> str:
    """Which way a walker goes: forwards, backwards or to a side, as the feet point."""
    velocity = (movement.velocity(movement.hips) - [*movement.belt, 0.0])[:, :2]
    feet = np.mean([points[:, 1] - points[:, 0] for points in movement.feet.values()], axis=0)
    ahead = feet[:, :2] / np.linalg.norm(feet[:, :2], axis=1, keepdims=True)
    whole = float(np.nansum(np.linalg.norm(velocity, axis=1)))
    forwards = float(np.nansum(velocity * ahead)) / whole
    to_left = float(np.nansum(velocity @ [[0.0, -1.0], [1.0, 0.0]] * ahead)) / whole
    if forwards < -_MOSTLY:
        return "backwards-walk"
    return "side-steps" if abs(to_left) > _MOSTLY else "walk"


def _in_place(movement: Movement) -> tuple[str, str]:
    height = movement.hips[:, 2]
    both = bool(movement.down.all())
    one = bool(movement.down.any(axis=1).all()) and len(placements(movement)) == 1
    seated = _carried_otherwise(movement)
    if movement.speed > _STOPPED and not seated.any():
        seconds = float(movement.time[-1] - movement.time[0])
        return "other", (
            f"the hips travel at {movement.speed:.1f} m/s, too fast for standing; in "
            f"{seconds:.2f} s no foot is seen to step."
        )
    if (both or one) and rises_on_toes(movement):
        rise = 100.0 * float(np.ptp(heel_lift(movement)))
        return (
            "heel-rises",
            f"the toes stay in place, the heels rise by {rise:.0f} cm and the hips with them.",
        )
    sinks = float(np.ptp(height)) / movement.leg
    if seated.any() and sinks > _SINKS:
        first = movement.time[np.argmax(seated)]
        return "sit-to-stand", (
            f"the feet stay, the hips rise or sink by {100 * sinks:.0f} % of the leg's length, and "
            f"something beside the feet carries the subject (first at {first:.2f} s)."
        )
    if sinks > _SINKS:
        return "squat", (
            f"the feet stay and the hips sink by {100 * sinks:.0f} % of the leg's length."
        )
    if both:
        return "stand", "the feet stay on the ground and the hips stay at their height."
    if one:
        why = (
            "one foot stays on the ground, the other in the air, and the hips stay at their height."
        )
        return "stand", why
    return "other", "it is neither walking, running, jumping, squatting nor standing."


def _carried_otherwise(movement: Movement) -> BoolArray:
    """Frames (frames,) in which something beside the feet must carry the subject."""
    both = np.asarray(movement.down.all(axis=1))
    still = np.linalg.norm(movement.velocity(movement.hips), axis=1) < 0.1
    carry = movement.plates_carry
    # plates that never carry the subject whole do not measure both feet
    whole = np.isfinite(carry).any() and float(np.nanmax(carry)) > 1.0 - 0.5 * _UNCARRIED
    lacking = np.zeros_like(both)
    if whole:
        lacking |= both & still & (carry < 1.0 - _UNCARRIED)
    if movement.whole_body:
        lacking |= both & still & (_behind_heels(movement) > _BEYOND)
    kept = np.zeros_like(both)
    for first, stop in runs(lacking):
        if (stop - first) * movement.step >= _HELD:
            kept[first:stop] = True
    return kept


def _behind_heels(movement: Movement) -> FloatArray:
    """How far (frames,) the centre of mass lies behind both heels, along the feet, m."""
    heels = np.mean([points[:, 0] for points in movement.feet.values()], axis=0)
    toes = np.mean([points[:, 1] for points in movement.feet.values()], axis=0)
    ahead = (toes - heels)[:, :2]
    ahead /= np.linalg.norm(ahead, axis=1, keepdims=True)
    return np.asarray(np.einsum("ni,ni->n", (heels - movement.centre)[:, :2], ahead))
