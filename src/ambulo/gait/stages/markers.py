"""markers: names to a marker set, gaps filled, the frames in which the body can be seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from ambulo.gait.configuration import Configuration
from ambulo.gait.stages.read import concerning
from ambulo.inputs.errors import InputError, MarkersMissing
from ambulo.math.arrays import FloatArray
from ambulo.math.brief_repr import BriefRepr
from ambulo.mocap.calibration.exchanged_labels import put_labels_back
from ambulo.mocap.cleaning import Jump, clean_markers
from ambulo.mocap.files.subject_parameters import check_measurements
from ambulo.mocap.gaps import fill_gaps
from ambulo.mocap.marker_sets.marker_groups import foot_points, groups
from ambulo.mocap.marker_sets.marker_names import Match, best, match, match_set
from ambulo.mocap.marker_sets.marker_set_file import own_marker_sets
from ambulo.mocap.missing_landmarks import Completed, can_be_completed, completed_trials
from ambulo.mocap.static_landmarks import missing_beside_clusters, with_static_landmarks
from ambulo.mocap.usable_frames import SHORTEST, UsableFrames, usable_frames
from ambulo.records import Markers, Side, Subject, Trial


@dataclass(frozen=True, eq=False)
class NamedMarkers(BriefRepr):
    """Markers that a marker set knows.

    Args:
        match: the marker set and which marker is which.
        markers: gaps filled, in the usable frames.
        usable: which frames of the recording these are.
        jumps: of markers in these frames, that nothing explains.
        lost: markers that stood still, and for how many seconds.
        camera_breaks: s, times in these frames at which cameras lost or held frames.
        notes: one sentence each.
        completed: the trials with landmarks that no marker shows, where there are such.
    """

    match: Match
    markers: Markers
    usable: UsableFrames
    jumps: tuple[Jump, ...]
    lost: Mapping[str, float]
    camera_breaks: tuple[float, ...]
    notes: tuple[str, ...]
    completed: Completed | None = None

    @cached_property
    def feet(self) -> dict[Side, FloatArray]:
        """Points (frames, k, 3) [m] of each foot near the sole: heel, toe, then others."""
        return foot_points(self.match, self.markers)


def find_markers(
    trial: Trial,
    choice: Configuration,
    static: Trial | None = None,
    subject: Subject | None = None,
) -> NamedMarkers:
    """Match the trial's markers with the sets known, fill gaps, keep the frames that can be used.

    Args:
        trial: to be analysed.
        choice: `markers`, `measurements`, `start`, `stop`, `max_gap`.
        static: whose landmarks serve a trial that has clusters in their place.
        subject: whose height and widths tell where landmarks are; the trial's if None.
    Raises:
        MarkersMissing: no set fits, or required markers are missing.
        GapTooLong: no stretch of the trial shows all required markers.
        InputError: a measurement or the marker set is not known, or the times asked for leave
            nothing.
    """
    with concerning(trial):
        found, missing = _matched(trial, choice, static)
        check_measurements(choice.measurements, found.marker_set.measurements)
        put_back: tuple[str, ...] = ()
        if static is not None:
            found, put_back = put_labels_back(found, trial.markers, static.markers)
        required = _required(found)
        wanted = _window(trial.markers, choice)
        cleaned = clean_markers(wanted.cut(trial.markers), set(found.found.values()))
        filled, gaps = fill_gaps(
            cleaned.markers, groups(found), required=required, max_spline_s=choice.max_gap
        )
        notes = (*wanted.notes, *cleaned.notes, *gaps.notes)
        if gaps.dropped:
            left = match_set(filled.names, found.marker_set)
            kept = {name: own for name, own in found.found.items() if own in filled.names}
            found = replace(found, found=kept, missing_optional=left.missing_optional)
        usable = usable_frames(filled, required)
        markers = usable.cut(filled)
        if static is not None and missing:
            found, markers = with_static_landmarks(found, markers, static.markers, missing)
        completed = None
        if not missing and can_be_completed(found):
            standing = None if static is None else static.markers
            completed = completed_trials(found, markers, standing, subject or trial.subject)
            if completed is not None:
                found, markers = completed.match, completed.markers
        first, last = markers.time[0], markers.time[-1]
        return NamedMarkers(
            found,
            markers,
            replace(usable, start=usable.start + wanted.start, stop=usable.stop + wanted.start),
            tuple(jump for jump in cleaned.jumps if first <= jump.time <= last),
            cleaned.lost,
            tuple(time for time in cleaned.breaks if first <= time <= last),
            (*found.notes, *put_back, *notes, *usable.notes),
            completed,
        )


def _matched(
    trial: Trial, choice: Configuration, static: Trial | None
) -> tuple[Match, Mapping[str, Sequence[str]]]:
    """The marker set that fits, and landmarks of it that only the static trial has."""
    markers = trial.markers
    sets = None if choice.markers is None else [choice.markers]
    try:
        return best(markers.names, sets), {}
    except MarkersMissing as refused:
        unknown = refused
        for nearly in match(markers.names, sets) if static is not None else ():
            assert static is not None
            missing = missing_beside_clusters(nearly, static.markers)
            if missing:
                note = f"Marker set {nearly.marker_set.name}, with the static trial's landmarks."
                return replace(nearly, notes=(note, *nearly.notes)), missing
    if sets is not None:
        nearly = match(markers.names, sets)[0]
        if not can_be_completed(nearly):
            raise unknown
        return nearly, {}
    for kept in own_marker_sets(trial.path):
        with suppress(MarkersMissing):
            found, missing = _matched(
                trial, choice.model_copy(update={"markers": str(kept)}), static
            )
            note = f"No shipped marker set fits; {kept} does, which the laboratory keeps."
            return replace(found, notes=(note, *found.notes)), missing
    # names are read where no set knows them, and nowhere else
    from ambulo.mocap.naming.guess import guess

    guessed = guess(markers, None if static is None else static.markers)
    if static is not None:
        nearly = match_set(markers.names, guessed.marker_set)
        missing = missing_beside_clusters(nearly, static.markers)
        if missing:
            return guessed.told(nearly), missing
    read, nearest = match_set(markers.names, guessed.marker_set), match(markers.names)[0]
    if not read.complete and len(nearest.found) > len(guessed.names):
        # the names are those of a shipped set, which lacks a few
        raise unknown
    # what a segment lacks that has markers is found by the body that they fit
    return (guessed.told(read) if can_be_completed(read) else guessed.match(markers.names)), {}


def _window(markers: Markers, choice: Configuration) -> UsableFrames:
    """Frames between the times asked for."""
    if choice.start is None and choice.stop is None:
        return UsableFrames(0, len(markers.time), ())
    start = -np.inf if choice.start is None else choice.start
    stop = np.inf if choice.stop is None else choice.stop
    half = 0.5 / markers.rate
    rows = np.flatnonzero((markers.time >= start - half) & (markers.time <= stop + half))
    if len(rows) < SHORTEST:
        raise InputError(
            what=f"{len(rows)} frames lie between the times asked for, and {SHORTEST} are needed",
            remedy=f"The trial lasts from {markers.time[0]:.2f} to {markers.time[-1]:.2f} s: give "
            "--from and --to within it",
        )
    note = (
        f"Only {markers.time[rows[0]]:.2f} to {markers.time[rows[-1]]:.2f} s were looked at, as "
        "asked."
    )
    return UsableFrames(int(rows[0]), int(rows[-1]) + 1, (note,))


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
