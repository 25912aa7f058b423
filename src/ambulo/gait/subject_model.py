"""Who is analysed: the trial as asked for, the subject, the calibrated model."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from ambulo.errors import InputError, MarkersMissing
from ambulo.gait.configuration import Configuration
from ambulo.math.arrays import FloatArray
from ambulo.mocap.calibration.calibrate import calibrate
from ambulo.mocap.calibration.calibration_checks import compare_sides, compare_static
from ambulo.mocap.calibration.functional_centre import functional_hips
from ambulo.mocap.calibration.landmarks import Landmarks, evaluate_landmarks
from ambulo.mocap.files.trial_file import read_trial
from ambulo.mocap.marker_sets.marker_names import Match, best, match, match_set
from ambulo.model.skeleton import load_skeleton
from ambulo.records import Gate, Markers, Model, Side, Subject, Trial

__all__ = [
    "Calibrated",
    "calibrated_model",
    "concerning",
    "read_chosen",
    "required_markers",
    "subject_of",
]


@dataclass(frozen=True)
class Calibrated:
    """A subject's model.

    Args:
        model: scaled, with markers.
        gates: whether sides are in order and the static trial is the same subject's.
        landmarks: those of the walk for its markers, raw or filtered, with the hip centres and
            the measurements of the calibration.
    """

    model: Model
    gates: tuple[Gate, ...]
    landmarks: Callable[[Markers], Landmarks]


@contextmanager
def concerning(trial: Trial) -> Iterator[None]:
    """Names the file in the message of what is wrong in it, unless it says where already."""
    try:
        yield
    except InputError as error:
        raise replace(error, where=error.where or str(trial.path)) from error


def read_chosen(path: Path, grf: Path | None, choice: Configuration) -> Trial:
    """A trial in the axes, unit and threshold asked for."""
    return read_trial(
        path,
        grf=grf,
        up=choice.up,
        forward=choice.forward,
        unit=choice.unit,
        force_threshold=choice.force_threshold,
    )


def subject_of(trial: Trial, static: Trial | None, choice: Configuration) -> Subject:
    """What the command gives, else what the trial's file says, else the static's."""
    said = [s.subject for s in (trial, static) if s is not None]
    measurements: dict[str, float] = {}
    for subject in reversed(said):
        measurements.update(subject.measurements)
    measurements.update(choice.measurements)

    def first(given: object, name: str) -> object:
        values = [given, *(getattr(subject, name) for subject in said)]
        return next((value for value in values if value is not None), None)

    subject = Subject(
        name=next((s.name for s in said if s.name), ""),
        mass=first(choice.mass, "mass"),  # type: ignore[arg-type]
        height=first(choice.height, "height"),  # type: ignore[arg-type]
        sex=first(choice.sex, "sex"),  # type: ignore[arg-type]
        age=first(choice.age, "age"),  # type: ignore[arg-type]
        measurements=measurements,
    )
    if subject.mass is None:
        raise InputError(
            what="the file does not say the body mass",
            where=str(trial.path),
            remedy="Give it with --mass KG",
        )
    return subject


def required_markers(found: Match) -> list[str]:
    """Names in the file of the markers without which a segment cannot be placed."""
    grouped = {
        name for group in found.marker_set.one_of for option in group.options for name in option
    }
    return [
        name
        for canonical, name in found.found.items()
        if (found.marker_set.markers[canonical].required or canonical in grouped)
        and found.marker_set.markers[canonical].weight > 0
    ]


def calibrated_model(
    walk: Match,
    markers: Markers,
    static: Trial | None,
    subject: Subject,
    choice: Configuration,
    log: list[str],
) -> Calibrated:
    """The subject's model, and whether sides are in order and the static is the same subject's."""
    hips = None
    if choice.hip == "functional":
        hips, notes = _functional_hips(walk, markers, subject, choice)
        log += notes
    calibrated = partial(
        calibrate,
        subject=subject,
        skeleton=_skeleton(walk, choice),
        parameters=choice.parameters or "de_leva1996",
        hip=choice.hip,
        hip_positions=hips,
    )
    measured = partial(evaluate_landmarks, hip=choice.hip, hip_positions=hips)
    if static is None:
        model, gates = calibrated(walk, markers), []
    else:
        with concerning(static):
            match_static = _match_static(walk, static)
            model = calibrated(match_static, static.markers, walk=walk, walk_markers=markers)
        gates = [compare_static(model, markers)]
        standing = measured(match_static, static.markers, subject).measurements
        subject = replace(subject, measurements={**standing, **subject.measurements})

    def landmarks(seen: Markers) -> Landmarks:
        return measured(walk, seen, subject)

    sides = compare_sides(walk, markers, landmarks(markers), model)
    return Calibrated(model, (*gates, sides), landmarks)


def _match_static(walk: Match, static: Trial) -> Match:
    """The walk's marker set in the static trial."""
    found = match_set(static.markers.names, walk.marker_set)
    if found.complete:
        return found
    lacking = ", ".join(found.missing_required[:8])
    more = len(found.missing_required) - 8
    fitting = {m.marker_set.name for m in match(static.markers.names) if m.complete}
    both = [m.marker_set.name for m in match(walk.found.values()) if m.marker_set.name in fitting]
    raise MarkersMissing(
        what=f"the static trial lacks markers of the walk's set {walk.marker_set.name}: {lacking}"
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
            found_in = best(trial.markers.names, [walk.marker_set.path])
            found, said = functional_hips(found_in, trial.markers, subject=subject)
        centres.update(found)
        notes += [f"{path.name}: {note}" for note in said]
    return centres, notes


def _skeleton(found: Match, choice: Configuration) -> str:
    suited = found.marker_set.skeletons
    if choice.model is None:
        return suited[0]
    wanted = choice.model != "legs"
    for name in suited:
        if load_skeleton(name).whole_body is wanted:
            return name
    raise InputError(
        what=f"the marker set {found.marker_set.name} does not cover the "
        f"{'legs' if choice.model == 'legs' else 'body'}",
        remedy="Leave --model out, or choose another marker set with --markers",
    )
