"""The plates' reactions, smoothed in the same way as the motion.

A filter removes a part of the accelerations. It must remove the same part of the forces with which
they are compared. Otherwise the difference contains the filtered part (Bisseling & Hof 2006;
Kristianslund, Krosshaug & van den Bogert 2012).
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
    """The plates' reaction from which joint moments are computed; None if this is the measured one.

    Force and moment are both smoothed like the segments. With the force at the mass centre's
    cut-off and the moment at another, the lever at the ankle would have an error of its own.

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
    """Force and moment of each foot after the motion's filter, in all successive known frames.

    The force is smoothed like the mass centre, and the moment about it like the segments. Frames in
    the air count as known, so that a strike is spread to both sides as it is in the motion. The
    centre of pressure stays as measured. A known piece with fewer than six frames is not changed.

    Args:
        ground: as the plates measured it.
        smoothing: the motion's.
        centre: (frames, 3) m, of mass of the motion; None without joints, and for models of the
            legs alone.
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
