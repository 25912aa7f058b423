"""markers: names to a marker set, gaps filled, the frames in which the body can be seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from ambulo.gait.configuration import Configuration
from ambulo.gait.stages.read import concerning
from ambulo.inputs.errors import InputError, MarkersMissing
from ambulo.math.arrays import FloatArray
from ambulo.math.brief_repr import BriefRepr
from ambulo.mocap.calibration.exchanged_labels import put_labels_back
from ambulo.mocap.calibration.landmarks import evaluate_landmarks
from ambulo.mocap.calibration.placement import LOWER_BODY, Placement, require_legs
from ambulo.mocap.cleaning import Jump, clean_markers
from ambulo.mocap.files.subject_parameters import check_measurements
from ambulo.mocap.gaps import fill_gaps
from ambulo.mocap.marker_sets.marker_groups import foot_points, groups
from ambulo.mocap.marker_sets.marker_names import Match, best, match, match_set
from ambulo.mocap.marker_sets.marker_set_file import own_marker_sets
from ambulo.mocap.missing_landmarks import (
    Completed,
    can_be_completed,
    completed_set,
    completed_trials,
    in_the_place_of,
)
from ambulo.mocap.static_landmarks import missing_beside_clusters, with_static_landmarks
from ambulo.mocap.usable_frames import SHORTEST, UsableFrames, usable_frames
from ambulo.model.skeleton import load_skeleton
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
        named = _matched(trial, choice, static)
        found, missing = named.match, named.beside
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
        standing = None if static is None else static.markers
        if named.read:
            both = [markers] if standing is None else [markers, standing]
            about = subject or trial.subject
            completed = completed_set(found, named.read, named.lacks, both, about)
            found, markers = completed.match, completed.markers
        elif not missing and can_be_completed(found):
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


class _Named(NamedTuple):
    """The marker set that a trial's names are of.

    Args:
        match: with the set.
        beside: landmarks that only the static trial has, as `missing_beside_clusters` has them.
        read, lacks: what no marker shows of a shipped set, as `in_the_place_of` has it.
    """

    match: Match
    beside: Mapping[str, Sequence[str]] = {}
    read: Mapping[str, str] = {}
    lacks: Sequence[str] = ()


def _matched(trial: Trial, choice: Configuration, static: Trial | None) -> _Named:
    """The marker set that fits, or what comes nearest to one."""
    markers, standing = trial.markers, None if static is None else static.markers
    sets = None if choice.markers is None else [choice.markers]
    try:
        fitting = best(markers.names, sets)
        if standing is not None:
            stands = match_set(standing.names, fitting.marker_set)
            if not stands.complete:
                names, lacks = in_the_place_of(stands, standing, markers)
                return _Named(fitting, read=names, lacks=lacks)
        if sets is not None or _legs_placed(fitting, standing or markers):
            return _Named(fitting)
        unknown = None
    except MarkersMissing as refused:
        unknown = refused
        for nearly in match(markers.names, sets) if standing is not None else ():
            assert standing is not None
            missing = missing_beside_clusters(nearly, standing)
            if missing:
                note = f"Marker set {nearly.marker_set.name}, with the static trial's landmarks."
                return _Named(replace(nearly, notes=(note, *nearly.notes)), missing)
    if sets is not None:
        assert unknown is not None
        nearly = match(markers.names, sets)[0]
        if can_be_completed(nearly):
            return _Named(nearly)
        names, lacks = in_the_place_of(nearly, markers, standing)
        if not names:
            raise unknown
        return _Named(nearly, read=names, lacks=lacks)
    for kept in own_marker_sets(trial.path):
        with suppress(MarkersMissing):
            own = _matched(trial, choice.model_copy(update={"markers": str(kept)}), static)
            note = f"No shipped marker set fits; {kept} does, which the laboratory keeps."
            return own._replace(match=replace(own.match, notes=(note, *own.match.notes)))
    # names are read where no set knows them, and nowhere else
    from ambulo.mocap.naming.guess import guess

    guessed = guess(markers, standing)
    if standing is not None:
        nearly = match_set(markers.names, guessed.marker_set)
        missing = missing_beside_clusters(nearly, standing)
        if missing:
            return _Named(guessed.told(nearly), missing)
    read, nearest = match_set(markers.names, guessed.marker_set), match(markers.names)[0]
    # the names of a shipped set, which lacks a few
    shipped = not read.complete and len(nearest.found) > len(guessed.names)
    # what a segment lacks that has markers is found by the body that they fit
    if can_be_completed(read):
        names, lacks = in_the_place_of(nearest, markers, standing) if shipped else ({}, ())
        return _Named(nearest, {}, names, lacks) if names else _Named(guessed.told(read))
    if unknown is None:
        return _Named(nearest)
    if shipped:
        raise unknown
    return _Named(guessed.match(markers.names))


_GLANCE = 8
"""Frames that tell which rules of a set find their markers; all are asked where these do not."""


def _legs_placed(found: Match, markers: Markers) -> bool:
    """Whether pelvis and legs can be placed by the markers that a set's names find in a trial."""
    skeleton = load_skeleton(found.marker_set.skeletons[0])
    fits = match_set(markers.names, found.marker_set)
    if not fits.complete or not any(
        found.marker_set.markers[name].segment in LOWER_BODY for name in fits.missing_optional
    ):
        return True
    for step in (max(len(markers.time) // _GLANCE, 1), 1):
        some = Markers(markers.names, markers.time[::step], markers.position[::step])
        seen = evaluate_landmarks(fits, some, Subject())
        with suppress(InputError):
            require_legs(skeleton, Placement(skeleton.segments, seen, seen))
            return True
    return False


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
