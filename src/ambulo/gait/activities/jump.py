"""Jumps: flight, height from flight and from take-off velocity, and the phases before."""

from __future__ import annotations

import numpy as np

from ambulo.gait.activities.flights import Flight, flights_of_events
from ambulo.gait.activities.kind import ActivityKind, Description, Done
from ambulo.math.arrays import FloatArray
from ambulo.math.medians import medians
from ambulo.math.runs import runs
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo.records import SIDES, Number, Phase

_QUIET, _QUIET_TIME = 0.03, 0.25
"""Of the body weight, by which the plates' force may differ from it while the subject stands still
before a jump, over so many seconds (Street et al. 2001 take 1 s)."""
_BOUNCE = 0.8
"""s; a longer contact between two flights is a landing and another jump."""
_LANDING = 0.5
"""s, of the phase after the last flight."""
_HIGHER = 0.10
"""m, by which feet stand higher before a drop than after it."""
_LONGER = (-0.010, 0.060)
"""s, by which flights seen by the feet's motion are too long. In 40 made jumps and hops of ten
people at 60 to 300 frames a second, times are -1 to 31 ms too long (of two feet 19, deviation 4; of
one 5, 4), take-off velocities as by -7 to 34 ms; of stiff feet drawn by themselves 24 to 56 and 20
to 54. Smoothed feet seem to move before they leave and after they land, by how toes leave last."""
_SHORTER = (0.010, 0.050)
"""s, by which contacts between a drop and a jump are too short by the same: 17 to 34 ms (24,
deviation 5), of stiff feet 30 to 45."""
_IMPULSE = "plates' impulse"
_STOOD, _LANDED = 0.5, 0.25
"""s before and after a flight, in which feet are looked at."""


def _describe(done: Done) -> Description:
    """Numbers of the highest jump, phases of all.

    Height by flight: g T^2/8, with as high a body at landing as at take-off (Bosco et al. 1983).
    Height by take-off velocity: v^2/2g, v from the plates' impulse since quiet standing (Linthorne
    2001), or from the motion where the plates do not tell it. A drop's height is that of the feet
    before above after.
    """
    time = done.movement.time
    start, stop = float(time[0]), float(time[-1])
    every = flights_of_events(done.events, start, stop, done.movement.rest)
    flown = [f for f in every if f.jumped]
    phases: list[Phase] = []
    numbers: list[Number] = []
    for k, flight in enumerate(flown):
        before = flown[k - 1].on if k else start
        after = flown[k + 1].off if k + 1 < len(flown) else stop
        fell = k == 0 and _stood_higher(done, flight)
        if not fell:
            name = "contact" if k and flight.off - before < _BOUNCE else "countermovement and push"
            began = before if name == "contact" else _begins(done, before, flight.off)
            phases.append(Phase(name, began, flight.off))
        phases.append(Phase("drop" if fell else "flight", flight.off, flight.on))
        if k + 1 == len(flown):
            phases.append(Phase("landing", flight.on, min(flight.on + _LANDING, after)))
    jumps = [f for k, f in enumerate(flown) if not (k == 0 and _stood_higher(done, f))]
    if not jumps:
        return Description(tuple(phases), ())
    best = max(jumps, key=lambda f: f.on - f.off)
    flight_time = best.on - best.off
    height = STANDARD_GRAVITY * flight_time**2 / 8.0
    longer, higher, faster = _by_motion(done, best)
    numbers += [
        Number("flight time", flight_time, "s", longer),
        Number("jump height", height, "m", f"flight time{higher}"),
    ]
    speed, how = _take_off(done, best)
    if np.isfinite(speed):
        by_speed = speed**2 / (2.0 * STANDARD_GRAVITY)
        if how == _IMPULSE:
            higher = faster = ""
        elif not longer and done.apart > 0.0:
            higher, faster = _by_clocks(speed, done.apart)
        numbers += [
            Number("jump height", by_speed, "m", f"take-off velocity, {how}{higher}"),
            Number("take-off velocity", speed, "m/s", f"{how}{faster}"),
        ]
    earlier = [f for f in flown if f.on < best.off and best.off - f.on < _BOUNCE]
    if earlier:
        contact = best.off - earlier[-1].on
        shorter, stronger = _contact_by_motion(best, contact) if longer else ("", "")
        numbers += [
            Number("contact time", contact, "s", shorter),
            Number("reactive strength index", height / contact, "m/s", stronger),
        ]
        if _stood_higher(done, earlier[-1]):
            numbers.append(Number("drop height", _lowered(done, earlier[-1]), "m", "the feet"))
    else:
        height_before = done.movement.centre[time < best.off, 2]
        drop = float(height_before[0] - height_before.min())
        numbers.append(Number("countermovement", drop, "m"))
    if len(jumps) > 1:
        numbers.append(Number("jumps", float(len(jumps)), ""))
    total = sum(
        (np.interp(time, plate.time, plate.force[:, 2]) for plate in done.plates),
        np.zeros(len(time)),
    )
    if done.plates:
        landing = (time >= best.on) & (time < best.on + 0.25)
        if landing.any():
            peak = float(total[landing].max()) / done.weight
            numbers.append(Number("greatest force at landing", peak, "body weights"))
    return Description(tuple(phases), tuple(numbers))


