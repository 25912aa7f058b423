"""The main job on one screen: read, clean, calibrate, fit, differentiate, invert, check."""

from __future__ import annotations

import time as clock
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np

from ambulo import quality
from ambulo.configuration import Configuration
from ambulo.contact.sharing.comparison import sharing_summary
from ambulo.contact.sharing.problem import sharing_problem
from ambulo.contact.sharing.registry import SHARINGS, every_sharing, share
from ambulo.dynamics.body_motion import jointed, loose
from ambulo.dynamics.foot_loads import foot_loads, foot_segments
from ambulo.dynamics.joint_moments import MomentAxes, reported_moments, reported_powers
from ambulo.dynamics.loose_segments import loose_coordinates, loosen
from ambulo.dynamics.wrench_comparison import compare_reactions
from ambulo.errors import InputError, MarkersMissing
from ambulo.kernels.energy import centre_of_mass
from ambulo.mocap.calibration import (
    calibrate,
    compare_sides,
    compare_static,
    direct_poses,
    foot_points,
    groups,
)
from ambulo.mocap.differentiation import differentiate
from ambulo.mocap.event_timing import align_events
from ambulo.mocap.events import force_events, in_stance, kinematic_events, merge_events, strides
from ambulo.mocap.filters.registry import choose_smoothing
from ambulo.mocap.functional_centre import functional_hips
from ambulo.mocap.gaps import fill_gaps
from ambulo.mocap.ground_reaction import ground_reaction
from ambulo.mocap.joint_angles import joint_angles
from ambulo.mocap.marker_fit import fit_model
from ambulo.mocap.marker_names import Match, best, match, match_set
from ambulo.mocap.plate_contacts import assign_contacts
from ambulo.mocap.plug_in_gait_outputs import plug_in_gait_results
from ambulo.mocap.subject_parameters import check_measurements
from ambulo.mocap.trial_file import read_trial
from ambulo.mocap.usable_frames import usable_frames
from ambulo.model.skeleton import load_skeleton
from ambulo.natural.consistency import consistent_motion, tree_coordinates
from ambulo.natural.planar_walk import planar_walk
from ambulo.records import (
    SIDES,
    Analysis,
    BoolArray,
    Event,
    FloatArray,
    Gate,
    GroundReaction,
    Markers,
    Model,
    PlateContact,
    Side,
    Subject,
    Trial,
)

__all__ = ["Inspection", "analyse", "analyse_trial", "inspect"]

Progress = Callable[[str], None]

_AXES: Mapping[MomentAxes, str] = {
    "proximal": "the proximal segment's axes",
    "distal": "the distal segment's axes",
    "jcs": "the joint coordinate system's axes",
}

TRANSITION = 0.02
"""s; around a foot strike or off, left out where motion and plates are compared."""


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
        trial = _read(path, grf, choice)
        static_trial = _read(static, None, choice) if static is not None else None
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
    log = [*trial.notes, *_without_effect(choice)]
    if static_trial is not None:
        log += [f"Static: {note}" for note in static_trial.notes]
    subject = _subject(trial, static_trial, choice)

    with stage("markers"), _concerning(trial):
        sets = None if choice.markers is None else [choice.markers]
        walk_match = best(trial.markers.names, sets)
        check_measurements(choice.measurements, walk_match.marker_set.measurements)
        log += walk_match.notes
        required = _required(walk_match)
        markers, gaps = fill_gaps(
            trial.markers, groups(walk_match), required=required, max_spline_s=choice.max_gap
        )
        log += gaps.notes
        if gaps.dropped:
            walk_match = match_set(markers.names, walk_match.marker_set)
        span = usable_frames(markers, required)
        log += span.notes
        markers = span.cut(markers)

    with stage("calibrate"), _concerning(trial):
        model, gates = _calibrated(walk_match, markers, static_trial, subject, choice, log)
        log += model.notes
        whole_body = load_skeleton(model.name).whole_body

    with stage("filter"):
        smoothing = choose_smoothing(choice.filter, markers, choice.cutoff)
        log.append(smoothing.note)
        filtered = smoothing.of_markers(markers)

    with stage("fit"):
        moving = model
        lengths: Mapping[str, object] = {}
        if choice.consistency == "fit":
            fit = fit_model(model, filtered)
            log += fit.notes
            q = fit.q
        else:
            R, p = direct_poses(walk_match, filtered, model)
            if choice.consistency == "natural":
                R, p, made_rigid = consistent_motion(model, R, p, choice.weights)
                log += made_rigid.notes
                lengths = made_rigid.lengths_mm()
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
        events, contacts, event_notes = _steps(trial, markers, feet, subject, choice)
        log += event_notes
        stance = _stance(markers.time, events)
        plates = ground_reaction(trial, contacts, events, markers.time) if trial.plates else None

    with stage("invert"):
        axes: MomentAxes = choice.moment_axes or walk_match.marker_set.moment_axes
        log.append(f"Joint moments are reported on {_AXES[axes]}.")
        method, why = _method(choice, whole_body, plates, contacts)
        log.append(why)
        problem = shared = None
        if whole_body:
            problem = sharing_problem(body, body.joint_forces(), stance, events, plates)
            by_feet = share(problem, choice.sharing)
            shared = by_feet.ground
            log += by_feet.notes if method == "whole-body" else ()
        ground = shared if method == "whole-body" and shared is not None else plates
        if ground is None:
            ground = _without_plates(markers.time, stance)
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
        on_plate = _on_plate(markers.time, contacts)
        settled = _settled(markers.time, events)
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
    )


