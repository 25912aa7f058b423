"""The main job on one screen: nine stages, each from records to records."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from ambulo.gait.configuration import Configuration
from ambulo.gait.smoothed_plates import smoothed_like_motion
from ambulo.gait.stages.activity import described, find_activity
from ambulo.gait.stages.balance import Balanced, balance
from ambulo.gait.stages.calibrate import Calibration, calibrate
from ambulo.gait.stages.check import check
from ambulo.gait.stages.compare_sharing import compare_sharing
from ambulo.gait.stages.curves import joint_curves
from ambulo.gait.stages.differentiate import differentiate
from ambulo.gait.stages.filter import Filtered, filter_markers
from ambulo.gait.stages.fit import Fitted, fit
from ambulo.gait.stages.ground import Ground, find_ground
from ambulo.gait.stages.invert import Inverse, invert
from ambulo.gait.stages.markers import NamedMarkers, find_markers
from ambulo.gait.stages.read import Recording, other_system, read, recorded
from ambulo.gait.stages.steps import Steps, find_steps
from ambulo.gait.timing import Progress, StageClock
from ambulo.mocap.events import strides
from ambulo.records import Analysis, Provenance, Trial
from ambulo.results.provenance import input_files
from ambulo.results.version import VERSION

__all__ = ["Stages", "analyse", "analyse_in_stages", "analyse_trial", "analyse_trial_in_stages"]


@dataclass(frozen=True, eq=False)
class Stages:
    """What each stage of an analysis found, so that any of them can be entered again.

    Args:
        choice: the choices it was made with.
        recording, named, person, filtered, fitted, steps, balanced, ground, inverse: of the stages
            read, markers, calibrate, filter, fit, ground (three), invert.
    """

    choice: Configuration
    recording: Recording
    named: NamedMarkers
    person: Calibration
    filtered: Filtered
    fitted: Fitted
    steps: Steps
    balanced: Balanced
    ground: Ground
    inverse: Inverse


def analyse(
    path: str | Path,
    *,
    static: str | Path | None = None,
    grf: str | Path | None = None,
    configuration: Configuration | None = None,
    progress: Progress | None = None,
) -> Analysis:
    """The records of `ambulo.analyse`, which says what it takes and raises.

    Returns:
        Everything found, with quality gates and a log.
    """
    return analyse_in_stages(
        path, static=static, grf=grf, configuration=configuration, progress=progress
    )[0]


def analyse_in_stages(
    path: str | Path,
    *,
    static: str | Path | None = None,
    grf: str | Path | None = None,
    configuration: Configuration | None = None,
    progress: Progress | None = None,
) -> tuple[Analysis, Stages]:
    """As `analyse`, with what each stage found."""
    choice, timed = configuration or Configuration(), StageClock(progress)
    recording = timed("read", read, path, choice, static=static, grf=grf)
    found, stages = _analysed(recording, choice, timed)
    inputs = input_files(trial=path, static=static, grf=grf)
    return replace(found, provenance=replace(found.provenance, inputs=inputs)), stages


def analyse_trial(
    trial: Trial,
    static: Trial | None = None,
    configuration: Configuration | None = None,
    *,
    progress: Progress | None = None,
) -> Analysis:
    """As `analyse`, for trials already in memory: of another reader, or made by a program.

    Args:
        trial, static: in the world frame.
        configuration, progress: as `analyse`.
    Raises:
        InputError: as `analyse`.
    """
    return analyse_trial_in_stages(trial, static, configuration, progress=progress)[0]


def analyse_trial_in_stages(
    trial: Trial,
    static: Trial | None = None,
    configuration: Configuration | None = None,
    *,
    progress: Progress | None = None,
) -> tuple[Analysis, Stages]:
    """As `analyse_trial`, with what each stage found."""
    choice = configuration or Configuration()
    return _analysed(recorded(trial, static, choice), choice, StageClock(progress))


def _analysed(
    recording: Recording, choice: Configuration, timed: StageClock
) -> tuple[Analysis, Stages]:
    trial, subject = recording.trial, recording.subject
    named = timed("markers", find_markers, trial, choice)
    markers, match = named.markers, named.match
    person = timed("calibrate", calibrate, recording, named, choice)
    filtered = timed("filter", filter_markers, person.model, markers, choice)
    fitted = timed("fit", fit, person, match, filtered, choice)
    body = timed("differentiate", differentiate, fitted, markers.time, filtered.smoothing)
    seen = timed(
        "ground", find_activity, trial, named, body, subject, choice, whole_body=person.whole_body
    )
    steps = timed(
        "ground",
        find_steps,
        trial,
        named,
        subject,
        choice,
        seen.movement.rest,
        walking=seen.activity.name == "walk",
    )
    smoothed = smoothed_like_motion(steps.plates, filtered.smoothing) if steps.plates else None
    like_motion = replace(steps, plates=smoothed)
    balanced = timed("ground", balance, body, like_motion, choice, whole_body=person.whole_body)
    body = balanced.body
    ground = timed("ground", find_ground, body, steps, choice, whole_body=person.whole_body)
    axes = choice.moment_axes or match.marker_set.moment_axes
    model, motion, used = body.model, body.motion, ground.used
    inverse = timed("invert", invert, model, motion, used, axes=axes, apart=body.apart)
    curves = timed("invert", joint_curves, inverse, used, choice)
    checked = timed(
        "check",
        check,
        trial,
        named,
        person,
        steps,
        smoothed,
        balanced,
        ground,
        inverse,
        curves,
        seen.activity,
    )
    said = (
        recording,
        named,
        person,
        filtered,
        fitted,
        seen,
        steps,
        balanced,
        ground,
        curves,
        checked,
    )
    analysis = Analysis(
        trial=replace(trial, markers=markers),
        model=model,
        motion=inverse.body.motion,
        marker_set=match.marker_set.name,
        method=ground.method,
        events=steps.events,
        contacts=steps.contacts,
        strides=strides(steps.events) if seen.activity.stepping else (),
        ground=used,
        plates_ground=steps.plates,
        joint_forces=inverse.forces,
        angles=curves.angles,
        moments=curves.moments,
        powers=curves.powers,
        marker_residual=checked.marker_residual,
        residual=checked.residual,
        gates=checked.gates,
        log=tuple(note for stage in said for note in stage.notes),
        plates_vs_inverse=checked.plates_vs_inverse,
        sharing=timed("check", compare_sharing, ground, choice),
        segment_lengths=fitted.lengths,
        timing=timed.seconds,
        reference=named.usable.cut_curves(other_system(trial, model)),
        diagnostics=(*filtered.smoothing.diagnostics, *fitted.diagnostics),
        provenance=Provenance(configuration=choice.model_dump_json(), version=VERSION),
        activity=described(seen, trial, steps, curves.angles, subject),
    )
    return analysis, Stages(
        choice,
        recording,
        named,
        person,
        filtered,
        fitted,
        steps,
        balanced,
        ground,
        inverse,
    )
