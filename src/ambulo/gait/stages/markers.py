"""markers: names to a marker set, gaps filled, the frames in which the body can be seen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ambulo.gait.configuration import Configuration
from ambulo.gait.stages.read import concerning
from ambulo.math.arrays import FloatArray
from ambulo.mocap.files.subject_parameters import check_measurements
from ambulo.mocap.gaps import fill_gaps
from ambulo.mocap.marker_sets.marker_groups import foot_points, groups
from ambulo.mocap.marker_sets.marker_names import Match, best, match_set
from ambulo.mocap.usable_frames import UsableFrames, usable_frames
from ambulo.records import Markers, Side, Trial

__all__ = ["NamedMarkers", "find_markers"]


@dataclass(frozen=True, eq=False)
class NamedMarkers:
    """Markers that a marker set knows.

    Args:
        match: the marker set and which marker is which.
        markers: gaps filled, in the usable frames.
        usable: which frames of the recording these are.
        notes: one sentence each.
    """

    match: Match
    markers: Markers
    usable: UsableFrames
    notes: tuple[str, ...]

    def feet(self) -> dict[Side, FloatArray]:
        """Points (frames, k, 3) [m] of each foot near the sole: heel, toe, then others."""
        return foot_points(self.match, self.markers)


def find_markers(trial: Trial, choice: Configuration) -> NamedMarkers:
    """Match the trial's markers with the sets known, fill gaps, keep the frames that can be used.

    Raises:
        MarkersMissing: no set fits, or required markers are missing.
        GapTooLong: no stretch of the trial shows all required markers.
        InputError: a measurement or the marker set is not known.
    """
    with concerning(trial):
        match = best(trial.markers.names, None if choice.markers is None else [choice.markers])
        check_measurements(choice.measurements, match.marker_set.measurements)
        required = _required(match)
        filled, gaps = fill_gaps(
            trial.markers, groups(match), required=required, max_spline_s=choice.max_gap
        )
        notes = (*match.notes, *gaps.notes)
        if gaps.dropped:
            match = match_set(filled.names, match.marker_set)
        usable = usable_frames(filled, required)
        return NamedMarkers(match, usable.cut(filled), usable, (*notes, *usable.notes))


def _required(match: Match) -> list[str]:
    """Names in the file of the markers without which a segment cannot be placed."""
    known: Mapping[str, str] = match.found
    grouped = {
        name for group in match.marker_set.one_of for option in group.options for name in option
    }
    return [
        name
        for canonical, name in known.items()
        if (match.marker_set.markers[canonical].required or canonical in grouped)
        and match.marker_set.markers[canonical].weight > 0
    ]
