"""The main task in ten stages, each from records to records."""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from ambulo.gait.checks.clocks import clocks_apart
from ambulo.gait.configuration import Configuration, configuration_of
from ambulo.gait.named_causes import with_their_cause
from ambulo.gait.origins import files_chosen, plugins_chosen
from ambulo.gait.smoothed_plates import for_moments, smoothed_like_motion
from ambulo.gait.stages.activity import described, find_activity
from ambulo.gait.stages.balance import balance
from ambulo.gait.stages.calibrate import calibrate
from ambulo.gait.stages.check import check
from ambulo.gait.stages.compare_sharing import compare_sharing
from ambulo.gait.stages.curves import joint_curves
from ambulo.gait.stages.differentiate import differentiate
from ambulo.gait.stages.equip import equip
from ambulo.gait.stages.filter import filter_markers
from ambulo.gait.stages.fit import fit
from ambulo.gait.stages.ground import find_ground
from ambulo.gait.stages.invert import invert_body
from ambulo.gait.stages.markers import find_markers
from ambulo.gait.stages.read import Recording, other_system, read, recorded
from ambulo.gait.stages.stages import Stages
from ambulo.gait.stages.steps import find_steps
from ambulo.inputs.arguments import instance_of
from ambulo.inputs.progress import OnStage
from ambulo.inputs.version import VERSION
from ambulo.math.one_thread import one_thread
from ambulo.mocap.direction import direction_walked
from ambulo.mocap.events import strides
from ambulo.mocap.marker_sets.marker_set_file import MARKER_SETS
from ambulo.model.joint_moments import from_distal_axes
from ambulo.records import Analysis, Check, InputFile, Provenance, Trial

T = TypeVar("T")


@one_thread
def analyse_in_stages(
    path: str | Path,
    *,
    static: str | Path | None = None,
    grf: str | Path | None = None,
    configuration: Configuration | None = None,
    progress: OnStage | None = None,
) -> tuple[Analysis, Stages]:
    """The records of `ambulo.analyse` without bands, and the result of each stage."""
    choice = configuration_of(configuration)
    (found, stages), seconds = timed(_of_files(path, static, grf, choice, progress), progress)
    files = {"trial": path, "static": static, "grf": grf}
    inputs = tuple(InputFile.of(role, file) for role, file in files.items() if file is not None)
    made = replace(found.provenance, inputs=(*inputs, *found.provenance.inputs))
    return replace(found, timing=seconds, provenance=made), stages


@one_thread
def analyse_trial_in_stages(
    trial: Trial,
    static: Trial | None = None,
    configuration: Configuration | None = None,
    *,
    progress: OnStage | None = None,
) -> tuple[Analysis, Stages]:
    """As `analyse_in_stages`, for trials in memory."""
    choice = configuration_of(configuration)
    remedy = "Give one of ambulo.read_trial; files are for ambulo.analyse"
    instance_of(Trial, trial, "trial", remedy)
    if static is not None:
        instance_of(Trial, static, "static", remedy)
    (found, stages), seconds = timed(
        _explained(recorded(trial, static, choice), choice, progress), progress
    )
    return replace(found, timing=seconds), stages


Staged = Generator[str, None, tuple[Analysis, Stages]]
"""Yields the name of each stage as it begins."""


def _of_files(
    path: str | Path, static: str | Path | None, grf: str | Path | None, choice: Configuration,
    progress: OnStage | None,
) -> Staged:  # fmt: skip
    yield "read"
    recording = read(path, choice, static=static, grf=grf)
    return (yield from _explained(recording, choice, progress))


def _explained(recording: Recording, choice: Configuration, progress: OnStage | None) -> Staged:
    """With the checks that follow from another's cause; its seconds count as those of check."""
    found, stages = yield from _analysed(recording, choice, progress)

    def again(mended: Recording) -> Sequence[Check]:
        (analysis, _), _ = timed(_analysed(mended, choice, None), None)
        return analysis.checks

    # as it was read: landmarks that no marker shows are found again
    as_read = replace(stages, recording=recording)
    return replace(found, checks=with_their_cause(found.checks, as_read, again)), stages


