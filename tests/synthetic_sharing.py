"""A step on two feet whose wrenches are known: weightless legs, 100 Hz, right foot strikes ahead.

The left foot stands until 0.552 s, its heel rises; the right foot strikes at 0.398 s with its
toes up. Load passes between them as a raised cosine, centres of pressure roll forward.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ambulo.gait.sharing.problem import SharingProblem, reaction_of
from ambulo.math.arrays import FloatArray
from ambulo.records import Event, GroundReaction

STRIKE, OFF, WEIGHT = 0.398, 0.552, 700.0
TIME = np.arange(90) / 100.0
DOUBLE = (TIME > STRIKE) & (TIME < OFF)
# heel, metatarsal heads, toe behind and before the ankle [m], 8 cm below it
_SOLE = np.array([[-0.06, 0.0, -0.08], [0.13, 0.0, -0.08], [0.20, 0.0, -0.08]])
_ANKLE = np.array([[0.0, 0.06, 0.08], [0.66, -0.06, 0.08]])


def _rotated(points: FloatArray, pivot: FloatArray, pitch: FloatArray) -> FloatArray:
    """Points (n, k, 3) turned nose down by `pitch` (n,) about a pivot (3,)."""
    c, s = np.cos(pitch), np.sin(pitch)
    zero, one = np.zeros_like(c), np.ones_like(c)
    R = np.stack([c, zero, s, zero, one, zero, -s, zero, c], axis=1).reshape(-1, 3, 3)
    return pivot + np.einsum("fij,kj->fki", R, points - pivot)


def _ramp(time: FloatArray, start: float, stop: float) -> FloatArray:
    part = np.clip((time - start) / (stop - start), 0.0, 1.0)
    return 0.5 - 0.5 * np.cos(np.pi * part)


def true_wrenches(time: FloatArray) -> FloatArray:
    """Wrenches (n, 2, 6) of left and right foot about the world origin [N*m, N]."""
    leading = _ramp(time, STRIKE, OFF)
    vertical = WEIGHT * (1.0 + 0.1 * np.cos(2 * np.pi * (time - STRIKE)))
    parts = []
    for foot, (load, slope, along) in enumerate(
        (
            (1.0 - leading, 0.18, 0.05 + 0.12 * _ramp(time, 0.0, 0.5)),
            (leading, -0.18, -0.03 + 0.10 * _ramp(time, STRIKE, 0.8)),
        )
    ):
        fz = load * vertical
        force = np.stack([slope * fz, (0.04 if foot else -0.04) * fz, fz], axis=1)
        point = _ANKLE[foot] * [1.0, 1.0, 0.0] + np.outer(along, [1.0, 0.0, 0.0])
        moment = np.cross(point, force)
        moment[:, 2] += 0.003 * fz
        parts.append(np.concatenate([moment, force], axis=1))
    return np.stack(parts, axis=1)


def known_step(time: FloatArray = TIME) -> SharingProblem:
    """The step with exact plates, at times (frames,) s."""
    frames = len(time)
    stance = np.stack([time < OFF, time >= STRIKE], axis=1)
    heel_up = np.radians(40.0) * _ramp(time, 0.25, 0.6)
    toes_up = -np.radians(20.0) * (1.0 - _ramp(time, STRIKE, 0.5))
    left = _rotated(np.vstack([_ANKLE[0], _ANKLE[0] + _SOLE]), _ANKLE[0] + _SOLE[1], heel_up)
    right = _rotated(np.vstack([_ANKLE[1], _ANKLE[1] + _SOLE]), _ANKLE[1] + _SOLE[0], toes_up)
    feet = np.stack([left, right], axis=1)
    ankle, sole = feet[:, :, 0], feet[:, :, 1:]
    pelvis = np.stack([0.33 + 1.2 * (time - 0.475), 0.0 * time, 0.9 + 0.0 * time], axis=1)
    hip = pelvis[:, None] + np.array([[0.0, 0.09, 0.0], [0.0, -0.09, 0.0]])
    knee = 0.5 * (ankle + hip) + np.array([0.04, 0.0, 0.0])
    wrench = true_wrenches(time)
    problem = SharingProblem(
        time=time,
        total=wrench.sum(axis=1),
        stance=stance,
        events=(
            Event("right", "strike", STRIKE, "force"),
            Event("left", "off", OFF, "force"),
        ),
        measured=None,
        lumbar=pelvis + np.array([0.0, 0.0, 0.1]),
        foot_mass_centre=ankle + np.array([0.05, 0.0, -0.04]),
        sole=sole,
        leg_joints=np.stack([ankle, knee, hip], axis=2),
        unloaded_moment=np.zeros((frames, 2, 3, 3)),
        weight=WEIGHT,
    )
    truth = reaction_of(problem, wrench, np.ones((frames, 2), dtype=bool), "plates")
    return replace(problem, measured=truth)


def with_known(problem: SharingProblem, known: FloatArray) -> SharingProblem:
    """The same step with plates that know only what `known` (frames, 2) says."""
    assert problem.measured is not None
    return replace(problem, measured=replace(problem.measured, known=known))


def wrenches(ground: GroundReaction) -> FloatArray:
    """Wrenches (frames, 2, 6) about the world origin."""
    return np.concatenate([ground.moment_origin, ground.force], axis=2)


def at_frames(problem: SharingProblem, frames: slice) -> SharingProblem:
    """The frames of a problem, and of its plates if it has any, as a record of its own."""

    def some(record, *names):
        return replace(record, **{name: getattr(record, name)[frames] for name in names})

    if problem.measured is not None:
        plates = some(
            problem.measured,
            "time", "force", "moment_origin", "centre_of_pressure", "free_moment", "known",
        )  # fmt: skip
        problem = replace(problem, measured=plates)
    return some(
        problem, "time", "total", "stance", "lumbar", "foot_mass_centre", "sole", "leg_joints",
        "unloaded_moment",
    )  # fmt: skip
