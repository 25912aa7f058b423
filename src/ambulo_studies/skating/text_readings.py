"""All combinations of readings of the open questions in the text of Bruzzo (2012) on the skater's
drive.

The model is a point mass on the ski's line d. Its leg l(t) leans by theta(t) towards h. With r = l
sin(theta), the mass is r h beside the ski, and w = dr/dt. Along d, momentum divided by mass p =
s_dot + w d.h follows m p_dot = F - friction. Across the ski, the mass moves with w.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import product
from typing import NamedTuple

import numpy as np
from scipy.integrate import cumulative_trapezoid

from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.studies.printed.lists import printed
from ambulo.studies.record import Table
from ambulo_studies.skating.parameters import Skater

CHOICES: Mapping[str, tuple[str, ...]] = {
    "the ski runs along": ("(cos φ, sin φ), C2", "(sin φ, cos φ), eq. 172"),
    "the leg leans": ("along the ski", "inwards", "outwards", "forwards", "by eq. 172"),
    "the push-off acts along": ("the leg", "the ski"),
    "the next ski gets": ("the speed", "X's part along it", "X", "the part along it"),
    "of the velocity of the": ("ski", "mass"),
    "rates of": ("table 9", "section 5"),
    "strokes": ("in turn", "to one side"),
}
"""Open questions of the text, and their possible readings."""

READINGS = tuple(product(*CHOICES.values()))

FIGURES = ("40: speed", "41: settled", "42: -32 %", "42: 40°", "43: Y/X", "43: axis", "44: power")

SPEED, SETTLED = "mean total velocity", "stroke of the equilibrium"
HALF = "half force at 50°, change of velocity"
FORTY = "half force at 40°, velocity over the base case's"
RATIO, POWER = "Y velocity over X velocity", "mean power"
LOWEST, HIGHEST = "velocity axis, lowest", "velocity axis, highest"
PUSH_OFF, FORWARDS = "mean push-off [body weights]", "mean power in the direction of travel"
BESIDE = "mass beside the ski's line [m], figure 37"

_SAMPLES = 61

Tried = Mapping[str, FloatArray]
"""Numbers (readings,) of all readings by name. The name is that of the printed number, if there is
one.
"""


def _is(choice: str, *options: str) -> BoolArray:
    """(readings,) whether a choice is one of some."""
    k = list(CHOICES).index(choice)
    return np.array([reading[k] in options for reading in READINGS])


class Strokes(NamedTuple):
    """The strokes of all readings.

    Args:
        velocity: (readings, strokes, samples, 2) m/s, of the mass.
        thrust, travel: (readings, strokes, samples) N, force along the ski; m/s, speed of the ski.
        way: (readings, strokes, 2) direction of the ski.
        beside: (readings,) m, greatest distance of the mass from the ski's line.
    """

    velocity: FloatArray
    thrust: FloatArray
    travel: FloatArray
    way: FloatArray
    beside: FloatArray


def strokes(skater: Skater, push_off: FloatArray) -> Strokes:
    """Strokes with a mean push-off (readings,) [body weights]."""
    t = np.linspace(0.0, skater.time, _SAMPLES)
    faster = np.where(_is("rates of", "section 5"), 2.0, 1.0)[:, None]
    theta = faster * skater.lean_rate * t
    leg = skater.leg_start + faster * skater.extension_rate * t
    w = faster * (skater.extension_rate * np.sin(theta) + leg * skater.lean_rate * np.cos(theta))
    phi = np.where(_is("the ski runs along", CHOICES["the ski runs along"][0]), skater.angle,
                   0.5 * math.pi - skater.angle)  # fmt: skip
    one, body = _is("strokes", "to one side"), _is("of the velocity of the", "mass")
    kept = CHOICES["the next ski gets"]
    parts = []
    left, ran = np.zeros((len(READINGS), 2)), np.zeros((len(READINGS), 2))
    for k in range(skater.strokes):
        side = np.where(one | (k % 2 == 0), 1.0, -1.0)
        d = np.stack([np.cos(phi), side * np.sin(phi)], axis=1)
        out = np.stack([-np.sin(phi), side * np.cos(phi)], axis=1)
        h = np.select(
            [_is("the leg leans", name)[:, None] for name in CHOICES["the leg leans"]],
            [d, -out, out, np.array([[1.0, 0.0]]),
             np.stack([np.sin(phi), side * np.cos(phi)], axis=1)],
        )  # fmt: skip
        along = (h * d).sum(axis=1)
        part = np.where(_is("the push-off acts along", "the leg"), along, 1.0)
        force = (part * push_off)[:, None] * skater.weight * np.sin(theta)
        before = np.where(body[:, None], left, ran)
        value = np.select(
            [_is("the next ski gets", name) for name in kept],
            [np.hypot(*before.T), before[:, 0] * d[:, 0], before[:, 0], (before * d).sum(axis=1)],
        )
        # what passes over is the mass's momentum, or the ski's speed; the first ski stands
        start = np.where(body & (k > 0), value, value + w[:, 0] * along)
        gained = cumulative_trapezoid(force, t, axis=1, initial=0) - skater.friction * t
        p = start[:, None] + gained / skater.total_mass
        across = w * (h * out).sum(axis=1)[:, None]
        velocity = p[..., None] * d[:, None] + across[..., None] * out[:, None]
        travel = p - w * along[:, None]
        parts.append((velocity, force, travel, d))
        left, ran = velocity[:, -1], travel[:, -1:] * d
    beside = (leg * np.sin(theta))[:, -1] * np.abs((h * out).sum(axis=1))
    v, f, travelled, way = (np.stack(part, axis=1) for part in zip(*parts, strict=True))
    return Strokes(v, f, travelled, way, beside)


def _means(velocity: FloatArray) -> FloatArray:
    speed = np.hypot(velocity[..., 0], velocity[..., 1])
    return np.asarray(0.5 * (speed[..., 1:] + speed[..., :-1]).mean(axis=-1))


def _settled_speed(skater: Skater, push_off: FloatArray) -> FloatArray:
    means = _means(strokes(skater, push_off).velocity)
    return np.asarray(means[:, skater.strokes // 2 :].mean(axis=1))


def tried(skater: Skater) -> Tried:
    """The long run in every reading, with the push-off calibrated to the printed speed.

    Args:
        skater: skater of the long run.
    """
    target = float(printed("bruzzo2012").numbers[SPEED].value)
    low, high = np.zeros(len(READINGS)), np.full(len(READINGS), 20.0)
    for _ in range(30):
        push_off = 0.5 * (low + high)
        slow = _settled_speed(skater, push_off) < target
        low, high = np.where(slow, push_off, low), np.where(slow, high, push_off)
    run, speed = strokes(skater, push_off), _settled_speed(skater, push_off)
    velocity, means = run.velocity, _means(run.velocity)
    off = np.abs(means - means[:, -1:]) > 0.01 * means[:, -1:]
    after = off.shape[1] + 1 - np.argmax(off[:, ::-1], axis=1)
    half, last = 0.5 * push_off, velocity[:, -1]
    forwards = (run.thrust * run.way[:, :, None, 0] * velocity[..., 0])[:, -1]
    return {
        PUSH_OFF: push_off,
        SPEED: speed,
        SETTLED: np.where(off.any(axis=1), after, 1),
        HALF: 100.0 * (_settled_speed(skater, half) / speed - 1.0),
        FORTY: _settled_speed(skater.with_(angle=math.radians(40.0)), half) / speed,
        RATIO: np.abs(last[..., 1]).mean(axis=1) / np.abs(last[..., 0]).mean(axis=1),
        LOWEST: velocity.min(axis=(1, 2, 3)),
        HIGHEST: np.hypot(velocity[..., 0], velocity[..., 1]).max(axis=(1, 2)),
        POWER: (run.thrust * run.travel)[:, -1].mean(axis=1),
        FORWARDS: forwards.mean(axis=1),
        BESIDE: run.beside,
    }


def met(found: Tried) -> BoolArray:
    """Whether each reading meets the printed figures by the rule of the lists (readings,
    len(FIGURES)).
    """

    def within(name: str, ours: str = "") -> BoolArray:
        low, high = printed("bruzzo2012").numbers[name].allowed
        return (found[ours or name] >= low) & (found[ours or name] <= high)

    # a push-off that people have: below two body weights
    reached = within(SPEED) & (found[PUSH_OFF] < 2.0)
    axis, power = within(LOWEST) & within(HIGHEST), within(POWER) | within(POWER, FORWARDS)
    single = (within(name) for name in (SETTLED, HALF, FORTY, RATIO))
    return np.stack([reached, *single, axis, power], axis=1)


def table(found: Tried) -> Table:
    """Which printed figures each reading meets, and how many readings meet each figure."""
    held = met(found)
    count = held.sum(axis=1)
    rows: tuple[tuple[str | float, ...], ...] = tuple(
        (
            "; ".join(READINGS[i]),
            ", ".join(name for name, one in zip(FIGURES, held[i], strict=True) if one),
            *(float(values[i]) for values in found.values()),
        )
        for i in np.argsort(-count, kind="stable")
    )
    meet = (f"{name} by {n}" for name, n in zip(FIGURES, held.sum(axis=0), strict=True))
    return Table(
        f"Which printed figures each of {len(READINGS)} readings of the text meets",
        ("; ".join(CHOICES), "meets", *found),
        rows,
        f"The push-off of each is calibrated to the printed speed. Met are {', '.join(meet)}; most "
        f"by one: {count.max()}. A reading without thrust along the ski reaches no printed speed.",
    )
