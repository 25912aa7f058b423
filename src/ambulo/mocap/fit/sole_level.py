"""A loaded sole is level: a measurement for the fit, in addition to the markers of a foot.

It shows the roll of feet whose own markers do not, see `foot_roll`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ambulo.math.arrays import BoolArray, FloatArray, IntArray, vector_product
from ambulo.math.vector_arrays import lengths, nearest_rotation
from ambulo.mocap.fit.foot_roll import LEVEL, MARKER_ERROR, ROLLING, FootRoll, foot_rolls
from ambulo.mocap.foot_contact import points_on_floor
from ambulo.records import Markers, Model, Side

_FAR = 1.0
"""m; of the point beside a sole, so far that it tells the roll and no place."""
_FADE = 0.1
"""s; in which what a sole tells comes and goes."""
_CONTRADICTED = 2.0
"""Standard deviations of markers and level together: beyond, the markers are believed alone."""


@dataclass(frozen=True, eq=False)
class SoleLevel:
    """Points beside loaded soles, as measurements for the fit.

    Args:
        body: (n,) index of the foot; local: (n, 3) m, in the foot's frame.
        weight: (frames, n), like the weights of markers.
        position: (frames, n, 3) m, world frame; NaN where the foot is not seen.
    """

    body: IntArray
    local: FloatArray
    weight: FloatArray
    position: FloatArray


def level_soles(
    model: Model, markers: Markers, ankles: Callable[[], FloatArray]
) -> SoleLevel | None:
    """Level soles while loaded, for the feet whose markers show their roll less certainly.

    Args:
        model: calibrated; `soles` names the feet and the roll of their soles.
        markers: markers of the trial.
        ankles: function that returns the proximal joints of the bodies (frames, nb, 3) m, for feet
            with one marker.
    Returns:
        None if the markers of every foot determine its roll.
    """
    every = [foot for foot in foot_rolls(model) if foot.pair is not None]
    feet = [foot for foot in every if foot.side in model.soles and foot.lacks(LEVEL) > 0.0]
    if not feet or len(markers.time) < 3:
        return None
    ends: dict[Side, FloatArray] = {}
    for foot in every:
        rear, front = foot.pair or (-1, -1)
        path = markers.of(model.marker_names[front])
        back = ankles()[:, foot.body] if rear < 0 else markers.of(model.marker_names[rear])
        ends[foot.side] = np.stack([back, path], axis=1)
    down = points_on_floor(markers.time, ends)
    rows = []
    for foot in feet:
        place, path = _beside(model, foot, ends[foot.side])
        flat, rolling = _bearing(markers.time, down[foot.side])
        believed = not _contradicted(model, markers, foot, np.asarray(down[foot.side].all(axis=1)))
        lacking = flat * foot.lacks(LEVEL) + rolling * foot.lacks(ROLLING)
        rows.append((foot.body, place, believed * (MARKER_ERROR / _FAR) ** 2 * lacking, path))
    body, local, weight, position = zip(*rows, strict=True)
    return SoleLevel(
        np.array(body), np.array(local), np.stack(weight, axis=1), np.stack(position, axis=1)
    )


def _beside(model: Model, foot: FootRoll, ends: FloatArray) -> tuple[FloatArray, FloatArray]:
    """A point beside a foot, medial: in its frame (3,) m, and by the floor (frames, 3) m."""
    assert foot.pair is not None
    # a segment's origin is its proximal joint
    rear, front = (model.marker_local[k] if k >= 0 else np.zeros(3) for k in foot.pair)
    roll = model.soles[foot.side][0]
    inward = 1.0 if foot.side == "right" else -1.0
    left, _ = level_across(front - rear)
    leftward, upward = level_across(ends[:, 1] - ends[:, 0])
    turned = inward * np.cos(roll) * leftward + np.sin(roll) * upward
    return 0.5 * (rear + front) + inward * _FAR * left, ends.mean(axis=1) + _FAR * turned


def level_across(line: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Unit vectors perpendicular to lines (..., 3): a level vector to the left, and an upward
    vector.
    """
    along = line / lengths(line)[..., None]
    left = vector_product(np.broadcast_to([0.0, 0.0, 1.0], along.shape), along)
    left = left / lengths(left)[..., None]
    return left, vector_product(along, left)


def _bearing(time: FloatArray, down: BoolArray) -> FloatArray:
    """How far a sole (2, frames) lies flat and how far it rolls over its toes, 0 to 1.

    Args:
        down: (frames, 2) whether heel and toes are on the floor.
    """
    heel, toes = down.T
    half = max(1, round(0.5 * _FADE * (len(time) - 1) / float(time[-1] - time[0])))
    window = np.hanning(2 * half + 3)[1:-1]
    window /= window.sum()
    each = (np.pad(part.astype(float), half, "edge") for part in (heel & toes, toes & ~heel))
    return np.stack([np.convolve(part, window, "valid") for part in each])


def _contradicted(model: Model, markers: Markers, foot: FootRoll, flat: BoolArray) -> bool:
    """Whether a foot's own markers show its flat sole rolled beyond what both can err."""
    on = np.flatnonzero((model.marker_body == foot.body) & (model.marker_weight > 0.0))
    if len(on) < 3:
        return False
    column = [markers.names.index(model.marker_names[k]) for k in on]
    seen = markers.position[flat][:, column]
    seen = seen[np.isfinite(seen).all(axis=(1, 2))]
    if not len(seen):
        return False
    local, weight = model.marker_local[on], model.marker_weight[on] / model.marker_weight[on].sum()
    about, clouds = local - weight @ local, seen - np.einsum("k,fki->fi", weight, seen)[:, None]
    R = nearest_rotation(np.einsum("k,fki,kj->fij", weight, clouds, about))
    apart = float(np.sqrt(LEVEL**2 + 1.0 / foot.own))
    return bool(np.median(np.abs(R[:, 2, 1])) > np.sin(_CONTRADICTED * apart))
