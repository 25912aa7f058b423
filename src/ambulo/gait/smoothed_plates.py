"""The plates' reactions as the motion would show them: smoothed as the motion was.

What a filter takes out of the accelerations it must take out of the forces that they are compared
with, or the difference holds what was filtered (Bisseling & Hof 2006; Kristianslund, Krosshaug &
van den Bogert 2012).
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ambulo.gait.configuration import Configuration
from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray, vector_product
from ambulo.math.runs import runs
from ambulo.math.splines import weight_at_cutoff
from ambulo.math.vector_arrays import finite
from ambulo.mocap.filters.smoothing import CausedPath, Smoothing, unchanged
from ambulo.records import GroundReaction

_FEWEST = 6
"""Frames of a quintic spline."""


def for_moments(
    ground: GroundReaction, smoothing: Smoothing, choice: Configuration
) -> GroundReaction | None:
    """The plates' reaction that joint moments are of; None where it is the measured one.

    Force and moment go the way of the segments, both: with the force by the mass centre's cut-off
    and the moment by another, the ankle's lever has an error of its own.

    Args:
        ground: as the plates measured it.
        smoothing: the motion's.
        choice: `plates_cutoff`.
    Raises:
        InputError: the cut-off is not below half of the frame rate.
    """
    cutoff = choice.plates_cutoff
    if cutoff == "none":
        return None
    if isinstance(cutoff, str):
        return smoothed_like_motion(ground, smoothing)
    interval = float(np.median(np.diff(ground.time)))
    if cutoff * interval >= 0.5:
        raise InputError(
            f"a cut-off of {cutoff:g} Hz is not below half of the trial's {1.0 / interval:g} "
            "frames per second",
            "plates_cutoff",
            'Give a lower cut-off, "motion" or "none"',
        )
    given = Smoothing(unchanged, unchanged, weight_at_cutoff(cutoff, interval), "")
    return smoothed_like_motion(ground, given)


def smoothed_like_motion(
    ground: GroundReaction, smoothing: Smoothing, centre: FloatArray | None = None
) -> GroundReaction:
    """Force and moment of each foot through the motion's filter, wherever they are known in a row.

    The force goes the way of the mass centre, the moment about it that of the segments.

    The air counts as known, so that a strike is smeared to both sides as it is in the motion. The
    centre of pressure stays as measured. A known piece shorter than six frames is left as it is.

    Args:
        ground: as the plates measured it.
        smoothing: the motion's.
        centre: (frames, 3) m, of mass of the motion; None where joints do not hold, and of legs
            alone.
    """
    if centre is None or smoothing.centre is None:
        smoothing, centre = smoothing.turning, np.zeros((len(ground.time), 3))
    known = ground.known & finite(ground.wrench)
    arm = centre[:, None]
    about = ground.moment_origin - vector_product(arm, ground.force)
    force = ground.force.copy()
    for foot in range(known.shape[1]):
        for first, stop in runs(known[:, foot]):
            frames = slice(first, stop)
            if stop - first >= _FEWEST:
                both = np.concatenate([force[frames, foot], about[frames, foot]], axis=1)
                ways = CausedPath.of(ground.time[frames], both).split(3)
                force[frames, foot] = smoothing.of_forces(ways[0], frames)
                about[frames, foot] = smoothing.turning.of_forces(ways[1], frames)
    return replace(ground, force=force, moment_origin=about + vector_product(arm, force))
