"""Walking in any direction, described by its strides."""

from __future__ import annotations

import numpy as np

from ambulo.gait.activities.kind import (
    ActivityKind,
    Description,
    Done,
    LargerMoments,
    ObservedMotion,
)

_MOSTLY = 0.7
"""Of the way, in one direction: within 45 degrees of it."""


def _describe(_: Done) -> Description:
    return Description()


def _seen(movement: ObservedMotion) -> str:
    return f"feet step without a flight, at {movement.speed:.1f} m/s."


def _way(movement: ObservedMotion) -> tuple[float, float]:
    """Shares of a walker's way that go forwards and to the left, as the feet point."""
    velocity = (movement.velocity(movement.hips) - [*movement.belt, 0.0])[:, :2]
    feet = np.mean([points[:, 1] - points[:, 0] for points in movement.feet.values()], axis=0)
    ahead = feet[:, :2] / np.linalg.norm(feet[:, :2], axis=1, keepdims=True)
    whole = float(np.nansum(np.linalg.norm(velocity, axis=1)))
    forwards = float(np.nansum(velocity * ahead)) / whole
    to_left = float(np.nansum(velocity @ [[0.0, -1.0], [1.0, 0.0]] * ahead)) / whole
    return forwards, to_left


KIND = ActivityKind(
    "walk", "walked", _describe, _seen, walking=True, stepping=True,
    shows="other steps",
    key_numbers="the values of the strides (`strides.csv`); only walks are compared with normal "
    "walking",
    # N*m/kg; worst foot of the public walks, plates (and events of the file) taken out
    without_plates={"hip": 0.23, "knee": 0.15, "ankle": 0.12},
    without_plates_on="Compared with the force plates of four straight walks,",
    turning=(
        {"hip": 0.24, "knee": 0.17, "ankle": 0.19},
        "Compared with the force plates of two walks that turn by 80 and 85 degrees,",
    ),
    size_of_moments={"hip": 0.47, "knee": 0.39, "ankle": 0.82},
    # twelve drawn walks on bent knees, by their own events (docs/methods/notes/checks.md)
    larger=LargerMoments(
        {"hip": 0.71, "knee": 0.62, "ankle": 0.43},
        {"hip": 1.23, "knee": 1.30, "ankle": 0.82},
        "In simulated walks on bent knees, with known true moments,",
    ),
)  # fmt: skip
BACKWARDS = ActivityKind(
    "backwards walk", "walked backwards", _describe,
    lambda movement: _seen(movement) if _way(movement)[0] < -_MOSTLY else "",
    stepping=True,
    shows="steps; the hips travel within 45° of backwards (the feet point forwards)",
    key_numbers="the values of the strides",
)  # fmt: skip
SIDEWAYS = ActivityKind(
    "steps to the side", "stepped to the side", _describe,
    lambda movement: _seen(movement) if abs(_way(movement)[1]) > _MOSTLY else "",
    stepping=True,
    shows="steps; the hips travel within 45° of sideways",
    key_numbers="the values of the strides",
)  # fmt: skip
