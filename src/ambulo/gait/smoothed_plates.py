"""The plates' reactions as the motion would show them: smoothed as the motion was.

What a filter takes out of the accelerations it must take out of the forces that they are compared
with, or the difference holds what was filtered (Bisseling & Hof 2006; Kristianslund, Krosshaug &
van den Bogert 2012).
"""

from __future__ import annotations

from dataclasses import replace

from scipy.ndimage import find_objects, label

from ambulo.math.vector_arrays import finite
from ambulo.mocap.filters.smoothing import Smoothing
from ambulo.records import GroundReaction

__all__ = ["smoothed_like_motion"]

_FEWEST = 6
"""Frames of a quintic spline."""


def smoothed_like_motion(ground: GroundReaction, smoothing: Smoothing) -> GroundReaction:
    """Force and moment of each foot through the motion's filter, wherever they are known in a row.

    The air counts as known, so that a strike is smeared to both sides as it is in the motion. The
    centre of pressure stays as measured. A known piece shorter than six frames is left as it is.

    Args:
        ground: as the plates measured it.
        smoothing: the motion's.
    """
    wrench = ground.wrench
    known = ground.known & finite(wrench)
    smooth = wrench.copy()
    for foot in range(wrench.shape[1]):
        for (frames,) in find_objects(label(known[:, foot])[0]):
            if frames.stop - frames.start >= _FEWEST:
                smooth[frames, foot] = smoothing.of_forces(
                    ground.time[frames], wrench[frames, foot], frames
                )
    return replace(ground, force=smooth[..., 3:], moment_origin=smooth[..., :3])
