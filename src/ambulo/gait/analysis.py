"""The main job on one screen: read, clean, calibrate, fit, differentiate, invert, check."""

from __future__ import annotations

import time as clock
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from ambulo.gait import quality
from ambulo.gait.body_motion import jointed, loose
from ambulo.gait.choices import choices_without_effect, choose_method, needed_for_balance
from ambulo.gait.configuration import Configuration
from ambulo.gait.consistency import consistent_motion, tree_coordinates
from ambulo.gait.foot_loads import foot_loads, foot_segments
from ambulo.gait.joint_moments import MomentAxes, reported_moments, reported_powers
from ambulo.gait.loose_segments import loose_coordinates, loosen
from ambulo.gait.planar.planar_walk import planar_walk
from ambulo.gait.sharing.comparison import sharing_summary
from ambulo.gait.sharing.problem import sharing_problem
from ambulo.gait.sharing.registry import every_sharing, share
from ambulo.gait.steps import (
    find_steps,
    frames_on_plate,
    nothing_measured,
    settled_frames,
    stance_of,
)
from ambulo.gait.subject_model import (
    calibrated_model,
    concerning,
    read_chosen,
    required_markers,
    subject_of,
)
from ambulo.gait.trunk_balance import balance_trunk
from ambulo.gait.wrench_comparison import compare_reactions
from ambulo.mocap.calibration.placement import direct_poses
from ambulo.mocap.events import kinematic_events, strides
from ambulo.mocap.files.plug_in_gait_outputs import plug_in_gait_results
from ambulo.mocap.files.subject_parameters import check_measurements
from ambulo.mocap.files.trial_file import read_trial
from ambulo.mocap.filters.differentiation import differentiate
from ambulo.mocap.filters.registry import choose_smoothing
from ambulo.mocap.fit.marker_fit import fit_model
from ambulo.mocap.gaps import fill_gaps
from ambulo.mocap.joint_angles import joint_angles
from ambulo.mocap.marker_sets.marker_groups import foot_points, groups
from ambulo.mocap.marker_sets.marker_names import Match, best, match, match_set
from ambulo.mocap.plates.ground_reaction import ground_reaction
from ambulo.mocap.usable_frames import usable_frames
from ambulo.model.skeleton import load_skeleton
from ambulo.multibody.tree.energy import centre_of_mass
from ambulo.records import SIDES, Analysis, Trial

__all__ = ["Inspection", "analyse", "analyse_trial", "inspect"]

Progress = Callable[[str], None]

_AXES: Mapping[MomentAxes, str] = {
    "proximal": "the proximal segment's axes",
    "distal": "the distal segment's axes",
    "jcs": "the joint coordinate system's axes",
}


@dataclass(frozen=True)
class Inspection:
    """What a trial holds and which marker sets fit it, the best first."""

    trial: Trial
    matches: tuple[Match, ...]


def inspect(
    path: Path,
    *,
    grf: Path | None = None,
    markers: str | None = None,
    up: str | None = None,
    forward: str | None = None,
    unit: str | None = None,
) -> Inspection:
    """Read a trial and match its markers with the sets known.

    Args:
        path, grf: as `analyse`.
        markers: only this marker set (name or TOML file).
        up, forward: laboratory axes such as "+z"; found from the data if None.
        unit: of the file's lengths; what the file says if None.
    Raises:
        InputError: the file or the marker set cannot be read.
    """
    trial = read_trial(path, grf=grf, up=up, forward=forward, unit=unit)
    found = match(trial.markers.names, None if markers is None else [markers])
    return Inspection(trial, tuple(found))