def _without_effect(choice: Configuration) -> list[str]:
    """Choices that another choice makes void."""
    notes = []
    if choice.weights and choice.consistency != "natural":
        notes.append("Weights were given and not used: they go with consistency = natural.")
    if choice.functional and choice.hip != "functional":
        notes.append("Functional trials were given and not used: they go with hip = functional.")
    return notes


@contextmanager
def _concerning(trial: Trial) -> Iterator[None]:
    """Names the file in the message of what is wrong in it, unless it says where already."""
    try:
        yield
    except InputError as error:
        raise replace(error, where=error.where or str(trial.path)) from error


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


def _read(path: Path, grf: Path | None, choice: Configuration) -> Trial:
    return read_trial(
        path,
        grf=grf,
        up=choice.up,
        forward=choice.forward,
        unit=choice.unit,
        force_threshold=choice.force_threshold,
    )


def _subject(trial: Trial, static: Trial | None, choice: Configuration) -> Subject:
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


def _required(found: Match) -> list[str]:
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


def _calibrated(
    walk: Match,
    markers: Markers,
    static: Trial | None,
    subject: Subject,
    choice: Configuration,
    log: list[str],
) -> tuple[Model, list[Gate]]:
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
    if static is None:
        model, gates = calibrated(walk, markers), []
    else:
        with _concerning(static):
            match_static = _match_static(walk, static)
            model = calibrated(match_static, static.markers, walk=walk, walk_markers=markers)
        gates = [compare_static(model, markers)]
    sides = compare_sides(walk, markers, model, hip=choice.hip, hip_positions=hips)
    return model, [*gates, sides]


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
        trial = _read(path, None, choice)
        with _concerning(trial):
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


def _steps(
    trial: Trial,
    markers: Markers,
    feet: Mapping[Side, FloatArray],
    subject: Subject,
    choice: Configuration,
) -> tuple[tuple[Event, ...], tuple[PlateContact, ...], list[str]]:
    """Foot strikes and offs, and which plate loading belongs to which foot."""
    by_motion = kinematic_events(markers.time, feet)
    seen = replace(trial, markers=markers)
    first, _ = merge_events(trial.events, by_motion)
    given = partial(assign_contacts, mass=subject.mass, threshold=choice.force_threshold)
    by_force = force_events(given(seen, feet, first))
    by_motion, timing = align_events(by_motion, [*trial.events, *by_force])
    events, notes = merge_events(trial.events, by_force, by_motion)
    contacts = given(seen, feet, events)
    said = [
        f"{trial.plates[c.plate].name}, {c.start:.2f} to {c.stop:.2f} s: "
        f"{c.side or 'no single'} foot, {c.quality}; {c.reason}."
        for c in contacts
    ]
    sources = {
        source: sum(e.source == source for e in events)
        for source in ("file", "force", "kinematics")
    }
    counted = ", ".join(f"{n} from {source}" for source, n in sources.items() if n)
    return (
        events,
        contacts,
        [
            f"Foot strikes and offs: {counted or 'none found'}.",
            *(timing if sources["kinematics"] else ()),
            *notes,
            *said,
        ],
    )


