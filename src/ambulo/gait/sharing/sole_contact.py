"""The limits of a sole: linear limits on the wrench that it can transmit to the foot.

Unilateral: the ground only pushes. Friction: at most Coulomb's. Pressure: its centre is under the
part of the sole that touches the floor.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.gait.sharing.problem import SharingProblem
from ambulo.math.arrays import BoolArray, FloatArray


@dataclass(frozen=True, eq=False)
class ContactPatch:
    """The part of one sole that touches the floor in each frame: a level rectangle.

    Args:
        floor: (frames,) m, height of the floor under it.
        rear, front: (frames,) m along `axis` from the heel's position on the floor.
        heel: (frames, 2) m.
        axis: (frames, 2) unit vector, heel to toe on the floor.
        half_breadth: m.
    """

    floor: FloatArray
    rear: FloatArray
    front: FloatArray
    heel: FloatArray
    axis: FloatArray
    half_breadth: float

    @property
    def centre(self) -> FloatArray:
        """Centre (frames, 2) [m]."""
        return np.asarray(self.heel + 0.5 * (self.rear + self.front)[:, None] * self.axis)


# a shod foot on a dry floor (Redfern et al. 2001: slip resistant from 0.5)
FRICTION = 0.6
YIELD = 0.02
"""m; compliance of shoe and heel pad, and the error of a sole point's height."""

# sole points of a flat foot lie level to within this
_LEVEL = 0.03
# breadth of the foot over its length (Gordon et al. 1989: 0.38 to 0.40)
_BREADTH = 0.39
_SIDES_OF_CONE = 8


def contact_patch(problem: SharingProblem, foot: int) -> ContactPatch:
    """The part of one sole that touches the floor.

    The sole extends from the heel by the metatarsal heads to the toe. Points more than 2 cm above
    the lowest point of the sole in that frame carry nothing.

    Args:
        foot: index into SIDES.
    """
    sole, floor = problem.sole[:, foot], problem.floor[:, foot]
    ends = sole[:, :, :2]
    along = ends[:, 2] - ends[:, 0]
    length = float(np.linalg.norm(sole[:, 2] - sole[:, 0], axis=1).mean())
    axis = along / np.linalg.norm(along, axis=1, keepdims=True)
    position = np.einsum("fki,fi->fk", ends - ends[:, :1], axis)
    height = heights_above_floor(sole, floor, problem.stance[:, foot])
    rear = _first_low(position, height)
    front = _first_low(position[:, ::-1], height[:, ::-1])
    return ContactPatch(floor, rear, front, ends[:, 0], axis, 0.5 * _BREADTH * length)


def heights_above_floor(sole: FloatArray, floor: FloatArray, on_ground: BoolArray) -> FloatArray:
    """Heights (frames, 3) [m] of heel, metatarsal heads and toe above the lowest of them.

    The height of each point is zero where it touches the floor.

    Args:
        sole: (frames, 3, 3) m, SOLE_POINTS.
        floor: (frames,) m, height of the floor under it.
        on_ground: (frames,) whether the foot is on the ground.
    """
    above = sole[:, :, 2] - floor[:, None]
    # toes of a foot modelled rigid go below the floor in push-off, where real ones bend
    height = np.maximum(above - _levels(above, on_ground), 0.0)
    return np.asarray(height - height.min(axis=1, keepdims=True))


def _levels(height: FloatArray, on_ground: BoolArray) -> FloatArray:
    """Height (3,) [m] at which heel, metatarsal heads and toe touch the floor.

    The metatarsal heads touch it in every gait, the heel unless it stays clearly higher; the toes
    are level with them while the foot is flat. Of a foot that never stands it says nothing.
    """
    if not on_ground.any():
        return np.asarray(height.min(axis=0))
    lowest = height[on_ground].min(axis=0)
    heel, ball = min(lowest[0], lowest[1] + _LEVEL), lowest[1]
    flat = on_ground & (height[:, 0] < heel + YIELD) & (height[:, 1] < ball + YIELD)
    toe = height[flat, 2].mean() if flat.any() else ball
    return np.array([heel, ball, toe])


def _first_low(position: FloatArray, height: FloatArray) -> FloatArray:
    """Place (frames,) along a line of three points where it first comes near the floor."""
    found = position[:, 2].copy()
    for k in (1, 0):
        high, low = height[:, k], height[:, k + 1]
        crossing = (high > YIELD) & (low <= YIELD)
        part = np.divide(high - YIELD, high - low, out=np.zeros_like(high), where=crossing)
        between = position[:, k] + part * (position[:, k + 1] - position[:, k])
        found = np.where(high <= YIELD, position[:, k], np.where(crossing, between, found))
    return np.asarray(found)


def contact_limits(patch: ContactPatch, weight: float) -> FloatArray:
    """Rows (frames, k, 6) that a wrench about the world origin must make non-negative.

    Args:
        patch: of the foot.
        weight: N, by which the rows are scaled.
    """
    frames = len(patch.rear)
    none, one = np.zeros(frames), np.ones(frames)
    centre, axis = patch.centre, patch.axis
    left = np.stack([-axis[:, 1], axis[:, 0]], axis=1)
    half_length = 0.5 * (patch.front - patch.rear)
    breadth = np.full(frames, patch.half_breadth)

    push = np.stack([none, none, none, none, none, one], axis=1)
    rows = [push]
    for normal, half in ((axis, half_length), (left, breadth)):
        # n.(c Fz - centre Fz) with the centre of pressure c = (h Fx - My, h Fy + Mx)/Fz
        offset = -np.einsum("fk,fk->f", normal, centre)
        up = patch.floor[:, None] * normal
        lever = np.stack([normal[:, 1], -normal[:, 0], none, up[:, 0], up[:, 1], offset], axis=1)
        # lengths near one foot make moments and forces alike
        rows += [(half[:, None] * push + sign * lever) / breadth[:, None] for sign in (-1.0, 1.0)]
    for k in range(_SIDES_OF_CONE):
        angle = 2.0 * np.pi * k / _SIDES_OF_CONE
        side = np.array([0.0, 0.0, 0.0, np.cos(angle), np.sin(angle), 0.0])
        rows.append(FRICTION * push - side)
    # about the patch's centre no friction has a longer lever than the corner
    radius = np.hypot(half_length, breadth)[:, None]
    twist = np.stack([none, none, one, centre[:, 1], -centre[:, 0], none], axis=1)
    rows += [FRICTION * push + sign * twist / radius for sign in (-1.0, 1.0)]
    return np.stack(rows, axis=1) / weight
