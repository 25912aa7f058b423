"""From a static trial (or the walk itself) to a scaled model with its markers on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from ambulo.errors import InputError, MarkersMissing
from ambulo.mocap.lab_frame import right_partner
from ambulo.mocap.landmarks import Landmarks, evaluate_landmarks, evaluate_points
from ambulo.mocap.marker_names import Match
from ambulo.mocap.marker_set import side_of
from ambulo.model.scaling import build_model
from ambulo.model.skeleton import Skeleton, load_skeleton
from ambulo.model.standing_posture import generic_geometry
from ambulo.records import (
    SIDES,
    BoolArray,
    FloatArray,
    Gate,
    IntArray,
    Markers,
    Model,
    Side,
    Subject,
)

__all__ = [
    "calibrate",
    "compare_sides",
    "compare_static",
    "direct_poses",
    "foot_points",
    "groups",
]

# a subject who moves farther than this (m) in the calibration trial walks
WALKING_RANGE = 0.5
# spread of a marker or joint in its segment (m) that is said: more than skin moves in standing
SPREAD_TO_MENTION = 0.010
# markers closer to a joint than this (m) keep their distances across it, to a few mm
NEAR_JOINT = 0.09
# a left marker farther than this (m) to the right of its partner is not on the left
SIDE_TOLERANCE = 0.03
# relative difference of distances between static and walk; skin motion stays below half of it
STATIC_LIMIT = 0.04

_LOWER_BODY = frozenset(
    {"pelvis"}
    | {
        f"{side}_{segment}"
        for side in SIDES
        for segment in ("thigh", "shank", "foot", "hindfoot", "forefoot")
    }
)


def calibrate(
    match: Match,
    markers: Markers,
    subject: Subject,
    skeleton: str | None = None,
    parameters: str = "de_leva1996",
    *,
    hip: str | None = None,
    hip_positions: Mapping[Side, FloatArray] | None = None,
    walk: Match | None = None,
    walk_markers: Markers | None = None,
) -> Model:
    """Scale a skeleton to a subject and place the tracking markers on it.

    Joint centres, segment ends and markers are averaged in the segment frames over all frames in
    which they are seen. Trunk and arm joints that no marker gives take average proportions, with
    a note.

    Args:
        match: marker set and names of the calibration trial.
        markers: static trial, or the walk itself.
        subject: mass, height, measurements.
        skeleton: name; the marker set's first choice if None.
        parameters: segment parameter table.
        hip: hip centre method; the marker set's default if None.
        hip_positions: functional hip centres (3,) m by side, from mid-ASIS in the pelvic frame.
        walk: names in the trial to be analysed if that is another one; only markers that are in
            both are tracked, under the walk's names.
        walk_markers: of that trial; trunk, head and arms are then calibrated on it, since arms
            held away in a static trial lift the shoulders.
    Raises:
        MarkersMissing: required markers are not there or never seen.
        InputError: method, skeleton or table not known; a joint that cannot be placed.
    """
    if match.missing_required:
        raise MarkersMissing(
            what=f"required markers are missing: {', '.join(match.missing_required)}",
            where=f"marker set {match.marker_set.name}",
            remedy="Label them, or choose another marker set with --markers",
        )
    body = load_skeleton(skeleton or match.marker_set.skeletons[0])
    landmarks = evaluate_landmarks(match, markers, subject, hip=hip, hip_positions=hip_positions)
    notes = [_occasion(markers, walk is not None), *landmarks.notes]
    if landmarks.hip_centre is not None:
        notes.append(f"Hip joint centres: {landmarks.hip_centre}.")
    if subject.height is None:
        subject = replace(subject, height=landmarks.measurements.get("height"))
    upper = landmarks
    if walk is not None and walk_markers is not None and not set(body.segments) <= _LOWER_BODY:
        upper = evaluate_landmarks(
            walk, walk_markers, subject, hip=hip, hip_positions=hip_positions
        )
        notes.append("Trunk, head and arms were calibrated on the walk.")
    place = _Placer(body, landmarks, upper)
    _require_legs(body, place)
    _require_anatomy(body, place)
    joints = _joint_positions(body, place, subject, notes)
    model = build_model(body, joints, _endpoints(body, place), subject, parameters)
    tracking = _tracking(match, walk, place, notes)
    unseen = [s for s in body.segments if s not in {place.segment(t[1]) for t in tracking}]
    if unseen:
        notes.append(
            f"No marker on {', '.join(s.replace('_', ' ') for s in unseen)}: held near the "
            "reference posture by the fit's prior."
        )
    return replace(
        model,
        marker_names=tuple(name for name, _, _, _ in tracking),
        marker_body=np.array([body.segments.index(s) for _, s, _, _ in tracking], dtype=np.int64),
        marker_local=np.array([local for _, _, local, _ in tracking]).reshape(-1, 3),
        marker_weight=np.array([weight for _, _, _, weight in tracking]),
        points={**model.points, **_foot_landmarks(body, place)},
        notes=(*model.notes, *notes),
    )


class _Placer:
    """Mean positions of points in the frames of a skeleton's segments."""

    def __init__(self, skeleton: Skeleton, lower: Landmarks, upper: Landmarks) -> None:
        self.skeleton, self.lower, self.upper = skeleton, lower, upper

    def landmarks(self, segment: str) -> Landmarks:
        """Landmarks of the trial on which a segment is calibrated."""
        return self.lower if segment in _LOWER_BODY else self.upper

    def segment(self, name: str) -> str | None:
        """The skeleton's segment for one of the marker set's; feet may be one segment or two."""
        names = [name]
        side = side_of(name)
        if name == f"{side}_foot":
            names.append(f"{side}_hindfoot")
        elif name == f"{side}_hindfoot":
            names.append(f"{side}_foot")
        return next((n for n in names if n in self.skeleton.segments), None)

    def frame(self, segment: str) -> str | None:
        """The marker set's frame for one of the skeleton's segments."""
        frames = self.landmarks(segment).frames
        side = side_of(segment)
        names = [segment]
        if segment in (f"{side}_foot", f"{side}_hindfoot"):
            names += [f"{side}_foot", f"{side}_hindfoot"]
        return next((n for n in names if n in frames), None)

    def reason(self, point: str, segment: str) -> str:
        """Why a point is not known in a segment's frame."""
        unavailable = self.landmarks(segment).unavailable
        for name in (point, segment):
            if name in unavailable:
                return unavailable[name]
        return f"{point} and the {segment} are never seen together"

    def local(self, point: str, segment: str) -> tuple[FloatArray, float] | None:
        """Mean (3,) and spread [m] of a point in a segment's frame; None if it is not measured."""
        frame_name, landmarks = self.frame(segment), self.landmarks(segment)
        if frame_name is None or point not in landmarks.points:
            return None
        frame = landmarks.frames[frame_name]
        apart = landmarks.points[point] - frame.origin
        local = np.einsum("fji,fj->fi", frame.R, apart)
        local = local[np.isfinite(local).all(axis=1)]
        if not len(local):
            return None
        spread = float(np.sqrt(np.sum(np.var(local, axis=0))))
        return local.mean(axis=0), spread


