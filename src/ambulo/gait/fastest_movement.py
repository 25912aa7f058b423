"""How much of the fastest movement in a recording is movement, and not the markers' errors.

What a smoothing spline takes is inferred from what lies just below its cut-off. One cut-off serves
all coordinates, so where a walk hardly moves (to the sides, about the length of a bone) it lies
among errors of the markers. The fit's residuals tell how large these are: put back on the model
with other signs and fitted again, they turn the segments as the markers' own errors do. What all
markers of a segment do together leaves no residual: the errors are at least so large. A movement
whose jerk is white has as much of itself in each direction at every frequency, so fast movement to
the sides is taken to be to fast flexion at most as speeds are, of which errors have the least part.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ambulo.gait.stages.fit import Fitted
from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.splines import smoothing_spline
from ambulo.mocap.filters.lost_movement import NOISE_SHARE, roughness
from ambulo.mocap.filters.smoothing import Smoothing
from ambulo.mocap.fit.marker_fit import fit_model
from ambulo.model.markers_on_model import markers_on_model
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.multibody.tree.tree import JointType, Tree
from ambulo.records import Markers, Model

__all__ = ["movement_below_cutoff", "turning_axes"]

_FLEXION = 1
"""Of the axes of `turning_axes`."""
_DRAWS = 3
"""Draws of signs: with more the share of noise hardly moves."""


def movement_below_cutoff(fitted: Fitted, markers: Markers, smoothing: Smoothing) -> FloatArray:
    """Jerk (frames, nq) of the movement, as `roughness` has it, the markers' errors left out.

    The share r of the errors in the power is found for each direction of turning, over all
    segments by their mass; where it is beyond that r_0 with which the cut-off is right, the
    movement's power is lower by (1 - r) / (1 - r_0). To the sides and about the length of the
    segments it is to that of flexion at most as the squares of the speeds are.

    Args:
        fitted: coordinates of jointed segments that follow the markers.
        markers: that were fitted.
        smoothing: a spline's.
    """
    model = fitted.model
    weight, profile = smoothing.weight, smoothing.profile
    seen = roughness(markers.time, fitted.q, weight, profile)
    once = smoothing_spline(markers.time, fitted.q, np.full(fitted.q.shape[1], weight), profile)
    errors = [
        np.square(roughness(markers.time, noise, weight, profile)).mean(axis=0)
        for noise in _errors(model, markers, fitted.q)
    ]
    power, noise = np.square(seen).mean(axis=0), np.mean(errors, axis=0)
    speed = np.square(once(markers.time, 1)).mean(axis=0)
    axis, mass = turning_axes(model.tree)
    total, wrong, moving = (
        np.bincount(axis, mass * of, minlength=3) for of in (power, noise, speed)
    )
    known = total > 0.0
    factor = np.ones(3)
    factor[known] = (1.0 - wrong[known] / total[known]) / (1.0 - NOISE_SHARE)
    factor = np.clip(factor, 0.0, 1.0)
    if known[_FLEXION] and moving[_FLEXION] > 0.0:
        most = moving / moving[_FLEXION] * factor[_FLEXION] * total[_FLEXION]
        factor[known] = np.minimum(factor[known], most[known] / total[known])
    seen *= np.sqrt(factor[axis])
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


def _errors(model: Model, markers: Markers, q: FloatArray) -> list[FloatArray]:
    """Draws of the coordinates' errors (frames, nq) by those of single markers."""
    column = [markers.names.index(name) for name in model.marker_names]
    on_model = markers_on_model(model, *forward_kinematics(model.tree, q))
    # a fit leaves less than the errors, by the freedom that it has
    free = 3 * len(column) - model.tree.nv
    if free <= 0:
        return [np.zeros_like(q)]
    left = np.sqrt(3 * len(column) / free) * (markers.position[:, column] - on_model)
    rng = np.random.default_rng(0)
    found = []
    for _ in range(_DRAWS):
        position = markers.position.copy()
        position[:, column] = on_model + left * rng.choice([-1.0, 1.0], size=(len(column), 1))
        found.append(fit_model(model, replace(markers, position=position)).q - q)
    return found
