"""Stage calibrate: the subject's model, scaled and with markers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial

from ambulo.gait.checks.finding import Finding
from ambulo.gait.checks.foot_markers import compare_foot_lengths, compare_foot_markers
from ambulo.gait.checks.left_and_right import (
    compare_feet,
    compare_legs,
    compare_pelvis_sides,
    compare_sides,
)
from ambulo.gait.checks.static_trial import (
    compare_height,
    compare_scale,
    compare_segments,
    compare_static,
    still_in_static,
)
from ambulo.gait.configuration import Configuration
from ambulo.gait.stages.markers import NamedMarkers
from ambulo.gait.stages.read import Recording, concerning, read_chosen
from ambulo.inputs.errors import InputError, MarkersMissing
from ambulo.math.arrays import FloatArray
from ambulo.math.brief_repr import BriefRepr
from ambulo.mocap.calibration.believable_measurements import Believed, believe, compared
from ambulo.mocap.calibration.calibrate import calibrate as scale_and_place
from ambulo.mocap.calibration.exchanged_wrists import put_wrists_back
from ambulo.mocap.calibration.functional_centre import functional_hips
from ambulo.mocap.calibration.landmarks import (
    Landmarks,
    evaluate_landmarks,
    evaluate_measurements,
)
from ambulo.mocap.calibration.placement import Placement, require_anatomy
from ambulo.mocap.marker_sets.marker_names import Match, best, match, match_set
from ambulo.model.skeleton import Skeleton, load_skeleton
from ambulo.records import Facts, Markers, Model, Side, Subject, Trial


@dataclass(frozen=True, eq=False)
class Calibration(BriefRepr):
    """A subject's model.

    Args:
        match: markers of the walk by landmark; labels are corrected that the calibration shows to
            be exchanged.
        model: scaled, with markers.
        findings: whether left and right agree, and whether the static trial shows the same subject.
        landmarks: of the walk from its markers, raw or filtered, with the hip centres and the
            measurements of the calibration.
        unlevelled: names of foot frames whose sole never rested.
        notes: one sentence each.
    """

    match: Match
    model: Model
    findings: tuple[Finding, ...]
    landmarks: Callable[[Markers], Landmarks]
    unlevelled: tuple[str, ...]
    notes: tuple[str, ...]


def calibrate(recording: Recording, named: NamedMarkers, choice: Configuration) -> Calibration:
    """The subject's model, from the static trial if there is one, otherwise from the walk.

    Raises:
        MarkersMissing: the static trial lacks markers of the trial's set.
        InputError: a joint or segment cannot be placed, or a choice is not known. The message says
            which.
    """
    with concerning(recording.trial):
        return _calibrate(recording, named, choice)


def _calibrate(recording: Recording, named: NamedMarkers, choice: Configuration) -> Calibration:
    walk, markers = named.match, named.markers
    subject, static = recording.subject, recording.static
    hips: Mapping[Side, FloatArray] | None = None
    notes: list[str] = []
    if choice.hip == "functional":
        hips, notes = _functional_hips(walk, markers, subject, choice)
    skeleton = _skeleton(walk, choice)
    table, why = _table(subject, choice)
    notes += why
    calibrated = partial(
        scale_and_place,
        subject=subject,
        skeleton=skeleton,
        parameters=table,
        hip=choice.hip,
        hip_positions=hips,
    )
    measured = partial(evaluate_landmarks, hip=choice.hip, hip_positions=hips)
    believed = _believed(subject, static, walk, markers)
    subject = replace(subject, measurements=believed.kept)
    calibrated = partial(calibrated, subject=subject)
    found: list[Finding] = []
    if static is None:
        calibrating = walking = measured(walk, markers, subject)
        model = calibrated(walk, markers, landmarks=walking)
    else:
        with concerning(static):
            match_static = _match_static(walk, static)
            calibrating = standing = measured(match_static, static.markers, subject)
            # what only the standing subject's markers can measure serves the walk
            known = {**standing.measurements, **subject.measurements}
            on_the_walk = replace(subject, measurements=known)
            with concerning(recording.trial):
                walking = measured(walk, markers, on_the_walk)
            model = calibrated(
                match_static,
                static.markers,
                walk=walk,
                walk_markers=markers,
                landmarks=standing,
                walk_landmarks=walking,
            )
        subject = on_the_walk
        found += [still_in_static(static.markers), compare_static(model, markers)]
        found.append(compare_segments(model, walking, standing))
        found += compare_scale(model, walking, markers)
        found += compare_foot_markers(model, markers, walking, standing)
    odd = believed.wanted(calibrating.measurements)
    facts: Facts = {
        "odd": tuple({"measurement": each} for each in odd),
        "farthest": believed.farthest,
    }
    found.insert(0, Finding("measurements", "", len(odd), facts))
    notes += [f"Not used: {each}." for each in odd]
    match, put_back = put_wrists_back(walk, walking)
    if put_back:
        again = _calibrate(recording, replace(named, match=match), choice)
        return replace(again, notes=(*put_back, *again.notes))
    require_anatomy(Placement(model.segments, walking, walking))
    found += [
        compare_legs(model),
        *compare_pelvis_sides(calibrating, walk.marker_set.pelvis),
        *compare_feet(calibrating),
        *compare_foot_lengths(model),
        *compare_height(model, recording.subject.height),
        compare_sides(walk, markers, walking),
    ]
    landmarks = partial(
        evaluate_landmarks, walk, subject=subject, hip=choice.hip, hip_positions=hips
    )
    unlevelled = calibrating.unlevelled
    return Calibration(walk, model, tuple(found), landmarks, unlevelled, (*notes, *model.notes))


_DEFAULT_TABLE, _TABLE_OF_CHILDREN = "de_leva1996", "jensen1989"
# years; from the youngest of the children's table to the adults' first
_CHILD = (4.0, 18.0)


def _table(subject: Subject, choice: Configuration) -> tuple[str, list[str]]:
    """Segment parameter table, and what is to be said of it: a child has a child's."""
    if choice.parameters is not None:
        return choice.parameters, []
    if subject.age is None or not _CHILD[0] <= subject.age < _CHILD[1]:
        return _DEFAULT_TABLE, []
    return _TABLE_OF_CHILDREN, [
        f"The subject is {subject.age:g} years old, so Ambulo uses segment masses of children "
        f"({_TABLE_OF_CHILDREN}). `--parameters {_DEFAULT_TABLE}` gives masses of adults."
    ]


