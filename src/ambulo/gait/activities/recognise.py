"""Recognition of the activity by when the feet rest, how far they go, and what the hips do.

The activity is chosen by what is seen:

    most steps with a flight between, shown by the      run; sprint from 5.5 m/s
    feet or by the body's fall
    flights that both feet begin together, or that      jump
    one foot begins and ends
    a body in the air as the record begins or ends,     jump
    slower than anybody runs
    hips that travel where no step is seen              other
    steps, or a way of the hips with a foot lifted      the last of `ACTIVITIES` with strides that
                                                        is seen in the motion
    feet in place                                       the last of the others that is seen
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ambulo.gait.activities.flights import cut_flight, falls, flights
from ambulo.gait.activities.kind import ObservedMotion
from ambulo.gait.activities.registry import ACTIVITIES
from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.math.medians import medians
from ambulo.math.runs import runs
from ambulo.records import SIDES

_STEP = 0.12
"""m; a foot put down nearer than this to where it was lifted has made no step."""
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
SINKS = 0.12
"""Share of leg length; a subject whose hips sink by less stands."""
UNCARRIED = 0.15
"""Of the body weight, that plates under both feet must lack for something else to carry it."""
_HELD = 0.2
"""s; a support that lasts."""
BEYOND = 0.05
"""m; a mass centre at rest this far behind the heels is carried by something else."""


@dataclass(frozen=True)
class Footfall:
    """The landing of a foot: time [s], place [m] relative to the floor, and height [m]."""

    foot: int
    time: float
    place: tuple[float, float]
    level: float


def placements(movement: ObservedMotion) -> list[Footfall]:
    """Every stance of both feet in order of time. A stance at the beginning of the record counts.

    Places are relative to the floor, so a moving belt does not change them.
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


def recognise(movement: ObservedMotion) -> tuple[str, str]:
    """Name of the activity, and how it was recognised."""
    steps = steps_taken(movement)
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
            f"the body is in the air for {cut:.2f} s, and the recording shows only one end of "
            "this flight."
        )
    way = speed * float(movement.time[-1] - movement.time[0])
    stepping = len(steps) >= 2 or (way > _WAY and not movement.down.all())
    if not stepping and speed > _STOPPED and not carried_otherwise(movement).any():
        seconds = float(movement.time[-1] - movement.time[0])
        return "other", (
            f"the hips travel at {speed:.1f} m/s, too fast for standing. No foot steps in "
            f"{seconds:.2f} s."
        )
    for name in reversed(tuple(ACTIVITIES)):
        # those of other packages have to be asked for
        kind = None if ACTIVITIES.whose(name) else ACTIVITIES[name]
        if kind and kind.seen and kind.stepping == stepping and (why := kind.seen(movement)):
            return name, why
    return "other", "it is neither walking, running, jumping, squatting nor standing."


def steps_taken(movement: ObservedMotion) -> list[tuple[Footfall, Footfall]]:
    """Successive placements of one foot at different places."""
    found, placed = [], placements(movement)
    for foot in range(2):
        mine = [p for p in placed if p.foot == foot]
        for before, after in pairwise(mine):
            if np.hypot(*np.subtract(after.place, before.place)) > _STEP:
                found.append((before, after))
    return found


def stays(movement: ObservedMotion) -> bool:
    """Whether both feet stay on the ground, or one foot stays and the other is held up."""
    one = movement.down.any(axis=1).all() and len(placements(movement)) == 1
    return bool(movement.down.all() or one)


def carried_otherwise(movement: ObservedMotion) -> BoolArray:
    """Frames (frames,) in which something besides the feet must carry the subject."""
    both = np.asarray(movement.down.all(axis=1))
    still = np.linalg.norm(movement.velocity(movement.hips), axis=1) < 0.1
    carry = movement.plates_carry
    # plates that never carry the subject whole do not measure both feet
    whole = np.isfinite(carry).any() and float(np.nanmax(carry)) > 1.0 - 0.5 * UNCARRIED
    lacking = np.zeros_like(both)
    if whole:
        lacking |= both & still & (carry < 1.0 - UNCARRIED)
    if movement.whole_body:
        lacking |= both & still & (_behind_heels(movement) > BEYOND)
    kept = np.zeros_like(both)
    for first, stop in runs(lacking):
        if (stop - first) * movement.step >= _HELD:
            kept[first:stop] = True
    return kept


def _behind_heels(movement: ObservedMotion) -> FloatArray:
    """How far (frames,) the centre of mass lies behind both heels, along the feet, m."""
    heels = np.mean([points[:, 0] for points in movement.feet.values()], axis=0)
    toes = np.mean([points[:, 1] for points in movement.feet.values()], axis=0)
    ahead = (toes - heels)[:, :2]
    ahead /= np.linalg.norm(ahead, axis=1, keepdims=True)
    return np.asarray(np.einsum("ni,ni->n", (heels - movement.centre)[:, :2], ahead))
