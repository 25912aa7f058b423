"""Places of points in the frames of a skeleton's segments, from the landmarks of a trial."""

from __future__ import annotations

import math
from collections.abc import Collection

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray, scalar_products
from ambulo.math.medians import median
from ambulo.mocap.calibration.landmarks import Landmarks
from ambulo.mocap.marker_sets.marker_names import Match
from ambulo.model.skeleton import Skeleton
from ambulo.records import SIDES, Model

LOWER_BODY = frozenset(
    {"pelvis"}
    | {
        f"{side}_{segment}"
        for side in SIDES
        for segment in ("thigh", "shank", "foot", "hindfoot", "forefoot")
    }
)
"""Segments calibrated on the static trial where there is one."""

_FOOT = {
    f"{side}_{one}": (f"{side}_{other}",)
    for side in SIDES
    for one, other in (("foot", "hindfoot"), ("hindfoot", "foot"))
}
"""What stands for a rigid foot, or for the rear of one of two segments, where it is not there."""


def segment_named(name: str, segments: Collection[str]) -> str | None:
    """The skeleton's segment for a segment of the marker set. A foot may be one segment or two."""
    return next((n for n in (name, *_FOOT.get(name, ())) if n in segments), None)


class Placement:
    """Mean positions of points in the frames of a skeleton's segments."""

    def __init__(self, segments: Collection[str], lower: Landmarks, upper: Landmarks) -> None:
        self.segments, self.lower, self.upper = segments, lower, upper
        self._local: dict[tuple[str, str], tuple[FloatArray, float] | None] = {}
        self._frame: dict[str, str | None] = {}

    def landmarks(self, segment: str) -> Landmarks:
        """Landmarks of the trial on which a segment is calibrated."""
        return self.lower if segment in LOWER_BODY else self.upper

    def segment(self, name: str) -> str | None:
        """The skeleton's segment for a segment of the marker set. A foot may be one segment or
        two.
        """
        return segment_named(name, self.segments)

    def frame(self, segment: str) -> str | None:
        """The marker set's frame for a segment of the skeleton."""
        if segment not in self._frame:
            frames = self.landmarks(segment).frames
            names = (segment, *_FOOT.get(segment, ()))
            self._frame[segment] = next((name for name in names if name in frames), None)
        return self._frame[segment]

    def reason(self, point: str, segment: str) -> str:
        """The reason why a point is not known in a segment's frame."""
        unavailable = self.landmarks(segment).unavailable
        for name in (point, segment):
            if name in unavailable:
                return unavailable[name]
        return f"{point} and the {segment} are never seen together"

    def local(self, point: str, segment: str) -> tuple[FloatArray, float] | None:
        """Mean (3,) and spread [m] of a point in a segment's frame; None if it is not measured."""
        if (point, segment) not in self._local:
            self._local[point, segment] = self._measured(point, segment)
        return self._local[point, segment]

    def _measured(self, point: str, segment: str) -> tuple[FloatArray, float] | None:
        frame_name, landmarks = self.frame(segment), self.landmarks(segment)
        there = landmarks.points.get(point)
        if frame_name is None or there is None:
            return None
        frame = landmarks.frames[frame_name]
        R, apart = frame.R, there - frame.origin
        found = _mean_and_spread(R, apart) if len(apart) else None
        # not finite unless all of it is
        if found is None or not math.isfinite(found[1]):
            seen = np.isfinite(apart).all(axis=1) & np.isfinite(R).all(axis=(1, 2))
            found = _mean_and_spread(R[seen], apart[seen]) if seen.any() else None
        return found


def _mean_and_spread(R: FloatArray, apart: FloatArray) -> tuple[FloatArray, float]:
    """Of R^T apart (frames, 3), whose lengths are those of apart: mean (3,), scatter about it."""
    flat = apart.ravel()
    mean = flat @ R.reshape(-1, 3) / len(apart)
    square = float(flat @ flat) / len(apart) - float(mean @ mean)
    return mean, math.sqrt(square) if not square <= 0.0 else 0.0


def require_legs(skeleton: Skeleton, placement: Placement) -> None:
    """Raise unless every joint and frame of pelvis and legs is measured."""
    for link in skeleton.links:
        if link.segment not in LOWER_BODY:
            continue
        if link.parent is not None and placement.local(link.joint, link.parent) is None:
            reason = placement.reason(link.joint, link.parent)
        elif placement.frame(link.segment) is None:
            reason = placement.reason(link.segment, link.segment)
        else:
            continue
        raise InputError(
            what=f"the {link.segment.replace('_', ' ')} cannot be placed: {reason}",
            remedy="With --static, give a static trial in which it can be placed",
        )


def require_anatomy(placement: Placement) -> None:
    """Raise if exchanged labels or a left-handed laboratory turn a segment over."""
    if "pelvis" not in placement.lower.frames:
        raise InputError(
            what=f"the pelvis cannot be placed: {placement.reason('pelvis', 'pelvis')}",
            remedy="Label the pelvis markers, or choose another hip centre method",
        )
    pelvis = placement.lower.frames["pelvis"].R
    upright = pelvis[:, 2, 2]
    if median(upright[np.isfinite(upright)]) < 0:
        raise InputError(
            what="the pelvis is upside down: its left and right markers are exchanged, or the "
            "laboratory's axes are left-handed",
            remedy="Correct the labels, or export the trial again in right-handed axes",
        )
    for segment in placement.segments:
        name = placement.frame(segment)
        if segment == "pelvis" or segment not in LOWER_BODY or name is None:
            continue
        facing = scalar_products(pelvis[:, :, 1], placement.lower.frames[name].R[:, :, 1])
        facing = facing[np.isfinite(facing)]
        if facing.size and median(facing) < 0:
            turned = np.degrees(placement.lower.measurements.get(f"{segment}_rotation", 0.0))
            wand = f", or its rotation of {turned:.0f}° is wrong" if turned else ""
            raise InputError(
                what=f"the {segment.replace('_', ' ')} faces backwards: markers of its two sides, "
                f"or of the two legs, are exchanged, or one of them is out of place{wand}",
                remedy="Correct the labels, or delete the marker that is out of place"
                + (", or correct the measurement" if wand else ""),
            )


def direct_poses(match: Match, landmarks: Landmarks, model: Model) -> tuple[FloatArray, FloatArray]:
    """Poses of all segments in every frame, each from its own landmarks.

    Args:
        match: marker set and names of the trial.
        landmarks: landmarks of the trial, with the hip centres and measurements of the calibration.
        model: calibrated, with the segments that are needed.
    Returns:
        R (frames, nb, 3, 3) and p (frames, nb, 3) m.
    Raises:
        InputError: a segment has no frame of its own in this marker set.
    """
    placement = Placement(model.segments, landmarks, landmarks)
    frames = []
    for segment in model.segments:
        name = placement.frame(segment)
        if name is None:
            raise InputError(
                what=f"the {segment.replace('_', ' ')} has too few markers of its own",
                where=f"marker set {match.marker_set.name}",
                remedy='Choose consistency = "fit", or a model without this segment',
            )
        frames.append(landmarks.frames[name])
    R = np.stack([frame.R for frame in frames], axis=1)
    p = np.stack([frame.origin for frame in frames], axis=1)
    return R, p