def _believed(subject: Subject, static: Trial | None, walk: Match, markers: Markers) -> Believed:
    """The subject's measurements without those that the markers contradict, and which those are."""
    if not subject.measurements:
        return Believed(subject.measurements)
    seen, standing = walk, markers
    if static is not None:
        with concerning(static):
            seen, standing = _match_static(walk, static), static.markers
    # a few frames tell the lengths
    step = max(len(standing.time) // 8, 1)
    few = Markers(standing.names, standing.time[::step], standing.position[::step])
    alone = evaluate_measurements(seen, few, compared(subject.measurements))
    return believe(subject.measurements, alone, subject.height, subject.mass)


def _match_static(walk: Match, static: Trial) -> Match:
    """The walk's marker set in the static trial."""
    found = match_set(static.markers.names, walk.marker_set)
    if found.complete:
        return found
    lacking = ", ".join(found.missing_required[:8])
    more = len(found.missing_required) - 8
    fitting = {m.marker_set.name for m in match(static.markers.names) if m.complete}
    both = [
        m.marker_set.name
        for m in match(walk.found.values())
        if m.complete and m.marker_set.name in fitting
    ]
    raise MarkersMissing(
        what=f"the static trial lacks markers of the trial's set {walk.marker_set.name}: {lacking}"
        + (f" and {more} more" if more > 0 else ""),
        remedy=f"Label them, or use --markers {both[0]}, which both trials have"
        if both
        else "Label them, or give another static trial",
    )


def _functional_hips(
    walk: Match, markers: Markers, subject: Subject, choice: Configuration
) -> tuple[Mapping[Side, FloatArray], list[str]]:
    """Hip centres from the movement of the thighs, in trials made for it or in the walk."""
    centres: dict[Side, FloatArray] = {}
    notes: list[str] = []
    if not choice.functional:
        found, said = functional_hips(walk, markers, subject=subject)
        return found, list(said)
    for path in choice.functional:
        trial = read_chosen(path, None, choice)
        with concerning(trial):
            found_in = match_set(trial.markers.names, walk.marker_set)
            if not found_in.complete:
                found_in = best(trial.markers.names, [walk.marker_set.path])
            found, said = functional_hips(found_in, trial.markers, subject=subject)
        centres.update(found)
        notes += [f"{path.name}: {note}" for note in said]
    return centres, notes


def _skeleton(found: Match, choice: Configuration) -> Skeleton:
    suited = [load_skeleton(name) for name in found.marker_set.skeletons]
    wanted = choice.model != "legs"
    if choice.skeleton is not None:
        chosen = load_skeleton(choice.skeleton)
        if choice.model is not None and chosen.whole_body is not wanted:
            raise InputError(
                what=f"the skeleton {chosen.name} cannot be used with --model {choice.model}",
                where="skeleton",
                remedy="Omit --model, or choose another skeleton",
            )
        return chosen
    if choice.model is None:
        return suited[0]
    for skeleton in suited:
        if skeleton.whole_body is wanted:
            return skeleton
    raise InputError(
        what=f"the marker set {found.marker_set.name} does not cover the "
        f"{'legs' if choice.model == 'legs' else 'body'}",
        remedy="Omit --model, or choose another marker set with --markers",
    )
