"""Stage markers: names matched to a marker set, gaps filled, and usable frames chosen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from ambulo.gait.configuration import Configuration
from ambulo.gait.stages.read import concerning
from ambulo.inputs.errors import InputError
from ambulo.inputs.printable import printable
from ambulo.math.arrays import FloatArray
from ambulo.math.brief_repr import BriefRepr
from ambulo.mocap.calibration.exchanged_labels import put_labels_back
from ambulo.mocap.cleaning import Jump, clean_markers
from ambulo.mocap.files.subject_parameters import check_measurements
from ambulo.mocap.gaps import fill_gaps
from ambulo.mocap.labels_by_place import Relabelled
from ambulo.mocap.labels_of_sets import labels_by_body
from ambulo.mocap.marker_sets.marker_groups import foot_points, groups
from ambulo.mocap.marker_sets.marker_names import Match, match_set
from ambulo.mocap.matched_names import MatchedNames, match_names
from ambulo.mocap.missing_landmarks import (
    Completed,
    can_be_completed,
    completed_set,
    completed_trials,
)
from ambulo.mocap.static_landmarks import with_static_landmarks
from ambulo.mocap.usable_frames import SHORTEST, UsableFrames, usable_frames
from ambulo.records import Markers, PutBack, Side, Subject, Trial


@dataclass(frozen=True, eq=False)
class NamedMarkers(BriefRepr):
    """Markers that a marker set knows.

    Args:
        match: the marker set, and the markers by its names.
        markers: gaps filled, in the usable frames.
        usable: which frames of the recording these are.
        jumps: unexplained jumps of markers in these frames.
        lost: markers that stood still, and for how many seconds.
        camera_breaks: s, times in these frames at which cameras lost or held frames.
        notes: one sentence each.
        completed: the trials with landmarks that no marker shows, if there are any.
        standing: markers of the static trial, with corrected labels and added landmarks; None
            without one.
    """

    match: Match
    markers: Markers
    usable: UsableFrames
    jumps: tuple[Jump, ...]
    lost: Mapping[str, float]
    camera_breaks: tuple[float, ...]
    notes: tuple[str, ...]
    completed: Completed | None = None
    standing: Markers | None = None

    @cached_property
    def feet(self) -> dict[Side, FloatArray]:
        """Points (frames, k, 3) [m] of each foot near the sole: heel, toe, then others."""
        return foot_points(self.match, self.markers)

    @cached_property
    def feet_on_plates(self) -> dict[Side, FloatArray]:
        """As `feet`, for the assignment of feet to plates: no point replaces a missing marker."""
        return foot_points(self.match, self.markers, on_plates=True)


def find_markers(
    trial: Trial,
    choice: Configuration,
    static: Trial | None = None,
    subject: Subject | None = None,
    *,
    names: MatchedNames | None = None,
) -> NamedMarkers:
    """Match the trial's markers with the known sets, fill gaps, and keep the usable frames.

    Args:
        trial: the trial to analyse.
        choice: `markers`, `measurements`, `start`, `stop`, `max_gap`.
        static: the static trial, which gives the landmarks of segments that have only clusters.
        subject: the subject, whose height and widths help to place landmarks; None: that of the
            trial.
        names: the result of `match_names`; None: `find_markers` matches the names.
    Raises:
        MarkersMissing: no set fits, or required markers are missing.
        GapTooLong: no stretch of the trial shows all required markers.
        InputError: a measurement or the marker set is not known, or no frame is between `start` and
            `stop`.
    """
    about = subject or trial.subject
    with concerning(trial):
        named = names or match_names(replace(trial, subject=about), choice.markers, static)
        found, missing = named.match, named.beside
        check_measurements(choice.measurements, found.marker_set.measurements)
        walk, standing, _ = named.right or Relabelled(
            trial.markers, None if static is None else static.markers
        )
        put_back: tuple[str, ...] = ()
        if standing is not None:
            found, put_back = put_labels_back(found, walk, standing)
        if named.right is not None and not (missing or named.by_body):
            found, (walk, standing, by_body) = _by_body(found, walk, standing, about)
            put_back += by_body
        required = _required(found)
        wanted = _window(walk, choice)
        shown = wanted.cut(walk)
        cleaned = clean_markers(shown, set(found.found.values()), trial.lab.R_WL)
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
        if standing is not None and missing:
            found, markers = with_static_landmarks(found, markers, standing, missing)
        completed = None
        if named.read:
            both = [markers] if standing is None else [markers, standing]
            completed = completed_set(found, named.read, named.lacks, both, about)
            found, markers = completed.match, completed.markers
        elif not missing and can_be_completed(found):
            completed = completed_trials(found, markers, standing, about)
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
            standing if completed is None else completed.static,
        )


def _by_body(
    found: Match, walk: Markers, standing: Markers | None, subject: Subject
) -> tuple[Match, Relabelled]:
    """The trials with labels corrected that a fit of the body shows to be exchanged, and a note.

    And the match, with doubts about labels that seem exchanged, if it is not clear which they are.
    """
    trials = [(found.found, walk)]
    if standing is not None:
        trials.append((match_set(standing.names, found.marker_set).found, standing))
    right, unclear = labels_by_body(found.marker_set, trials, subject)
    doubts = {
        name: f"its label may be exchanged with {other}, as the position of the body shows"
        for name, other in unclear.items()
    }
    found = replace(found, doubtful={**found.doubtful, **doubts})
    back = [
        {own: names[name] for name, own in now.items() if names.get(name, own) != own}
        for (names, _), now in zip(trials, right, strict=True)
    ]
    walk, *others = (
        replace(markers, names=tuple(labels.get(name, name) for name in markers.names))
        for (_, markers), labels in zip(trials, back, strict=True)
    )
    pairs = sorted({" and ".join(sorted(pair)) for labels in back for pair in labels.items()})
    note = (
        f"Labels are exchanged: {', '.join(pairs)}. The fit of the body to all markers shows this. "
        "It was corrected."
    )
    notes = (PutBack(printable(note)),) if pairs else ()
    return found, Relabelled(walk, others[0] if others else None, notes)


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
            what=f"the times given contain {len(rows)} frames, but {SHORTEST} are needed",
            remedy=f"The trial lasts from {markers.time[0]:.2f} to {markers.time[-1]:.2f} s. Give "
            "--from and --to within these times",
        )
    note = (
        f"Only {markers.time[rows[0]]:.2f} to {markers.time[rows[-1]]:.2f} s were analysed, as you "
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