def _by_motion(done: Done, flight: Flight) -> tuple[str, str, str]:
    """What is said of time, height and velocity of a flight that the feet's motion told.

    h ~ T^2 and v ~ T. Nothing where others of the kind have set the events right.
    """
    ends = (("off", flight.off), ("strike", flight.on))
    known = {e.kind for e in done.events if e.source != "kinematics"}
    if not {(e.kind, e.time) for e in done.events if e.kind not in known} & set(ends):
        return "", "", ""
    time = flight.on - flight.off
    least, most = _by_too_long(time)
    shortest, longest = (1e3 * longer for longer in _LONGER)
    return (
        f"the feet's motion; may be {-shortest:.0f} ms too short to {longest:.0f} ms too long",
        "; " + _share(least**2, most**2, "low", "high"),
        "; " + _share(least, most, "slow", "fast"),
    )


def _by_clocks(speed: float, apart: float) -> tuple[str, str]:
    """What is said of height and velocity [m/s] at an off that plates tell at another time [s].

    In flight v changes by g d, and v^2/2g by v d + g d^2/2.
    """
    since = f"if plates and cameras are {1e3 * apart:.0f} ms apart"
    slower = STANDARD_GRAVITY * apart
    return (
        f"; off by {(abs(speed) + 0.5 * slower) * apart:.3f} m {since}",
        f"; off by {slower:.2f} m/s {since}",
    )


def _by_too_long(time: float) -> tuple[float, float]:
    """Least and most of a flight time over the true one, where the feet's motion told it [s]."""
    least, most = (time / (time - min(longer, 0.5 * time)) for longer in _LONGER)
    return least, most


def _contact_by_motion(flight: Flight, contact: float) -> tuple[str, str]:
    """What is said of a contact [s] that the feet's motion told, and of the index by it."""
    least, most = _by_too_long(flight.on - flight.off)
    low, high = ((contact + shorter) / contact for shorter in _SHORTER)
    shortest, longest = (1e3 * shorter for shorter in _SHORTER)
    return (
        f"the feet's motion; may be {shortest:.0f} to {longest:.0f} ms too short",
        "the feet's motion; " + _share(least**2 * low, most**2 * high, "low", "high"),
    )


def _share(least: float, most: float, under: str, over: str) -> str:
    """From the least to the most that is found of what is true, in words."""
    if least >= 1.0:
        return f"may be {100 * (least - 1):.0f} to {100 * (most - 1):.0f} % too {over}"
    return f"may be {100 * (1 - least):.0f} % too {under} to {100 * (most - 1):.0f} % too {over}"


def _stood_higher(done: Done, flight: Flight) -> bool:
    """Whether the feet left a place clearly higher than the one they landed on."""
    return _lowered(done, flight) > _HIGHER