def _analysed(recording: Recording, choice: Configuration, progress: OnStage | None) -> Staged:
    trial, subject = recording.trial, recording.subject
    yield "markers"
    named = find_markers(trial, choice, recording.static, subject)
    if recording.static is not None and named.standing is not None:
        recording = replace(recording, static=replace(recording.static, markers=named.standing))
    markers, marker_set = named.markers, named.match.marker_set
    yield "calibrate"
    person = calibrate(recording, named, choice)
    yield "filter"
    filtered = filter_markers(person.model, markers, choice)
    yield "fit"
    fitted = fit(person, filtered, choice)
    yield "differentiate"
    moving = differentiate(fitted, markers.time, filtered.smoothing)
    moving = equip(moving, recording, choice)
    yield "ground"
    seen = find_activity(trial, named, moving, subject, choice)
    walking = seen.activity.name == "walk"
    whole = moving if person.model.whole_body and seen.activity.stepping else None
    steps = find_steps(
        trial, named, subject, choice, seen.movement.rest, seen.movement.floor, seen.velocity,
        walking=walking, body=whole,
    )  # fmt: skip
    smoothed = None
    if steps.plates:
        by_itself = moving.apart is None and person.model.whole_body
        centre = moving.mass_centre if by_itself else None
        smoothed = smoothed_like_motion(steps.plates, filtered.smoothing, centre)
    like_motion = replace(steps, plates=smoothed)
    balanced = balance(moving, like_motion, choice)
    body = balanced.body
    within = None if progress is None else (lambda said: progress(f"ground: {said}"))
    ground = find_ground(body, steps, choice, within)
    if steps.plates and ground.method == "plates":
        ground = replace(ground, smoothed=for_moments(steps.plates, filtered.smoothing, choice))
    yield "invert"
    inverse = invert_body(body, ground.inverted, axes=choice.moment_axes)
    stepped = strides(steps.struck) if seen.activity.stepping else ()
    direction = direction_walked(
        markers.time, inverse.body.p[:, 0], stepped, seen.activity, choice.forward
    )
    curves = joint_curves(inverse, ground.inverted, choice, direction)
    stages = Stages(
        choice=choice,
        recording=recording,
        named=named,
        person=person,
        filtered=filtered,
        fitted=fitted,
        recognised=seen,
        steps=steps,
        balanced=balanced,
        ground=ground,
        inverse=inverse,
    )
    yield "check"
    checked = check(stages, smoothed, curves)
    equipment = () if body.devices is None else (body.devices,)
    apart = abs(clocks_apart(checked.checks))
    # Plug-in Gait's moments are on the distal segments' axes
    theirs = named.usable.cut_curves(other_system(trial, body.model))
    if choice.model != "planar":
        theirs = from_distal_axes(body.model, theirs, body.R, choice.moment_axes)
    said = (
        recording, named, person, filtered, fitted, *equipment, seen, steps, balanced, ground,
        curves,
    )  # fmt: skip
    found = [] if choice.markers else [MARKER_SETS.name_of(marker_set.path)]
    analysis = Analysis(
        trial=replace(trial, markers=markers),
        model=body.model,
        motion=body.motion,
        marker_set=marker_set.name,
        method=ground.method,
        events=steps.struck,
        contacts=steps.contacts,
        strides=stepped,
        ground=ground.used,
        plates_ground=steps.plates,
        joint_forces=inverse.forces,
        angles=curves.angles,
        moments=curves.moments,
        powers=curves.powers,
        marker_residual=checked.marker_residual,
        residual=checked.residual,
        checks=checked.checks,
        log=tuple(note for stage in (*said, checked) for note in stage.notes),
        plates_vs_inverse=checked.plates_vs_inverse,
        sharing=compare_sharing(ground, choice),
        segment_lengths=fitted.lengths,
        reference=theirs,
        diagnostics=(*filtered.smoothing.diagnostics, *fitted.diagnostics),
        provenance=Provenance(
            inputs=files_chosen(choice, found),
            configuration=choice.model_dump_json(),
            version=VERSION,
            plugins=plugins_chosen(choice, found),
        ),
        activity=described(seen, trial, steps, curves.angles, subject, apart),
        moment_axes=choice.moment_axes,
        smoothed_ground=ground.smoothed,
        devices=body.devices,
    )
    return analysis, stages


def timed(
    stages: Generator[str, None, T], progress: OnStage | None = None
) -> tuple[T, dict[str, float]]:
    """Run stages one after the other.

    Args:
        stages: yields the name of each stage at its beginning, and returns the results.
        progress: called once with each name.
    Returns:
        The results, and the time [s] of each stage. Times with the same name are added.
    """
    seconds: dict[str, float] = {}
    name, start = "", time.perf_counter()
    while True:
        try:
            following = next(stages)
        except StopIteration as end:
            following, found = "", end.value
        now = time.perf_counter()
        if name:
            seconds[name] = round(seconds.get(name, 0.0) + now - start, 4)
        if not following:
            return found, seconds
        name, start = following, now
        if progress is not None and name not in seconds:
            progress(name)