def _occasion(markers: Markers, separate: bool) -> str:
    """Whether the subject stood or walked while calibrating, in a sentence."""
    whole: BoolArray = np.asarray(np.isfinite(markers.position).all(axis=2))
    first, last = _ends(whole)
    moved = [
        float(np.linalg.norm(markers.position[last[m], m] - markers.position[first[m], m]))
        for m in np.flatnonzero(whole.any(axis=0))
    ]
    path = float(np.median(moved)) if moved else 0.0
    span = f"{len(markers.time)} frames, {float(markers.time[-1] - markers.time[0]):.1f} s"
    if path > WALKING_RANGE and separate:
        return (
            f"Calibrated on the trial given as static ({span}), although the subject moves by "
            f"{path:.1f} m in it."
        )
    if path > WALKING_RANGE:
        return f"Calibrated on the walk itself ({span}): there is no static trial."
    return f"Calibrated on a static trial ({span})."


def _ends(seen: BoolArray) -> tuple[IntArray, IntArray]:
    """First and last frame in which each marker (frames, markers) is seen."""
    return np.argmax(seen, axis=0), len(seen) - 1 - np.argmax(seen[::-1], axis=0)


def _require_legs(skeleton: Skeleton, place: _Placer) -> None:
    """Raises unless every joint and frame of pelvis and legs is measured."""
    for link in skeleton.links:
        if link.segment not in _LOWER_BODY:
            continue
        if link.parent is not None and place.local(link.joint, link.parent) is None:
            reason = place.reason(link.joint, link.parent)
        elif place.frame(link.segment) is None:
            reason = place.reason(link.segment, link.segment)
        else:
            continue
        raise InputError(
            what=f"the {link.segment.replace('_', ' ')} cannot be placed: {reason}",
            remedy="Give a static trial with --static in which it can",
        )


