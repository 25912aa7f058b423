"""How much of the fastest movement in a recording is movement, and not the markers' errors.

What a smoothing spline takes is inferred from what lies just below its cut-off. One cut-off serves
all coordinates, so where a walk hardly moves (to the sides, about the length of a bone) it lies
among errors of the markers. A movement whose jerk is white has as much of itself in each direction
at every frequency, so fast movement to the sides is taken to be to fast flexion at most as speeds
are, of which errors have the least part. Of flexion the spline's own theory says how much is noise.
"""

from __future__ import annotations

import numpy as np

from ambulo.gait.stages.fit import Fitted
from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.splines import smoothing_spline
from ambulo.mocap.filters.lost_movement import roughness
from ambulo.mocap.filters.smoothing import Smoothing
from ambulo.multibody.tree.tree import JointType, Tree
from ambulo.records import Markers

_FLEXION = 1
"""Of the axes of `turning_axes`."""


def movement_below_cutoff(fitted: Fitted, markers: Markers, smoothing: Smoothing) -> FloatArray:
    """Jerk (frames, nq) of the movement, as `roughness` has it, the markers' errors left out.

    To the sides and about the length of the segments the movement's power is to that of flexion at
    most as the squares of the speeds are, over all segments by their mass.

    Args:
        fitted: coordinates of jointed segments that follow the markers.
        markers: that were fitted.
        smoothing: a spline's.
    """
    weight, profile = smoothing.weight, smoothing.profile
    seen = roughness(markers.time, fitted.q, weight, profile)
    once = smoothing_spline(markers.time, fitted.q, np.full(fitted.q.shape[1], weight), profile)
    axis, mass = turning_axes(fitted.model.tree)
    fast, all_of_it = (
        np.bincount(axis, mass * np.square(of).mean(axis=0), minlength=3)
        for of in (seen, once(markers.time, 1))
    )
    most = all_of_it / all_of_it[_FLEXION] * fast[_FLEXION] if all_of_it[_FLEXION] > 0.0 else fast
    share = np.divide(most, fast, out=np.ones(3), where=fast > 0.0)
    seen *= np.sqrt(np.minimum(share, 1.0))[axis]
    return seen


def turning_axes(tree: Tree) -> tuple[IntArray, FloatArray]:
    """For each coordinate (nq,) the axis about which it turns, and the mass that it turns.

    0 forward, 1 to the left, 2 up, in the axes of the standing body; a place counts with the turn
    in whose plane it lies. Only turns have a mass.
    """
    axis, mass = np.ones(tree.nq, dtype=np.int64), np.zeros(tree.nq)
    for i, (joint, k) in enumerate(zip(tree.joint, tree.q_start, strict=True)):
        if joint == JointType.FREE:
            # to the left goes with leaning to the left
            axis[k + 1] = 0
            k += 3
        if joint in (JointType.FREE, JointType.BALL):
            # the scalar part changes as the largest turn does, which is flexion
            axis[k : k + 4] = 1, 0, 1, 2
            mass[k + 1 : k + 4] = tree.mass[i]
        else:
            axis[k] = int(np.abs(tree.axis[i]).argmax())
            mass[k] = tree.mass[i] * (joint == JointType.HINGE)
    return axis, mass
