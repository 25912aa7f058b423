"""The direction in which a subject walks, at every instant."""

from __future__ import annotations

import json
from collections.abc import Sequence

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.records import Activity, Analysis, Stride

WALKED, ALONG_AXIS = "the direction walked, stride by stride", "an axis of the laboratory"
_ALONG = 0.7
"""Mean cosine of the angle from an axis, above which people walk along it."""
_WAY = 0.25
"""Of the way that the pelvis goes in the quickest stride; in a stride with less nobody goes
anywhere."""
_FACING = ("backwards-walk", "side-steps")
"""Whose direction is the way they face: the world's x."""


def direction_walked(
    time: FloatArray,
    pelvis: FloatArray,
    strides: Sequence[Stride],
    activity: Activity,
    forward: str | None = None,
) -> FloatArray:
    """Direction of progression (frames,) in the plane of the floor, rad from the world's x.

    It is the direction of the pelvis's path over the stride around each instant, relative to the
    floor. Each stride of a turn has its own direction. Sway within a stride has no effect. At the
    ends of the record the direction stays constant. While the subject stands, it is interpolated.
    It is zero (the world's x) if the path shows no direction: without strides, in jumps, in place,
    and in backward or sideways walking. It is also zero if the laboratory's axis was chosen.

    Args:
        time: (frames,) s.
        pelvis: (frames, 3) m.
        strides: strides of both feet.
        activity: activity with the velocity of the floor.
        forward: the chosen axis, if any.
    """
    straight = np.zeros(len(time))
    if forward or not strides or not activity.stepping or activity.name in _FACING:
        return straight
    half = 0.5 * float(np.mean([s.stop - s.start for s in strides]))
    half = min(half, 0.5 * float(time[-1] - time[0]))
    middle = np.clip(time, time[0] + half, time[-1] - half)
    x, y = (
        np.interp(middle + half, time, path) - np.interp(middle - half, time, path)
        for path in (pelvis[:, :2] - time[:, None] * activity.floor).T
    )
    far = np.hypot(x, y)
    goes = np.isfinite(far) & (far > _WAY * np.nanmax(far, initial=0.0))
    if not goes.any():
        return straight
    return np.asarray(np.interp(time, time[goes], np.unwrap(np.arctan2(y, x)[goes])))


def direction_of(analysis: Analysis, pelvis: FloatArray) -> FloatArray:
    """`direction_walked` of an analysis, for a path (frames, 3) [m] of the pelvis."""
    forward = json.loads(analysis.provenance.configuration).get("forward")
    return direction_walked(
        analysis.motion.time, pelvis, analysis.strides, analysis.activity, forward
    )


def direction_in_words(analysis: Analysis, pelvis: FloatArray) -> str:
    """The reference direction of pelvis rotation and foot progression, in words.

    Args:
        analysis: its trial.
        pelvis: path (frames, 3) [m].
    """
    forward = json.loads(analysis.provenance.configuration).get("forward")
    if not forward:
        return WALKED
    walked = direction_walked(analysis.motion.time, pelvis, analysis.strides, analysis.activity)
    ahead = float(np.cos(walked).mean())
    if ahead > _ALONG:
        return ALONG_AXIS
    return f"the laboratory's axis {forward}, which is not the direction walked"
