"""Whether a calibration belongs to a trial: the same subject, left on the left."""

from __future__ import annotations

import numpy as np

from ambulo.mocap.calibration.landmarks import Landmarks
from ambulo.mocap.calibration.placement import LOWER_BODY, Placement, require_anatomy
from ambulo.mocap.files.lab_frame import right_partner
from ambulo.mocap.marker_sets.marker_names import Match
from ambulo.records import Gate, Markers, Model

__all__ = ["compare_sides", "compare_static"]

# markers closer to a joint than this (m) keep their distances across it, to a few mm
NEAR_JOINT = 0.09
# a left marker farther than this (m) to the right of its partner is not on the left
SIDE_TOLERANCE = 0.03
# relative difference of distances between static and walk; skin motion stays below half of it
STATIC_LIMIT = 0.04


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
        passed=not exchanged,
        remedy=f"{', '.join(exchanged)}: correct the labels, unless the arms were crossed",
    )
