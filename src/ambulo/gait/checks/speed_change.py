"""Check of the forward force: its impulse divided by the mass must change the speed of the body.

From one mid-stance to the next, the body returns to the same posture over the foot. The relative
movement of hips and mass centre has then finished one period. So the change of speed is well known
even with the legs alone, and with it the mean forward force. An offset under load, a part of the
vertical force in the forward channel, or a plate that is not level appears as a speed that the body
does not have. This does not hold in a turn, in which hips and mass centre move differently over the
outer and the inner foot. With the legs alone, the limit is therefore wider in a turn.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ambulo.gait.checks.evidence import Evidence
from ambulo.gait.checks.finding import Finding
from ambulo.gait.checks.single_steps import PlateStep
from ambulo.gait.checks.table import limits
from ambulo.math.arrays import FloatArray
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo.records import Facts

# m/s per rad by which the way turns: the hips gain 0.12 beyond the mass centre in turns of two
# people, by 46 and 52 degrees (and 0.015 m/s or less in straight walks); two and a half of it
_TURNED = 0.30


@dataclass(frozen=True, eq=False)
class Pushed:
    """The effect of the forward force from one mid-stance to the next.

    Args:
        left, stepped_on: the feet's contacts.
        more: m/s, change of speed by the force less the change of the body's speed.
        lasts: s.
        unsure: m/s, uncertainty of the body's change of speed in a turn.
    """

    left: PlateStep
    stepped_on: PlateStep
    more: float
    lasts: float
    unsure: float = 0.0


def check(evidence: Evidence) -> list[Finding]:
    """Steps of a walk that plates measure wholly; empty without such steps."""
    if evidence.steps.plates is None or not evidence.activity.walking:
        return []
    return least_agreeing(list(_steps(evidence)), evidence.body_weight)


def _steps(evidence: Evidence) -> Iterator[Pushed]:
    plates, time, hips = evidence.steps.plates, evidence.steps.time, evidence.body.mid_hips
    assert plates is not None
    centre = evidence.body.mass_centre if evidence.whole_body else hips
    speed = np.gradient(centre[:, 0], time)
    mass = evidence.body_weight / STANDARD_GRAVITY
    on_plates = sorted(evidence.whole_steps, key=lambda step: step.contact.start)
    for one, other in itertools.pairwise(on_plates):
        if one.side == other.side:
            continue
        first, last = (_middle(evidence, step, hips) for step in (one, other))
        if first is None or last is None or last <= first:
            continue
        rows = slice(first, last + 1)
        flight = other.contact.start > one.contact.stop
        if evidence.supported[rows].any() or flight or not plates.known[rows].all():
            continue
        push = plates.force[rows, :, 0].sum(axis=1)
        more = gained(time[rows], push, speed[rows], mass)
        lasts = float(time[last] - time[first])
        turns = 0.0 if evidence.whole_body else _turned(hips, first, last)
        yield Pushed(one, other, more, lasts, _TURNED * turns)


def _turned(hips: FloatArray, first: int, last: int) -> float:
    """Angle by which the way of the hips turns between two frames, rad."""
    half = (last - first) // 2
    headings = []
    for frame in (first, last):
        way = hips[min(frame + half, len(hips) - 1), :2] - hips[max(frame - half, 0), :2]
        headings.append(np.arctan2(way[1], way[0]))
    return abs(float(np.remainder(headings[1] - headings[0] + np.pi, 2.0 * np.pi) - np.pi))


def gained(time: FloatArray, push: FloatArray, speed: FloatArray, mass: float) -> float:
    """Impulse of a force (n,) N divided by the mass, less the change of the speed (n,) m/s."""
    return 0.5 * float(np.diff(time) @ (push[1:] + push[:-1])) / mass - float(speed[-1] - speed[0])


def _middle(evidence: Evidence, step: PlateStep, hips: FloatArray) -> int | None:
    """Frame in which the hips pass over the foot's middle; None if they do not."""
    heel, ball = (evidence.body.points[f"{step.side}_{name}"] for name in ("heel", "metatarsal"))
    over = (hips - 0.5 * (heel + ball))[step.rows, 0]
    passes = np.flatnonzero((over[:-1] < 0.0) & (over[1:] >= 0.0))
    return int(step.rows[passes[0]]) if len(passes) else None


def least_agreeing(found: Sequence[Pushed], weight: float) -> list[Finding]:
    """The step in which force and speed agree least.

    Args:
        found: steps; weight: N.
    """
    if not found:
        return []
    worst = max(found, key=lambda step: abs(step.more) - step.unsure)
    one, other = worst.left.plate, worst.stepped_on.plate
    # acts at the ground, up to the hips
    excess = weight / STANDARD_GRAVITY * worst.more / worst.lasts
    facts: Facts = {"one": one, "other": other, "excess": excess}
    good, usable = (limit + worst.unsure for limit in limits("speed_change"))
    return [Finding("speed_change", f"{one}, {other}", abs(worst.more), facts, (good, usable))]
