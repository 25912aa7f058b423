"""The part of the fastest movement in a recording that is movement and not marker error.

The movement that a smoothing spline removes is inferred from frequencies just below its cut-off.
All coordinates have the same cut-off. Coordinates that hardly move in a walk (to the sides, about
the length of a bone) contain marker errors at this frequency. A movement with white jerk has the
same distribution over directions at all frequencies. Therefore fast movement to the sides is
assumed to have at most the ratio to fast flexion that the speeds have. Speeds contain the smallest
part of errors. For flexion, the theory of the spline shows which part is noise.
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
    """Jerk (frames, nq) of the movement, as in `roughness`, without marker errors.

    Movement to the sides and about the length of the segments has a limited power. Its ratio to the
    power of flexion is at most the ratio of the squared speeds, summed over all segments by mass.

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
    """For each coordinate (nq,), the axis about which it turns, and the mass that turns.

    0 is forward, 1 to the left, 2 up, in the axes of the standing body. A position coordinate
    belongs to the rotation in whose plane it lies. Only rotations have a mass.
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