def _lowered(done: Done, flight: Flight) -> float:
    """How far below the place they left the feet landed, m, by the lowest point of resting feet.

    The time of the fall tells less: feet that fall seem to rest until they are fast.
    """
    movement = done.movement
    levels = []
    for first, last in ((flight.off - _STOOD, flight.off), (flight.on, flight.on + _LANDED)):
        inside = (movement.time >= first) & (movement.time <= last)
        rests = {side: inside & movement.rest[side] for side in SIDES}
        seen = {side: here if here.any() else inside for side, here in rests.items()}
        levels.append(
            min(float(np.nanmin(medians(movement.feet[s][seen[s], :, 2]))) for s in SIDES)
        )
    return levels[0] - levels[1]


def _begins(done: Done, before: float, off: float) -> float:
    """When the mass centre begins to sink before a take-off, s."""
    time = done.movement.time
    inside = np.flatnonzero((time >= before) & (time < off))
    if not len(inside):
        return before
    lowest = inside[np.argmin(done.movement.centre[inside, 2])]
    speed = done.movement.velocity(done.movement.centre)[:, 2]
    still = [k for k in inside if k < lowest and speed[k] > -0.05]
    return float(time[still[-1]]) if still else before


def _take_off(done: Done, flight: Flight) -> tuple[float, str]:
    """Vertical velocity of the mass centre at take-off [m/s], and by what."""
    by_impulse = _by_impulse(done, flight)
    if np.isfinite(by_impulse):
        return by_impulse, _IMPULSE
    time = done.movement.time
    # a parabola of known acceleration through the flight
    inside = (time > flight.off) & (time < flight.on)
    if inside.sum() < 5:
        return np.nan, ""
    since = time[inside] - flight.off
    path = done.movement.centre[inside, 2] + 0.5 * STANDARD_GRAVITY * since**2
    speed = float(np.polyfit(since, path, 1)[0])
    return speed, "mass centre in flight" if done.movement.whole_body else "hips in flight"


def _by_impulse(done: Done, flight: Flight) -> float:
    """Take-off velocity by the plates, from quiet standing; NaN where that is not measured."""
    if not done.plates:
        return np.nan
    clock = done.plates[0].time
    total = np.zeros(len(clock))
    for plate in done.plates:
        total += np.interp(clock, plate.time, plate.force[:, 2])
    step = float(clock[1] - clock[0])
    before = clock < flight.off
    quiet = before & (np.abs(_running_mean(total, step) / done.weight - 1.0) < _QUIET)
    long_enough = [
        (a, b)
        for a, b in runs(quiet)
        if (b - a) * step >= _QUIET_TIME and _stands(done, clock[b - 1])
    ]
    if not long_enough:
        return np.nan
    first, last = long_enough[-1]
    stands = slice(max(first, last - round(1.0 / step)), last)
    weight = float(total[stands].mean())
    middle = (stands.start + stands.stop) // 2
    push = (np.arange(len(clock)) >= middle) & before
    return float(np.sum(total[push] - weight) * step / weight * STANDARD_GRAVITY)


def _running_mean(values: FloatArray, step: float) -> FloatArray:
    """Over 0.05 s."""
    wide = max(round(0.05 / step), 1)
    return np.convolve(values, np.ones(wide) / wide, mode="same")


def _stands(done: Done, when: float) -> bool:
    """Whether a foot is on the ground at an instant."""
    k = int(np.clip(np.searchsorted(done.movement.time, when), 0, len(done.movement.time) - 1))
    return any(bool(done.movement.rest[side][k]) for side in SIDES)


KIND = ActivityKind(
    "jump", "jumped", _describe, sudden=True,
    shows="both feet leave the ground together, or one foot hops while the other stays in the air; "
    "or the recording begins or ends in the air, and the hips travel at no more than 1.5 m/s",
    key_numbers="flight time, height by flight and by take-off velocity, countermovement; after "
    "another flight, contact time and reactive strength index instead of countermovement; after a "
    "drop, drop height",
    # N*m/kg, in made recordings of other people (tests/invariants/test_activities.py)
    without_plates={"hip": 0.26, "knee": 0.42, "ankle": 0.3},
    size_of_moments={"hip": 0.3, "knee": 1.0, "ankle": 0.6},
)  # fmt: skip
