"""From a static trial (or the walk itself) to a scaled model with its markers on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from ambulo.inputs.errors import InputError, MarkersMissing
from ambulo.math.arrays import BoolArray, FloatArray, IntArray
from ambulo.math.medians import median
from ambulo.math.vector_arrays import finite, lengths
from ambulo.mocap.calibration.landmarks import Landmarks, evaluate_landmarks
from ambulo.mocap.calibration.placement import LOWER_BODY, Placement, require_anatomy, require_legs
from ambulo.mocap.marker_sets.marker_names import Match
from ambulo.model.joint_angles import cardan_yxz
from ambulo.model.joint_motions import joint_motions
from ambulo.model.scaling import build_model
from ambulo.model.skeleton import Skeleton, load_skeleton
from ambulo.model.standing_posture import generic_geometry
from ambulo.records import SIDES, Markers, Model, Side, Subject

# a subject who moves farther than this (m) in the trial of the calibration walks
WALKING_RANGE = 0.5
# spread of a marker or joint in its segment (m) that is said: more than skin moves in standing
SPREAD_TO_MENTION = 0.010


def calibrate(
    match: Match,
    markers: Markers,
    subject: Subject,
    skeleton: Skeleton | str | None = None,
    parameters: str = "de_leva1996",
    *,
    hip: str | None = None,
    hip_positions: Mapping[Side, FloatArray] | None = None,
    walk: Match | None = None,
    walk_markers: Markers | None = None,
    landmarks: Landmarks | None = None,
    walk_landmarks: Landmarks | None = None,
) -> Model:
    """Scale a skeleton to a subject and place the tracking markers on it.

    Joint centres, segment ends and markers are averaged in the segment frames over all frames in
    which they are seen. Joints of trunk and arms without markers get average proportions, with a
    note.

    Args:
        match: marker set and names of the trial on which the model is calibrated.
        markers: static trial, or the walk itself.
        subject: mass, height, measurements.
        skeleton: a skeleton, its name or its TOML file; None takes the marker set's first choice.
        parameters: segment parameter table.
        hip: hip centre method; the marker set's default if None.
        hip_positions: functional hip centres (3,) m by side, from mid-ASIS in the pelvic frame.
        walk: names in the trial to be analysed, if it is not that of `match`. Only markers in
            both trials are tracked, under the walk's names.
        walk_markers: markers of the trial to be analysed. They calibrate trunk, head and arms,
            because arms held away from the body in a static trial lift the shoulders.
        landmarks, walk_landmarks: landmarks of the two trials, if already known.
    Raises:
        MarkersMissing: required markers are missing or never seen.
        InputError: method, skeleton or table not known; a joint that cannot be placed.
    """
    if match.missing_required:
        raise MarkersMissing(
            what=f"required markers are missing: {', '.join(match.missing_required)}",
            where=f"marker set {match.marker_set.name}",
            remedy="Label them, or choose another marker set with --markers",
        )
    body = skeleton or match.marker_set.skeletons[0]
    if isinstance(body, str):
        body = load_skeleton(body)
    if landmarks is None:
        landmarks = evaluate_landmarks(
            match, markers, subject, hip=hip, hip_positions=hip_positions
        )
    notes = [_occasion(markers, walk is not None), *landmarks.notes]
    if landmarks.hip_centre is not None:
        notes.append(f"Hip joint centres: {landmarks.hip_centre}.")
    if subject.height is None:
        subject = replace(subject, height=landmarks.measurements.get("height"))
    upper = landmarks
    if walk is not None and walk_markers is not None and not set(body.segments) <= LOWER_BODY:
        upper = walk_landmarks or evaluate_landmarks(
            walk, walk_markers, subject, hip=hip, hip_positions=hip_positions
        )
        notes.append("Trunk, head and arms were calibrated on the recording itself.")
    placement = Placement(body.segments, landmarks, upper)
    require_legs(body, placement)
    require_anatomy(placement)
    joints = _joint_positions(body, placement, subject, notes)
    tracking = _tracking(match, walk, placement, notes)
    model = build_model(body, joints, _endpoints(body, placement), subject, parameters)
    followed = {placement.segment(segment) for _, segment, _, _ in tracking}
    unseen = [segment for segment in body.segments if segment not in followed]
    if unseen:
        notes.append(
            f"No marker is on these segments: {', '.join(s.replace('_', ' ') for s in unseen)}. "
            "The marker fit keeps them near the reference posture."
        )
    return replace(
        model,
        marker_names=tuple(name for name, _, _, _ in tracking),
        marker_body=np.array([body.segments.index(s) for _, s, _, _ in tracking], dtype=np.int64),
        marker_local=np.array([local for _, _, local, _ in tracking]).reshape(-1, 3),
        marker_weight=np.array([weight for _, _, _, weight in tracking]),
        points={**model.points, **_foot_landmarks(body, placement)},
        soles=_soles(placement, standing=walk is not None),
        notes=(*model.notes, *notes),
    )


def _soles(placement: Placement, *, standing: bool) -> dict[str, tuple[float, float]]:
    """Roll of each sole while it bears, and inversion of its ankle in standing, rad; by side.

    Frames of feet are found level. Who does not stand has no posture at ease but the reference.
    """
    found: dict[str, tuple[float, float]] = {}
    landmarks = placement.lower
    for side in SIDES:
        foot = placement.frame(f"{side}_foot") or placement.frame(f"{side}_hindfoot")
        shank = landmarks.frames.get(f"{side}_shank")
        if foot is None or shank is None:
            continue
        inversion = 0.0
        if standing:
            angles = cardan_yxz(np.einsum("fji,fjk->fik", shank.R, landmarks.frames[foot].R))[:, 1]
            seen = angles[np.isfinite(angles)]
            sign = joint_motions(f"{side}_ankle")[1].sign
            inversion = sign * median(seen) if len(seen) else 0.0
        found[side] = (0.0, float(inversion))
    return found


def _occasion(markers: Markers, separate: bool) -> str:
    """On which trial the model was calibrated, in a sentence.

    Args:
        separate: whether these markers are those of a static trial.
    """
    span = f"{len(markers.time)} frames, {float(markers.time[-1] - markers.time[0]):.1f} s"
    if not separate:
        return f"Calibrated on the recording itself ({span}), because there is no static trial."
    whole = finite(markers.position)
    first, last = _ends(whole)
    seen = np.flatnonzero(whole.any(axis=0))
    ends = [markers.position[at[seen], seen] for at in (first, last)]
    path = median(lengths(ends[1] - ends[0])) if len(seen) else 0.0
    if path > WALKING_RANGE:
        return (
            f"Calibrated on the static trial ({span}), although the subject moves by "
            f"{path:.1f} m in it."
        )
    return f"Calibrated on a static trial ({span})."


def _ends(seen: BoolArray) -> tuple[IntArray, IntArray]:
    """First and last frame in which each marker (frames, markers) is seen."""
    return np.argmax(seen, axis=0), len(seen) - 1 - np.argmax(seen[::-1], axis=0)


def _joint_positions(
    skeleton: Skeleton, placement: Placement, subject: Subject, notes: list[str]
) -> dict[str, FloatArray]:
    """Every joint (3,) m in the frame of its parent segment."""
    joints: dict[str, FloatArray] = {}
    lengths, wide, assumed = [], [], []
    for link in skeleton.links[1:]:
        assert link.parent is not None
        found = placement.local(link.joint, link.parent)
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
        notes.append(f"Joint centres that move in their segment: {', '.join(wide)}.")
    if assumed:
        if subject.height is None:
            raise InputError(
                what=f"no marker gives {', '.join(assumed)}, and without the subject's height "
                "Ambulo cannot estimate their positions",
                remedy="Give the height with --height, or use --model legs, which needs none of "
                "these",
            )
        generic, _ = generic_geometry(skeleton, subject.height, subject.sex)
        joints.update({joint: generic[joint] for joint in assumed})
        notes.append(
            "Placed with average body proportions: "
            f"{', '.join(j.replace('_', ' ') for j in assumed)}"
            " (no marker gives them)."
        )
    return joints


def _endpoints(skeleton: Skeleton, placement: Placement) -> dict[str, FloatArray]:
    """Ends of the body (3,) m in the frames of their segments, as far as markers give them."""
    wanted: list[tuple[str, str, str]] = [("head", "vertex", "head")]
    for side in SIDES:
        hind, fore = skeleton.feet[side]
        wanted += [
            (f"{side}_hand", f"{side}_fingertip", f"{side}_hand"),
            (fore, f"{side}_toe", fore),
            (f"{side}_heel", f"{side}_heel", hind),
        ]
        if hind == fore:
            wanted.append((f"{side}_metatarsal", f"{side}_metatarsal", hind))
    ends = {}
    for key, point, segment in wanted:
        if segment in skeleton.segments and (found := placement.local(point, segment)):
            ends[key] = found[0]
    return ends


def _foot_landmarks(skeleton: Skeleton, placement: Placement) -> dict[str, tuple[int, FloatArray]]:
    landmarks = {}
    for side in SIDES:
        hind, fore = skeleton.feet[side]
        for name, segment in (("heel", hind), ("metatarsal", hind), ("toe", fore)):
            if found := placement.local(f"{side}_{name}", segment):
                landmarks[f"{side}_{name}"] = (skeleton.segments.index(segment), found[0])
    return landmarks


def _tracking(
    match: Match, walk: Match | None, placement: Placement, notes: list[str]
) -> list[tuple[str, str, FloatArray, float]]:
    """Name in the trial, segment, position (3,) m and weight of every marker to be tracked."""
    tracked, left_out, only_static, loose = [], [], [], []
    for canonical in match.found:
        spec = match.marker_set.markers[canonical]
        if spec.weight == 0:
            continue
        name = (walk or match).found.get(canonical)
        if name is None or canonical in (walk or match).carried:
            only_static.append(canonical)
            continue
        segment = placement.segment(spec.segment)
        found = placement.local(canonical, segment) if segment else None
        if segment is None or found is None:
            left_out.append(canonical)
            continue
        local, spread = found
        if spread > 2 * SPREAD_TO_MENTION:
            loose.append(f"{canonical} {1000 * spread:.0f} mm")
        tracked.append((name, segment, local, spec.weight))
    only_walk = (
        []
        if walk is None
        else [
            canonical
            for canonical in walk.found
            if canonical not in match.found and walk.marker_set.markers[canonical].weight > 0
        ]
    )
    said = {
        "that the static trial lacks are not tracked": only_walk,
        "that the recording lacks are used for calibration only": only_static,
        "of segments that the model lacks are not tracked": left_out,
        "that move in their segment while calibrating": loose,
    }
    notes += [f"Markers {what}: {', '.join(which)}." for what, which in said.items() if which]
    return tracked