def analyse(
    path: Path,
    *,
    static: Path | None = None,
    grf: Path | None = None,
    configuration: Configuration | None = None,
    progress: Progress | None = None,
) -> Analysis:
    """From a walking trial to joint angles, moments, powers and ground reactions.

    Args:
        path: .c3d, or .trc with `grf`.
        static: standing trial of the same subject; the walk itself calibrates without one.
        grf: .mot or .sto with the ground reactions of a .trc.
        configuration: choices; defaults otherwise.
        progress: called with the name of each stage as it begins.
    Returns:
        Everything found, with quality gates and a log.
    Raises:
        InputError: the input does not allow an analysis (says what, where and what to do).
    """
    choice = configuration or Configuration()
    stage = _Stages(progress)
    with stage("read"):
        trial = read_chosen(path, grf, choice)
        static_trial = read_chosen(static, None, choice) if static is not None else None
    return _analyse(trial, static_trial, choice, stage)


def analyse_trial(
    trial: Trial, static: Trial | None = None, configuration: Configuration | None = None
) -> Analysis:
    """As `analyse`, for trials already in memory: of another reader, or made by a program.

    Args:
        trial, static: in the world frame.
        configuration: choices; defaults otherwise.
    Raises:
        InputError: as `analyse`.
    """
    return _analyse(trial, static, configuration or Configuration(), _Stages(None))


