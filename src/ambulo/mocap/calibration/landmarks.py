"""Landmarks, joint centres and segment frames of a marker set, computed on trajectories."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass

from ambulo.inputs.errors import InputError
from ambulo.inputs.registry import near
from ambulo.math.arrays import FloatArray
from ambulo.mocap.calibration.hip_centres import HIP_CENTRES
from ambulo.mocap.calibration.landmark_rules import Evaluation, Unavailable
from ambulo.mocap.marker_sets.marker_names import Match
from ambulo.records import Markers, Side, Subject

__all__ = ["Landmarks", "SegmentFrame", "evaluate_landmarks", "evaluate_points"]


@dataclass(frozen=True, eq=False)
class SegmentFrame:
    """A segment frame over time: R (frames, 3, 3) segment to world, origin (frames, 3) m."""

    R: FloatArray
    origin: FloatArray


@dataclass(frozen=True, eq=False)
class Landmarks:
    """What a marker set makes of trajectories.

    Args:
        points: markers (canonical names), landmarks and joint centres, (frames, 3) m.
        frames: segment frames.
        measurements: lengths and angles that were used, m and rad.
        unavailable: point or frame -> why it could not be computed.
        hip_centre: method by which hips were found; None if no rule asked for one.
        notes: which alternatives were taken, what was estimated.
    """

    points: Mapping[str, FloatArray]
    frames: Mapping[str, SegmentFrame]
    measurements: Mapping[str, float]
    unavailable: Mapping[str, str]
    hip_centre: str | None
    notes: tuple[str, ...]


def evaluate_landmarks(
    match: Match,
    markers: Markers,
    subject: Subject,
    *,
    hip: str | None = None,
    hip_positions: Mapping[Side, FloatArray] | None = None,
) -> Landmarks:
    """Compute every landmark, joint centre and segment frame that the markers allow.

    Args:
        match: marker set and names.
        markers: static trial or walk, world frame.
        subject: measurements by name; missing ones are estimated as the set says, with a note.
        hip: hip centre method (`HIP_CENTRES`), the set's default if None; "functional"
            takes `hip_positions`.
        hip_positions: (3,) m by side, in the pelvic frame from mid-ASIS.
    Raises:
        InputError: unknown hip method; rules that lead in a circle.
    """
    evaluation = _evaluation(match, markers, subject, hip, hip_positions)
    marker_set = match.marker_set
    points: dict[str, FloatArray] = {}
    frames: dict[str, SegmentFrame] = {}
    unavailable: dict[str, str] = {}
    for name in (*marker_set.markers, *marker_set.points):
        try:
            points[name] = evaluation.point(name)
        except Unavailable as reason:
            unavailable[name] = str(reason)
    for name in marker_set.frames:
        try:
            frames[name] = SegmentFrame(evaluation.axes(name), evaluation.frame_origin(name))
        except Unavailable as reason:
            unavailable[name] = str(reason)
    # proportions stand in for joints that no marker gives, so the height is always looked for
    with contextlib.suppress(Unavailable):
        evaluation.measurement("height")
    return Landmarks(
        points=points,
        frames=frames,
        measurements=dict(evaluation.measured),
        unavailable=unavailable,
        hip_centre=evaluation.hip if evaluation.hip_used else None,
        notes=tuple(dict.fromkeys(evaluation.notes)),
    )


def evaluate_points(
    match: Match, markers: Markers, subject: Subject, names: tuple[str, ...]
) -> Mapping[str, FloatArray]:
    """Compute some points only, (frames, 3) m each; those that cannot be are left out."""
    evaluation = _evaluation(match, markers, subject, None, None)
    points = {}
    for name in names:
        try:
            points[name] = evaluation.point(name)
        except Unavailable:
            continue
    return points


def _evaluation(
    match: Match,
    markers: Markers,
    subject: Subject,
    hip: str | None,
    hip_positions: Mapping[Side, FloatArray] | None,
) -> Evaluation:
    name = hip or match.marker_set.hip_centre
    method = None if name in (None, "functional") else HIP_CENTRES.get(str(name))
    if method is None and name not in (None, "functional"):
        raise InputError(
            what=f"there is no hip centre method {name!r}",
            where="hip",
            remedy=near(str(name), (*HIP_CENTRES, "functional")),
        )
    if name == "functional" and hip_positions is None:
        raise InputError(
            what="a functional hip centre needs a trial in which the hips move",
            remedy="Give the functional trial, or choose a regression such as harrington2007",
        )
    return Evaluation(match, markers, subject, name, method, hip_positions)
