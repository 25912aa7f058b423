"""The forward force changes the body's speed by its impulse over the mass.

From the middle of one foot's stance to the middle of the other's the body is where it was, seen
from the foot: what hips and mass centre do beside each other in a step has come round. So the
change of speed is known well even where the legs alone are, and with it the mean forward force:
an offset under load, a leak of the vertical force into it, or a plate that leans, shows as a speed
that nobody gained.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

import numpy as np
from scipy.integrate import trapezoid

from ambulo.gait.checks.evidence import Evidence, gate
from ambulo.gait.checks.single_steps import (
    Step,
    body_weight,
    foot_point,
    mid_hips,
    steps_on_plates,
)
from ambulo.math.arrays import FloatArray
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo.records import Gate

__all__ = ["Pushed", "check", "gained", "pushed_gate"]

# m/s; over eleven steps of six people 0.00 to 0.02, once 0.055: deviation 0.02; three of them, and
# twice that
SPEED_LIMIT, SPEED_UNUSABLE = 0.065, 0.130


Pushed = tuple[tuple[Step, Step], float, float]
"""The foot that is left and the one that is stepped on, speed that the forward force gives beyond
what the body gains from one mid-stance to the other [m/s], and how long that lasts [s]."""


def check(evidence: Evidence) -> list[Gate]:
    """Steps of a walk of which plates measure all; nothing where there are none."""
    if evidence.steps.plates is None or not evidence.activity.walking:
        return []
    return pushed_gate(list(_steps(evidence)), body_weight(evidence))


def _steps(evidence: Evidence) -> Iterator[Pushed]:
    plates, time, hips = evidence.steps.plates, evidence.steps.time, mid_hips(evidence)
    assert plates is not None
    centre = evidence.body.mass_centre if evidence.whole_body else hips
    speed = np.gradient(centre[:, 0], time)
    mass = body_weight(evidence) / STANDARD_GRAVITY
    on_plates = sorted(steps_on_plates(evidence), key=lambda step: step.contact.start)
    for one, other in itertools.pairwise(on_plates):
        if one.side == other.side:
            continue
        first, last = (_middle(evidence, step, hips) for step in (one, other))
        if first is None or last is None or last <= first:
            continue
        rows = slice(first, last + 1)
        helped = evidence.supported is not None and bool(evidence.supported[rows].any())
        flight = other.contact.start > one.contact.stop
        if helped or flight or not plates.known[rows].all():
            continue
        push = plates.force[rows, :, 0].sum(axis=1)
        more = gained(time[rows], push, speed[rows], mass)
        yield (one, other), more, float(time[last] - time[first])


def gained(time: FloatArray, push: FloatArray, speed: FloatArray, mass: float) -> float:
    """Impulse of a force (n,) N over the mass, less what the speed (n,) m/s has changed by."""
    return float(trapezoid(push, time)) / mass - float(speed[-1] - speed[0])


def _middle(evidence: Evidence, step: Step, hips: FloatArray) -> int | None:
    """Frame in which the hips pass over the foot's middle; None if they do not."""
    heel, ball = (foot_point(evidence, step.side, name) for name in ("heel", "metatarsal"))
    over = (hips - 0.5 * (heel + ball))[step.rows, 0]
    passes = np.flatnonzero((over[:-1] < 0.0) & (over[1:] >= 0.0))
    return int(step.rows[passes[0]]) if len(passes) else None


def pushed_gate(found: Sequence[Pushed], weight: float) -> list[Gate]:
    """The step whose force and speed agree least.

    Args:
        found: steps; weight: N.
    """
    if not found:
        return []
    (one, other), more, lasts = max(found, key=lambda step: abs(step[1]))
    excess = weight / STANDARD_GRAVITY * more / lasts
    return [
        gate(
            f"forward force against the change of speed ({one.plate}, {other.plate})",
            abs(more),
            SPEED_LIMIT,
            "m/s",
            f"An offset of the horizontal force of {one.plate} or {other.plate} while it is "
            "loaded, a part of the vertical force in it, a wrong gain of one of them, or a plate "
            "that leans",
            unusable=SPEED_UNUSABLE,
            found=f"From one mid-stance to the next the forward force is {abs(excess):.0f} N too "
            f"{'large' if excess > 0 else 'small'} on average for the speed that the body has.",
            # acts at the ground, up to the hips
            cost="Knee and hip flexion moments are off by up to half and by the whole of "
            f"{abs(excess):.0f} N times the height of the hips, or twice that on one leg.",
        )
    ]
