"""Stage read: the trials and the subject."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

import numpy as np

from ambulo.gait.choices import choices_without_effect
from ambulo.gait.configuration import Configuration
from ambulo.gait.devices.kind import plates_of_devices
from ambulo.inputs.arguments import path_of
from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.math.brief_repr import BriefRepr
from ambulo.math.medians import median, quantile
from ambulo.math.runs import runs
from ambulo.mocap.files.plug_in_gait_outputs import plug_in_gait_results
from ambulo.mocap.files.trial_file import read_trial
from ambulo.mocap.off_the_body import without_far_markers
from ambulo.mocap.plates.moved_plates import moved_plates
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo.records import ForcePlate, Model, Subject, Trial
from ambulo.records.measurement import LOADED

# kg; plates that carry less carry no person
_LIGHTEST = 8.0
# s; contacts of one foot in walking last longer than the first and less than the second
_BRIEFEST, _LONGEST = 0.4, 1.2


@dataclass(frozen=True, eq=False)
class Recording(BriefRepr):
    """The recording and its subject.

    Args:
        trial: to be analysed.
        static: of the same subject standing, if there is one.
        subject: as given, otherwise from the files; with a mass.
        notes: one sentence each.
        plates: all plates of the trial's file, including those under crutches.
    """

    trial: Trial
    static: Trial | None
    subject: Subject
    notes: tuple[str, ...]
    plates: tuple[ForcePlate, ...] = ()


def read(
    path: str | Path,
    choice: Configuration,
    *,
    static: str | Path | None = None,
    grf: str | Path | None = None,
) -> Recording:
    """Read a trial and its static trial.

    Args:
        path: .c3d, or .trc with `grf`.
        choice: axes, unit, subject and devices; threshold, position and delay of the plates.
        static: static trial of the same subject.
        grf: .mot, .sto, .forces or .csv with ground reactions; it replaces the plates of a .c3d.
    Raises:
        InputError: a file cannot be read, a path is not a path, or the body mass is not known.
    """
    walk = path_of(
        path, "path", "Give the path of a file; for a trial in memory use ambulo.analyse_trial"
    )
    ground = None if grf is None else path_of(grf, "grf")
    still = None if static is None else path_of(static, "static")
    trial = read_chosen(walk, ground, choice)
    standing = None if still is None else read_chosen(still, None, choice)
    return recorded(trial, standing, choice)


def recorded(trial: Trial, static: Trial | None, choice: Configuration) -> Recording:
    """As `read`, for trials that are already in memory.

    Raises:
        InputError: a trial has no frames.
    """
    for own, what in (trial, "recording"), (static, "static trial"):
        if own is not None and not len(own.markers.time):
            raise InputError(f"the {what} has no frames", str(own.path), "Give one with frames.")
    trial, moved = moved_plates(
        trial,
        shift=choice.plate_shift,
        turn=math.radians(choice.plate_turn),
        delay=choice.plate_delay,
    )
    trial, far = without_far_markers(trial)
    notes = [*trial.notes, *choices_without_effect(choice), *moved, *far]
    if static is not None:
        static, far = without_far_markers(static)
        notes += [f"Static: {note}" for note in (*static.notes, *far)]
    plates, taken = trial.plates, plates_of_devices(choice.device)
    feet = tuple(plate for k, plate in enumerate(plates, start=1) if k not in taken)
    subject = _subject(trial, static, choice)
    return Recording(replace(trial, plates=feet), static, subject, tuple(notes), plates)


def read_chosen(path: Path, grf: Path | None, choice: Configuration) -> Trial:
    """A trial with the chosen axes, unit and threshold."""
    return read_trial(
        path,
        grf=grf,
        up=choice.up,
        forward=choice.forward,
        unit=choice.unit,
        force_threshold=choice.force_threshold,
    )


def other_system(trial: Trial, model: Model) -> Mapping[str, FloatArray]:
    """Curves (frames,) of another system in the file, with Ambulo's names, units and signs."""
    return plug_in_gait_results(trial, model.subject.mass or math.nan)


@contextmanager
def concerning(trial: Trial) -> Iterator[None]:
    """Add the file to the message of an error that does not say where."""
    try:
        yield
    except InputError as error:
        raise replace(error, where=error.where or str(trial.path)) from error


def _stood_on(*trials: Trial | None) -> str:
    """What the plates carry in a trial in which the subject seems to stand on them."""
    for trial in trials:
        if trial is None or not trial.plates:
            continue
        load = sum(np.interp(trial.markers.time, p.time, p.force[:, 2]) for p in trial.plates)
        load = np.asarray(load)[np.isfinite(load)]
        kg = median(load) / STANDARD_GRAVITY
        if kg > _LIGHTEST and quantile(load, 0.95) - quantile(load, 0.05) < 0.05 * median(load):
            return f". In {trial.path.name} the plates carry {kg:.1f} kg"
    return ""


def _walked_on(trial: Trial) -> str:
    """What the plates carry in a walk in which one foot after the other steps wholly on a plate.

    Over a step, the mean force is the body weight. A contact bears what a step needs, so the mean
    impulse of two feet, divided by the time from strike to strike, is the weight of an even walk.
    """
    contacts = sorted(
        (time[start], time[stop], float(np.trapezoid(force[start:stop], time[start:stop])), k)
        for k, plate in enumerate(trial.plates)
        for time, force in [(plate.time, np.nan_to_num(plate.force[:, 2]))]
        for start, stop in runs(force > LOADED)
        if start > 0 and stop < len(time)
    )
    carried = [
        0.5 * (one[2] + other[2]) / (other[0] - one[0]) / STANDARD_GRAVITY
        for one, other in pairwise(contacts)
        if one[3] != other[3] and one[0] < other[0] < one[1] < other[1]
        and all(_BRIEFEST < each[1] - each[0] < _LONGEST for each in (one, other))
    ]  # fmt: skip
    kg = median(np.array(carried)) if carried else 0.0
    return f". The plates carry about {kg:.0f} kg in this walk" if kg > _LIGHTEST else ""


def _subject(trial: Trial, static: Trial | None, choice: Configuration) -> Subject:
    """What the configuration gives, else what the trial's file says, else the static's."""
    given = Subject(mass=choice.mass, height=choice.height, sex=choice.sex, age=choice.age)
    subject = given
    for said in (trial.subject, static.subject if static is not None else Subject()):
        subject = Subject(
            name=subject.name or said.name,
            mass=said.mass if subject.mass is None else subject.mass,
            height=said.height if subject.height is None else subject.height,
            sex=said.sex if subject.sex is None else subject.sex,
            age=said.age if subject.age is None else subject.age,
            measurements={**said.measurements, **subject.measurements},
        )
    if subject.mass is None:
        raise InputError(
            what="the file does not say the body mass",
            where=str(trial.path),
            remedy=f"Give it with --mass KG{_stood_on(static, trial) or _walked_on(trial)}",
        )
    measured = {**subject.measurements, **choice.measurements}
    return replace(subject, measurements=measured, shoe=choice.shoe)
