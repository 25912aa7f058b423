"""The cut-off of the mass centre's path, from the cut-off of the body's segments.

The mass centre moves more smoothly than swinging limbs, and errors of segments cancel in it.
"""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.mocap.filters.cutoff_in_time import cutoff_in_time
from ambulo.mocap.filters.jerk import RecordedJerk, SquaredJerk
from ambulo.mocap.filters.noise_spectrum import LOWEST

_ROUNDS = 3
"""Each leaves a sixth of the difference."""
_LEAST_MOVEMENT = 0.1
"""Of the jerk that is seen."""


def mass_centre_cutoff(
    jerk: RecordedJerk, of_markers: SquaredJerk, *, passed: float, shared: float
) -> tuple[float, FloatArray]:
    """The cut-off of the mass centre's path for all times, and at every frame.

        f = f_c [ (J / J_c) / (N / N_c) ]^(1/6)

    J and N are the densities of jerk and of noise in the mass centre's path. J_c and N_c are the
    densities in the segments, for which f_c is right (see `cutoff_in_time`). If jerk is white, a
    spline with the cut-off f shows a mean square of it in proportion to f. J is measured below f
    itself.

    Args:
        jerk: jerk of the unfiltered fit, with its mass centre.
        of_markers: squared jerk of the markers below f_c.
        passed: power of the noise in the fitted markers, divided by the power that the fit leaves.
        shared: power of the noise in the mass centre, divided by the power that the fit leaves.
    Returns:
        Hz, not above f_c, and (frames,) Hz.
    """
    cutoff = of_markers.cutoff
    segments = _density(of_markers, passed)
    found, seen = cutoff, jerk.of_centre(cutoff)
    for _ in range(_ROUNDS):
        ratio = _density(seen, shared) / segments * passed / shared
        found = float(np.clip(cutoff * ratio ** (1.0 / 6.0), LOWEST, cutoff))
        seen = jerk.of_centre(found)
    return found, cutoff_in_time(seen, shared)


def _density(jerk: SquaredJerk, noise: float) -> float:
    """Of the movement's jerk, without what is noise's."""
    seen = float(jerk.seen.mean())
    unseen = noise * float(jerk.noise.mean())
    return max(seen - unseen, _LEAST_MOVEMENT * seen) / jerk.cutoff
