"""Stage differentiate: smoothed coordinates, with consistent velocities and accelerations."""

from __future__ import annotations

import numpy as np

from ambulo.gait.body_motion import ModelMotion, jointed, loose
from ambulo.gait.mass_centre_path import with_mass_centre_smoothed
from ambulo.gait.stages.fit import Fitted
from ambulo.math.arrays import FloatArray
from ambulo.mocap.filters.differentiation import differentiate as derivatives
from ambulo.mocap.filters.smoothing import Smoothing


def differentiate(fitted: Fitted, time: FloatArray, smoothing: Smoothing) -> ModelMotion:
    """The body in motion: smoothed coordinates and their first two derivatives.

    Args:
        fitted: coordinates at the frames.
        time: (frames,) s.
        smoothing: the chosen filter.
    """
    tree = fitted.moving.tree
    weight = np.full(tree.nq, smoothing.weight)
    q = smoothing.coordinates(fitted.q)
    motion = derivatives(tree, time, q, weight, profile=smoothing.profile, off=smoothing.off)
    model = fitted.model
    if fitted.moving is not model:
        return loose(model, motion)
    if smoothing.centre is not None and model.whole_body:
        motion = with_mass_centre_smoothed(model, motion, q, smoothing.centre)
    return jointed(model, motion)
