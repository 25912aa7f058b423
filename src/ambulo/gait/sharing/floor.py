"""How high the floor lies under each foot: stairs, boxes and kerbs have several levels."""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.math.runs import runs

# m; a stance nearer than this to the ground's height counts as on it: no stair is as low (half of
# what tells stairs, `activities.recognise`); shoes' soles and errors of their points are lower
_STEP = 0.05


def floor_under(sole: FloatArray, stance: BoolArray) -> FloatArray:
    """Height (frames, 2) [m] of the floor under each foot; 0 on the laboratory's, and in the air.

    A stance's level is the median height of the lowest point of its sole. What a sole on the
    laboratory's floor has (its thickness, and the error of its points) is no step and is taken off
    the others; where nobody stands on that floor nothing is.

    Args:
        sole: (frames, 2, k, 3) m, points of each sole.
        stance: (frames, 2) feet on the ground.
    """
    lowest = sole[..., 2].min(axis=2)
    floor = np.zeros(stance.shape)
    stances = [
        (foot, first, stop, float(np.median(lowest[first:stop, foot])))
        for foot in range(stance.shape[1])
        for first, stop in runs(stance[:, foot])
    ]
    ground = [level for _, _, _, level in stances if abs(level) < _STEP]
    sole_height = float(np.median(ground)) if ground else 0.0
    for foot, first, stop, level in stances:
        if abs(level - sole_height) > _STEP:
            floor[first:stop, foot] = level - sole_height
    return floor
