"""Checks whether a calibration suits a trial: the same subject, the same scale, the given
height.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from ambulo.gait.checks.finding import Finding, beyond, worst
from ambulo.gait.checks.table import limits, row_of
from ambulo.math.arrays import BoolArray, FloatArray, IntArray
from ambulo.math.medians import median, medians, quantile
from ambulo.math.vector_arrays import lengths
from ambulo.mocap.calibration.landmarks import Landmarks
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo.records import SIDES, Check, Facts, Markers, Model, Side

# markers closer to a joint than this (m) keep their distances across it, to a few mm
NEAR_JOINT = 0.09
# m; by which segments are longer in right walks than in the static trial, by the row's part
SEGMENTS = {
    "thigh": ("hip", "knee", -0.002),
    "shank": ("knee", "ankle", 0.004),
    "hindfoot": ("ankle", "heel", -0.004),
    "forefoot": ("ankle", "metatarsal", -0.004),
}
# rad; the knee's flexion up to which legs are compared with standing ones: where it bends further,
# sliding skin makes thigh and shank up to 4 % longer or shorter in these; a tenth of the frames in
# any case
STRAIGHT, STRAIGHTEST = np.deg2rad(30.0), 0.1
# markers closer together than this (m) tell nothing: their own error is as large
SHORTEST_DISTANCE = 0.03


def still_in_static(standing: Markers) -> Finding:
    """How far the subject moves in the static trial: range of the median marker, mm."""
    place = standing.position[:: max(len(standing.time) // 50, 1)]
    seen = np.isfinite(place).all(axis=2).any(axis=0)
    span = lengths(np.nanmax(place[:, seen], axis=0) - np.nanmin(place[:, seen], axis=0))
    if not span.size:
        return Finding("static_still", why="no_marker_standing")
    return Finding("static_still", "", 1e3 * median(span))


def compare_static(model: Model, markers: Markers) -> Finding:
    """Whether a calibration belongs to the subject of a walk.

    Distances between markers on one segment, and across a joint between markers near it, are
    compared between the calibration and the median over the walk.

    Args:
        model: calibrated, with markers.
        markers: of the walk, under the model's marker names.
    Returns:
        Median relative difference, in %; not known if no distance can be compared.
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
    return Finding("same_subject", "", value, why="no_distance" if np.isnan(value) else "")


def compare_segments(model: Model, walking: Landmarks, standing: Landmarks) -> Finding:
    """Whether thighs, shanks and feet have the same length in the walk and in the static trial.

    A marker that is placed, labelled or filled wrongly in one of both trials changes the length
    between the landmarks of its segment. A metatarsal that other markers show in the static trial
    than in the walk is not compared: it is elsewhere on the foot.

    Args:
        model: calibrated by the static trial.
        walking: landmarks of the walk by its own markers.
        standing: landmarks of the static trial.
    """
    points = walking.points
    found = list[Finding]()
    for side in SIDES:
        for segment, (first, second, usual) in SEGMENTS.items():
            here, there = f"{side}_{first}", f"{side}_{second}"
            if here not in points or there not in points:
                continue
            if segment == "forefoot" and not walking.built_as(standing, there, frames=False):
                continue
            apart = lengths(points[here] - points[there])
            apart = apart[np.isfinite(apart)]
            calibrated = calibrated_length(model, side, second)
            if apart.size and np.isfinite(calibrated):
                off = median(apart) - calibrated - usual
                facts = {"longer": off, "moment": body_weight(model) * abs(off), "side": side}
                place, own = f"{side} {first} to {second}", limits(f"segments.{segment}")
                found.append(Finding("segments", place, 1e3 * abs(off), facts, own))
    if not found:
        return Finding("segments", why="no_segment")
    return worst(found, lambda one: one.value / one.bounds[0])


