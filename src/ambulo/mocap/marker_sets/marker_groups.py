"""Groups of markers: those of one segment, and those of the soles."""

from __future__ import annotations

import numpy as np

from ambulo.inputs.errors import MarkersMissing
from ambulo.math.arrays import FloatArray
from ambulo.mocap.calibration.landmarks import evaluate_points
from ambulo.mocap.marker_sets.marker_names import Match
from ambulo.records import SIDES, Markers, Side, Subject


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


def foot_points(
    match: Match, markers: Markers, *, on_plates: bool = False
) -> dict[Side, FloatArray]:
    """Points of each foot near the sole. They show events, and the foot on a plate.

    Returns:
        side -> (frames, k, 3) m: heel, toe, then further points of the set (metatarsal heads).
    Raises:
        MarkersMissing: a foot lacks heel or toe, or the set does not name them.
    """
    feet: dict[Side, FloatArray] = {}
    for side in SIDES:
        foot = match.marker_set.foot
        names = foot.seen_on_plates(side) if on_plates else foot[side]
        if len(names) < 2:
            raise MarkersMissing(
                what="the marker set does not say which points are the heel and the toe",
                where=f"marker set {match.marker_set.name}",
                remedy="Write them into [foot], the heel first, the toe second",
            )
        points = evaluate_points(match, markers, Subject(), names)
        if not {*names[:2]} <= set(points):
            raise MarkersMissing(
                what=f"the trial lacks heel and toe of the {side} foot ({', '.join(names[:2])})",
                where=f"marker set {match.marker_set.name}",
                remedy="Label them: they are needed to find events and to assign plates",
            )
        feet[side] = np.stack([points[name] for name in names if name in points], axis=1)
    return feet
