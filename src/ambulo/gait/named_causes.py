"""Checks with one common cause are found by a second analysis without this cause.

A wrong mass or scale of the cameras, a delay of the plates or a wrong gain changes several checks,
and each would name its own cause. So the recording is analysed again with this one error corrected
by the size that its check found. A check that is then good follows from this cause.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from ambulo.gait.checks.finding import beyond
from ambulo.gait.checks.mass import odd_foot
from ambulo.gait.checks.plates_alike import odd_plate
from ambulo.gait.checks.static_trial import pelvis_off, scale_by_height, wrong_scale
from ambulo.gait.checks.table import Filling, row_of
from ambulo.gait.stages.read import Recording
from ambulo.gait.stages.stages import Stages
from ambulo.inputs.errors import InputError
from ambulo.mocap.plates.moved_plates import moved_plates
from ambulo.records import Check, Trial

Again = Callable[[Recording], Sequence[Check]]
"""A function that analyses a recording in the same way and returns its checks."""

# what right walks have: the pelvis's scale against the static trial's, -0.4 to 0.1 % of six people;
# legs of the height, 0.469 to 0.490 of 0.475; one foot's load against the other's, 0.0 to 1.6 %
_OF_SCALE, _OF_HEIGHT, _OF_LOAD = 0.005, 0.023, 0.02


class _Suspect(NamedTuple):
    """A check that names one thing.

    Args:
        check: its id.
        open: share of what it found by which that may be wrong.
        mended: the recording without it; more than one where it may be in one or another part.
    """

    check: str
    open: float
    mended: tuple[Recording, ...]


def with_their_cause(checks: Sequence[Check], stages: Stages, again: Again) -> tuple[Check, ...]:
    """The checks. Checks that one cause explains have this cause and its remedy."""
    found = tuple(checks)
    for suspect in _suspects(found, stages):
        # it may follow from one before it
        if any(check.id == suspect.check and not check.cause for check in found):
            mended = [_judged(recording, again) for recording in suspect.mended]
            found = _without(found, suspect, min(mended, key=_beyond))
    return found


def _suspects(checks: Sequence[Check], stages: Stages) -> Iterator[_Suspect]:
    recording = stages.recording
    trial, static = recording.trial, recording.static
    if (heavy := beyond(checks, "mass")) is not None and heavy.facts["agreed"]:
        weighed = replace(recording.subject, mass=heavy.number("weighed"))
        yield _Suspect("mass", _OF_LOAD, (replace(recording, subject=weighed),))
    if wrong_scale(checks) and static is not None:
        # the pelvis's markers tell it, whatever knees and skin do
        scale = 1.0 + pelvis_off(stages.person.model, stages.named.markers)
        smaller = replace(recording, trial=_scaled(trial, 1.0 / scale))
        larger = replace(recording, static=_scaled(static, scale))
        yield _Suspect("scale", _OF_SCALE / abs(scale - 1.0), (smaller, larger))
    if (scale := scale_by_height(checks)) != 1.0:
        still = None if static is None else _scaled(static, 1.0 / scale)
        both = replace(recording, trial=_scaled(trial, 1.0 / scale), static=still)
        yield _Suspect("height", _OF_HEIGHT / abs(scale - 1.0), (both,))
    if (clock := beyond(checks, "clocks")) is not None:
        delay = clock.number("delay")
        in_time, _ = moved_plates(trial, shift=None, turn=0.0, delay=-delay)
        error = clock.number("deviation") / abs(delay)
        yield _Suspect("clocks", error, (replace(recording, trial=in_time),))
    mass = recording.subject.mass
    if any(check.id == "plates_alike" for check in checks) and mass is not None:
        plate = odd_plate(stages.steps.contacts, mass)
        if plate is not None:
            like = replace(recording, trial=_weaker(trial, [plate.plate], plate.share))
            yield _Suspect("plates_alike", _OF_LOAD / abs(plate.share - 1.0), (like,))
    plates, motion = stages.steps.plates, stages.ground.shared
    if plates is not None and motion is not None and (odd := odd_foot(plates, motion)):
        under = {c.plate for c in stages.steps.contacts if c.side == odd.side}
        like_other = replace(recording, trial=_weaker(trial, under, odd.share))
        yield _Suspect(odd.check, _OF_LOAD / abs(odd.share - 1.0), (like_other,))


def _scaled(trial: Trial, factor: float) -> Trial:
    markers = trial.markers
    return replace(trial, markers=replace(markers, position=markers.position * factor))


def _weaker(trial: Trial, plates: Collection[int], share: float) -> Trial:
    """A trial without the factor that the plates of these indices show."""
    return replace(
        trial,
        plates=tuple(
            replace(plate, force=plate.force / share, free_moment=plate.free_moment / share)
            if k in plates
            else plate
            for k, plate in enumerate(trial.plates)
        ),
    )


def _judged(recording: Recording, again: Again) -> tuple[Check, ...]:
    """Nothing where the recording cannot be analysed without the cause."""
    try:
        return tuple(again(recording))
    except InputError:
        return ()


def _beyond(checks: Sequence[Check]) -> float:
    """How many are; none of a recording that was not analysed."""
    return sum(check.beyond for check in checks) if checks else float("inf")


def _unknown(checks: Sequence[Check]) -> int:
    return sum(check.grade == "unknown" for check in checks)


def _without(
    checks: Sequence[Check], suspect: _Suspect, mended: Sequence[Check]
) -> tuple[Check, ...]:
    """Checks, with their cause where no more is left without it than its own error may make."""
    left = {check.id: check for check in mended}
    # what is not checked any more is not therefore good
    whole = bool(mended) and _unknown(mended) <= _unknown(checks)

    def follows(check: Check) -> bool:
        if check.cause or check.id == suspect.check or check.grade == "good":
            return False
        rest = left.get(check.id)
        if check.grade == "unknown":  # without the cause it is made, under its own or other names
            return bool(mended) and (rest is None or rest.grade != "unknown")
        if rest is None:
            return whole
        by_error = suspect.open * (check.value - rest.value)
        return rest.grade == "good" or rest.value - rest.limit <= by_error

    (name,) = {check.name for check in checks if check.id == suspect.check}
    explained = Filling({"cause": name}, row_of(suspect.check).phrases).say("{explained}")

    def following(check: Check) -> Check:
        # whose static trial it is remains a question of its own
        remedy = check.remedy if check.id == "same_subject" else explained
        return replace(check, cause=suspect.check, remedy=remedy)

    return tuple(following(check) if follows(check) else check for check in checks)
