"""Running and sprinting: number, duration and force of contacts and flights."""

from __future__ import annotations

import numpy as np

from ambulo.gait.activities.flights import flights_of_events
from ambulo.gait.activities.kind import ActivityKind, Description, Done
from ambulo.mocap.events import whole_stances
from ambulo.records import SIDES, Number, Phase


def _describe(done: Done) -> Description:
    """Contact and flight times, cadence, step length, duty factor, greatest force.

    The duty factor is the contact time over the time of a stride (Alexander 1989).
    """
    time = done.movement.time
    contacts = sorted((*span, side) for side in SIDES for span in whole_stances(done.events, side))
    flown = flights_of_events(done.events, float(time[0]), float(time[-1]), done.movement.rest)
    strikes = sorted(e.time for e in done.events if e.kind == "strike")
    steps = np.diff(strikes)
    # a strike that was missed leaves twice the time of a step
    steps = steps[steps < 1.5 * np.median(steps)] if len(steps) else steps
    speed, over = _speed(done)
    numbers = [Number("speed", speed, "m/s", over)]
    if len(steps):
        step = float(np.mean(steps))
        numbers += [
            Number("cadence", 60.0 / step, "steps/min"),
            Number("step length", speed * step, "m"),
        ]
    if contacts:
        contact = float(np.mean([b - a for a, b, _ in contacts]))
        numbers.append(Number("contact time", contact, "s"))
        if len(steps):
            numbers.append(Number("duty factor", 50.0 * contact / step, "%"))
    if flown:
        numbers.append(Number("flight time", float(np.mean([f.on - f.off for f in flown])), "s"))
    if done.measured is not None:
        vertical = np.where(done.measured.known, done.measured.force[..., 2], np.nan)
        if np.isfinite(vertical).any() and np.nanmax(vertical) > 0.0:
            peak = float(np.nanmax(vertical)) / done.weight
            numbers.append(Number("greatest vertical force", peak, "body weights"))
    phases = [Phase(f"{side} contact", a, b) for a, b, side in contacts]
    phases += [Phase("flight", f.off, f.on) for f in flown]
    return Description(tuple(sorted(phases, key=lambda p: p.start)), tuple(numbers))


def _speed(done: Done) -> tuple[float, str]:
    """Mean horizontal speed of the hips [m/s], and over what.

    Within a stride the body brakes and speeds up again, so that only whole strides have the mean;
    where the record holds none it is that of all of it.
    """
    movement = done.movement
    found = []
    for side in SIDES:
        strikes = [e.time for e in done.events if (e.side, e.kind) == (side, "strike")]
        if len(strikes) > 1:
            first, last = min(strikes), max(strikes)
            ends = [np.interp((first, last), movement.time, movement.hips[:, k]) for k in range(2)]
            way = np.ptp(ends, axis=1) - movement.floor[side] * (last - first)
            found.append(float(np.hypot(*way)) / (last - first))
    if not found:
        return movement.speed, "the whole recording"
    return float(np.mean(found)), "whole strides"


_KEY_NUMBERS = "cadence, step length, contact and flight time, duty factor"

KIND = ActivityKind(
    "run", "ran", _describe, stepping=True, sudden=True,
    shows="steps at more than 1.5 m/s with a flight in at least half of them (both feet are in the "
    "air for 0.04 s, or, with a model of the whole body, carry less than a quarter of the weight "
    "for 0.03 s), or a speed above 4.5 m/s",
    key_numbers=_KEY_NUMBERS,
    # N*m/kg, in made recordings of other people (tests/invariants/test_activities.py)
    without_plates={"hip": 1.05, "knee": 0.45, "ankle": 0.33},
    size_of_moments={"hip": 1.3, "knee": 2.7, "ankle": 2.1},
)  # fmt: skip
SPRINT = ActivityKind(
    "sprint", "sprinted", _describe, stepping=True, sudden=True,
    shows="a run at more than 5.5 m/s",
    key_numbers=_KEY_NUMBERS,
    # N*m/kg, in made recordings of other people (tests/invariants/test_activities.py)
    without_plates={"hip": 1.45, "knee": 0.75, "ankle": 0.62},
    size_of_moments={"hip": 1.9, "knee": 3.5, "ankle": 2.3},
)  # fmt: skip