def _require_anatomy(skeleton: Skeleton, place: _Placer) -> None:
    """Raises where exchanged labels or a left-handed laboratory turn a segment over."""
    pelvis = place.lower.frames["pelvis"].R
    upright = pelvis[:, 2, 2]
    if np.median(upright[np.isfinite(upright)]) < 0:
        raise InputError(
            what="the pelvis is upside down: its left and right markers are exchanged, or the "
            "laboratory's axes are left-handed",
            remedy="Correct the labels, or export the trial again in right-handed axes",
        )
    for segment in skeleton.segments:
        name = place.frame(segment)
        if segment == "pelvis" or segment not in _LOWER_BODY or name is None:
            continue
        facing = np.sum(pelvis[:, :, 1] * place.lower.frames[name].R[:, :, 1], axis=1)
        facing = facing[np.isfinite(facing)]
        if facing.size and np.median(facing) < 0:
            raise InputError(
                what=f"the {segment.replace('_', ' ')} faces backwards: markers of its two sides, "
                "or of the two legs, are exchanged",
                remedy="Correct the labels",
            )


def compare_sides(
    match: Match,
    markers: Markers,
    model: Model,
    *,
    hip: str | None = None,
    hip_positions: Mapping[Side, FloatArray] | None = None,
) -> Gate:
    """Whether the left markers of trunk, head and arms are on the left in the trial to be analysed.

    Exchanged legs leave nothing to analyse and are refused; exchanged arms, or crossed ones, do.

    Args:
        match, markers: of that trial.
        model: calibrated.
        hip, hip_positions: as in `calibrate`.
    Returns:
        Number of exchanged pairs as a gate.
    Raises:
        InputError: pelvis or a leg is turned over by exchanged labels.
    """
    landmarks = evaluate_landmarks(
        match, markers, model.subject, hip=hip, hip_positions=hip_positions
    )
    skeleton = load_skeleton(model.name)
    _require_anatomy(skeleton, _Placer(skeleton, landmarks, landmarks))
    leftward = landmarks.frames["pelvis"].R[:, :, 1]
    exchanged = []
    column = {canonical.upper(): name for canonical, name in match.found.items()}
    for canonical, name in match.found.items():
        partner = column.get(right_partner(canonical) or "")
        segment = match.marker_set.markers[canonical].segment
        if partner is None or segment in _LOWER_BODY - {"pelvis"}:
            continue
        apart = np.sum((markers.of(name) - markers.of(partner)) * leftward, axis=1)
        apart = apart[np.isfinite(apart)]
        if apart.size and np.median(apart) < -SIDE_TOLERANCE:
            exchanged.append(f"{name} and {partner}")
    return Gate(
        name="left and right markers exchanged",
        value=float(len(exchanged)),
        limit=0.0,
        unit="pairs",
        passed=not exchanged,
        remedy=f"{', '.join(exchanged)}: correct the labels, unless the arms were crossed",
    )