def _stance(time: FloatArray, events: tuple[Event, ...]) -> BoolArray:
    """Feet on the ground (frames, 2); one without any event is taken to stand."""
    columns = [in_stance(time, events, side) for side in SIDES]
    return np.stack([np.ones(len(time), dtype=bool) if c is None else c for c in columns], axis=1)


def _method(
    choice: Configuration,
    whole_body: bool,
    plates: GroundReaction | None,
    contacts: tuple[PlateContact, ...],
) -> tuple[str, str]:
    """Method of the inverse dynamics, and why."""
    if choice.method == "whole-body" and not whole_body:
        raise InputError(
            what="the whole-body method needs a model with the upper body, this one has legs only",
            remedy="Use --method plates, or markers that cover the body",
        )
    if choice.method == "plates" and plates is None:
        raise InputError(
            what="the method plates needs force plates, and this trial has none",
            remedy="Give the ground reactions with --grf, or leave --method out",
        )
    if choice.sharing is not None:
        return "whole-body", _sharing(choice, whole_body, plates)
    if choice.method is not None:
        return choice.method, f"Inverse dynamics by the method {choice.method}, as asked."
    measured = any(contact.quality == "whole" for contact in contacts)
    if whole_body and not measured:
        return "whole-body", (
            "Inverse dynamics from the motion of the whole body: no foot is wholly on a plate."
        )
    if plates is None:
        return "plates", (
            "No force plate and no upper body: joint moments are given for swinging legs only."
        )
    return "plates", "Inverse dynamics from the feet up, with the plates' ground reactions."


def _sharing(choice: Configuration, whole_body: bool, plates: GroundReaction | None) -> str:
    """Why the whole-body method, where a way of sharing is asked for."""
    assert choice.sharing is not None
    way = SHARINGS[choice.sharing]
    if choice.method == "plates":
        raise InputError(
            what="the method plates shares nothing between the feet",
            remedy="Leave --sharing out, or use --method whole-body",
        )
    if not whole_body:
        raise InputError(
            what="only the resultant of a whole body's motion can be shared between the feet, and "
            "this model has legs only",
            remedy="Leave --sharing out, or use markers that cover the body",
        )
    if way.needs_plates and plates is None:
        raise InputError(
            what=f"the sharing {choice.sharing} needs force plates, and this trial has none",
            remedy="Use --sharing contact or --sharing sta",
        )
    return f"Inverse dynamics from the motion of the whole body, shared by {way.title}, as asked."


def _without_plates(time: FloatArray, stance: BoolArray) -> GroundReaction:
    """Nothing measured: known (and zero) only for feet in the air."""
    known = ~stance
    force = np.where(known[..., None], 0.0, np.nan)
    force = np.repeat(force, 3, axis=2)
    nothing = np.full((*stance.shape, 3), np.nan)
    return GroundReaction(
        time, force, force.copy(), nothing, np.full(stance.shape, np.nan), known, "none"
    )


def _settled(time: FloatArray, events: tuple[Event, ...]) -> BoolArray:
    """Frames (frames,) away from foot strikes and offs.

    Their instants are known to about two frames, and a heel's impact is faster than markers.
    """
    settled = np.ones(len(time), dtype=bool)
    for event in events:
        settled &= np.abs(time - event.time) > TRANSITION
    return settled


def _on_plate(time: FloatArray, contacts: tuple[PlateContact, ...]) -> BoolArray:
    """Frames (frames, 2) in which a foot is wholly on a plate."""
    on = np.zeros((len(time), 2), dtype=bool)
    for contact in contacts:
        if contact.side is not None and contact.quality == "whole":
            inside = (time >= contact.start) & (time <= contact.stop)
            on[inside, SIDES.index(contact.side)] = True
    return on