def _analyse(
    trial: Trial, static_trial: Trial | None, choice: Configuration, stage: _Stages
) -> Analysis:
    log = [*trial.notes, *choices_without_effect(choice)]
    if static_trial is not None:
        log += [f"Static: {note}" for note in static_trial.notes]
    subject = subject_of(trial, static_trial, choice)

    with stage("markers"), concerning(trial):
        sets = None if choice.markers is None else [choice.markers]
        walk_match = best(trial.markers.names, sets)
        check_measurements(choice.measurements, walk_match.marker_set.measurements)
        log += walk_match.notes
        required = required_markers(walk_match)
        markers, gaps = fill_gaps(
            trial.markers, groups(walk_match), required=required, max_spline_s=choice.max_gap
        )
        log += gaps.notes
        if gaps.dropped:
            walk_match = match_set(markers.names, walk_match.marker_set)
        span = usable_frames(markers, required)
        log += span.notes
        markers = span.cut(markers)

    with stage("calibrate"), concerning(trial):
        calibrated = calibrated_model(walk_match, markers, static_trial, subject, choice, log)
        model, gates = calibrated.model, [*calibrated.gates]
        log += model.notes
        whole_body = load_skeleton(model.name).whole_body

    with stage("filter"):
        smoothing = choose_smoothing(choice.filter, markers, choice.cutoff)
        log.append(smoothing.note)
        filtered = smoothing.of_markers(markers)

    with stage("fit"):
        moving = model
        lengths: Mapping[str, object] = {}
        diagnostics = smoothing.diagnostics
        if choice.consistency == "fit":
            fit = fit_model(model, filtered)
            log += fit.notes
            q = fit.q
        else:
            R, p = direct_poses(walk_match, calibrated.landmarks(filtered), model)
            if choice.consistency == "natural":
                R, p, made_rigid = consistent_motion(model, R, p, choice.weights)
                log += made_rigid.notes
                lengths = made_rigid.lengths_mm()
                diagnostics += made_rigid.diagnostics(markers.time)
                q = tree_coordinates(model, R, p)
            else:
                log.append("Every segment follows its own markers; joints may come apart.")
                moving, q = loosen(model), loose_coordinates(R, p)

    with stage("differentiate"):
        weight = np.full(moving.tree.nq, smoothing.weight)
        motion = differentiate(moving.tree, markers.time, smoothing.coordinates(q), weight).motion
        body = (jointed if moving is model else loose)(model, motion)
        tracked = [markers.names.index(name) for name in model.marker_names]
        marker_residual = body.marker_distances(markers.position[:, tracked])
        gates += quality.marker_gates(model, marker_residual)

    with stage("ground"):
        feet = foot_points(walk_match, markers)
        events, contacts, event_notes = find_steps(trial, markers, feet, subject, choice)
        log += event_notes
        stance = stance_of(markers.time, events)
        plates = ground_reaction(trial, contacts, events, markers.time) if trial.plates else None
        if choice.trunk_mass_centre == "plates":
            balance = balance_trunk(body, needed_for_balance(whole_body, plates), events)
            body, model = balance.body, balance.body.model
            log.append(balance.note)
            gates.append(quality.trunk_gate(balance.shift))

    with stage("invert"):
        axes: MomentAxes = choice.moment_axes or walk_match.marker_set.moment_axes
        log.append(f"Joint moments are reported on {_AXES[axes]}.")
        method, why = choose_method(choice, whole_body, plates, contacts)
        log.append(why)
        problem = shared = None
        if whole_body:
            problem = sharing_problem(body, body.joint_forces(), stance, events, plates)
            by_feet = share(problem, choice.sharing)
            shared = by_feet.ground
            log += by_feet.notes if method == "whole-body" else ()
        ground = shared if method == "whole-body" and shared is not None else plates
        if ground is None:
            ground = nothing_measured(markers.time, stance)
        forces = body.joint_forces(foot_loads(model, body.R, body.p, ground))
        residual = np.full((len(markers.time), 6), np.nan)
        if whole_body and plates is not None:
            under = body.joint_forces(foot_loads(model, body.R, body.p, plates))
            residual = np.concatenate([under.moment[:, 0], under.force[:, 0]], axis=1)
        angles = joint_angles(model, body.R)
        moments = reported_moments(model, forces, body.R, axes)
        powers = reported_powers(model, body.motion, forces, body.R)
        if choice.model == "planar":
            flat = planar_walk(model, markers.time, body.R, body.p, ground, choice.cutoff)
            log += flat.notes
            angles, moments, powers = flat.angles, flat.moments, flat.powers
            gates.append(quality.plane_gate(flat.moved))

    with stage("check"):
        ankles = np.stack([body.p[:, foot_segments(model, side)[0]] for side in SIDES], axis=1)
        on_plate = frames_on_plate(markers.time, contacts)
        settled = settled_frames(markers.time, events)
        if plates is not None:
            ends = np.stack([feet[side][:, :2] for side in SIDES], axis=1)
            gates += quality.pressure_gates(plates, ends, on_plate)
            gates += quality.mass_gates(plates, shared, events, model.subject)
            if whole_body:
                height = float(np.mean(centre_of_mass(model.tree, body.motion.q)[0][:, 2]))
                gates += quality.residual_gates(residual[settled], plates, height)
        gates.append(quality.contact_gate(contacts, stance))
        gates.append(quality.stride_gate(strides(events)))
        gates += quality.event_gates(trial.events, kinematic_events(markers.time, feet))
        not_checked = quality.not_judged(gates, whole_body, contacts)
        log += not_checked
        comparison: Mapping[str, object] = {}
        if shared is not None and plates is not None:
            comparison = compare_reactions(shared, plates, ankles, stance, settled)
        sharings = {} if problem is None else every_sharing(problem)
        sharing = {} if problem is None else sharing_summary(problem, sharings)

    return Analysis(
        trial=replace(trial, markers=markers),
        model=model,
        motion=body.motion,
        marker_set=walk_match.marker_set.name,
        method=method,
        events=events,
        contacts=contacts,
        strides=strides(events),
        ground=ground,
        plates_ground=plates,
        joint_forces=forces,
        angles=angles,
        moments=moments,
        powers=powers,
        marker_residual=marker_residual,
        residual=residual,
        gates=tuple(gates),
        summary={
            "plates_vs_inverse": comparison,
            "sharing": sharing,
            "not_checked": not_checked,
            "segment_lengths_mm": lengths,
            "timing_s": stage.seconds,
        },
        log=tuple(log),
        sharings=sharings,
        reference=span.cut_curves(plug_in_gait_results(trial, model.subject.mass or np.nan)),
        diagnostics=diagnostics,
    )


class _Stages:
    """Says which stage runs, and keeps how long each took."""

    def __init__(self, progress: Progress | None) -> None:
        self._progress = progress
        self.seconds: dict[str, float] = {}

    @contextmanager
    def __call__(self, name: str) -> Iterator[None]:
        if self._progress is not None:
            self._progress(name)
        start = clock.perf_counter()
        yield
        self.seconds[name] = round(clock.perf_counter() - start, 4)