def _joint_positions(
    skeleton: Skeleton, place: _Placer, subject: Subject, notes: list[str]
) -> dict[str, FloatArray]:
    """Every joint (3,) m in the frame of its parent segment."""
    joints: dict[str, FloatArray] = {}
    lengths, wide, assumed = [], [], []
    for link in skeleton.links[1:]:
        assert link.parent is not None
        found = place.local(link.joint, link.parent)
        if found is None:
            assumed.append(link.joint)
            continue
        joints[link.joint], spread = found
        if link.parent != "pelvis" and link.joint.split("_")[-1] != "shoulder":
            length = float(np.linalg.norm(joints[link.joint]))
            lengths.append(
                f"{link.parent.replace('_', ' ')} {1000 * length:.0f} ± {1000 * spread:.1f}"
            )
        if spread > SPREAD_TO_MENTION:
            wide.append(f"{link.joint.replace('_', ' ')} {1000 * spread:.0f} mm")
    if lengths:
        notes.append(f"Segment lengths in mm (± spread over the frames): {', '.join(lengths)}.")
    if wide:
        notes.append(f"Joint centres move in their segment: {', '.join(wide)}.")
    if assumed:
        if subject.height is None:
            raise InputError(
                what=f"no marker gives {', '.join(assumed)}, and without the subject's height "
                "they cannot be placed by proportion",
                remedy="Give the height with --height, or a model without them with --model legs",
            )
        generic, _ = generic_geometry(skeleton, subject.height, subject.sex)
        joints.update({joint: generic[joint] for joint in assumed})
        notes.append(
            f"Placed by average body proportions: {', '.join(j.replace('_', ' ') for j in assumed)}"
            " (no marker gives them)."
        )
    return joints


def _endpoints(skeleton: Skeleton, place: _Placer) -> dict[str, FloatArray]:
    """Ends of the body (3,) m in the frames of their segments, as far as markers give them."""
    wanted: list[tuple[str, str, str]] = [("head", "vertex", "head")]
    for side in SIDES:
        hind, fore = skeleton.foot(side)
        wanted.append((f"{side}_hand", f"{side}_fingertip", f"{side}_hand"))
        wanted.append((fore, f"{side}_toe", fore))
        wanted.append((f"{side}_heel", f"{side}_heel", hind))
        if hind == fore:
            wanted.append((f"{side}_metatarsal", f"{side}_metatarsal", hind))
    ends = {}
    for key, point, segment in wanted:
        if segment in skeleton.segments and (found := place.local(point, segment)):
            ends[key] = found[0]
    return ends


def _foot_landmarks(skeleton: Skeleton, place: _Placer) -> dict[str, tuple[int, FloatArray]]:
    landmarks = {}
    for side in SIDES:
        hind, fore = skeleton.foot(side)
        for name, segment in (("heel", hind), ("metatarsal", hind), ("toe", fore)):
            if found := place.local(f"{side}_{name}", segment):
                landmarks[f"{side}_{name}"] = (skeleton.segments.index(segment), found[0])
    return landmarks


def _tracking(
    match: Match, walk: Match | None, place: _Placer, notes: list[str]
) -> list[tuple[str, str, FloatArray, float]]:
    """Name in the trial, segment, position (3,) m and weight of every marker to be tracked."""
    tracked, left_out, only_static, loose = [], [], [], []
    for canonical in match.found:
        spec = match.marker_set.markers[canonical]
        if spec.weight == 0:
            continue
        name = (walk or match).found.get(canonical)
        if name is None:
            only_static.append(canonical)
            continue
        segment = place.segment(spec.segment)
        found = place.local(canonical, segment) if segment else None
        if segment is None or found is None:
            left_out.append(canonical)
            continue
        local, spread = found
        if spread > 2 * SPREAD_TO_MENTION:
            loose.append(f"{canonical} {1000 * spread:.0f} mm")
        tracked.append((name, segment, local, spec.weight))
    if walk is not None:
        only_walk = [
            canonical
            for canonical in walk.found
            if canonical not in match.found and walk.marker_set.markers[canonical].weight > 0
        ]
        if only_walk:
            notes.append(f"Not in the static trial, so not tracked: {', '.join(only_walk)}.")
    if only_static:
        notes.append(f"Not in the walk, so used for calibration only: {', '.join(only_static)}.")
    if left_out:
        notes.append(f"Not tracked, their segment is not in the model: {', '.join(left_out)}.")
    if loose:
        notes.append(f"Markers that move in their segment while calibrating: {', '.join(loose)}.")
    return tracked


