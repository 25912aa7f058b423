"""What a sole can pass on to the foot: linear limits on its wrench.

Unilateral: the ground pushes. Friction: no more than Coulomb's. Pressure: its centre lies under
that part of the sole that touches the floor.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.gait.sharing.problem import SharingProblem
from ambulo.math.arrays import BoolArray, FloatArray

__all__ = ["ContactPatch", "contact_limits", "contact_patch"]

# a shod foot on a dry floor (Redfern et al. 2001: slip resistant from 0.5)
FRICTION = 0.6
# compliance of shoe and heel pad, and the error of a sole point's height
_YIELD = 0.02
# sole points of a flat foot lie level to within this
_LEVEL = 0.03
# breadth of the foot over its length (Gordon et al. 1989: 0.38 to 0.40)
_BREADTH = 0.39
_SIDES_OF_CONE = 8


@dataclass(frozen=True, eq=False)
class ContactPatch:
    """The part of one sole that touches the floor at each frame: a rectangle on z = 0.

    Args:
        rear, front: (frames,) m along `axis` from the heel's place on the floor.
        heel: (frames, 2) m.
        axis: (frames, 2) unit vector, heel to toe on the floor.
        half_breadth: m.
    """

    rear: FloatArray
    front: FloatArray
    heel: FloatArray
    axis: FloatArray
    half_breadth: float

    @property
    def centre(self) -> FloatArray:
        """Centre (frames, 2) [m]."""
        return np.asarray(self.heel + 0.5 * (self.rear + self.front)[:, None] * self.axis)


def contact_patch(problem: SharingProblem, foot: int) -> ContactPatch:
    """Where one sole touches the floor.

    The sole runs from heel by metatarsal heads to toe. What stands higher than 2 cm above the
    sole's lowest point at that frame carries nothing.

    Args:
        foot: index into SIDES.
    """
    sole = problem.sole[:, foot]
    ends = sole[:, :, :2]
    along = ends[:, 2] - ends[:, 0]
    length = float(np.linalg.norm(sole[:, 2] - sole[:, 0], axis=1).mean())
    axis = along / np.linalg.norm(along, axis=1, keepdims=True)
    place = np.einsum("fki,fi->fk", ends - ends[:, :1], axis)
    # toes of a foot modelled rigid go below the floor in push-off, where real ones bend
    height = np.maximum(sole[:, :, 2] - _levels(sole, problem.stance[:, foot]), 0.0)
    height = height - height.min(axis=1, keepdims=True)
    rear = _first_low(place, height)
    front = _first_low(place[:, ::-1], height[:, ::-1])
    return ContactPatch(rear, front, ends[:, 0], axis, 0.5 * _BREADTH * length)


def _levels(sole: FloatArray, on_ground: BoolArray) -> FloatArray:
    """Height (3,) [m] at which heel, metatarsal heads and toe touch the floor.

    The metatarsal heads touch it in every gait, the heel unless it stays clearly higher; the toes
    are level with them while the foot is flat.
    """
    height = sole[:, :, 2]
    lowest = height[on_ground].min(axis=0)
    heel, ball = min(lowest[0], lowest[1] + _LEVEL), lowest[1]
    flat = on_ground & (height[:, 0] < heel + _YIELD) & (height[:, 1] < ball + _YIELD)
    toe = height[flat, 2].mean() if flat.any() else ball
    return np.array([heel, ball, toe])


def _first_low(place: FloatArray, height: FloatArray) -> FloatArray:
    """Place (frames,) along a line of three points where it first comes near the floor."""
    found = place[:, 2].copy()
    for k in (1, 0):
        high, low = height[:, k], height[:, k + 1]
        crossing = (high > _YIELD) & (low <= _YIELD)
        part = np.divide(high - _YIELD, high - low, out=np.zeros_like(high), where=crossing)
        between = place[:, k] + part * (place[:, k + 1] - place[:, k])
        found = np.where(high <= _YIELD, place[:, k], np.where(crossing, between, found))
    return np.asarray(found)


def contact_limits(patch: ContactPatch, frame: int, weight: float) -> FloatArray:
    """Rows (k, 6) that a wrench about the world origin must make non-negative, in body weights.

    Args:
        patch: of the foot.
        frame: of the motion.
        weight: N, by which the rows are scaled.
    """
    axis, centre = patch.axis[frame], patch.centre[frame]
    left = np.array([-axis[1], axis[0]])
    half_length = 0.5 * float(patch.front[frame] - patch.rear[frame])
    push = np.array([0.0, 0.0, 0.0, 0.0, 0.0, 1.0])
    rows = [push]
    for normal, half in ((axis, half_length), (left, patch.half_breadth)):
        # n.(c Fz - centre Fz) with the centre of pressure c = (-My, Mx)/Fz
        lever = np.array([normal[1], -normal[0], 0.0, 0.0, 0.0, -float(normal @ centre)])
        rows += [half * push - lever, half * push + lever]
    for k in range(_SIDES_OF_CONE):
        angle = 2.0 * np.pi * k / _SIDES_OF_CONE
        side = np.array([0.0, 0.0, 0.0, np.cos(angle), np.sin(angle), 0.0])
        rows.append(FRICTION * push - side)
    # about the patch's centre no friction has a longer lever than the corner
    radius = float(np.hypot(half_length, patch.half_breadth))
    twist = np.array([0.0, 0.0, 1.0, centre[1], -centre[0], 0.0])
    rows += [FRICTION * radius * push - twist, FRICTION * radius * push + twist]
    limits = np.array(rows)
    # lengths near one foot make moments and forces alike
    limits[1:5] /= patch.half_breadth
    limits[-2:] /= radius
    return limits / weight
