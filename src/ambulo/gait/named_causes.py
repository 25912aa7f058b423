"""What one cause makes of several checks follows from it: the analysis is made without it, too.

A wrong scale of the cameras, plates on another clock, or a plate of another gain set off checks
that would each name a cause of its own. So the recording is analysed once more with that one thing
put right by as much as its check has found: a check that is good then follows from it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from ambulo.gait.checks.clocks import CLOCKS, DEVIATIONS, clocks_apart
from ambulo.gait.checks.mass import odd_foot
from ambulo.gait.checks.plates_alike import PLATES_ALIKE, odd_plate
from ambulo.gait.stages.read import Recording
from ambulo.gait.stages.stages import Stages
from ambulo.inputs.errors import InputError
from ambulo.mocap.calibration.calibration_checks import (
    BY_HEIGHT,
    SAME_SUBJECT,
    SCALE,
    pelvis_off,
    scale_by_height,
    wrong_scale,
)
from ambulo.mocap.plates.moved_plates import moved_plates
from ambulo.records import Gate, Trial

__all__ = ["Again", "with_their_cause"]

Again = Callable[[Recording], Sequence[Gate]]
"""The checks of a recording analysed in the same way."""

# what right walks have: the pelvis's scale against the static trial's, -0.4 to 0.1 % of six people;
# legs of the height, 0.469 to 0.490 of 0.475; one foot's load against the other's, 0.0 to 1.6 %
_OF_SCALE, _OF_HEIGHT, _OF_LOAD = 0.005, 0.023, 0.02


class _Suspect(NamedTuple):
    """A check that names one thing.

    Args:
        check: its name.
        open: share of what it found by which that may be wrong.
        mended: the recording without it; more than one where it may be in one or another part.
    """

    check: str
    open: float
    mended: tuple[Recording, ...]


def with_their_cause(gates: Sequence[Gate], stages: Stages, again: Again) -> tuple[Gate, ...]:
    """Gates, those that one cause explains with it for their cause and remedy."""
    found = tuple(gates)
    for suspect in _suspects(found, stages):
        # it may follow from one before it
        if any(gate.name == suspect.check and not gate.cause for gate in found):
            mended = [_judged(recording, again) for recording in suspect.mended]
            found = _without(found, suspect, min(mended, key=_beyond))
    return found


def _suspects(gates: Sequence[Gate], stages: Stages) -> Iterator[_Suspect]:
    recording = stages.recording
    trial, static = recording.trial, recording.static
    if wrong_scale(gates) and static is not None:
        # the pelvis's markers tell it, whatever knees and skin do
        scale = 1.0 + pelvis_off(stages.person.model, stages.named.markers)
        smaller = replace(recording, trial=_scaled(trial, 1.0 / scale))
        larger = replace(recording, static=_scaled(static, scale))
        yield _Suspect(SCALE, _OF_SCALE / abs(scale - 1.0), (smaller, larger))
    if (scale := scale_by_height(gates)) != 1.0:
        still = None if static is None else _scaled(static, 1.0 / scale)
        both = replace(recording, trial=_scaled(trial, 1.0 / scale), static=still)
        yield _Suspect(BY_HEIGHT, _OF_HEIGHT / abs(scale - 1.0), (both,))
    for gate in gates:
        if gate.name == CLOCKS and (delay := clocks_apart(gates)):
            in_time, _ = moved_plates(trial, shift=None, turn=0.0, delay=-delay)
            error = gate.limit / DEVIATIONS / gate.value
            yield _Suspect(CLOCKS, error, (replace(recording, trial=in_time),))
    mass = recording.subject.mass
    for gate in gates:
        if gate.name.startswith(PLATES_ALIKE) and mass is not None:
            plate = odd_plate(stages.steps.contacts, mass)
            if plate is not None:
                like = replace(recording, trial=_weaker(trial, [plate.plate], plate.share))
                yield _Suspect(gate.name, _OF_LOAD / abs(plate.share - 1.0), (like,))
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


def _judged(recording: Recording, again: Again) -> tuple[Gate, ...]:
    """Nothing where the recording cannot be analysed without the cause."""
    try:
        return tuple(again(recording))
    except InputError:
        return ()


def _beyond(gates: Sequence[Gate]) -> float:
    """How many are; none of a recording that was not analysed."""
    return sum(_is_beyond(gate) for gate in gates) if gates else float("inf")


def _unknown(gates: Sequence[Gate]) -> int:
    return sum(gate.grade == "unknown" for gate in gates)


def _is_beyond(gate: Gate) -> bool:
    return gate.grade in ("look", "do-not-use")


def _without(gates: Sequence[Gate], suspect: _Suspect, mended: Sequence[Gate]) -> tuple[Gate, ...]:
    """Gates, with their cause where no more is left without it than its own error may make."""
    left = {_check(gate): gate for gate in mended}
    # what is not checked any more is not therefore good
    whole = bool(mended) and _unknown(mended) <= _unknown(gates)

    def follows(gate: Gate) -> bool:
        if gate.cause or gate.name == suspect.check or not _is_beyond(gate):
            return False
        rest = left.get(_check(gate))
        if rest is None:
            return whole
        by_error = suspect.open * (gate.value - rest.value)
        return rest.grade == "good" or rest.value - rest.limit <= by_error

    return tuple(_following(gate, suspect.check) if follows(gate) else gate for gate in gates)


def _following(gate: Gate, cause: str) -> Gate:
    explained = f"What is said of the {cause} explains this: mend that, and analyse again"
    # whose static trial it is remains a question of its own
    return replace(
        gate, cause=cause, remedy=gate.remedy if gate.name == SAME_SUBJECT else explained
    )


def _check(gate: Gate) -> str:
    """A check's name without the step, marker or segment that speaks for it."""
    return gate.name.partition(" (")[0]
