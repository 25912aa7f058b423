"""Feet that walk over force plates, for tests of events, contacts and ground reactions."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.records import (
    ForcePlate,
    LabFrame,
    Markers,
    Side,
    Subject,
    Trial,
)

RATE = 100.0
ANALOG = 1000.0
MASS = 70.0
WEIGHT = MASS * 9.80665
STANCE = 0.62  # s
STRIDE = 1.0
STEP = 0.7  # m, from one foot to the other
DURATION = 3.6
WIDTH = 0.1  # m, of each foot from the middle
FOOT = 0.25  # m
# strikes of each foot: the right steps half a stride after the left
STRIKES: dict[Side, list[float]] = {"left": [0.3, 1.3, 2.3, 3.3], "right": [0.8, 1.8, 2.8]}


def place_of(side: Side, strike: float) -> float:
    """X of the heel during the stance that begins at `strike`, m."""
    return STEP * (strike - 0.3) / (STRIDE / 2)


def foot_paths() -> dict[Side, FloatArray]:
    """Heel and toe (frames, 2, 3) m of each foot: flat in stance, heel first up and first down."""
    time = np.arange(0, DURATION, 1 / RATE)
    feet: dict[Side, FloatArray] = {}
    for side, strikes in STRIKES.items():
        y = WIDTH if side == "left" else -WIDTH
        heel = np.zeros((len(time), 3))
        toe = np.zeros((len(time), 3))
        begin = [strikes[0] - STRIDE, *strikes, strikes[-1] + STRIDE]
        for strike in begin:
            x = place_of(side, strike)
            stance = (time >= strike) & (time < strike + STANCE)
            swing = (time >= strike + STANCE) & (time < strike + STRIDE)
            phase = (time[stance] - strike) / STANCE
            # heel rises in the last third of stance, the toe comes down in the first tenth
            rise = np.clip((phase - 0.65) / 0.35, 0, 1)
            heel[stance] = np.column_stack(
                [x + 0.10 * rise**2, 0 * phase + y, 0.04 + 0.16 * rise**2]
            )
            land = np.clip(1 - phase / 0.12, 0, 1)
            leave = 0.03 * np.clip((phase - 0.85) / 0.15, 0, 1) ** 2
            toe[stance] = np.column_stack([x + FOOT + leave, 0 * phase + y, 0.03 + 0.05 * land])
            s = (time[swing] - strike - STANCE) / (STRIDE - STANCE)
            # a foot leaves the ground at a quarter of the speed that it reaches
            forward = s**2 * (3 - 2 * s) + 0.4 * s * (1 - s) ** 2
            heel[swing] = np.column_stack(
                [
                    x + 0.10 * (1 - s) + 2 * STEP * forward,
                    0 * s + y,
                    0.04 + 0.16 * (1 - s) ** 2 * (1 + 2 * s) + 0.15 * s * (1 - s) ** 2,
                ]
            )
            toe[swing] = np.column_stack(
                [
                    x + FOOT + 0.03 * (1 - s) + 2 * STEP * forward,
                    0 * s + y,
                    0.03 + 0.05 * s + 0.1 * s * (1 - s),
                ]
            )
        feet[side] = np.stack([heel, toe], axis=1)
    return feet


def load_of(time: FloatArray, strike: float) -> FloatArray:
    """Vertical force (n,) N of one stance: the two feet together carry the weight."""
    both = STANCE - STRIDE / 2
    rise = np.clip((time - strike) / both, 0, 1)
    fall = np.clip((strike + STANCE - time) / both, 0, 1)
    return np.asarray(WEIGHT * np.minimum(rise, fall))


def plate_under(
    name: str,
    x: tuple[float, float],
    y: tuple[float, float],
    steps: list[tuple[Side, float]],
    *,
    part: float = 1.0,
    from_s: float = -np.inf,
    until_s: float = np.inf,
) -> ForcePlate:
    """A plate that measures some stances; `part` of the force, from `from_s` to `until_s`."""
    time = np.arange(0, DURATION, 1 / ANALOG)
    force = np.zeros((len(time), 3))
    moment = np.zeros((len(time), 2))
    for side, strike in steps:
        vertical = part * load_of(time, strike) * (time >= from_s) * (time < until_s)
        phase = np.clip((time - strike) / STANCE, 0, 1)
        point_x = place_of(side, strike) + 0.02 + 0.2 * phase
        point_y = WIDTH if side == "left" else -WIDTH
        force[:, 2] += vertical
        force[:, 0] += -0.15 * vertical * np.cos(np.pi * phase)
        moment += vertical[:, None] * np.column_stack([point_x, point_y + 0 * point_x])
    loaded = force[:, 2] >= 20
    point = np.full((len(time), 3), np.nan)
    point[loaded, :2] = moment[loaded] / force[loaded, 2:3]
    point[loaded, 2] = 0.0
    corners = np.array([[x[1], y[0], 0], [x[0], y[0], 0], [x[0], y[1], 0], [x[1], y[1], 0]])
    return ForcePlate(name, corners, time, force, point, np.zeros(len(time)))


def joined(one: ForcePlate, other: ForcePlate) -> ForcePlate:
    """The first plate with what the second bears on it too."""
    force = one.force + other.force
    moment = sum(
        plate.force[:, 2:] * np.nan_to_num(plate.centre_of_pressure) for plate in (one, other)
    )
    loaded = force[:, 2:] >= 20
    point = np.where(loaded, moment / np.where(loaded, force[:, 2:], 1.0), np.nan)
    return replace(one, force=force, centre_of_pressure=point)


def trial_with(plates: list[ForcePlate], suffix: str = ".c3d") -> Trial:
    """The walk over some plates."""
    feet = foot_paths()
    time = np.arange(0, DURATION, 1 / RATE)
    position = np.concatenate([feet["left"], feet["right"]], axis=1)
    return Trial(
        path=Path(f"steps{suffix}"),
        markers=Markers(("LHEE", "LTOE", "RHEE", "RTOE"), time, position),
        plates=tuple(plates),
        events=(),
        subject=Subject(mass=MASS),
        lab=LabFrame(np.eye(3), 1.0, "made"),
    )
