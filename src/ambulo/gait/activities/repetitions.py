"""Repetitions of a movement down and up, from the course of a height."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ambulo.gait.activities.kind import Description
from ambulo.math.arrays import FloatArray
from ambulo.math.peaks import peaks
from ambulo.records import Number, Phase

_DEEP = 0.5
"""Of the deepest: shallower dips are no repetitions."""
_LEAVES = 0.05
"""Of its depth, that the height has to change for a repetition to have begun or to be over."""


@dataclass(frozen=True)
class Repetition:
    """Beginning of the way down, lowest point and end of the way up [s], and depth [m]."""

    start: float
    bottom: float
    stop: float
    depth: float


def described(reps: Sequence[Repetition], ways: tuple[str, str], *own: Number) -> Description:
    """Phases of the two ways, the number of repetitions, own numbers, and the mean time."""
    numbers = [Number("repetitions", float(len(reps)), ""), *own]
    if reps:
        lasts = float(np.mean([rep.stop - rep.start for rep in reps]))
        numbers.append(Number("time of a repetition", lasts, "s"))
    there, back = ways
    phases = [
        phase
        for rep in reps
        for phase in (Phase(there, rep.start, rep.bottom), Phase(back, rep.bottom, rep.stop))
    ]
    return Description(tuple(phases), tuple(numbers))


def repetitions(time: FloatArray, height: FloatArray) -> list[Repetition]:
    """Ways down and up again. Each depth is measured from the higher of the two ends.

    Args:
        time: (frames,) s.
        height: (frames,) m.
    """
    deepest = float(np.ptp(height))
    lows = peaks(-height, _DEEP * deepest)
    if not len(lows):
        return []
    found = []
    for k, low in enumerate(lows):
        # the shoulders are the highest points between this low and its neighbours
        left = lows[k - 1] if k else 0
        right = lows[k + 1] if k + 1 < len(lows) else len(height) - 1
        before, after = height[left : low + 1], height[low : right + 1]
        depth = float(max(before.max(), after.max()) - height[low])
        down = np.flatnonzero(before >= before.max() - _LEAVES * depth)
        up = np.flatnonzero(after >= after.max() - _LEAVES * depth)
        found.append(
            Repetition(
                float(time[left + down[-1]]), float(time[low]), float(time[low + up[0]]), depth
            )
        )
    return found
