"""Whether a calibration belongs to a trial: the same subject, left on the left."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

import numpy as np

from ambulo.math.arrays import BoolArray, FloatArray, IntArray
from ambulo.math.medians import median, medians, quantile
from ambulo.mocap.calibration.landmarks import Landmarks
from ambulo.mocap.calibration.placement import LOWER_BODY, Placement, require_anatomy
from ambulo.mocap.files.lab_frame import right_partner
from ambulo.mocap.marker_sets.marker_names import Match
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo.records import SIDES, Gate, Markers, Model, Side, graded

__all__ = [
    "BY_HEIGHT",
    "SAME_SUBJECT",
    "SCALE",
    "compare_height",
    "compare_legs",
    "compare_scale",
    "compare_segments",
    "compare_sides",
    "compare_static",
    "pelvis_off",
    "scale_by_height",
    "wrong_scale",
]

BY_HEIGHT = "legs by the markers against the height"
SAME_SUBJECT = "static trial is the same subject"
SCALE = "scale of the trial against the static trial"
# of that check, where the pelvis has the scale of the legs
_TOO = "The pelvis's markers are"
# markers closer to a joint than this (m) keep their distances across it, to a few mm
NEAR_JOINT = 0.09
# a left marker farther than this (m) to the right of its partner is not on the left
SIDE_TOLERANCE = 0.03
# relative difference of distances between static and walk; skin motion stays below it
STATIC_LIMIT = 0.02
# other people's are beyond it
STATIC_UNUSABLE = 0.04
# m; what a segment's length in the walk differs by from the static trial's, over 22 legs of public
# walks: mean, limit of four standard deviations, and twice that
SEGMENTS = {
    ("hip", "knee"): (-0.002, 0.014),
    ("knee", "ankle"): (0.004, 0.022),
    ("ankle", "heel"): (-0.004, 0.016),
    ("ankle", "metatarsal"): (-0.004, 0.012),
}
# both legs together, hip to knee to ankle, of those in the static trial: -1.1 to 0.9 % in these
SCALE_LIMIT, SCALE_UNUSABLE = 0.02, 0.04
# rad; the knee's flexion up to which legs are compared with standing ones: where it bends further,
# sliding skin makes thigh and shank up to 4 % longer or shorter in these; a tenth of the frames in
# any case
STRAIGHT, STRAIGHTEST = np.deg2rad(30.0), 0.1
# of the other side's length: 0.96 to 1.035 in these
LEGS_LIMIT, LEGS_UNUSABLE = 0.05, 0.10
# hip to knee to ankle over body height: 0.469 to 0.490 in these; Drillis & Contini (1966) have
# 0.491
LEG_OF_HEIGHT, HEIGHT_LIMIT, HEIGHT_UNUSABLE = 0.475, 0.033, 0.066
# markers closer together than this (m) tell nothing: their own error is as large
SHORTEST_DISTANCE = 0.03


def compare_static(model: Model, markers: Markers) -> Gate:
    """Whether a calibration belongs to the subject of a walk.

    Distances between markers on one segment, and across a joint between markers close to it, are
    compared: calibration against the median over the walk.

    Args:
        model: calibrated, with markers.
        markers: of the walk, under the model's marker names.
    Returns:
        Median relative difference as a gate, in %; NaN and of unknown grade if no distance can
        be compared.
    """
    present = [name in markers.names for name in model.marker_names]
    first, second, distance = _fixed_distances(model, np.array(present, dtype=bool))
    where = [markers.names.index(name) if there else -1
             for name, there in zip(model.marker_names, present, strict=True)]  # fmt: skip
    # (3, markers, frames): every pair's distances side by side in memory, as they are sorted
    path = np.ascontiguousarray(markers.position[:, where].transpose(2, 1, 0))
    square = ((path[:, first] - path[:, second]) ** 2).sum(axis=0)
    walked = medians(np.sqrt(square).T)
    differences = np.abs(walked / distance - 1.0)
    differences = differences[np.isfinite(differences)]
    value = 100 * median(differences)
    return Gate(
        name=SAME_SUBJECT,
        value=value,
        limit=100 * STATIC_LIMIT,
        unit="%",
        grade=graded(value, 100 * STATIC_LIMIT, 100 * STATIC_UNUSABLE),
        unusable=100 * STATIC_UNUSABLE,
        found="No distance between markers can be compared." if np.isnan(value) else "",
        cost="Joint centres come from the static trial: if it is another's, all angles and "
        "moments are off.",
        remedy="Give the static trial of this subject, recorded with the same marker placement",
    )


def compare_segments(model: Model, walking: Landmarks) -> Gate:
    """Whether thighs, shanks and feet are as long in the walk as in the static trial.

    A marker that is placed, labelled or filled wrongly in one of both changes the length that the
    landmarks of its segment span.

    Args:
        model: calibrated by the static trial.
        walking: landmarks of the walk by its own markers.
    """
    points = walking.points
    found: list[tuple[float, str, float]] = []
    for side in SIDES:
        for (first, second), (usual, limit) in SEGMENTS.items():
            here, there = f"{side}_{first}", f"{side}_{second}"
            if here not in points or there not in points:
                continue
            apart = _lengths(points[here] - points[there])
            apart = apart[np.isfinite(apart)]
            calibrated = _calibrated_length(model, side, second)
            if apart.size and np.isfinite(calibrated):
                off = median(apart) - calibrated - usual
                found.append((off / limit, f"{side} {first} to {second}", off))
    name = "segments of the trial against the static trial"
    if not found:
        return Gate(name, np.nan, np.nan, "", "unknown", "", found="No segment can be compared.")
    share, where, off = max(found, key=lambda each: abs(each[0]))
    limit = abs(off / share) if share else np.inf
    value = 1e3 * abs(off)
    return Gate(
        name=f"{name} ({where})",
        value=value,
        limit=1e3 * limit,
        unit="mm",
        grade=graded(value, 1e3 * limit, 2e3 * limit),
        unusable=2e3 * limit,
        remedy=f"A marker by the {where} was placed, labelled or filled wrongly in one of both "
        "trials: compare them",
        found=f"{where[0].upper()}{where[1:]} is {value:.0f} mm "
        f"{'longer' if off > 0 else 'shorter'} in the trial than in the static trial.",
        cost=f"Flexion moments by it are off by up to {_weight(model) * abs(off):.0f} N·m.",
    )


def compare_scale(model: Model, walking: Landmarks, markers: Markers) -> list[Gate]:
    """Whether both legs together are as long in the walk, knees straight, as in the static trial.

    Args:
        model: calibrated by the static trial.
        walking: landmarks of the walk by its own markers.
        markers: of the walk, under the model's marker names.
    Returns:
        One gate, none where a joint cannot be placed in the walk.
    """
    walked = calibrated = 0.0
    for side in SIDES:
        joints = [f"{side}_{name}" for name in ("hip", "knee", "ankle")]
        if not all(joint in walking.points for joint in joints):
            return []
        hip, knee, ankle = (walking.points[name] for name in joints)
        walked += _straight_length(knee - hip, ankle - knee)
        calibrated += sum(_calibrated_length(model, side, name) for name in ("knee", "ankle"))
    off = walked / calibrated - 1.0
    if not np.isfinite(off):
        return []
    remedy, cost = _scale_or_markers(off, pelvis_off(model, markers), abs(walked - calibrated))
    return [
        Gate(
            name=SCALE,
            value=100 * abs(off),
            limit=100 * SCALE_LIMIT,
            unit="%",
            grade=graded(abs(off), SCALE_LIMIT, SCALE_UNUSABLE),
            unusable=100 * SCALE_UNUSABLE,
            remedy=remedy,
            found=f"The legs are {100 * abs(off):.1f} % {'longer' if off > 0 else 'shorter'} in "
            "the trial.",
            cost=cost,
        )
    ]


def wrong_scale(gates: Iterable[Gate]) -> float:
    """Share by which the cameras of one of both trials seem to have another scale; 0 where they do
    not, or where it is markers that sit elsewhere.
    """
    return max(
        (
            1e-2 * gate.value
            for gate in gates
            if gate.name == SCALE
            and gate.grade in ("look", "do-not-use")
            and gate.remedy.startswith(_TOO)
        ),
        default=0.0,
    )


def scale_by_height(gates: Iterable[Gate]) -> float:
    """How many times as large as they are the cameras see things if the height given is right; 1
    where legs and height go together.
    """
    for gate in gates:
        if gate.name == BY_HEIGHT and gate.grade in ("look", "do-not-use"):
            return 1e-2 * gate.value / LEG_OF_HEIGHT
    return 1.0


def _scale_or_markers(off: float, pelvis: float, legs: float) -> tuple[str, str]:
    """Remedy and cost of legs that differ.

    Args:
        off: share by which the legs differ; pelvis: the pelvis, NaN if not known.
        legs: m by which both together differ.
    """
    scale = "the cameras were calibrated to another scale for one of both trials"
    placed = (
        "markers of both knees or both ankles sit elsewhere in one of both trials (shoes, a foot "
        "or leg turned)"
    )
    another = "the static trial is another person's"
    apart = "feet and plates are apart by as much of their distance from the laboratory's origin"
    centres = (
        f"joint centres of knees or ankles are off by {500 * legs:.0f} mm or more, and moments by "
        "the ground reaction times as much"
    )
    if np.isnan(pelvis):
        return (
            "No markers of the pelvis are in both trials to tell which: "
            f"{scale}, {placed}, or {another}",
            f"Where the markers sit elsewhere, {centres}; where it is the cameras' scale, {apart}.",
        )
    # cameras see the pelvis longer by as much
    if abs(pelvis - off) < 0.5 * abs(off):
        differs = f"{100 * abs(pelvis):.1f} % {'farther apart' if off > 0 else 'closer together'}"
        return (
            f"{_TOO} {differs} too: {scale}, or {another}",
            f"Where the cameras' scale is off, {apart}.",
        )
    return (
        f"Distances of the pelvis's markers differ by {100 * abs(pelvis):.1f} % alone, so that it "
        f"is not the cameras' scale: {placed}, or {another}",
        f"{centres[0].upper()}{centres[1:]}.",
    )


def _straight_length(thigh: FloatArray, shank: FloatArray) -> float:
    """Sum of the median lengths (m) of thigh and shank, vectors (frames, 3), in frames in which the
    knee is as good as straight, or in those in which it is straightest; NaN if never seen together.
    """
    lengths = np.stack([_lengths(thigh), _lengths(shank)])
    cosine = np.einsum("ki,ki->k", thigh, shank) / (lengths[0] * lengths[1])
    seen = np.isfinite(cosine)
    if not seen.any():
        return np.nan
    bent = np.arccos(np.clip(cosine[seen], -1.0, 1.0))
    straight = lengths[:, seen][:, bent <= max(STRAIGHT, quantile(bent, STRAIGHTEST))]
    return float(medians(straight.T).sum())


def pelvis_off(model: Model, markers: Markers) -> float:
    """Share by which the pelvis's markers are farther apart in the walk than in the model.

    Not its hip joint centres: regressions place them by measurements that are the same in both.

    Returns:
        That of all distances together; NaN if no two markers are seen together.
    """
    pelvis = model.segments.index("pelvis")
    on_it = [
        (markers.names.index(name), local)
        for name, body, local in zip(
            model.marker_names, model.marker_body, model.marker_local, strict=True
        )
        if body == pelvis and name in markers.names
    ]
    walked = calibrated = 0.0
    for (first, here), (second, there) in combinations(on_it, 2):
        apart = _lengths(markers.position[:, first] - markers.position[:, second])
        apart = apart[np.isfinite(apart)]
        if apart.size:
            walked += median(apart)
            calibrated += float(np.linalg.norm(here - there))
    return walked / calibrated - 1.0 if calibrated > SHORTEST_DISTANCE else np.nan


def _calibrated_length(model: Model, side: Side, second: str) -> float:
    """Length (m) of the segment that ends at a joint or landmark of a leg."""
    joint = f"{side}_{second}"
    if joint in model.joints:
        return float(np.linalg.norm(model.tree.p_PJ[model.joints.index(joint)]))
    segment, local = model.points[joint]
    # heel and metatarsal joint lie in the frame that begins at the ankle
    begins = model.joints[segment] == f"{side}_ankle"
    return float(np.linalg.norm(local)) if begins else np.nan


def _weight(model: Model) -> float:
    return (model.subject.mass or np.nan) * STANDARD_GRAVITY


def compare_legs(model: Model) -> Gate:
    """Whether left and right thigh and shank are alike.

    Args:
        model: calibrated.
    """
    found = []
    for joint, segment in (("knee", "thigh"), ("ankle", "shank")):
        left, right = (
            float(np.linalg.norm(model.tree.p_PJ[model.joints.index(f"{side}_{joint}")]))
            for side in SIDES
        )
        found.append((abs(left / right - 1.0), segment, left - right))
    off, segment, longer = max(found)
    return Gate(
        name=f"left and right leg alike ({segment})",
        value=100 * off,
        limit=100 * LEGS_LIMIT,
        unit="%",
        grade=graded(off, LEGS_LIMIT, LEGS_UNUSABLE),
        unusable=100 * LEGS_UNUSABLE,
        remedy=f"Unless the legs differ: check the markers at both ends of the {segment}s in the "
        "trial that calibrates (the static one)",
        found=f"The {'left' if longer > 0 else 'right'} {segment} is {1e3 * abs(longer):.0f} mm "
        "longer.",
        cost=f"Knee and hip flexion moments are off by up to "
        f"{0.5 * _weight(model) * abs(longer):.0f} N·m on one side.",
    )


def compare_height(model: Model, height: float | None) -> list[Gate]:
    """Whether the legs by the markers belong to a person of the height given.

    Args:
        model: calibrated.
        height: m, as measured; None if nobody did.
    Returns:
        One gate, none without a height.
    """
    if height is None:
        return []
    legs = [
        float(np.linalg.norm(model.tree.p_PJ[model.joints.index(f"{side}_{joint}")]))
        for side in SIDES
        for joint in ("knee", "ankle")
    ]
    share = 0.5 * sum(legs) / height
    off = abs(share - LEG_OF_HEIGHT)
    scale = share / LEG_OF_HEIGHT
    return [
        Gate(
            name=BY_HEIGHT,
            value=100 * share,
            limit=100 * (LEG_OF_HEIGHT + HEIGHT_LIMIT),
            unit="% of the height",
            grade=graded(off, HEIGHT_LIMIT, HEIGHT_UNUSABLE),
            unusable=100 * (LEG_OF_HEIGHT + HEIGHT_UNUSABLE),
            remedy="The height given is wrong, or the cameras' scale is: calibrate the cameras "
            "with the wand's right length",
            found=f"The markers' legs are those of a person of {height * scale:.2f} m; you gave "
            f"{height:.2f} m.",
            cost=f"If it is the scale, all moments are off by about {100 * abs(scale - 1):.0f} % "
            "of the ground reaction's lever arms.",
        )
    ]


def _fixed_distances(model: Model, present: BoolArray) -> tuple[IntArray, IntArray, FloatArray]:
    """Pairs of markers that no joint takes apart, and their distances in the model.

    Args:
        present: (markers,) those that the walk has.
    Returns:
        Indices (pairs,) of the first and second marker, distance (pairs,) [m].
    """
    body, position = model.marker_body, model.marker_local
    first, second = np.triu_indices(len(body), k=1)
    parent = model.tree.parent
    upwards = parent[body[first]] == body[second]
    # the marker of the distal segment second
    near, far = np.where(upwards, second, first), np.where(upwards, first, second)
    same = body[near] == body[far]
    joined = parent[body[far]] == body[near]
    # seen from the joint between them, the one beside it keeps its position in both segments
    on_parent = position[near] - np.where(same[:, None], 0.0, model.tree.p_PJ[body[far]])
    to_joint = np.minimum(_lengths(on_parent), _lengths(position[far]))
    distance = _lengths(on_parent - position[far])
    fixed = (same | (joined & (to_joint <= NEAR_JOINT))) & (distance >= SHORTEST_DISTANCE)
    fixed &= present[first] & present[second]
    return first[fixed], second[fixed], distance[fixed]


def _lengths(v: FloatArray) -> FloatArray:
    return np.asarray(np.sqrt(np.einsum("ki,ki->k", v, v)))


def compare_sides(match: Match, markers: Markers, landmarks: Landmarks, model: Model) -> Gate:
    """Whether the left markers of trunk, head and arms are on the left in the trial to be analysed.

    Exchanged legs leave nothing to analyse and are refused; exchanged arms, or crossed ones, do.

    Args:
        match, markers, landmarks: of that trial.
        model: calibrated.
    Returns:
        Number of exchanged pairs as a gate.
    Raises:
        InputError: pelvis or a leg is turned over by exchanged labels.
    """
    require_anatomy(Placement(model.segments, landmarks, landmarks))
    leftward = landmarks.frames["pelvis"].R[:, :, 1]
    exchanged = []
    column = {canonical.upper(): name for canonical, name in match.found.items()}
    for canonical, name in match.found.items():
        partner = column.get(right_partner(canonical) or "")
        segment = match.marker_set.markers[canonical].segment
        if partner is None or segment in LOWER_BODY - {"pelvis"}:
            continue
        apart = np.sum((markers.of(name) - markers.of(partner)) * leftward, axis=1)
        apart = apart[np.isfinite(apart)]
        if apart.size and median(apart) < -SIDE_TOLERANCE:
            exchanged.append(f"{name} and {partner}")
    return Gate(
        name="left and right markers exchanged",
        value=float(len(exchanged)),
        limit=0.0,
        unit="pairs",
        grade="do-not-use" if exchanged else "good",
        unusable=0.0,
        cost="Angles and moments of the two sides are exchanged.",
        remedy=f"{', '.join(exchanged)}: correct the labels, unless the arms were crossed",
    )