def direct_poses(match: Match, markers: Markers, model: Model) -> tuple[FloatArray, FloatArray]:
    """Poses of all segments in the world frame by frame, each from its own landmarks.

    Args:
        match: marker set and names of the trial.
        markers: of the trial.
        model: calibrated; says which segments are wanted, and whose measurements are used.
    Returns:
        R (frames, nb, 3, 3) and p (frames, nb, 3) m.
    Raises:
        InputError: a segment has no frame of its own in this marker set (says which).
    """
    landmarks = evaluate_landmarks(match, markers, model.subject)
    place = _Placer(load_skeleton(model.name), landmarks, landmarks)
    frames = []
    for segment in model.segments:
        name = place.frame(segment)
        if name is None:
            raise InputError(
                what=f"the markers do not place the {segment.replace('_', ' ')} by itself",
                where=f"marker set {match.marker_set.name}",
                remedy="Use consistency = fit, or a model without that segment",
            )
        frames.append(landmarks.frames[name])
    R = np.stack([frame.R for frame in frames], axis=1)
    p = np.stack([frame.origin for frame in frames], axis=1)
    return R, p


def compare_static(model: Model, markers: Markers, limit: float = STATIC_LIMIT) -> Gate:
    """Whether a calibration belongs to the subject of a walk.

    Distances between markers on one segment, and across a joint between markers close to it, are
    compared: calibration against the median over the walk.

    Args:
        model: calibrated, with markers.
        markers: of the walk, under the model's marker names.
        limit: share of the distance.
    Returns:
        Median relative difference as a gate, in %; NaN and failed if no distance can be compared.
    """
    differences = []
    tree = model.tree
    count = len(model.marker_names)
    for i in range(count):
        for j in range(i + 1, count):
            distance = _fixed_distance(model, i, j)
            if distance is None or distance < 0.03:
                continue
            if not {model.marker_names[i], model.marker_names[j]} <= set(markers.names):
                continue
            apart = markers.of(model.marker_names[i]) - markers.of(model.marker_names[j])
            walked = np.linalg.norm(apart, axis=1)
            walked = walked[np.isfinite(walked)]
            if walked.size:
                differences.append(abs(float(np.median(walked)) / distance - 1))
    value = 100 * float(np.median(differences)) if differences else float("nan")
    return Gate(
        name="static trial and walk are the same subject",
        value=value,
        limit=100 * limit,
        unit="%",
        passed=bool(value <= 100 * limit) and tree.nb > 0,
        remedy="Give the static trial of this subject, recorded with the same marker placement",
    )


def _fixed_distance(model: Model, i: int, j: int) -> float | None:
    """Distance [m] between two markers that no joint changes much; None for other pairs."""
    a, b = int(model.marker_body[i]), int(model.marker_body[j])
    pa, pb = model.marker_local[i], model.marker_local[j]
    if a == b:
        return float(np.linalg.norm(pa - pb))
    if int(model.tree.parent[a]) == b:
        a, b, pa, pb = b, a, pb, pa
    if int(model.tree.parent[b]) != a:
        return None
    # seen from the joint between them, the one beside it keeps its place in both segments
    on_parent = pa - model.tree.p_PJ[b]
    if min(np.linalg.norm(on_parent), np.linalg.norm(pb)) > NEAR_JOINT:
        return None
    return float(np.linalg.norm(on_parent - pb))


def groups(match: Match) -> dict[str, tuple[str, ...]]:
    """For every marker, the other markers of its segment, by their names in the file."""
    on: dict[str, list[str]] = {}
    for canonical, name in match.found.items():
        on.setdefault(match.marker_set.markers[canonical].segment, []).append(name)
    return {
        name: tuple(other for other in names if other != name)
        for names in on.values()
        for name in names
    }


def foot_points(match: Match, markers: Markers) -> dict[Side, FloatArray]:
    """Points of each foot near the sole, by which it is found on a plate and its events detected.

    Returns:
        side -> (frames, k, 3) m: heel, toe, then others the set names (metatarsal heads).
    Raises:
        MarkersMissing: a foot has neither heel nor toe.
    """
    feet: dict[Side, FloatArray] = {}
    for side in SIDES:
        names = match.marker_set.foot[side]
        points = evaluate_points(match, markers, Subject(), names)
        if not {*names[:2]} <= set(points):
            raise MarkersMissing(
                what=f"the {side} foot's heel and toe ({', '.join(names[:2])}) are not there",
                where=f"marker set {match.marker_set.name}",
                remedy="Label them: events and plates are found by them",
            )
        feet[side] = np.stack([points[name] for name in names if name in points], axis=1)
    return feet
