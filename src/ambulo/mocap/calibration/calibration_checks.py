"""Whether a calibration belongs to a trial: the same subject, left on the left."""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import BoolArray, FloatArray, IntArray
from ambulo.mocap.calibration.landmarks import Landmarks
from ambulo.mocap.calibration.placement import LOWER_BODY, Placement, require_anatomy
from ambulo.mocap.files.lab_frame import right_partner
from ambulo.mocap.marker_sets.marker_names import Match
from ambulo.records import Gate, Markers, Model, graded

__all__ = ["compare_sides", "compare_static"]

# markers closer to a joint than this (m) keep their distances across it, to a few mm
NEAR_JOINT = 0.09
# a left marker farther than this (m) to the right of its partner is not on the left
SIDE_TOLERANCE = 0.03
# relative difference of distances between static and walk; skin motion stays below it
STATIC_LIMIT = 0.02
# other people's are beyond it
STATIC_UNUSABLE = 0.04
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
    position = markers.position[:, where]
    apart = position[:, first] - position[:, second]
    walked = _medians(np.sqrt(np.einsum("fki,fki->fk", apart, apart)))
    differences = np.abs(walked / distance - 1.0)
    differences = differences[np.isfinite(differences)]
    value = 100 * float(np.median(differences)) if differences.size else float("nan")
    return Gate(
        name="static trial is the same subject",
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


def _medians(values: FloatArray) -> FloatArray:
    """Median (n,) of each column (frames, n) over the frames in which it is known."""
    found = np.median(values, axis=0)
    for k in np.flatnonzero(np.isnan(found)):
        seen = values[np.isfinite(values[:, k]), k]
        found[k] = np.median(seen) if seen.size else np.nan
    return np.asarray(found)


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
        if apart.size and np.median(apart) < -SIDE_TOLERANCE:
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