def compare_scale(model: Model, walking: Landmarks, markers: Markers) -> list[Finding]:
    """Whether both legs together have the same length in the walk, with straight knees, and in the
    static trial.

    Args:
        model: calibrated by the static trial.
        walking: landmarks of the walk by its own markers.
        markers: of the walk, under the model's marker names.
    Returns:
        Empty if a joint cannot be placed in the walk.
    """
    walked = calibrated = 0.0
    for side in SIDES:
        joints = [f"{side}_{name}" for name in ("hip", "knee", "ankle")]
        if not all(joint in walking.points for joint in joints):
            return []
        hip, knee, ankle = (walking.points[name] for name in joints)
        walked += _straight_length(knee - hip, ankle - knee)
        calibrated += sum(calibrated_length(model, side, name) for name in ("knee", "ankle"))
    off = walked / calibrated - 1.0
    if not np.isfinite(off):
        return []
    pelvis = pelvis_off(model, markers)
    facts: Facts = {
        "longer": off,
        "centre": 0.5 * abs(walked - calibrated),
        "pelvis_says": "nothing",
    }
    if np.isfinite(pelvis):
        # cameras see the pelvis longer by as much
        near = {"markers": abs(pelvis), "scale": abs(pelvis - off)}
        says = next((what for what, by in near.items() if by < 0.5 * abs(off)), "neither")
        facts = {**facts, "pelvis": pelvis, "pelvis_says": says}
    return [Finding("scale", "", 100 * abs(off), facts)]


def wrong_scale(checks: Sequence[Check]) -> bool:
    """Whether another scale of the cameras in one trial explains the difference, and not moved
    markers.
    """
    found = beyond(checks, "scale")
    return found is not None and found.facts["pelvis_says"] == "scale"


def scale_by_height(checks: Sequence[Check]) -> float:
    """The scale of the cameras if the given height is right; 1 if legs and height fit."""
    found = beyond(checks, "height")
    return 1.0 if found is None else found.number("scale")


def _straight_length(thigh: FloatArray, shank: FloatArray) -> float:
    """Sum of the median lengths (m) of thigh and shank, vectors (frames, 3), in frames in which the
    knee is as good as straight, or in those in which it is straightest; NaN if never seen together.
    """
    length = np.stack([lengths(thigh), lengths(shank)])
    cosine = np.einsum("ki,ki->k", thigh, shank) / (length[0] * length[1])
    seen = np.isfinite(cosine)
    if not seen.any():
        return np.nan
    bent = np.arccos(np.clip(cosine[seen], -1.0, 1.0))
    straight = length[:, seen][:, bent <= max(STRAIGHT, quantile(bent, STRAIGHTEST))]
    return float(medians(straight.T).sum())


def pelvis_off(model: Model, markers: Markers) -> float:
    """Share by which the pelvis markers are farther apart in the walk than in the model.

    The hip centres do not count, because regressions place them by measurements that are the same
    in both trials.

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
        apart = lengths(markers.position[:, first] - markers.position[:, second])
        apart = apart[np.isfinite(apart)]
        if apart.size:
            walked += median(apart)
            calibrated += float(np.linalg.norm(here - there))
    return walked / calibrated - 1.0 if calibrated > SHORTEST_DISTANCE else np.nan


def calibrated_length(model: Model, side: Side, second: str) -> float:
    """Length (m) of the segment that ends at a joint or landmark of a leg."""
    joint = f"{side}_{second}"
    if joint in model.joints:
        return float(np.linalg.norm(model.tree.p_PJ[model.joints.index(joint)]))
    segment, local = model.points[joint]
    # heel and metatarsal joint lie in the frame that begins at the ankle
    begins = model.joints[segment] == f"{side}_ankle"
    return float(np.linalg.norm(local)) if begins else np.nan


def body_weight(model: Model) -> float:
    """N, from the given mass; NaN without a mass."""
    return (model.subject.mass or np.nan) * STANDARD_GRAVITY


def compare_height(model: Model, height: float | None) -> list[Finding]:
    """Whether the legs, according to the markers, are those of a person of the given height.

    Args:
        model: calibrated.
        height: m; None if not measured.
    Returns:
        Empty without a height.
    """
    if height is None:
        return []
    legs = [calibrated_length(model, side, end) for side in SIDES for end in ("knee", "ankle")]
    share = 0.5 * sum(legs) / height
    scale = 100 * share / row_of("height").usual
    return [
        Finding(
            "height",
            "",
            100 * share,
            {
                "scale": scale,
                "height": height * scale,
                "given": height,
                "off": abs(scale - 1.0),
            },
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
    to_joint = np.minimum(lengths(on_parent), lengths(position[far]))
    distance = lengths(on_parent - position[far])
    fixed = (same | (joined & (to_joint <= NEAR_JOINT))) & (distance >= SHORTEST_DISTANCE)
    fixed &= present[first] & present[second]
    return first[fixed], second[fixed], distance[fixed]
